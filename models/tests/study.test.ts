/**
 * Studies: the points of their axes against published sequences, counts, and the rules on which the names of
 * parts depend.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import type { AqmRules } from '../src/aqm-rules.ts';
import { knobAt } from '../src/knobs.ts';
import { unloadedRoundTrip } from '../src/round-trip.ts';
import { lanes } from '../src/lanes.ts';
import { canonical } from '../src/study/canonical.ts';
import { along, latin, power, sobol, xorshift } from '../src/study/sampling.ts';
import { chunksOf, keyText, sizeOf, validateStudy, type Expansion, type Study } from '../src/study/index.ts';
import example from '../studies/red-or-codel.json' with { type: 'json' };

describe('places in the unit cube', () => {
  it("are Sobol's as Joe and Kuo's numbers give them", () => {
    // scipy.stats.qmc.Sobol(4, scramble=False), which has the same direction numbers.
    const published = [
      [0, 0, 0, 0],
      [0.5, 0.5, 0.5, 0.5],
      [0.75, 0.25, 0.25, 0.25],
      [0.25, 0.75, 0.75, 0.75],
      [0.375, 0.375, 0.625, 0.875],
      [0.875, 0.875, 0.125, 0.375],
      [0.625, 0.125, 0.875, 0.625],
      [0.125, 0.625, 0.375, 0.125],
    ];
    expect(published.map((_, i) => sobol(4)(i))).toEqual(published);
  });

  it('of Sobol hold one point in each of 2^k equal intervals, in every dimension', () => {
    const point = sobol(10);
    const points = Array.from({ length: 256 }, (_, i) => point(i));
    for (let d = 0; d < 10; d++)
      expect(new Set(points.map((p) => Math.floor((p[d] ?? NaN) * 256))).size).toBe(256);
  });

  it('of twenty dimensions are those of SciPy, whose numbers are of the same table', () => {
    // scipy.stats.qmc.Sobol(20, scramble=False, bits=32): points 11 and 63, dimensions 9 to 20, times 2^32.
    const wanted = [
      [
        2952790016, 268435456, 4026531840, 1342177280, 805306368, 805306368, 2415919104, 805306368,
        2415919104, 268435456, 2952790016, 2415919104,
      ],
      [
        3556769792, 2483027968, 1811939328, 2885681152, 2348810240, 3288334336, 1409286144, 3288334336,
        335544320, 1677721600, 4093640704, 1006632960,
      ],
    ];
    expect(
      [11, 63].map((i) =>
        sobol(20)(i)
          .slice(8)
          .map((u) => u * 2 ** 32),
      ),
    ).toEqual(wanted);
  });

  it('of a Latin hypercube hold one point in each of its strata, in every dimension', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 2 ** 32 - 1 }),
        (count, seed) => {
          const point = latin(3, count, seed);
          for (let d = 0; d < 3; d++) {
            const strata = Array.from({ length: count }, (_, i) => Math.floor((point(i)[d] ?? NaN) * count));
            expect(strata.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
          }
        },
      ),
    );
  });

  it('draw on words whose bits are even', () => {
    const random = xorshift(7);
    const bits = Array.from({ length: 32 }, () => 0);
    for (let i = 0; i < 20_000; i++) {
      const word = random();
      for (let b = 0; b < 32; b++) bits[b] = (bits[b] ?? 0) + ((word >>> b) & 1);
    }
    // Five standard deviations of a fair coin.
    for (const ones of bits) expect(Math.abs(ones - 10_000)).toBeLessThan(5 * Math.sqrt(5000));
  });

  it('are raised to powers as the library does, but for the last digits', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (q, u) => {
          expect(Math.abs(power(q, u) / q ** u - 1)).toBeLessThan(1e-14);
        },
      ),
    );
  });

  it('along a range begin and end with what was written', () => {
    expect([0, 0.25, 0.5, 1].map((u) => along({ from: 0.1, to: 0.5 }, u))).toEqual([0.1, 0.2, 0.3, 0.5]);
    expect([0, 0.5, 1].map((u) => along({ from: 1e6, to: 1e8, scale: 'log' }, u))).toEqual([1e6, 1e7, 1e8]);
    expect([0, 0.5, 1].map((u) => along({ from: 5, to: 50, scale: 'log', whole: true }, u))).toEqual([
      5, 16, 50,
    ]);
  });
});

it('canonical texts are those of RFC 8785, section 3.2.3', () => {
  const value = { numbers: [1e30, 4.5, 2e-3, 1e-27], string: '\u20ac$\n"\\', literals: [null, true, false] };
  expect(canonical(value)).toBe(
    '{"literals":[null,true,false],"numbers":[1e+30,4.5,0.002,1e-27],"string":"€$\\n\\"\\\\"}',
  );
});

describe('a study', () => {
  let rules: AqmRules;
  beforeAll(async () => {
    rules = await loadEngine();
  });
  const opened = (input: unknown): { study: Study; expansion: Expansion } => {
    const result = validateStudy(input, rules);
    if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
    return result;
  };
  const said = (change: object): readonly string[] => {
    const result = validateStudy({ ...example, ...change }, rules);
    return result.ok ? [] : result.issues.map(({ message }) => message);
  };

  it('has a run for every point, lane and seed, the first axis slowest', () => {
    const { expansion } = opened(example);
    expect(expansion).toMatchObject({ points: 10, lanes: 4, seeds: [1, 2, 3, 4, 5], runs: 200 });
    expect(Array.from({ length: 10 }, (_, i) => expansion.valuesAt(i))).toEqual(
      [5, 9, 16, 28, 50].flatMap((flows) => [0.005, 0.05].map((delay) => [flows, delay])),
    );
    const lane = expansion.laneAt(9, 2, 4);
    expect(lane).toMatchObject({ label: 'CoDel', seed: 4, network: { links: [{ delay: 0.05 }] } });
    expect(lane.traffic[0]?.flows).toBe(50);
  });

  it('sets one place, several, every lane, cases, and samples', () => {
    const { expansion } = opened({
      ...example,
      axes: [
        {
          name: 'way',
          cases: { there: {}, back: { traffic: [{ kind: 'ftp', flows: 3, direction: 'reverse' }] } },
        },
        { path: ['network.bottleneck.rate', 'network.access.rate'], values: [1e6, 2e6] },
        {
          sample: 'sobol',
          count: 8,
          over: [
            { path: 'network.bottleneck.buffer', from: 200, to: 400, whole: true },
            { path: 'duration', from: 10, to: 40, scale: 'log' },
          ],
        },
      ],
    });
    expect(expansion.points).toBe(32);
    expect(expansion.types).toEqual(['text', 'number', 'number', 'number']);
    expect(expansion.valuesAt(31)).toEqual([
      'back',
      2e6,
      225,
      along({ from: 10, to: 40, scale: 'log' }, 0.625),
    ]);
    const lane = expansion.laneAt(31, 0, 1);
    expect(lane.traffic[0]).toMatchObject({ flows: 3, direction: 'reverse' });
    expect(lane.network).toMatchObject({ access: { rate: 2e6 }, links: [{ rate: 2e6, buffer: 225 }] });

    const reds = {
      ...example.scenario,
      lanes: [{ aqm: { id: 'red' } }, { label: 'Gentle', aqm: { id: 'gred' } }],
    };
    const both = opened({
      ...example,
      scenario: reds,
      axes: [{ path: 'lanes[*].aqm.params.max_p', values: [0.05] }],
    });
    expect([0, 1].map((lane) => both.expansion.laneAt(0, lane, 1).aqm.params.max_p)).toEqual([0.05, 0.05]);
  });

  it('without axes is the scenario with its lanes', () => {
    const { expansion } = opened({ version: 1, scenario: { version: 1 }, axes: [] });
    expect([0, 1].map((lane) => expansion.laneAt(0, lane, 1))).toEqual(lanes({ version: 1 }));
  });

  it('is cut into chunks that hold every run once', () => {
    const { expansion } = opened({
      ...example,
      axes: [...example.axes, { path: 'duration', from: 10, to: 40, count: 30 }],
    });
    const seen = new Set<string>();
    for (const { seed, lane, from, to } of chunksOf(expansion))
      for (let point = from; point < to; point++) seen.add(`${seed} ${lane} ${point}`);
    expect(seen.size).toBe(expansion.runs);
    expect([...chunksOf(expansion)].reduce((sum, { from, to }) => sum + to - from, 0)).toBe(expansion.runs);
  });

  it('has the parts in common with one that has more seeds, lanes, and values at the end', () => {
    const names = (input: unknown) => {
      const { study, expansion } = opened(input);
      return [...chunksOf(expansion)].map((chunk) => keyText(study, expansion, chunk, 'engine'));
    };
    const before = names(example);
    expect(new Set(before).size).toBe(before.length);
    const more = {
      ...example,
      title: 'Another',
      seeds: { count: 6 },
      scenario: {
        ...example.scenario,
        lanes: [...example.scenario.lanes, { label: 'more', aqm: { id: 'gred' } }],
      },
    };
    expect(names(more)).toEqual(expect.arrayContaining(before));
    const changed = { ...example, scenario: { ...example.scenario, duration: 21 } };
    expect(names(changed).filter((name) => before.includes(name))).toEqual([]);
  });

  it('tells its size, whether its points are looked at one by one or some of them', () => {
    const { study, expansion } = opened(example);
    // Ten million bits a second for 20 s in packets of 12,000 bits, 200 times.
    expect(sizeOf(study, expansion)).toMatchObject({
      runs: 200,
      packets: 200 * ((20 * 10e6) / 12_000) * (19.5 / 20),
    });
    const long = opened({ ...example, axes: [{ path: 'duration', from: 10, to: 30, count: 2001 }] });
    const whole = sizeOf(long.study, long.expansion);
    expect(whole.packets / whole.runs / ((19.5 * 10e6) / 12_000)).toBeCloseTo(1, 2);
  });

  it('says what is wrong with it: the place, the value, the rule', () => {
    expect(said({ axes: [{ path: 'network.bottleneck.speed', values: [1] }] })[0]).toMatch(
      /^At speed = 1: network.bottleneck.speed = 1 is refused: unknown key; .*/,
    );
    expect(said({ axes: [{ path: 'traffic[1].flows', values: [1] }] })).toEqual([
      'axes[0].path = "traffic[1].flows" is refused: the scenario has no such place.',
    ]);
    expect(said({ axes: [{ path: 'seed', values: [1] }] })).toEqual([
      'axes[0].path = "seed" is refused: a study does not vary seed; it has seeds.',
    ]);
    expect(said({ axes: [{ path: 'duration', values: [9], from: 1 }] })).toEqual([
      'axes[0] is refused: must have one of values, from (with to and count), cases, sample (with count and over).',
    ]);
    expect(said({ axes: [{ path: 'duration', from: 30, to: 20, count: 3 }] })).toEqual([
      'axes[0].to = 20 is refused: must be above from, 30.',
    ]);
    expect(
      said({ axes: [{ path: 'network.bottleneck.buffer', from: 0, to: 9, count: 3, scale: 'log' }] }),
    ).toEqual(['axes[0].from = 0 is refused: must be above 0 on a logarithmic axis.']);
    expect(said({ metrics: ['godput'] })[0]).toMatch(
      /^metrics\[0\] = "godput" is refused: .* Did you mean goodput\?$/,
    );
    expect(said({ metrics: ['rows[3].goodput'] })[0]).toMatch(/the scenario has 1 rows of traffic/);
    expect(said({ axes: [{ name: 'lane', path: 'duration', values: [9] }] })[0]).toMatch(
      /^axes\[0\] = "lane" is refused: an axis needs a name that no other column has/,
    );
    expect(said({ metrics: ['goodput', 'utilization', 'goodput'] })).toEqual([
      'metrics[2] = "goodput" is refused: stands twice.',
    ]);
    // A sample is one axis with two quantities.
    const over = [
      { path: 'duration', from: 20, to: 30 },
      { path: 'network.bottleneck.buffer', from: 20, to: 30 },
    ];
    const later = { path: 'network.packet_size', name: 'buffer', values: [900] };
    expect(said({ axes: [{ sample: 'sobol', count: 4, over }, later] })).toEqual([
      'axes[1] = "buffer" is refused: two axes have this name; give one of them another.',
    ]);
    expect(said({ axes: [{ path: 'lanes[1].aqm.params.max_th', values: [60, 3] }] })[0]).toMatch(
      /^At max_th = 3: lanes\[1\].aqm.params.m.* is refused/,
    );
    const set = { ...example.scenario, lanes: [{ aqm: { id: 'red' }, set: { duration: 30 } }] };
    expect(said({ scenario: set, axes: [{ path: 'duration', values: [9] }] })).toEqual([
      'axes[0].path = "duration" is refused: lanes[0].set has a value of its own there, which the axis would not change.',
    ]);
    expect(said({ scenario: { version: 1, duration: -1 } })).toEqual([
      'scenario.duration = -1 is refused: must be >= 0.001 s. Nearest valid value: 0.001.',
    ]);
    expect(said({ axes: 3, extra: 1 })).toEqual([
      'extra = 1 is refused: unknown key.',
      'axes = 3 is refused: must be array.',
    ]);
  });

  describe('by knobs', () => {
    /** Two rows of TCP and one of UDP, so that every knob has a place and none is one value of the document. */
    const mixed = {
      version: 1,
      duration: 20,
      network: { access: { rate: 100e6, delay: 0.005 } },
      traffic: [{ flows: 5 }, { flows: 10 }, { kind: 'onoff', flows: 4, on: 1, off: 3 }],
      lanes: [{ aqm: { id: 'pie' } }, { aqm: { id: 'codel' } }],
    };
    const points = (axes: readonly object[], scenario: object = mixed) => {
      const { expansion } = opened({ version: 1, scenario, axes });
      return Array.from({ length: expansion.points }, (_, point) => expansion.documentAt(point));
    };

    it('has the documents of the same values written at their places', () => {
      const byPath = (path: string, ...values: number[]) => points([{ path, values }]);
      // The delay outside of the bottleneck: 20 ms of access in each direction, and sending 1500 and 40 bytes
      // over 10 and twice 100 Mbit/s.
      const besides = 2 * (2 * 0.005) + 1540 * 8 * (1 / 10e6 + 2 / 100e6);
      expect(points([{ knob: 'rtt', values: [besides + 0.06, besides + 0.1] }])).toEqual(
        byPath('network.bottleneck.delay', 0.03, 0.05),
      );
      expect(points([{ knob: 'rate', from: 1e6, to: 1e8, count: 3, scale: 'log' }])).toEqual(
        byPath('network.bottleneck.rate', 1e6, 1e7, 1e8),
      );
      expect(points([{ knob: 'buffer', from: 10, to: 21, count: 3 }])).toEqual(
        byPath('network.bottleneck.buffer', 10, 16, 21),
      );
      // Four flows that send a quarter of the time: as much as one.
      expect(points([{ knob: 'load', values: [0.1, 0.25] }])).toEqual(byPath('traffic[2].rate', 1e6, 2.5e6));
      expect(points([{ knob: 'load', values: [0] }])).toEqual(byPath('traffic[2].flows', 0));
      const flows = points([{ knob: 'flows', values: [2, 15, 31] }]);
      expect(flows.map(({ traffic }) => traffic?.map((row) => row.flows))).toEqual([
        [1, 1, 4],
        [5, 10, 4],
        [10, 21, 4],
      ]);
    });

    it('means at every point what it says, whatever the order of the axes', () => {
      const axes = [
        { knob: 'load', values: [0.2, 0.7] },
        { knob: 'rtt', from: 0.05, to: 0.4, count: 3, scale: 'log' },
        { knob: 'flows', values: [9, 40] },
        { knob: 'rate', values: [3e6, 5e7] },
      ];
      for (const order of [axes, axes.toReversed()]) {
        const { expansion } = opened({ version: 1, scenario: mixed, axes: order });
        for (let point = 0; point < expansion.points; point++) {
          const lane = expansion.laneAt(point, 1, 1);
          for (const [f, value] of expansion.valuesAt(point).entries()) {
            const knob = expansion.factors[f]?.knob ?? 'rate';
            expect((knobAt(lane, knob).present ?? NaN) / Number(value), knob).toBeCloseTo(1, 5);
          }
        }
      }
    });

    it('has the round trip that the engine finds for the model', async () => {
      const engine = await loadEngine();
      for (const document of points([{ knob: 'rtt', values: [0.06, 0.2] }])) {
        const [lane] = lanes(document);
        if (lane === undefined) throw new Error('there is no lane');
        const { rest } = engine.fluid(lane, { losses: 'halving' }).model ?? {};
        const queueing = ((rest?.queue ?? NaN) * 8 * 1500) / 10e6;
        lane.traffic.slice(0, 2).forEach((row, i) => {
          expect(unloadedRoundTrip(lane, row)).toBeCloseTo((rest?.roundTrips[i] ?? NaN) - queueing, 9);
        });
      }
    });

    it('of a chain are those of its observed link', () => {
      const chain = {
        version: 1,
        network: { topology: 'chain', observed: 1, links: [{ rate: 2e7 }, { rate: 8e6, delay: 0.01 }] },
        traffic: [{ flows: 5 }, { flows: 5, from: 1 }],
        lanes: [{ aqm: { id: 'pie' } }],
      };
      const [document] = points([{ knob: 'buffer', values: [77] }], chain);
      expect(document?.network?.links?.map(({ buffer }) => buffer)).toEqual([undefined, 77]);
      const [slower] = points([{ knob: 'rate', values: [1e6] }], chain);
      expect(slower?.network?.links?.map(({ rate }) => rate)).toEqual([2e7, 1e6]);
      const first = { ...chain, traffic: [{ flows: 5 }, { flows: 2, to: 1 }] };
      expect(said({ scenario: first, axes: [{ knob: 'rtt', values: [0.1] }] })).toEqual([
        'At rtt = 0.1: axes[0].knob = "rtt" is refused: traffic[1] does not cross the observed link, by whose delay round trips are set.',
      ]);
    });

    it('says what is wrong: the place, the value, the rule', () => {
      const wrong = (axis: object, scenario: object = mixed) =>
        said({ scenario, axes: Array.isArray(axis) ? axis : [axis] })[0];
      expect(wrong({ knob: 'capacity', values: [1] })).toMatch(
        /^axes\[0\].knob = "capacity" is refused: must be one of flows, rtt, rate, buffer, load/,
      );
      expect(wrong({ knob: 'rtt', path: 'duration', values: [1] })).toBe(
        'axes[0].knob = "rtt" is refused: an axis has a path or a knob, not both.',
      );
      expect(wrong({ values: [1] })).toBe('axes[0].path is refused: must be given, or a knob.');
      expect(
        wrong({ sample: 'sobol', count: 4, over: [{ knob: 'rtt', path: 'duration', from: 1, to: 2 }] }),
      ).toBe('axes[0].over[0].knob = "rtt" is refused: an axis has a path or a knob, not both.');
      expect(wrong({ knob: 'flows', values: [3, 4.5] })).toBe(
        'axes[0].values[1] = 4.5 is refused: flows takes whole numbers.',
      );
      expect(wrong({ knob: 'load', values: [0.1, 'much'] })).toBe(
        'axes[0].values[1] = "much" is refused: load takes numbers.',
      );
      expect(wrong({ knob: 'rtt', values: [0.1, 0.001] })).toMatch(
        /^At rtt = 0.001: axes\[0\].knob = 0.001 is refused: rtt can be from 0.02\d+ to 20.02 here\.$/,
      );
      expect(wrong({ knob: 'flows', values: [1] })).toMatch(/flows can be from 2 to 9996 here/);
      // 0 is no flow of the row; any other load is that of a rate that a row may have.
      const slow = { ...mixed, traffic: [{ flows: 5 }, { kind: 'cbr', flows: 20 }] };
      expect(wrong({ knob: 'load', values: [0, 2e-6] }, slow)).toBeUndefined();
      expect(wrong({ knob: 'load', values: [1e-6, 2e4] }, slow)).toMatch(
        /^At load = 0.000001: axes\[0\].knob = 0.000001 is refused: load can be 0 or from 0.000002 to 20000 here\.$/,
      );
      const twoRows = { ...mixed, traffic: [{ flows: 5 }, { kind: 'cbr' }, { kind: 'poisson' }] };
      expect(wrong({ knob: 'load', values: [0.1] }, twoRows)).toMatch(
        /axes\[0\].knob = "load" is refused: rows 1, 2 of the traffic make the load together; it is set by the rate of one\.$/,
      );
      expect(wrong({ knob: 'load', values: [0.1] }, example.scenario)).toMatch(/no row of UDP traffic/);
      const onlyUdp = { ...mixed, traffic: [{ kind: 'cbr' }] };
      for (const knob of ['flows', 'rtt'])
        expect(wrong({ knob, values: [1] }, onlyUdp)).toMatch(/no row of TCP flows in the forward direction/);
      const twice = (...axes: object[]) => wrong(axes.map((axis, i) => ({ name: `axis ${i}`, ...axis })));
      const flows = { path: 'traffic[0].flows', values: [5, 9] };
      const cases = { cases: { few: { traffic: [{ flows: 2 }] }, many: { traffic: [{ flows: 90 }] } } };
      expect(twice(flows, flows)).toMatch(/sets traffic\[0\].flows, which the axis axis 0 sets, too/);
      expect(twice(flows, { path: 'traffic[*].flows', values: [3] })).toMatch(
        /which the axis axis 0 sets, too/,
      );
      expect(twice(flows, cases)).toMatch(/sets traffic, which the axis axis 0 sets, too/);
      expect(twice(cases, cases)).toMatch(/sets traffic, which the axis axis 0 sets, too/);
      // A part of what a case sets may vary.
      expect(twice(cases, flows)).toBeUndefined();
      const range = { path: 'traffic[0].flows', from: 5, to: 6, whole: true };
      expect(wrong({ ...range, count: 2 })).toBeUndefined();
      expect(wrong({ ...range, count: 9 })).toMatch(/the range has only 2 different values of whole numbers/);
      const fine = { path: 'network.bottleneck.delay', from: 0.1, to: 0.1000001, count: 5 };
      expect(wrong(fine)).toMatch(/the range has only 2 different values of six digits/);
      const both = [
        { knob: 'rtt', values: [0.1] },
        { path: 'network.bottleneck.delay', values: [0.1] },
      ];
      expect(wrong(both)).toMatch(/sets network.bottleneck.delay, which another axis has as its path/);
      expect(wrong(both.map((axis) => ({ ...axis, name: 'one' })))).toMatch(/two axes have this name/);
      const own = (set: object) => ({
        ...mixed,
        lanes: [{ aqm: { id: 'droptail' } }, { aqm: { id: 'pie' }, set }],
      });
      const rtt = { knob: 'rtt', values: [0.1] };
      for (const set of [
        { network: { access: { delay: 0.01 } } },
        { network: { bottleneck: { delay: 0.02 } } },
      ])
        expect(wrong(rtt, own(set))).toBe(
          'At rtt = 0.1: axes[0].knob = "rtt" is refused: lanes[1].set has values of its own that rtt follows from or sets.',
        );
      expect(wrong(rtt, own({ duration: 9, network: { random_loss: 0.01 } }))).toBeUndefined();
    });

    it('tells of cases that take away what an axis varies', () => {
      const cases = { name: 'mix', cases: { all: {}, udp: { traffic: [{ kind: 'cbr' }] } } };
      expect(said({ scenario: mixed, axes: [cases, { knob: 'flows', values: [8] }] })[0]).toMatch(
        /^At mix = udp, flows = 8: axes\[1\].knob = "flows" is refused: /,
      );
      expect(said({ scenario: mixed, axes: [cases, { path: 'traffic[1].flows', values: [8] }] })[0]).toMatch(
        /^At mix = udp, flows = 8: axes\[1\].path = "traffic\[1\].flows" is refused: the scenario has no such place/,
      );
    });

    it('names its parts by knob, and those of studies without one as before', () => {
      const key = (axis: object) => {
        const { study, expansion } = opened({ ...example, axes: [axis] });
        const [chunk] = chunksOf(expansion);
        return chunk === undefined ? '' : keyText(study, expansion, chunk, 'engine');
      };
      expect(key({ knob: 'rate', values: [1e6] })).toContain(
        '"axes":[{"knob":"rate","name":"rate","paths":[]}]',
      );
      expect(key({ path: 'network.bottleneck.rate', values: [1e6] })).toContain(
        '"axes":[{"name":"rate","paths":["network.bottleneck.rate"]}]',
      );
    });
  });

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (axes, other) => {
        for (const input of [
          other,
          { ...example, axes },
          { ...example, axes: [axes] },
          { ...example, seeds: other },
        ])
          expect(typeof validateStudy(input, rules).ok).toBe('boolean');
      }),
    );
  });
});
