/**
 * npm run arm64: checks that the engine compiled for another processor gives the same bits. The digest
 * program, built by a cross-compiler and run by QEMU, is compared with the module in Node: every scheme and
 * every kind of traffic (wasm/tests/digest-lanes.ts), and the beginning of every lane of every preset. It
 * needs g++-aarch64-linux-gnu, qemu-user, CMake and Ninja. An arm64 machine needs none of it: there, `npm
 * test` compares its own builds.
 */
import { presets, lanes } from '../../models/src/index.ts';
import { at, cores, fail, Refusal, run, say } from '../../scripts/lib/project.mjs';
import { provide } from '../../scripts/lib/tools.mjs';
import { loadEngine } from '../../wasm/src/node.ts';
import type { LaneScenario } from '../../wasm/src/types.ts';
import { digestLanes } from '../../wasm/tests/digest-lanes.ts';
import { inModule, natively } from '../../wasm/tests/native-digests.ts';

/**
 * Seconds of each preset: long enough for start, adaptation and recovery, and short enough for an emulated
 * processor.
 */
const BEGINNING = 10;

async function beginnings(): Promise<LaneScenario[]> {
  const documents = await Promise.all(presets.map(async ({ id, load }) => ({ id, document: await load() })));
  return documents.flatMap(({ id, document }) =>
    lanes(document).map((lane) => ({
      ...lane,
      label: `${id}, ${lane.label}`,
      duration: Math.min(lane.duration, BEGINNING),
      warmup: Math.min(lane.warmup, 1),
    })),
  );
}

async function main(): Promise<void> {
  await provide(['armGxx', 'qemu', 'cmake', 'ninja']);
  for (const args of [
    ['--preset', 'arm64', '--log-level=WARNING'],
    ['--build', '--preset', 'arm64', '--parallel', String(cores)],
  ]) {
    if ((await run('cmake', args)) !== 0) throw new Refusal('The engine does not build for arm64.');
  }
  const engine = await loadEngine();
  const all = [...digestLanes(engine.catalogue), ...(await beginnings())];
  const expected = inModule(engine, all);
  const got = natively(['qemu-aarch64', at('build', 'arm64', 'bindings', 'native_digest')], engine, all);
  const other = expected.flatMap((line, i) =>
    line === got[i] ? [] : [`${line}\n  on arm64: ${got[i] ?? 'nothing'}`],
  );
  for (const fault of other) say(fault);
  say(
    `${all.length} runs, ${other.length} of them other than in WebAssembly: digest, events and every metric`,
  );
  if (other.length > 0 || got.length !== all.length) process.exitCode = 1;
}

main().catch(fail);
