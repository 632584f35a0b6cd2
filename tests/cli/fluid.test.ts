/** `aqm fluid`, as the public contract describes it, against independent computations and bad input. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aqm, document } from './aqm.ts';

interface Lane {
  readonly label: string;
  readonly note: string;
  readonly issues: readonly { readonly path: string }[];
  readonly equilibrium: {
    readonly kind: string;
    readonly queue: number;
    readonly round_trips: readonly number[];
  } | null;
  readonly margins: {
    readonly exact: { readonly phase_margin: number | null; readonly gain_margin: number | null };
    readonly hollot: { readonly phase_margin: number | null } | null;
  } | null;
  readonly roots: readonly { readonly re: number; readonly im: number }[] | null;
  readonly roots_in_right_half_plane: number | null;
  readonly hopf?: {
    readonly parameter: string;
    readonly value: number | null;
    readonly omega: number | null;
    readonly message?: string;
  } | null;
  readonly solution: {
    readonly time: readonly number[];
    readonly queue: readonly number[];
    readonly windows: readonly (readonly number[])[];
    readonly law: readonly { readonly name: string; readonly values: readonly number[] }[];
  } | null;
}
interface FluidDocument {
  readonly scenario: { readonly version: number };
  readonly lanes: readonly Lane[];
}

/** Hollot's network, its 200 ms of propagation less what sending a packet and its acknowledgement takes. */
const rate = 3750 * 8 * 500;
const red = (w_q: number) => ({
  label: 'RED',
  aqm: { id: 'red', params: { min_th: 150, max_th: 700, max_p: 0.1023, w_q, ecn: true } },
});
const hollot = {
  version: 1,
  duration: 50,
  network: {
    bottleneck: { rate, delay: 0.1 - (4 * 540) / rate - (8 * 540) / 1e10, buffer: 800 },
    access: { rate: 1e10, delay: 0 },
    packet_size: 500,
  },
  traffic: [{ kind: 'ftp', flows: 60, ecn: true }],
  lanes: [red(1 - Math.exp(-0.005 / 3750)), { label: 'FQ-CoDel', aqm: { id: 'fq_codel' } }],
};
const text = JSON.stringify(hollot);

interface Linear {
  readonly pm_deg: number;
  readonly gm: number;
  readonly root_newton: readonly [number, number];
}
const { cases, hopf } = JSON.parse(readFileSync('core-cpp/tests/data/fluid.json', 'utf8')) as {
  readonly cases: Readonly<
    Record<
      'HOLLOT_RED_STABLE_SMOOTH',
      {
        readonly linear: Readonly<Record<'full' | 'hollot', Linear>>;
        readonly equilibrium: { readonly q0: number };
      }
    >
  >;
  readonly hopf: {
    readonly K_critical: { readonly full: { readonly char_newton: number; readonly omega: number } };
    readonly N_critical_at_wq_0_002: { readonly full: number };
  };
};
const reference = cases.HOLLOT_RED_STABLE_SMOOTH;

describe.concurrent('aqm fluid', () => {
  it("gives Hollot's example the equilibrium, margins and root of the reference", async () => {
    const { scenario, lanes } = await document<FluidDocument>(
      ['fluid', '-', '--drops', 'law', '--losses', 'halving', '--points', '51'],
      text,
    );
    const { linear, equilibrium } = reference;
    expect(scenario.version).toBe(1);
    const [red] = lanes;
    expect(red?.equilibrium?.kind).toBe('interior');
    expect(red?.equilibrium?.queue).toBeCloseTo(equilibrium.q0, 3);
    expect(red?.equilibrium?.round_trips[0]).toBeCloseTo(0.2 + equilibrium.q0 / 3750, 6);
    expect(red?.margins?.exact.phase_margin).toBeCloseTo(linear.full.pm_deg, 3);
    expect(red?.margins?.exact.gain_margin).toBeCloseTo(linear.full.gm, 3);
    expect(red?.margins?.hollot?.phase_margin).toBeCloseTo(linear.hollot.pm_deg, 3);
    expect(red?.roots?.[0]?.re).toBeCloseTo(linear.full.root_newton[0], 6);
    expect(red?.solution?.time).toHaveLength(51);
    expect(red?.solution?.time.at(-1)).toBe(50);
    expect(red?.solution?.windows).toHaveLength(1);
    expect(red?.solution?.law.map(({ name }) => name)).toEqual(['avg']);
  });

  it('states the error that was measured with windows as large as those of the lane', async () => {
    interface Stated {
      readonly apart: string;
      readonly measured: { readonly lanes: number; readonly wide: boolean; readonly approximate: boolean };
    }
    // 25 Mbit/s in 100 ms hold 208 packets: 42 for each of 5 flows, 3.5 for each of 60.
    const stated = async (flows: number) => {
      const { lanes } = await document<{ readonly lanes: readonly Stated[] }>(
        ['fluid', '-', '--points', '2'],
        JSON.stringify({
          version: 1,
          network: { bottleneck: { rate: 25e6, delay: 0.05 }, access: { delay: 0 } },
          traffic: [{ flows }],
          lanes: [{ aqm: { id: 'red' } }],
        }),
      );
      return lanes[0];
    };
    const large = await stated(5);
    expect(large?.measured).toMatchObject({ lanes: 10, wide: true, approximate: true });
    expect(large?.apart).toMatch(/^The sum of a few large windows /);
    const small = await stated(60);
    expect(small?.measured).toMatchObject({ lanes: 20, wide: false, approximate: false });
    expect(small?.apart).toBe('');
  });

  it('follows limit cycles from where stability is lost', async () => {
    const args = ['fluid', '-', '--drops', 'law', '--losses', 'halving', '--points', '2', '--lane', '0'];
    const { lanes } = await document<{
      readonly lanes: readonly {
        readonly cycles: {
          readonly points: readonly { readonly value: number }[];
          readonly branches: readonly {
            readonly value: readonly number[];
            readonly low: readonly number[];
            readonly high: readonly number[];
          }[];
        };
      }[];
    }>([...args, '--cycles', 'aqm.params.w_q=0.0001:0.002'], text);
    const { points, branches } = lanes[0]?.cycles ?? { points: [], branches: [] };
    const critical = -Math.expm1(-hopf.K_critical.full.char_newton / 3750);
    expect((points[0]?.value ?? NaN) / critical).toBeCloseTo(1, 6);
    const [branch] = branches;
    // The first cycle is small, and its place next to the point.
    expect((branch?.value[0] ?? NaN) / critical).toBeCloseTo(1, 2);
    expect((branch?.high[0] ?? NaN) - (branch?.low[0] ?? NaN)).toBeLessThan(20);
    expect(Math.max(...(branch?.high ?? []))).toBeGreaterThan(300);
  });

  it('follows the curve along which stability is lost', async () => {
    const args = ['fluid', '-', '--drops', 'law', '--losses', 'halving', '--points', '2', '--lane', '0'];
    const { lanes } = await document<{
      readonly lanes: readonly {
        readonly curves: readonly { readonly x: readonly number[]; readonly y: readonly number[] }[];
      }[];
    }>([...args, '--curves', 'aqm.params.w_q=0.0001:0.002,rtt=0.1:0.4'], text);
    const [{ x, y } = { x: [], y: [] }] = lanes[0]?.curves ?? [];
    const critical = -Math.expm1(-hopf.K_critical.full.char_newton / 3750);
    // Where it passes the lane's round trip, between two of its points.
    const at = y.findIndex((value, i) => i > 0 && (value - 0.2) * ((y[i - 1] ?? NaN) - 0.2) <= 0);
    const [a = NaN, b = NaN] = x.slice(at - 1, at + 1);
    const [low = NaN, high = NaN] = y.slice(at - 1, at + 1);
    expect((a + ((b - a) * (0.2 - low)) / (high - low)) / critical).toBeCloseTo(1, 2);
  });

  it('finds where stability is lost, along a parameter and along the flows', async () => {
    const { full } = hopf.K_critical;
    const { lanes } = await document<FluidDocument>(
      [
        'fluid',
        '-',
        '--drops',
        'law',
        '--losses',
        'halving',
        '--points',
        '2',
        '--hopf',
        'aqm.params.w_q',
        '--lane',
        '0',
      ],
      text,
    );
    expect(lanes[0]?.hopf?.parameter).toBe('aqm.params.w_q');
    expect((lanes[0]?.hopf?.value ?? NaN) / -Math.expm1(-full.char_newton / 3750)).toBeCloseTo(1, 6);
    expect((lanes[0]?.hopf?.omega ?? NaN) / full.omega).toBeCloseTo(1, 6);

    const fast = { ...hollot, lanes: [red(0.002), { label: 'FQ-CoDel', aqm: { id: 'fq_codel' } }] };
    const along = await document<FluidDocument>(
      ['fluid', '-', '--drops', 'law', '--losses', 'halving', '--points', '2', '--hopf', 'flows'],
      JSON.stringify(fast),
    );
    const [first, flowQueues] = along.lanes;
    expect((first?.hopf?.value ?? NaN) / hopf.N_critical_at_wq_0_002.full).toBeCloseTo(1, 6);
    expect(flowQueues?.hopf).toBeNull();
    const none = await document<FluidDocument>(
      ['fluid', '-', '--points', '2', '--hopf', 'buffer', '--lane', '0'],
      text,
    );
    expect(none.lanes[0]?.hopf).toMatchObject({
      parameter: 'buffer',
      value: null,
      omega: null,
      message: 'it is stable throughout',
      tried: 81,
      modelled: 81,
    });
  });

  it('does not call CUBIC stable or unstable', async () => {
    const cubic = { ...hollot, traffic: [{ kind: 'ftp', flows: 60, ecn: true, tcp: 'cubic' }] };
    const { lanes } = await document<FluidDocument>(
      ['fluid', '-', '--points', '2', '--lane', '0'],
      JSON.stringify(cubic),
    );
    expect(lanes[0]?.roots?.[0]).toEqual({ re: 0, im: 0 });
    expect(lanes[0]?.roots_in_right_half_plane).toBe(0);
  });

  it('says of a lane without a fluid counterpart why, and takes one lane alone', async () => {
    const { lanes } = await document<FluidDocument>(['fluid', '-', '--lane', '1'], text);
    expect(lanes).toHaveLength(1);
    expect(lanes[0]).toMatchObject({
      label: 'FQ-CoDel',
      equilibrium: null,
      solution: null,
      margins: null,
      roots: null,
    });
    expect(lanes[0]?.note).not.toBe('');
  });

  it('writes the columns as CSV', async () => {
    const { status, stdout } = await aqm(['fluid', '-', '--points', '11', '--format', 'csv'], text);
    expect(status).toBe(0);
    const [head, ...rows] = stdout.trimEnd().split('\n');
    expect(head).toBe('label,time,queue,probability,overflow,inflow,window,avg');
    expect(rows).toHaveLength(11);
    expect(rows.at(-1)).toMatch(/^RED,50,/);
  });

  it.each([
    [['--lane', '2'], 2, /--lane takes a whole number from 0 to 1/],
    [['--tolerance', '1e-16'], 2, /--tolerance is a number from 1e-13 to 0\.01/],
    [['--form', 'wavy'], 2, /--form is continuous or sampled/],
    [['--hopf', 'max_p'], 2, /--hopf is flows, rtt, rate, buffer, load or aqm\.params\.<name>/],
    [['--hopf', 'aqm.params.nothing'], 1, /params\.nothing: must be a number among the parameters of red/],
    [['--cycles', 'rtt=0.1:1e999'], 2, /--cycles is a quantity and a range/],
    [
      ['--cycles', 'aqm.params.max_p=0.5:3'],
      1,
      /params\.max_p from 0\.5 to 3: the range must end at 1 or below/,
    ],
    [['--curves', 'flows=-4:40,rtt=0.1:1'], 1, /flows from -4 to 40: the range must begin at 0 or above/],
    [['--curves', 'rtt=0.1:1,rtt=0.1:1'], 2, /--curves is two quantities and their ranges/],
    [['--curves', 'rtt=0.1:1,hops=1:2'], 2, /--curves is along flows, rtt/],
    [['--points', '1'], 2, /--points takes a whole number from 2/],
  ])('refuses %j', async (options, status, message) => {
    const result = await aqm(['fluid', '-', ...options], text);
    expect(result.status).toBe(status);
    expect(result.stderr).toMatch(message);
    expect(result.stdout).toBe('');
  });

  it('refuses a scenario that is none, with the place and the rule', async () => {
    const { status, stderr } = await aqm(
      ['fluid', '-'],
      '{"version": 1, "network": {"bottleneck": {"rate": 0}}}',
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(/network\.bottleneck\.rate/);
  });
});
