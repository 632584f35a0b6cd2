import { afterAll, describe, expect, it } from 'vitest';
import { createClient, loadEngine } from '../src/node.ts';
import { EngineError } from '../src/types.ts';
import { lane, longLane } from './lane.ts';

const client = createClient({ size: 2 });
const engine = await loadEngine();
afterAll(() => client.close());

const inThisThread = (seed: number) => {
  const run = engine.open({ ...lane, seed }, { bins: 50 });
  while (!run.advance(50_000));
  const result = run.result();
  run.close();
  return result;
};

describe('the client', () => {
  it('gives what the engine gives in this thread, for jobs that run side by side', async () => {
    const seeds = [1, 2, 3, 4, 5];
    const results = await Promise.all(
      seeds.map((seed) => client.ask('run', { lane: { ...lane, seed }, bins: 50 })),
    );
    expect(results).toEqual(seeds.map(inThisThread));
    expect(new Set(results.map(({ digest }) => digest)).size).toBe(seeds.length);
  });

  it('runs a window that shows the same packets as the overview counts', async () => {
    const [result, packets] = await Promise.all([
      client.ask('run', { lane, bins: 10 }),
      client.ask('window', { lane, from: 4, to: 5 }),
    ]);
    expect(packets).toMatchObject({ from: 4, to: 5, truncated: false });
    const count = (events: number[]) => packets.event.filter((e) => events.includes(e)).length;
    expect(count([5])).toBe(result.overview.departures[4]);
    expect(count([2])).toBe(result.overview.drops_early[4]);
  });

  it('reports progress that grows towards the total', async () => {
    const seen: number[] = [];
    await client.ask('run', { lane: longLane }, { onProgress: ({ done, total }) => seen.push(done / total) });
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.every((share) => share > 0 && share <= 1)).toBe(true);
  });

  it('cancels a long run and has its worker back long before the run would have ended', async () => {
    const single = createClient({ size: 1 });
    const begin = performance.now();
    await single.ask('run', { lane: longLane });
    const whole = performance.now() - begin;

    const abort = new AbortController();
    const slow = single.ask(
      'run',
      { lane: longLane },
      { signal: abort.signal, onProgress: () => abort.abort() },
    );
    await expect(slow).rejects.toMatchObject({ name: 'AbortError' });
    const aborted = performance.now();
    await single.ask('run', { lane: { ...lane, duration: 2 } });
    expect(performance.now() - aborted).toBeLessThan(whole / 2);
    single.close();
  });

  it('refuses what the engine refuses, with path, rule and value, and goes on', async () => {
    const refused = client.ask('run', { lane: { ...lane, duration: -1 } });
    await expect(refused).rejects.toBeInstanceOf(EngineError);
    await expect(refused).rejects.toMatchObject({
      issues: expect.arrayContaining([expect.objectContaining({ path: 'duration', value: -1 })]) as unknown,
    });
    await expect(client.ask('run', { lane })).resolves.toMatchObject({ label: 'RED' });
  });

  it('rejects everything once it is closed', async () => {
    const closing = createClient({ size: 1 });
    const run = closing.ask('run', { lane: longLane });
    closing.close();
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
  });
});
