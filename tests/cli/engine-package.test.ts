/**
 * The engine's package, from its tarball in an empty folder; its link against closed forms, and against all
 * packets submitted at once.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../package.json' with { type: 'json' };
import embed from '../../embed/package.json' with { type: 'json' };
import since1 from '../../engine/api-1.json' with { type: 'json' };
import own from '../../engine/package.json' with { type: 'json' };
import { createLink, type Packet } from '../../engine/src/link.ts';
import { xorshift } from '../../models/src/study/sampling.ts';
import { broken, engineApi, promised } from '../../scripts/engine-api.mjs';
import { packEngine } from '../../scripts/engine-package.mjs';
import { loadEngine } from '../../wasm/src/node.ts';
import { document, root } from './aqm.ts';

describe('the tarball', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aqm engine '));
    const place = join(folder, 'node_modules', '@aqm-explorer', 'engine');
    await mkdir(place, { recursive: true });
    execFileSync('tar', ['xzf', await packEngine(folder), '-C', place, '--strip-components=1']);
    await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true }));

  it('runs with the digests of the command line, refuses with places, and has types', async () => {
    const scenario = { version: 1, duration: 5, lanes: [{ aqm: { id: 'codel' } }] };
    // What a user writes; it has to hold in strict TypeScript, and runs without its types.
    const lines = [
      "import { DocumentError, open } from '@aqm-explorer/engine';",
      'const engine = await open();',
      `const [run] = await engine.run(${JSON.stringify(scenario)}, { seeds: [7] });`,
      "const link = engine.link<{ bytes: number; own: string }>({ aqm: 'red', rate: 8e6, buffer: 150, delay: 0.1 });",
      "link.submit({ bytes: 1000, own: 'mine' }, 0.5);",
      'const left = link.next();',
      "let told = '';",
      "try { engine.link({ aqm: 'red', rate: -1, buffer: 50 }); } catch (error) { if (error instanceof DocumentError) told = error.issues[0]?.path ?? ''; }",
      'console.log(JSON.stringify([run?.digest, left?.packet.own, left?.fate, left?.time, told]));',
    ];
    await writeFile(join(folder, 'use.mts'), lines.join('\n'));
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const options = [
      '--strict',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--lib',
      'es2023,dom',
      '--typeRoots',
      '/none',
      'use.mts',
    ];
    const checked = spawnSync(process.execPath, [tsc, ...options], { cwd: folder, encoding: 'utf8' });
    expect(checked.stdout).toBe('');
    const told = execFileSync(process.execPath, ['use.mjs'], { cwd: folder, encoding: 'utf8' });
    const { runs } = await document<{ runs: { digest: string }[] }>(
      ['run', '-', '--seed', '7'],
      JSON.stringify(scenario),
    );
    // 1000 bytes at 8 Mbit/s and the delay: 0.5 + 0.001 + 0.1 s.
    expect(JSON.parse(told)).toEqual([runs[0]?.digest, 'mine', 'sent', 0.601, 'network.bottleneck.rate']);
  });

  it('has an example of a stack that runs', async () => {
    await copyFile(join(root, 'engine', 'example', 'quic.mjs'), join(folder, 'quic.mjs'));
    const told = execFileSync(process.execPath, ['quic.mjs'], { cwd: folder, encoding: 'utf8' });
    const found = JSON.parse(told) as { aqm: string; rate: number; lost: number }[];
    expect(found.map(({ aqm }) => aqm)).toEqual(['droptail', 'codel']);
    for (const { rate } of found) expect(rate).toBeLessThanOrEqual(10e6);
    // A full buffer of 200 packets is what fills a link of 10 Mbit/s with one flow of Reno's.
    expect(found[0]?.rate).toBeGreaterThan(8e6);
  });
});

it('still has every export and member that its version has had', () => {
  expect(version).toMatch(/^1\./);
  expect(broken(since1, promised(engineApi()))).toEqual([]);
  // The check itself: a member that is gone or has another type is told.
  expect(broken({ Packet: ['readonly bytes: string'] }, promised(engineApi()))).toEqual([
    'Packet: readonly bytes: string',
  ]);
});

it('packages have the version of the project', () => {
  expect([own.version, embed.version]).toEqual([version, version]);
});

describe('a link', () => {
  it('of DropTail has the times of a queue of given size, by hand', async () => {
    const link = createLink(await loadEngine(), { aqm: 'droptail', rate: 8e6, buffer: 2 });
    // 1000 bytes take 1 ms. One is sent, two wait; the fourth finds no place.
    for (let i = 0; i < 4; i++) link.submit({ bytes: 1000 }, 0);
    const all = [];
    for (let next = link.next(); next !== undefined; next = link.next()) all.push([next.fate, next.time]);
    expect(all.map(([fate]) => fate).toSorted()).toEqual(['dropped', 'sent', 'sent', 'sent']);
    expect(all.filter(([fate]) => fate === 'sent').map(([, time]) => time)).toEqual([0.001, 0.002, 0.003]);
    expect(() => link.submit({ bytes: 1000 }, 0.002)).toThrow('before');
    expect(() => link.submit({ bytes: -1 }, 1)).toThrow('bytes');
  });

  it.each(['codel', 'red', 'fq_codel'])('of %s tells the same one by one as all at once', async (aqm) => {
    const engine = await loadEngine();
    const options = { aqm, rate: 8e6, buffer: 150, seed: 3 };
    const random = xorshift(9);
    let t = 0;
    const arrivals = Array.from({ length: 400 }, (_, i) => {
      t += (0.0014 * random()) / 2 ** 32;
      return { packet: { bytes: 1000, flow: i % 3, ecn: 0, i } as const, t };
    });
    type Own = Packet & { readonly i: number };
    const [once, online] = [createLink<Own>(engine, options), createLink<Own>(engine, options)];
    const told: unknown[] = [];
    const take = (from: typeof once, until: number, into: unknown[]) => {
      while ((from.peek() ?? Infinity) <= until) {
        const next = from.next();
        if (next !== undefined) into.push([next.packet.i, next.fate, next.time]);
      }
    };
    for (const { packet, t: at } of arrivals) {
      take(online, at, told);
      online.submit(packet, at);
      once.submit(packet, at);
    }
    take(online, 1e9, told);
    const whole: unknown[] = [];
    take(once, 1e9, whole);
    expect(told).toEqual(whole);
    expect(new Set(whole.map((one) => (one as [number, string])[1])).size).toBeGreaterThan(
      aqm === 'fq_codel' ? 0 : 1,
    );
  });
});
