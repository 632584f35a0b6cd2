import { describe, expect, test } from 'vitest';
import { lanes, type Scenario } from '../../models/src/index.ts';
import { addLane, changeAqm, changeAt, changeKind, freshLabel, withLists } from '../src/state/edits.ts';
import { duplicateLane, moveLane, removeLane } from '../src/state/laneEdits.ts';
import { setAt } from '../../models/src/path.ts';

const document: Scenario = {
  version: 1,
  lanes: [
    { label: 'RED', aqm: { id: 'red', params: { min_th: 10, max_p: 0.2 } } },
    { label: 'Mine', aqm: { id: 'droptail' } },
  ],
};
const labels = (scenario: Scenario) => scenario.lanes?.map(({ label }) => label);

describe('setAt', () => {
  test('changes one place and shares the rest', () => {
    const before = { a: { b: [1, 2] }, c: { d: 3 } };
    const after = setAt(before, ['a', 'b', 1], 5) as typeof before;
    expect(after).toEqual({ a: { b: [1, 5] }, c: { d: 3 } });
    expect(before.a.b[1]).toBe(2);
    expect(after.c).toBe(before.c);
  });
  test('undefined takes the key away, and objects that have become empty', () => {
    expect(setAt({ a: { b: { c: 1 } }, d: 2 }, ['a', 'b', 'c'], undefined)).toEqual({ d: 2 });
  });
  test('an entry of a list stays when the last of its keys is taken away, and goes when it is named itself', () => {
    const rows = { traffic: [{ flows: 5 }, { flows: 7 }] };
    expect(setAt(rows, ['traffic', 0, 'flows'], undefined)).toEqual({ traffic: [{}, { flows: 7 }] });
    expect(setAt(rows, ['traffic', 0], undefined)).toEqual({ traffic: [{ flows: 7 }] });
  });
  test('makes the objects on the way', () => {
    expect(setAt({}, ['network', 'bottleneck', 'rate'], 5)).toEqual({ network: { bottleneck: { rate: 5 } } });
  });
});

describe('edits', () => {
  test('writing out the lists changes nothing that runs', () => {
    expect(lanes(withLists({ version: 1 }))).toEqual(lanes({ version: 1 }));
  });
  test('a path into a default list finds it', () => {
    const changed = changeAt({ version: 1 }, ['traffic', 0, 'flows'], 7);
    expect(lanes(changed)[0]?.traffic[0]?.flows).toBe(7);
  });
  test('a row of traffic that is given back its last default is still there', () => {
    const changed = changeAt({ version: 1, traffic: [{ flows: 5 }] }, ['traffic', 0, 'flows'], undefined);
    expect(lanes(changed)[0]?.traffic.map(({ flows }) => flows)).toEqual([1]);
  });
  test('lanes are added, duplicated, moved and removed, their labels kept apart', () => {
    expect(labels(addLane(document, 'red', 'RED'))).toEqual(['RED', 'Mine', 'RED 2']);
    expect(labels(duplicateLane(duplicateLane(document, 0), 1))).toEqual(['RED', 'Mine', 'RED 2', 'Mine 2']);
    expect(labels(moveLane(document, 0, 1))).toEqual(['Mine', 'RED']);
    expect(labels(moveLane(document, 0, 2))).toEqual(['RED', 'Mine']);
    expect(labels(removeLane(document, 0))).toEqual(['Mine']);
  });
  test('a duplicate has the parameters of its model', () => {
    expect(duplicateLane(document, 0).lanes?.[2]?.aqm?.params).toEqual({ min_th: 10, max_p: 0.2 });
  });
  test('another scheme keeps the parameters that it shares, and a label of the user’s own', () => {
    const to = { id: 'x', name: 'X', params: ['max_p'] };
    const automatic = ['RED'];
    const red = changeAqm(document, 0, to, automatic).lanes?.[0];
    expect(red).toEqual({ label: 'X', aqm: { id: 'x', params: { max_p: 0.2 } } });
    expect(changeAqm(document, 1, to, automatic).lanes?.[1]).toEqual({ label: 'Mine', aqm: { id: 'x' } });
  });
  test('another kind of traffic keeps what both kinds have', () => {
    const from: Scenario = { version: 1, traffic: [{ kind: 'ftp', flows: 3, tcp: 'reno', start: 2 }] };
    expect(changeKind(from, 0, 'cbr', ['kind', 'flows', 'start', 'rate']).traffic).toEqual([
      { kind: 'cbr', flows: 3, start: 2 },
    ]);
  });
  test('a fresh label counts on from the highest', () => {
    expect(freshLabel('RED 2', [{ label: 'RED' }, { label: 'RED 2' }])).toBe('RED 3');
    const longest = 'x'.repeat(100);
    expect(freshLabel(longest, [{ label: longest }])).toBe(`${'x'.repeat(98)} 2`);
  });
});
