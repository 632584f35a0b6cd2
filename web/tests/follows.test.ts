/** What the sender of a packet did after it, in real runs: a lone drop, and a lone mark, halve Reno's window. */
import { beforeAll, describe, expect, test } from 'vitest';
import { lanes as laneScenarios } from '../../models/src/index.ts';
import type { LocalEngine } from '../../wasm/src/engine.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import { binsToFollow, windowsAfter } from '../src/lanes/follows.ts';
import { roundTrip } from '../src/state/roundTrip.ts';
import { drops } from '../../wasm/src/packet-window.ts';
import { laneScenario } from './fakes.ts';

let engine: LocalEngine;
beforeAll(async () => {
  engine = await loadEngine();
});

/** Windows at each lone drop or mark of the first flow: none of its packets had another within six round trips. */
function follow(ecn: boolean) {
  const [lane] = laneScenarios({
    version: 1,
    duration: 60,
    traffic: [{ flows: 5, tcp: 'reno', ecn }],
    lanes: [{ aqm: { id: 'red', params: { ecn } } }],
  });
  if (lane === undefined) throw new Error('no lane');
  const events = engine.open(lane, { bins: 10, from: 10, to: 60 });
  while (!events.advance(1e9));
  const { time, event, flow, queue } = events.window();
  const told = Array.from(event.keys()).filter(
    (i) => flow[i] === 0 && (event[i] === 1 || drops(event[i] ?? NaN)),
  );
  const at = (i: number) => time[i] ?? NaN;
  const trip = (i: number) => roundTrip(lane, lane.traffic[0], queue[i] ?? NaN);
  const bins = binsToFollow(lane, roundTrip(lane, lane.traffic[0], 0));
  const run = engine.open(lane, { bins, windows: [0] });
  while (!run.advance(1e9));
  const { overview } = run.result();
  return told
    .filter((i) => told.every((j) => j === i || Math.abs(at(j) - at(i)) > 6 * trip(i)))
    .map((i) => ({ event: event[i] ?? NaN, windows: windowsAfter(overview, at(i), trip(i)) ?? [] }));
}

describe('the window of the sender', () => {
  test('three round trips after a lone drop is half of what it was when the loss was noticed', () => {
    const found = follow(false);
    expect(found.length).toBeGreaterThan(8);
    for (const { windows } of found) {
      const [then = NaN, one = NaN, , three = NaN] = windows;
      // Until the third duplicate acknowledgement it grows by a segment a round trip (RFC 5681 eq 3) ...
      expect(one - then).toBeGreaterThanOrEqual(0);
      expect(one - then).toBeLessThan(1.1);
      // ... then it is half of what was in flight (eq 4), and may have grown by one or two since.
      expect(three).toBeGreaterThan(one / 2 - 1);
      expect(three).toBeLessThan(one / 2 + 2);
    }
  });
  test('is halved by a mark, one round trip later or as soon as the echo is back, and no more', () => {
    const found = follow(true);
    expect(found.length).toBeGreaterThan(8);
    for (const { event, windows } of found) {
      expect(event).toBe(1);
      const [then = NaN, , two = NaN] = windows;
      expect(two).toBeGreaterThan(then / 2 - 1);
      expect(two).toBeLessThan(then / 2 + 2.5);
    }
  });
});

describe('a round trip', () => {
  const lane = laneScenario();
  test('is twice the delays of the way, and what waits before the packet', () => {
    // 2 (20 + 7.5 + 7.5) ms, and 10 packets of 1.2 ms, itself included.
    expect(roundTrip(lane, lane.traffic[0], 9)).toBeCloseTo(0.07 + 0.012, 12);
  });
  test('of a row with hosts further away is longer', () => {
    const [row] = lane.traffic;
    if (row === undefined) throw new Error('no row');
    expect(roundTrip(lane, { ...row, access: { delay: 0.05 } }, 0)).toBeCloseTo(0.24 + 0.0012, 12);
  });
  test('that no bin is short enough for is not told', () => {
    const overview = { windows: [Float64Array.of(4, 5, 6)], binSeconds: 1 } as unknown as Parameters<
      typeof windowsAfter
    >[0];
    expect(windowsAfter(overview, 2.5, 1)).toBeNull();
    // At the end of the last bin before; beyond the run there is nothing.
    expect(windowsAfter(overview, 1, 2)).toEqual([4, 6, NaN, NaN]);
  });
});
