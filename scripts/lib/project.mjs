// Paths and small helpers for all scripts. No dependencies, because setup runs before `npm ci`.
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const cores = Math.max(1, Math.min(8, availableParallelism()));

/** @param {...string} parts a path inside the project */
export const at = (...parts) => join(root, ...parts);

/** The collected output of work that runs beside other work. @type {AsyncLocalStorage<string[]>} */
const kept = new AsyncLocalStorage();

/**
 * Runs `work` and collects the output of it and of its programs, to show it in one piece.
 * @template T @param {() => Promise<T>} work @returns {Promise<{ result: T, output: string }>}
 */
export async function quietly(work) {
  /** @type {string[]} */
  const parts = [];
  const result = await kept.run(parts, work);
  return { result, output: parts.join('') };
}

/** Progress goes to standard error: `npm run -s aqm` writes documents to standard output. @param {string} text */
export function say(text) {
  const parts = kept.getStore();
  if (parts === undefined) process.stderr.write(`${text}\n`);
  else parts.push(`${text}\n`);
}

/** An expected failure: its message is for the user, who does not need its stack. */
export class Refusal extends Error {}

/** Ends the process with a message for a Refusal, with the stack for anything else. @param {unknown} error */
export function fail(error) {
  say(error instanceof Refusal ? `\n${error.message}` : String(error instanceof Error ? error.stack : error));
  process.exit(1);
}

/**
 * Every file under `folder` whose name matches, as sorted project paths with forward slashes.
 * @param {string} folder @param {RegExp} name @returns {string[]}
 */
export function filesUnder(folder, name) {
  return readdirSync(at(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) =>
      relative(root, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    )
    .sort();
}

/** SHA-256 over names and contents. @param {readonly string[]} files project paths @param {string} [extra] */
export function hashFiles(files, extra = '') {
  const hash = createHash('sha256').update(extra);
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(at(file)));
  return hash.digest('hex');
}

/** @param {string | Uint8Array} data */
export const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/**
 * Runs a program to its end, passing its output through.
 * @param {string} program @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, stdout?: 'inherit' | 'stderr' }} [options]
 * @returns {Promise<number>} its exit status
 */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const parts = kept.getStore();
    const through = options.stdout === 'stderr' ? process.stderr : 'inherit';
    const child = spawn(program, args, {
      cwd: root,
      stdio: parts === undefined ? ['ignore', through, 'inherit'] : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...options.env },
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => parts?.push(String(chunk)));
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a program and returns its output.
 * @param {string} program @param {readonly string[]} args @param {Record<string, string>} [env] @param {string} [cwd]
 * @returns {Promise<{ status: number, output: string }>} `output` is standard output and error, mixed
 */
export function capture(program, args, env = {}, cwd = root) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env } });
    let output = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.stderr.on('data', (chunk) => (output += String(chunk)));
    child.on('error', (error) => resolve({ status: 127, output: error.message }));
    child.on('close', (code) => resolve({ status: code ?? 1, output }));
  });
}

/** First line that a program prints, or undefined when it cannot run. @param {string} program @param {string[]} args */
export function firstLine(program, args) {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n')[0] : undefined;
}

/**
 * The script of an installed package's command, to be run by Node (node_modules/.bin holds shell scripts on Windows).
 * @param {string} name of the package @param {string} [command] where it differs
 */
export function bin(name, command = name) {
  const { bin: commands } = JSON.parse(readFileSync(at('node_modules', name, 'package.json'), 'utf8'));
  return at('node_modules', name, typeof commands === 'string' ? commands : commands[command]);
}
