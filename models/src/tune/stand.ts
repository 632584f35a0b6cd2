/**
 * Where a scheme's defaults stand: how much of each figure its parameters and the network explain (Sobol's
 * indices from Saltelli's design), how many of the sampled values are better than the defaults under the same
 * conditions, and where the defaults beat RED and CoDel.
 */
import { bdpOf, PACKET, ROUND_TRIP, type CardLine } from '../cards/lines.ts';
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
}

/** Factor on each side of a default. */
const WIDE = 2;
const TRIP: Span = { from: 0.02, to: 0.2, scale: 'log' };
const OTHERS = ['red', 'codel'] as const;
const DURATION = 30;
const WARMUP = 10;

/** Numbers above 0 vary by a factor of two on each side of their default, within their limits. */
function spanOf({ kind, min = -Infinity, max = Infinity }: ParamInfo, value: unknown): Span | undefined {
  if ((kind !== 'number' && kind !== 'integer') || typeof value !== 'number' || !(value > 0))
    return undefined;
  const whole = kind === 'integer';
  const [low, high] = [Math.max(value / WIDE, min), Math.min(value * WIDE, max)];
  const [from, to] = whole ? [Math.ceil(low), Math.floor(high)] : [low, high];
  return Number.isFinite(value) && from < to ? { from, to, scale: 'log', whole } : undefined;
}

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
    const span = spanOf(param, resolved[param.name]);
    return span === undefined ? [] : [{ name: param.name, span, plain: param.role === 'plain' }];
  });
  const chosen = [...drawn].sort((a, b) => Number(a.plain) - Number(b.plain)).slice(0, MOST_DIMENSIONS - 2);
  const quantities: readonly Quantity[] = [
    ...drawn.filter((one) => chosen.includes(one)).map(({ name, span }) => ({ name, span })),
    { name: 'flows', span: flows },
    { name: 'rtt', span: TRIP },
  ];
  const laneOf = (aqm: Aqm, count: number, trip: number): LaneScenario | undefined => {
    const scenario: Scenario = {
      version: 1,
      duration: DURATION,
      warmup: WARMUP,
      network: {
        topology: 'dumbbell',
        bottleneck: { rate: line.rate, delay: trip / 2 - ROUND_TRIP / 50, buffer: line.buffer },
        access: { rate: 10 * line.rate, delay: [0.0008, 0.0012] },
        packet_size: PACKET,
      },
      traffic: [{ kind: 'ftp', flows: count, start: [0, 1] }],
      lanes: [{ label: aqm.id ?? scheme, aqm }],
    };
    const checked = validate(scenario, rules);
    return checked.ok ? lanes(checked.scenario)[0] : undefined;
  };
  const design = saltelli(quantities.length, rows);
  const each = quantities.length + 2;
  let refused = 0;
  const runs: StandRun[] = [];
  for (let point = 0; point < design.points; ++point) {
    const values = design.at(point).map((u, i) => along(quantities[i]?.span ?? TRIP, u));
    const [count = NaN, trip = NaN] = values.slice(-2);
    const set = Object.fromEntries(quantities.slice(0, -2).map(({ name }, i) => [name, values[i] ?? NaN]));
    const lane = laneOf({ id: scheme, params: set }, count, trip);
    if (lane === undefined) ++refused;
    else runs.push({ role: 'sample', point, lane });
    // The first and the last point of a row differ in every quantity: conditions that are drawn anew.
    if (point % each !== 0 && point % each !== each - 1) continue;
    for (const role of ['default', ...OTHERS] as const) {
      if (role === scheme) continue;
      const other = laneOf({ id: role === 'default' ? scheme : role }, count, trip);
      if (other !== undefined) runs.push({ role, point, lane: other });
    }
  }
  return { scheme, quantities, rows, runs, refused };
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

/** `found`: the figures of the plan's runs, in their order. */
export function standingOf(
  { scheme, quantities, rows, runs }: StandPlan,
  found: readonly StandFigures[],
): { readonly figures: readonly Standing[]; readonly beats: readonly Beats[] } {
  const byRole = (role: StandRun['role']) =>
    new Map(runs.flatMap((run, i) => (run.role === role ? [[run.point, found[i] ?? []] as const] : [])));
  const [sample, own] = [byRole('sample'), byRole('default')];
  const ahead = (f: number, a: StandFigures | undefined, b: StandFigures | undefined): boolean | null => {
    const [x, y] = [a?.[f] ?? null, b?.[f] ?? null];
    return x === null || y === null ? null : STAND_FIGURES[f]?.better === 'lower' ? x < y : x > y;
  };
  const share = (told: readonly (boolean | null)[]): number | null => {
    const known = told.filter((one) => one !== null);
    return known.length === 0 ? null : known.filter(Boolean).length / known.length;
  };
  const points = [...own.keys()];
  const laneAt = new Map(
    runs.flatMap(({ role, point, lane }) => (role === 'default' ? [[point, lane]] : [])),
  );
  const spans = quantities.slice(-2).map(({ span }) => Math.sqrt(span.from * span.to));
  const kindOf = (point: number) => {
    const lane = laneAt.get(point);
    const count = lane?.traffic[0]?.flows ?? NaN;
    const trip = 2 * (lane?.network.links[0]?.delay ?? NaN) + ROUND_TRIP / 25;
    return {
      flows: count < (spans[0] ?? NaN) ? ('few' as const) : ('many' as const),
      rtt: trip < (spans[1] ?? NaN) ? ('short' as const) : ('long' as const),
    };
  };
  return {
    figures: STAND_FIGURES.map(({ id }, f) => {
      const count = rows * (quantities.length + 2);
      const answers = Array.from({ length: count }, (_, point) => sample.get(point)?.[f] ?? null);
      return {
        figure: id,
        indices: sobolIndices(answers, quantities.length) ?? null,
        better: share(points.map((point) => ahead(f, sample.get(point), own.get(point)))),
      };
    }),
    beats: OTHERS.filter((other) => other !== scheme).flatMap((other) => {
      const theirs = byRole(other);
      return (['few', 'many'] as const).flatMap((flows) =>
        (['short', 'long'] as const).map((rtt): Beats => {
          const here = points.filter((point) => {
            const kind = kindOf(point);
            return kind.flows === flows && kind.rtt === rtt;
          });
          const better = STAND_FIGURES.map((_, f) =>
            share(here.map((point) => ahead(f, own.get(point), theirs.get(point)))),
          );
          return { other, flows, rtt, of: here.length, better };
        }),
      );
    }),
  };
}
