// Allows one process at a time, by a file that contains the process's number.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { at, say } from './project.mjs';

const PAUSE_MS = 200;

/** Whether a process with this number runs. @param {number} id */
function runs(id) {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // The process exists, but belongs to another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** Takes the file; false if a running process has it. @param {string} path */
function take(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  const owner = Number(readFileSync(path, { encoding: 'utf8', flag: 'a+' }));
  // A file without a number is being written; a file whose process has ended was left behind.
  if (owner !== 0 && !runs(owner)) rmSync(path, { force: true });
  return false;
}

/**
 * Does `work` while no other process works with the same file, and prints a message if it has to wait.
 * @template T
 * @param {string} file project path
 * @param {string} what is compiled
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function alone(file, what, work) {
  const path = at(file);
  mkdirSync(dirname(path), { recursive: true });
  for (let told = false; !take(path); told = true) {
    if (!told) say(`setup: another process compiles ${what}; waiting for it`);
    await setTimeout(PAUSE_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}
