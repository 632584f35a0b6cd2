/** Speed of the packet simulator in WebAssembly under Node, beside the native program of the same run and ns-3. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadEngine } from '../wasm/src/node.ts';
import { measure, type Measured } from './packet-scenarios.ts';

/**
 * One native program by the same compiler family as WebAssembly's, and one by the system's usual compiler, if
 * `npm test` has built it.
 */
const natives = [
  { compiler: 'g++', program: '../build/bench/core-cpp/bench_packet' },
  { compiler: 'clang++', program: '../build/clang/core-cpp/bench_packet' },
].map(({ compiler, program }) => ({ compiler, program: fileURLToPath(new URL(program, import.meta.url)) }));
/** ns-3.37, optimised build, same scenario with 50 flows: bottleneck packets per second of user time. */
const NS3_PACKETS_PER_SECOND = 43_447;

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const rows = measure(await loadEngine(), cpu);
const compared = natives
  .filter(({ program }) => existsSync(program))
  .map(({ compiler, program }) => ({
    compiler,
    rows: JSON.parse(execFileSync(program, ['--json'], { encoding: 'utf8' })) as Measured[],
  }));
const speed = ({ packets, seconds }: Measured) => packets / seconds / 1e6;

for (const row of rows) {
  const versus = compared.map(({ compiler, rows: others }) => {
    const other = others.find(({ flows }) => flows === row.flows);
    if (other === undefined) return '';
    return (
      `; ${compiler} ${speed(other).toFixed(2)}, wasm/native ${(speed(row) / speed(other)).toFixed(2)}, ` +
      `digests ${other.digest === row.digest ? 'equal' : 'DIFFER'}`
    );
  });
  console.log(
    `${String(row.flows).padStart(6)} flows: ${speed(row).toFixed(2)} million bottleneck packets per CPU second, ` +
      `${row.nsPerEvent.toFixed(1)} ns an event${versus.join('')}`,
  );
}
const fifty = rows.find(({ flows }) => flows === 50);
const many = rows.find(({ flows }) => flows === 10_000);
if (fifty !== undefined && many !== undefined) {
  console.log(`against ns-3 (50 flows): ${((speed(fifty) * 1e6) / NS3_PACKETS_PER_SECOND).toFixed(0)} times`);
  console.log(`cost of a packet, 10,000 flows against 50: ${(speed(fifty) / speed(many)).toFixed(2)} times`);
}
