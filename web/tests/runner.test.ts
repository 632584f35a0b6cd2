import { describe, expect, test, vi } from 'vitest';
import { createRunner, scenarioKey } from '../src/state/runner.ts';
import { FakeClient, laneScenario, runResult, settled } from './fakes.ts';

const red = laneScenario();
const gentle = laneScenario({ label: 'Gentle RED', aqm: { id: 'gred', params: {} } });
const slower = laneScenario({ seed: 2 });

function setUp() {
  const client = new FakeClient();
  let now = 0;
  const runner = createRunner(client, () => now);
  return {
    client,
    runner,
    wait: (ms: number) => (now += ms),
    status: () => runner.slots.get().map((r) => r.status),
  };
}

describe('runner', () => {
  test('runs each lane once and shows its result', async () => {
    const { client, runner, status } = setUp();
    runner.show([red, gentle]);
    expect(client.runs.map(({ lane }) => lane)).toEqual([red, gentle]);
    expect(status()).toEqual(['running', 'running']);
    client.runs[0]?.finish();
    // It waits a moment for its neighbour, then it is shown alone.
    await vi.waitFor(() => expect(status()).toEqual(['done', 'running']));
    expect(runner.slots.get()[0]?.result?.aqm).toBe('red');
  });

  test('an old answer stands in for that to an edit, never for another scenario', async () => {
    const { client, runner } = setUp();
    runner.show([red], 'mine');
    client.runs[0]?.finish();
    await settled();
    runner.show([slower], 'mine');
    expect(runner.slots.get()[0]?.answered).toEqual(red);
    // The job that began for the edit does not end in the place of what is asked now, either.
    runner.show([gentle], 'another');
    expect(runner.slots.get()[0]).toMatchObject({ asked: gentle, answered: null, result: null });
    expect(client.runs[1]?.options.signal?.aborted).toBe(true);
    // What is known needs no computing.
    runner.show([red], 'mine');
    expect(runner.slots.get()[0]).toMatchObject({ status: 'done', answered: red });
  });

  test('a run that is under way tells what there is, apart from results, until there is something newer', async () => {
    const { client, runner, status } = setUp();
    const { overview, dots } = runResult(red);
    const part = { aqm: 'red', overview, dots };
    runner.show([red]);
    client.runs[0]?.options.onPart?.(part);
    expect(runner.begun.get().get(0)).toEqual({ asked: red, part });
    expect([status(), runner.slots.get()[0]?.result]).toEqual([['running'], null]);
    client.runs[0]?.finish();
    await settled();
    expect([status(), runner.begun.get().size]).toEqual([['done'], 0]);

    runner.show([slower]);
    client.runs[1]?.options.onPart?.(part);
    expect(runner.begun.get().get(0)?.asked).toBe(slower);
    // Back to what is known: the beginning of what is not wanted any more goes, and what comes late is not heard.
    runner.show([red]);
    client.runs[1]?.options.onPart?.(part);
    expect([status(), runner.begun.get().size]).toEqual([['done'], 0]);

    runner.show([slower]);
    client.runs[2]?.options.onPart?.(part);
    runner.cancel();
    expect([status(), runner.begun.get().size]).toEqual([['cancelled'], 0]);
  });

  test('another link of a chain is shown from the same run', async () => {
    const { client, runner, status } = setUp();
    const link = { rate: 8e6, delay: 0.01, buffer: 100, managed: true };
    const network = { ...red.network, links: [link, link] } as const;
    const at = (observed: number) => laneScenario({ network: { ...network, observed } });
    const [first, second] = [runResult(at(0)), runResult(at(1))];
    const links = [first, second].map(({ metrics, overview, dots }) => ({ metrics, overview, dots }));
    runner.show([at(0)]);
    client.runs[0]?.finish({ ...first, links });
    await settled();
    expect(runner.slots.get()[0]?.result?.overview).toBe(first.overview);
    runner.show([at(1)]);
    expect(status()).toEqual(['done']);
    expect(runner.slots.get()[0]?.result?.overview).toBe(second.overview);
    expect(client.runs).toHaveLength(1);
  });

  test('what would take long is not begun before it is asked for, then runs, and need not be asked for twice', async () => {
    const { client, runner, status } = setUp();
    const rate = 1e10;
    const long = laneScenario({
      duration: 3600,
      network: { ...red.network, links: red.network.links.map((link) => ({ ...link, rate })) },
    });
    runner.show([long, red]);
    expect(status()).toEqual(['held', 'running']);
    expect(runner.slots.get()[0]?.error).toMatch(/^about \d+ million packets a lane, \d+ minutes/);
    expect(client.runs.map(({ lane }) => lane)).toEqual([red]);
    runner.retry();
    expect(status()).toEqual(['running', 'running']);
    expect(client.runs.map(({ lane }) => lane)).toEqual([red, long]);
    runner.show([red, red]);
    runner.show([long, red]);
    expect(status()[0]).toBe('running');
    runner.cancel();
    await settled();
  });

  test('lanes that take long only together are not begun either; one more beside those that are there is', async () => {
    const { client, runner, status } = setUp();
    // 32 million packets in 9.5 s of 12,000 bits each, which take 8 s of one of two workers.
    const rate = (32e6 * 12_000) / 9.5;
    const links = red.network.links.map((link) => ({ ...link, rate }));
    const lanes = [1, 2, 3].map((seed) => laneScenario({ seed, network: { ...red.network, links } }));
    runner.show(lanes);
    expect(status()).toEqual(['held', 'held', 'held']);
    expect(runner.slots.get()[0]?.error).toMatch(/8 s of computing, 12 s for all lanes$/);
    expect(client.runs).toEqual([]);
    runner.show(lanes.slice(0, 2));
    expect(status()).toEqual(['running', 'running']);
    client.runs.forEach((run) => run.finish());
    await vi.waitFor(() => expect(status()).toEqual(['done', 'done']));
    runner.show(lanes);
    expect(status()).toEqual(['done', 'done', 'running']);
    runner.cancel();
    await settled();
  });

  test('a result is not lost when the other lane is edited', async () => {
    const { client, runner, status } = setUp();
    runner.show([red, gentle]);
    client.runs[0]?.finish();
    await settled();
    runner.show([red, slower]);
    expect(status()).toEqual(['done', 'running']);
    expect(client.runs).toHaveLength(2);
  });

  test('a lane that did not change is not run again, and stays the same object', async () => {
    const { client, runner } = setUp();
    runner.show([red, gentle]);
    client.runs.forEach((run) => run.finish());
    await settled();
    const [before] = runner.slots.get();
    runner.show([laneScenario(), slower]);
    expect(client.runs).toHaveLength(3);
    expect(runner.slots.get()[0]).toBe(before);
  });

  test('going back to a scenario finds its result', async () => {
    const { client, runner, status } = setUp();
    runner.show([red]);
    client.runs[0]?.finish();
    await settled();
    runner.show([slower]);
    client.runs[1]?.finish();
    await settled();
    runner.show([red]);
    expect(status()).toEqual(['done']);
    expect(client.runs).toHaveLength(2);
  });

  test('a label is no part of what is run', () => {
    expect(scenarioKey(red)).toBe(scenarioKey({ ...red, label: 'Another' }));
    expect(scenarioKey(red)).not.toBe(scenarioKey(slower));
  });

  test('while a lane is computed its old picture stays', async () => {
    const { client, runner } = setUp();
    runner.show([red]);
    const old = runResult(red);
    client.runs[0]?.finish(old);
    await settled();
    runner.show([slower]);
    expect(runner.slots.get()[0]).toMatchObject({ status: 'running', result: old, answered: red });
  });

  test('a run that nobody waits for any more is cancelled', () => {
    const { client, runner } = setUp();
    runner.show([red, gentle]);
    runner.show([slower]);
    expect(client.runs.map(({ options }) => options.signal?.aborted)).toEqual([true, true, false]);
  });

  test('a short run may end although its lane moved on, and the newest follows', async () => {
    const { client, runner, wait } = setUp();
    runner.show([red]);
    wait(50);
    client.runs[0]?.finish();
    await settled();
    runner.show([slower]);
    runner.show([laneScenario({ seed: 3 })]);
    runner.show([laneScenario({ seed: 4 })]);
    expect(client.runs).toHaveLength(2);
    client.runs[1]?.finish();
    await settled();
    expect(client.runs.at(-1)?.lane.seed).toBe(4);
    expect(runner.slots.get()[0]).toMatchObject({ status: 'running', answered: { seed: 2 } });
  });

  test('a failure is told, and another try is one call away', async () => {
    const { client, runner, status } = setUp();
    runner.show([red]);
    client.runs[0]?.fail(new Error('out of memory'));
    await settled();
    expect(runner.slots.get()[0]).toMatchObject({ status: 'failed', error: 'out of memory' });
    runner.retry();
    client.runs[1]?.finish();
    await settled();
    expect(status()).toEqual(['done']);
  });

  test('cancel stops what runs', async () => {
    const { client, runner, status } = setUp();
    runner.show([red, gentle]);
    client.runs[0]?.finish();
    await settled();
    runner.cancel();
    await settled();
    expect(status()).toEqual(['done', 'cancelled']);
    expect(client.runs[1]?.options.signal?.aborted).toBe(true);
  });

  test('progress is passed on, not too often', () => {
    const { client, runner, wait } = setUp();
    runner.show([red]);
    const report = (done: number) => client.runs[0]?.options.onProgress?.({ done, total: 10 });
    report(1);
    expect(runner.progress.get().get(0)).toBe(0);
    wait(1000);
    const [shown] = runner.slots.get();
    report(5);
    expect(runner.progress.get().get(0)).toBe(0.5);
    // Progress is no reason to draw anything again.
    expect(runner.slots.get()[0]).toBe(shown);
  });
});
