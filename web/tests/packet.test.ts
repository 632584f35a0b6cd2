import { beforeAll, describe, expect, test } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import type { Engine, PacketWindow } from '../../wasm/src/types.ts';
import { laneModel } from '../src/lanes/model.ts';
import { amongThresholds, decisionAt, nextDecision, rowOfFlow, storyOf } from '../src/lanes/packet.ts';
import { laneScenario } from './fakes.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

/** time, queue after, event, flow, seq */
const window = (...rows: readonly (readonly [number, number, number, number, number])[]): PacketWindow => ({
  from: 0,
  to: 10,
  time: Float64Array.from(rows, ([time]) => time),
  queue: Float64Array.from(rows, ([, queue]) => queue),
  event: Uint8Array.from(rows, ([, , event]) => event),
  flow: Uint32Array.from(rows, ([, , , flow]) => flow),
  seq: Uint32Array.from(rows, ([, , , , seq]) => seq),
  drawn: Float64Array.from(rows, ([, , event]) => (event === 5 ? NaN : 0.5)),
  state: [Float64Array.from(rows, (_, i) => 10 * i)],
  truncated: false,
});
const traffic = [
  { kind: 'ftp', flows: 2, direction: 'forward', start: 0 },
  { kind: 'cbr', flows: 3, direction: 'forward', start: 0 },
] as const;

const story = (events: PacketWindow, at: number) =>
  storyOf(events, at, laneModel(engine, laneScenario({ traffic }), 0));

describe('a packet', () => {
  test('that is let in leaves when it leaves, and is not taken for another with its number', () => {
    const events = window([1, 1, 0, 0, 7], [1.1, 2, 0, 3, 7], [1.5, 1, 5, 0, 7], [1.9, 0, 5, 3, 7]);
    const told = story(events, 0);
    expect(told).toMatchObject({ fate: 'accepted', found: 0, flow: 0, seq: 7, row: '2 NewReno flows' });
    expect(told.left).toBeCloseTo(0.5, 12);
    expect(story(events, 1)).toMatchObject({ found: 1, row: '3 CBR flows' });
    expect(story(events, 1).left).toBeCloseTo(0.8, 12);
  });
  test('that finds the link idle has started before the queue is recorded', () => {
    expect(story(window([1, 0, 0, 0, 7], [1.1, 0, 5, 0, 7]), 0)).toMatchObject({
      fate: 'accepted',
      found: 0,
    });
  });
  test('that is dropped at the tail comes again', () => {
    const told = story(window([1, 5, 2, 0, 7], [1.2, 4, 5, 1, 1], [1.75, 5, 0, 0, 7], [2, 4, 5, 0, 7]), 0);
    expect(told).toMatchObject({ fate: 'early', found: 5, waited: null, left: null });
    expect(told.again).toBeCloseTo(0.75, 12);
  });
  test('that is dropped at the head had waited, and did not leave', () => {
    const events = window([1, 3, 0, 0, 7], [1.25, 2, 2, 0, 7], [2, 3, 0, 0, 7]);
    expect(story(events, 1).waited).toBeCloseTo(0.25, 12);
    expect(story(events, 0)).toMatchObject({ left: null });
    // The drop is not the packet's coming again.
    expect(story(events, 0).again).toBeCloseTo(1, 12);
  });
  test('whose number was sent before was not in the queue then', () => {
    expect(story(window([1, 3, 0, 0, 7], [1.1, 2, 5, 0, 7], [2, 3, 3, 0, 7]), 2).waited).toBeNull();
  });
  test('knows the state when it was decided on, and a moment before', () => {
    const [state] = story(window([1, 3, 0, 0, 7], [1.1, 3, 2, 0, 8]), 1).state;
    expect(state).toMatchObject({ name: 'avg', value: 10, before: 0 });
  });
});

describe('the way from packet to packet', () => {
  const events = window([1, 1, 0, 0, 1], [2, 0, 5, 0, 1], [3, 1, 2, 0, 2], [4, 1, 0, 0, 3], [5, 1, 4, 0, 4]);
  test('goes by decisions, or by drops, and ends at the ends', () => {
    expect(nextDecision(events, 0, 1, false)).toBe(2);
    expect(nextDecision(events, 2, 1, true)).toBe(4);
    expect(nextDecision(events, 4, -1, true)).toBe(2);
    expect(nextDecision(events, 2, -1, false)).toBe(0);
    expect(nextDecision(events, 4, 1, false)).toBe(-1);
  });
  test('begins at the nearest decision', () => {
    expect([0, 1.9, 2.9, 99].map((at) => decisionAt(events, at))).toEqual([0, 0, 2, 4]);
    expect(decisionAt(window([1, 0, 5, 0, 1]), 1)).toBe(-1);
    // Of those in sight.
    expect(decisionAt(events, 99, [0, 3])).toBe(2);
    expect(decisionAt(events, 0, [20, 30])).toBe(-1);
  });
});

test('flows are numbered row by row', () => {
  const kinds = [0, 1, 2, 4, 5].map((flow) => rowOfFlow({ traffic }, flow)?.kind);
  expect(kinds).toEqual(['ftp', 'ftp', 'cbr', 'cbr', undefined]);
});

test('a value stands among the thresholds', () => {
  const model = laneModel(engine, laneScenario(), 0);
  expect([5, 50, 130].map((value) => amongThresholds(model, value))).toEqual([
    'below min_th 20',
    'between min_th 20 and max_th 120',
    'above max_th 120',
  ]);
  const none = laneModel(engine, laneScenario({ aqm: { id: 'droptail', params: {} } }), 0);
  expect(amongThresholds(none, 5)).toBe('');
});
