/**
 * Where a scheme's defaults stand: how much of each figure its parameters and the network explain (Sobol's
 * indices from Saltelli's design), how many of the sampled values are better than the defaults under the same
 * conditions, and where the defaults beat RED and CoDel.
 */
import { bdpOf, PACKET, ROUND_TRIP, type CardLine, type CardLineId } from '../cards/lines.ts';
import type { Aqm, Scenario } from '../generated/scenario.ts';
import { lanes } from '../lanes.ts';
import { sobolIndices, type SobolIndices } from '../statistics/sensitivity.ts';
import { along, MOST_DIMENSIONS, saltelli, type Span } from '../study/sampling.ts';
import type { AqmRules } from '../aqm-rules.ts';
import type { LaneScenario, ParamInfo, Params } from '../types.ts';
import { validate } from '../validate.ts';

export const STAND_FIGURES = [
  { id: 'p95', label: 'Waiting, 95th percentile', better: 'lower' },
  { id: 'goodput', label: 'Goodput, share of the line', better: 'higher' },
  { id: 'loss', label: 'Loss', better: 'lower' },
] as const;
/** In the order of `STAND_FIGURES`; null: nothing was observed. */
export type StandFigures = readonly (number | null)[];

export interface Quantity {
  readonly name: string;
  readonly span: Span;
}

/** A run of the plan; `role`: the sampled values, the scheme's defaults, or another scheme's. */
export interface StandRun {
  readonly role: 'sample' | 'default' | 'red' | 'codel';
  readonly point: number;
  readonly lane: LaneScenario;
}

export interface StandPlan {
  readonly scheme: string;
  /** Parameters, then flows and round trip. */
  readonly quantities: readonly Quantity[];
  readonly rows: number;
  readonly runs: readonly StandRun[];
  /** Points whose values the scheme does not accept. */
  readonly refused: number;
  /** The points at which schemes are compared: flows and round trip of each. */
  readonly conditions: ReadonlyMap<number, readonly [flows: number, trip: number]>;
}

/** Factor on each side of a default. */
const WIDE = 2;
const TRIP: Span = { from: 0.02, to: 0.2, scale: 'log' };
const OTHERS = ['red', 'codel'] as const;

/**
 * Parameters that must not cross: a value is drawn from the part of its range that those drawn before leave,
 * so that a scheme accepts every row. Some must differ from their bound: a thousandth is kept free.
 */
const ORDER: Readonly<
  Partial<Record<string, { readonly over?: readonly string[]; readonly under?: string }>>
> = {
  max_th: { over: ['min_th'] },
  mid_th0: { over: ['min_th'], under: 'max_th' },
  ac_th: { over: ['max_th'] },
  x_mod: { over: ['x_low'] },
  x_high: { over: ['x_mod', 'k'] },
  b: { under: 'a' },
};
const APART = 1.001;

/** The values of the parameters at a point of the unit cube. */
function drawnValues(parameters: readonly Quantity[], at: readonly number[]): Record<string, number> {
  const values: Record<string, number> = {};
  parameters.forEach(({ name, span }, i) => {
    const { over = [], under } = ORDER[name] ?? {};
    const from = Math.max(span.from, ...over.map((other) => (values[other] ?? 0) * APART));
    const to = Math.min(span.to, under === undefined ? Infinity : (values[under] ?? Infinity) / APART);
    values[name] = along({ ...span, from: Math.min(from, to), to }, at[i] ?? NaN);
  });
  return values;
}
const DURATION = 30;
const WARMUP = 10;

/**
 * Numbers above 0 vary by a factor of two on each side of their default, within their limits and, for
 * thresholds, the buffer.
 */
function spanOf(
  { kind, role, min = -Infinity, max = Infinity }: ParamInfo,
  value: unknown,
  buffer: number,
): Span | undefined {
  if ((kind !== 'number' && kind !== 'integer') || typeof value !== 'number' || !(value > 0))
    return undefined;
  const whole = kind === 'integer';
  const most = role === 'queue_threshold' ? Math.min(max, buffer) : max;
  const [low, high] = [Math.max(value / WIDE, min), Math.min(value * WIDE, most)];
  const [from, to] = whole ? [Math.ceil(low), Math.floor(high)] : [low, high];
  return Number.isFinite(value) && from < to ? { from, to, scale: 'log', whole } : undefined;
}

/** The document of one run: these schemes as lanes, long downloads, a round trip without queueing. */
export const standScenario = (
  line: CardLine,
  aqms: readonly { readonly label: string; readonly aqm: Aqm }[],
  flows: number,
  trip: number,
): Scenario => ({
  version: 1,
  duration: DURATION,
  warmup: WARMUP,
  network: {
    topology: 'dumbbell',
    bottleneck: { rate: line.rate, delay: trip / 2 - ROUND_TRIP / 50, buffer: line.buffer },
    access: { rate: 10 * line.rate, delay: [0.0008, 0.0012] },
    packet_size: PACKET,
  },
  traffic: [{ kind: 'ftp', flows, start: [0, 1] }],
  lanes: [...aqms],
});

/** `resolved`: every default of the scheme on this line. */
export function standPlan(
  scheme: string,
  line: CardLine,
  rows: number,
  resolved: Params,
  rules: AqmRules,
): StandPlan {
  const params = rules.catalogue.find(({ id }) => id === scheme)?.params ?? [];
  const flows: Span = { from: 2, to: Math.max(4, bdpOf(line)), scale: 'log', whole: true };
  // The sequence has no more dimensions; what shapes the law comes before the rest.
  const drawn = params.flatMap((param) => {
    const span = spanOf(param, resolved[param.name], line.buffer);
    return span === undefined ? [] : [{ name: param.name, span, plain: param.role === 'plain' }];
  });
  const chosen = [...drawn].sort((a, b) => Number(a.plain) - Number(b.plain)).slice(0, MOST_DIMENSIONS - 2);
  const quantities: readonly Quantity[] = [
    ...drawn.filter((one) => chosen.includes(one)).map(({ name, span }) => ({ name, span })),
    { name: 'flows', span: flows },
    { name: 'rtt', span: TRIP },
  ];
  const laneOf = (aqm: Aqm, count: number, trip: number): LaneScenario | undefined => {
    const checked = validate(standScenario(line, [{ label: aqm.id ?? scheme, aqm }], count, trip), rules);
    return checked.ok ? lanes(checked.scenario)[0] : undefined;
  };
  const design = saltelli(quantities.length, rows);
  const each = quantities.length + 2;
  let refused = 0;
  const runs: StandRun[] = [];
  const conditions = new Map<number, readonly [flows: number, trip: number]>();
  for (let point = 0; point < design.points; ++point) {
    const place = design.at(point);
    const [count, trip] = [along(flows, place.at(-2) ?? NaN), along(TRIP, place.at(-1) ?? NaN)];
    const lane = laneOf({ id: scheme, params: drawnValues(quantities.slice(0, -2), place) }, count, trip);
    if (lane === undefined) ++refused;
    else runs.push({ role: 'sample', point, lane });
    // The first and the last point of a row differ in every quantity: conditions that are drawn anew.
    if (point % each !== 0 && point % each !== each - 1) continue;
    conditions.set(point, [count, trip]);
    for (const role of ['default', ...OTHERS] as const) {
      if (role === scheme) continue;
      const other = laneOf({ id: role === 'default' ? scheme : role }, count, trip);
      if (other !== undefined) runs.push({ role, point, lane: other });
    }
  }
  return { scheme, quantities, rows, runs, refused, conditions };
}

/** The figures of the defaults of a scheme, of RED, and of CoDel under the same conditions. */
export interface Condition {
  readonly flows: number;
  /** Seconds: the round trip without queueing. */
  readonly trip: number;
  readonly own: StandFigures;
  /** Null where the scheme is this one itself. */
  readonly red: StandFigures | null;
  readonly codel: StandFigures | null;
}

/** Of all conditions of a kind the shares in which the scheme is better than another. */
export interface Beats {
  readonly other: (typeof OTHERS)[number];
  readonly flows: 'few' | 'many';
  readonly rtt: 'short' | 'long';
  readonly of: number;
  /** By figure; null if nothing was observed. */
  readonly better: readonly (number | null)[];
}

export interface Standing {
  readonly figure: (typeof STAND_FIGURES)[number]['id'];
  /** Null for fewer than four complete rows, or if nothing varies. */
  readonly indices: SobolIndices | null;
  /** The share of the sampled values that are better than the defaults under the same conditions. */
  readonly better: number | null;
}

/** A scheme's file in models/stand/. */
export interface KeptStanding {
  readonly engine: string;
  readonly line: CardLineId;
  readonly rows: number;
  readonly runs: number;
  /** Of the digests of all runs. */
  readonly digest: string;
  readonly quantities: readonly { readonly name: string; readonly from: number; readonly to: number }[];
  readonly figures: readonly Standing[];
  readonly conditions: readonly Condition[];
}

/** Whether a is better than b in a figure; null if one of them has no value. */
export function isAhead(
  f: number,
  a: StandFigures | null | undefined,
  b: StandFigures | null | undefined,
): boolean | null {
  const [x, y] = [a?.[f] ?? null, b?.[f] ?? null];
  return x === null || y === null ? null : STAND_FIGURES[f]?.better === 'lower' ? x < y : x > y;
}
function share(told: readonly (boolean | null)[]): number | null {
  const known = told.filter((one) => one !== null);
  return known.length === 0 ? null : known.filter(Boolean).length / known.length;
}

/** `found`: the figures of the plan's runs, in their order. */
export function standingOf(
  { scheme, quantities, rows, runs, conditions }: StandPlan,
  found: readonly StandFigures[],
): { readonly figures: readonly Standing[]; readonly conditions: readonly Condition[] } {
  const byRole = (role: StandRun['role']) =>
    new Map(runs.flatMap((run, i) => (run.role === role ? [[run.point, found[i] ?? []] as const] : [])));
  const [sample, own, red, codel] = [byRole('sample'), byRole('default'), byRole('red'), byRole('codel')];
  return {
    figures: STAND_FIGURES.map(({ id }, f) => {
      const count = rows * (quantities.length + 2);
      const answers = Array.from({ length: count }, (_, point) => sample.get(point)?.[f] ?? null);
      return {
        figure: id,
        indices: sobolIndices(answers, quantities.length) ?? null,
        better: share([...own].map(([point, figures]) => isAhead(f, sample.get(point), figures))),
      };
    }),
    conditions: [...conditions].flatMap(([point, [flows, trip]]): Condition[] => {
      const figures = own.get(point);
      if (figures === undefined) return [];
      const of = (role: (typeof OTHERS)[number], all: ReadonlyMap<number, StandFigures>) =>
        role === scheme ? null : (all.get(point) ?? null);
      return [{ flows, trip, own: figures, red: of('red', red), codel: of('codel', codel) }];
    }),
  };
}

/** Where the defaults beat RED and CoDel: the conditions in four parts, at the middles of both ranges. */
export function beatsOf(conditions: readonly Condition[]): readonly Beats[] {
  const middle = (of: (one: Condition) => number): number => {
    const all = conditions.map(of);
    return Math.sqrt(Math.min(...all) * Math.max(...all));
  };
  const [flowsMiddle, tripMiddle] = [middle(({ flows }) => flows), middle(({ trip }) => trip)];
  return OTHERS.filter((other) => conditions.some((one) => one[other] !== null)).flatMap((other) =>
    (['few', 'many'] as const).flatMap((flows) =>
      (['short', 'long'] as const).map((rtt): Beats => {
        const here = conditions.filter(
          (one) =>
            one.flows < flowsMiddle === (flows === 'few') && one.trip < tripMiddle === (rtt === 'short'),
        );
        const better = STAND_FIGURES.map((_, f) => share(here.map((one) => isAhead(f, one.own, one[other]))));
        return { other, flows, rtt, of: here.length, better };
      }),
    ),
  );
}
