import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSeeds } from '../src/state/seeds.ts';
import { resultsOf } from '../src/lanes/useLaneResults.ts';
import { FakeClient, laneScenario, runResult } from './fakes.ts';

const lane = laneScenario({ seed: 5 });

describe('other seeds', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const asked = (client: FakeClient) => client.runs.map((run) => run.lane.seed);
  const finish = async (client: FakeClient, ...which: readonly number[]) => {
    for (const i of which) client.runs[i]?.finish();
    await vi.runAllTimersAsync();
  };

  test('are those after the lane’s own, one at a time on two workers: the other is left to edits', async () => {
    const client = new FakeClient();
    const seeds = createSeeds(client);
    seeds.show([{ lane, seeds: 4 }]);
    expect(seeds.busy()).toBe(true);
    await vi.runAllTimersAsync();
    expect(asked(client)).toEqual([6]);
    await finish(client, 0);
    expect(asked(client)).toEqual([6, 7]);
    await finish(client, 1, 2);
    await finish(client, 2);
    expect(seeds.busy()).toBe(false);
    expect(seeds.slots.get()[0]?.result?.map(({ seed }) => seed)).toEqual([6, 7, 8]);
  });

  test('of the lane that was edited last come first, of lanes beside each other in their order', async () => {
    const client = new FakeClient();
    const seeds = createSeeds(client);
    const other = { ...lane, seed: 105 };
    seeds.show([lane, other].map((one) => ({ lane: one, seeds: 4 })));
    await vi.runAllTimersAsync();
    await finish(client, 0);
    expect(asked(client)).toEqual([6, 7]);
    // Two of the first lane are not run yet, and none of the other, which is edited now.
    seeds.show([lane, { ...other, duration: 20 }].map((one) => ({ lane: one, seeds: 4 })));
    await vi.runAllTimersAsync();
    for (let i = 1; i < 7; ++i) await finish(client, i);
    expect(asked(client)).toEqual([6, 7, 106, 107, 108, 8]);
    expect(seeds.busy()).toBe(false);
  });

  test('are none for one seed', async () => {
    const client = new FakeClient();
    const seeds = createSeeds(client);
    seeds.show([{ lane, seeds: 1 }]);
    await vi.runAllTimersAsync();
    expect(client.runs).toHaveLength(0);
    expect(seeds.slots.get()[0]).toMatchObject({ status: 'done', result: [] });
  });

  test('of short runs that together take long wait for a word, and say how long', async () => {
    const client = new FakeClient();
    const seeds = createSeeds(client);
    // Ten seconds at 10 Mbit/s, and one worker for all: some 2 ms a run.
    seeds.show([{ lane, seeds: 1000 }]);
    expect(seeds.slots.get()[0]?.status).toBe('running');
    seeds.cancel();
    const longer = { ...lane, duration: 200 };
    seeds.show([longer, { ...longer, label: 'again' }].map((one) => ({ lane: one, seeds: 1000 })));
    expect(seeds.slots.get()[0]).toMatchObject({
      status: 'held',
      error: expect.stringMatching(/lane, less than 1 s of computing, 83 s for all seeds$/) as string,
    });
    await vi.runAllTimersAsync();
    expect(client.runs).toHaveLength(0);
    seeds.retry();
    await vi.runAllTimersAsync();
    expect(client.runs).toHaveLength(1);
    seeds.cancel();
    await vi.runAllTimersAsync();
  });

  test('that were run are not run again', async () => {
    const client = new FakeClient();
    const seeds = createSeeds(client);
    seeds.show([{ lane, seeds: 2 }]);
    await vi.runAllTimersAsync();
    await finish(client, 0);
    seeds.show([{ lane, seeds: 3 }]);
    await vi.runAllTimersAsync();
    expect(asked(client)).toEqual([6, 7]);
    await finish(client, 1);
    seeds.show([{ lane, seeds: 2 }]);
    seeds.show([{ lane: { ...lane, label: 'another name' }, seeds: 3 }]);
    await vi.runAllTimersAsync();
    expect(client.runs).toHaveLength(2);
    expect(seeds.busy()).toBe(false);
  });

  test('of a lane that has changed are given up, and the turn goes on', async () => {
    const client = new FakeClient();
    const seeds = createSeeds(client);
    seeds.show([{ lane, seeds: 3 }]);
    await vi.runAllTimersAsync();
    const changed = { ...lane, duration: 20 };
    seeds.show([{ lane: changed, seeds: 3 }]);
    expect(client.runs[0]?.options.signal?.aborted).toBe(true);
    await vi.runAllTimersAsync();
    expect(client.runs.slice(1).map((run) => [run.lane.duration, run.lane.seed])).toEqual([[20, 6]]);
    await finish(client, 1);
    await finish(client, 2);
    expect(seeds.slots.get()[0]).toMatchObject({ status: 'done' });
    expect(client.runs).toHaveLength(3);
  });

  test('are cancelled and gone on with, without what was done being done again', async () => {
    const client = new FakeClient();
    const seeds = createSeeds(client);
    seeds.show([{ lane, seeds: 3 }]);
    await vi.runAllTimersAsync();
    await finish(client, 0);
    seeds.cancel();
    await vi.runAllTimersAsync();
    expect(seeds.slots.get()[0]?.status).toBe('cancelled');
    seeds.retry();
    await vi.runAllTimersAsync();
    expect(asked(client)).toEqual([6, 7, 7]);
    await finish(client, 2);
    expect(seeds.slots.get()[0]?.result).toHaveLength(2);
  });

  test('count with a lane only while they are of what it is now', () => {
    const own = runResult(lane);
    const run = { asked: lane, answered: lane, result: own, status: 'done', since: 0, error: null } as const;
    const other = { seed: 6, rows: [], digest: '0', links: [{ metrics: own.metrics }] };
    const slot = (of: typeof lane) =>
      ({ ...run, asked: { lane: of, seeds: 2 }, answered: { lane: of, seeds: 2 }, result: [other] }) as const;
    const seedsOf = (of: typeof lane) => resultsOf([run], [slot(of)])[0]?.samples.map(({ seed }) => seed);
    expect(seedsOf(lane)).toEqual([5, 6]);
    expect(seedsOf({ ...lane, duration: 11 })).toEqual([5]);
  });
});
