import { describe, expect, test } from 'vitest';
import { lanes, validate, type Scenario } from '../../models/src/index.ts';
import { addLink, changeLink, changeTopology, removeLink } from '../src/state/chainEdits.ts';

const parkingLot: Scenario = {
  version: 1,
  network: {
    topology: 'chain',
    packet_size: 1000,
    links: [{ rate: 15e6 }, { rate: 8e6, delay: 0.04 }, { rate: 6e6, buffer: 90 }],
    observed: 1,
  },
  traffic: [
    { kind: 'ftp', flows: 5 },
    { kind: 'ftp', from: 0, to: 1 },
    { kind: 'cbr', from: 1, to: 2 },
    { kind: 'cbr', from: 2 },
  ],
  lanes: [
    { aqm: { id: 'droptail' } },
    {
      aqm: { id: 'droptail' },
      set: { network: { observed: 2 }, traffic: [{ kind: 'ftp', from: 1, to: 3 }] },
    },
  ],
};
const ways = ({ traffic = [] }: Scenario) => traffic.map(({ from, to }) => [from, to]);

describe('the topology', () => {
  const dumbbell: Scenario = {
    version: 1,
    network: { bottleneck: { rate: 8e6, buffer: 90 } },
    traffic: [{ kind: 'ftp', flows: 5 }],
    lanes: [{}, { set: { network: { bottleneck: { buffer: 200 } } } }],
  };
  const chain = changeTopology(dumbbell, 'chain');

  test('of a dumbbell becomes a chain of its bottleneck, in every lane', () => {
    expect(chain.network).toEqual({ bottleneck: { rate: 8e6, buffer: 90 }, topology: 'chain', links: [{}] });
    expect(lanes(chain).map(({ network }) => network.links)).toEqual([
      [{ rate: 8e6, delay: 0.02, buffer: 90, managed: true }],
      [{ rate: 8e6, delay: 0.02, buffer: 200, managed: true }],
    ]);
  });
  test('of a chain becomes a dumbbell with the observed link, and nothing of the chain is left', () => {
    const back = changeTopology(parkingLot, 'dumbbell');
    expect(back.network).toEqual({
      packet_size: 1000,
      bottleneck: { rate: 8e6, delay: 0.04, buffer: 140 },
    });
    expect(JSON.stringify(back)).not.toMatch(/from|observed|links/);
    expect(validate(back)).toMatchObject({ ok: true });
    expect(back.lanes?.[1]?.set).toEqual({ traffic: [{ kind: 'ftp' }] });
  });
  test('that is there already changes nothing', () => {
    expect(changeTopology(dumbbell, 'dumbbell')).toBe(dumbbell);
    expect(changeTopology(parkingLot, 'chain')).toBe(parkingLot);
  });
});

describe('a link', () => {
  test('is added at the end, like the last', () => {
    expect(addLink(parkingLot).network?.links?.slice(2)).toEqual([
      { rate: 6e6, buffer: 90 },
      { rate: 6e6, buffer: 90 },
    ]);
  });
  test('keeps its place when its last own value goes', () => {
    const links = changeLink(parkingLot, 0, 'rate', undefined).network?.links;
    expect(links).toEqual([{}, ...(parkingLot.network?.links ?? []).slice(1)]);
    expect(changeLink(parkingLot, 1, 'managed', false).network?.links?.[1]).toEqual({
      rate: 8e6,
      delay: 0.04,
      managed: false,
    });
  });
  test.each([
    [
      0,
      0,
      1,
      [
        [undefined, undefined],
        [0, 1],
        [0, 1],
        [1, undefined],
      ],
      [0, 2],
    ],
    [
      1,
      1,
      1,
      [
        [undefined, undefined],
        [0, 1],
        [1, 2],
        [1, undefined],
      ],
      [1, 2],
    ],
    [
      2,
      1,
      1,
      [
        [undefined, undefined],
        [0, 1],
        [1, 2],
        [1, 2],
      ],
      [1, 2],
    ],
  ])('%i goes, and rows and the observed link follow', (link, observed, ofLane, rows, ofSet) => {
    const shorter = removeLink(parkingLot, link);
    expect(shorter.network?.links).toHaveLength(2);
    expect(shorter.network?.observed).toBe(observed);
    expect(ways(shorter)).toEqual(rows);
    const { network, traffic } = shorter.lanes?.[1]?.set ?? {};
    expect(network).toEqual({ observed: ofLane });
    expect(traffic).toEqual([{ kind: 'ftp', from: ofSet[0], to: ofSet[1] }]);
    expect(validate(shorter)).toMatchObject({ ok: true });
  });
});
