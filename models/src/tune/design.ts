/**
 * Design by wish in the fluid model: parameters with which margins hold over a whole box of flows, round
 * trips and rates. Among the values that keep the margins, the search takes those with which the slowest
 * place of the box returns to its rest fastest. A finer grid than that of the search, and a descent from its
 * worst places, look for a place where a margin does not hold; such a place joins the search
 * (counterexample-guided synthesis: Solar-Lezama et al. 2006, doi:10.1145/1168857.1168907).
 */
import type { Scenario } from '../generated/scenario.ts';
import { KNOB_INFO, type KnobName } from '../knobs.ts';
import { lanes } from '../lanes.ts';
import { along, sixDigits, sobol, type Span } from '../study/sampling.ts';
import { placed, withLists } from '../study/place.ts';
import { turned } from '../study/turn.ts';
import type { LaneScenario, Params } from '../types.ts';
import type { Validation } from '../validate.ts';

/** What the linearised model says of a lane at its rest; a margin is null where the loop has no crossover. */
export interface Loop {
  /** Degrees. */
  readonly phase: number | null;
  /** A factor. */
  readonly gain: number | null;
  /** s */
  readonly delay: number | null;
  /** Minus the real part of the rightmost root, 1/s; positive where the rest is stable. */
  readonly decay: number;
  /** Queueing delay at rest, s. */
  readonly wait: number;
}
/** A text says why there is no loop: the queue is empty, full, or its rest is a jump. */
export type Seen = Loop | string;

export interface WishInfo {
  readonly label: string;
  readonly unit: string;
  readonly sign: '>' | '<';
}
export const WISHES: Readonly<Record<keyof Loop, WishInfo>> = {
  phase: { label: 'phase margin', unit: 'degrees', sign: '>' },
  gain: { label: 'gain margin', unit: '1', sign: '>' },
  delay: { label: 'delay margin', unit: 's', sign: '>' },
  decay: { label: 'decay rate', unit: '1/s', sign: '>' },
  wait: { label: 'queueing delay at rest', unit: 's', sign: '<' },
};
export type WishName = keyof Loop;
export const WISH_NAMES = Object.keys(WISHES) as readonly WishName[];
export type Wishes = Readonly<Partial<Record<WishName, number>>>;

export interface Varied {
  readonly param: string;
  /** The range is that of `minuend` - `param`; null: of `param` itself. */
  readonly minuend: string | null;
  readonly span: Span;
}

export interface Side {
  readonly knob: KnobName;
  readonly from: number;
  readonly to: number;
}
/** A place of the box. */
export type At = Readonly<Partial<Record<KnobName, number>>>;

export interface Wish {
  readonly scenario: Scenario;
  /** Index of the lane. */
  readonly lane: number;
  readonly varied: readonly Varied[];
  readonly wishes: Wishes;
  readonly box: readonly Side[];
  /** The number of values that are tried before the search narrows. */
  readonly points: number;
  /** Places on each side of the box in the search; the certificate has twice as many less one. */
  readonly grid: number;
  /** The lane's parameters with every default. */
  readonly present: Params;
  /** Parameters that are tried first, besides the present ones: those of a rule. */
  readonly starts: readonly Params[];
}

export interface Designing {
  readonly check: (scenario: Scenario) => Validation;
  readonly look: (lane: LaneScenario) => Promise<Seen>;
}

export interface Looked {
  readonly at: At;
  readonly seen: Seen;
  readonly score: number;
}

export interface Certificate {
  readonly met: boolean;
  /** Every place that was looked at. */
  readonly places: readonly Looked[];
  readonly worst: Looked;
}

export interface Wrought {
  readonly params: Readonly<Record<string, number>>;
  readonly scenario: Scenario;
  readonly certificate: Certificate;
  readonly tried: number;
  /** Values that the scenario does not accept, such as min_th above max_th. */
  readonly refused: number;
}

/** Scores below those of every loop that is stable. */
const NO_LOOP = -3;
/** Half widths of the search around the best, in the unit cube; the last is 1/1024. */
const STEPS = [1 / 8, 1 / 16, 1 / 32, 1 / 64, 1 / 128, 1 / 256, 1 / 512, 1 / 1024] as const;
/** Points of the sequence at each half width, besides those along the axes. */
const DRAWN = 8;
const ROUNDS = 4;
/** The worst places of the grid from which the certificate descends. */
const DESCENTS = 2;

/**
 * Negative: the largest shortfall of a wish, as a share of the larger side, below -1 for an unstable rest.
 * Otherwise: the decay.
 */
export function scoreOf(wishes: Wishes, seen: Seen): number {
  if (typeof seen === 'string') return NO_LOOP;
  if (!(seen.decay > 0)) return -1 + seen.decay / (1 - seen.decay);
  const slack = Math.min(
    1,
    ...WISH_NAMES.map((name) => {
      const [want, have] = [wishes[name], seen[name]];
      if (want === undefined || have === null) return 1;
      const size = Math.max(Math.abs(want), Math.abs(have));
      const above = size === 0 ? 0 : (have - want) / size;
      return Math.max(-1, WISHES[name].sign === '>' ? above : -above);
    }),
  );
  return slack < 0 ? slack : seen.decay;
}

/** Places evenly over the box, its corners among them. */
export function gridOf(box: readonly Side[], count: number): readonly At[] {
  const shares = Array.from({ length: count }, (_, i) => i / (count - 1));
  return box.reduce<readonly At[]>(
    (all, side) => {
      const values = [...new Set(shares.map((u) => valueOn(side, u)))];
      return all.flatMap((at) => values.map((value) => ({ ...at, [side.knob]: value })));
    },
    [{}],
  );
}

/** Sides are logarithmic: gain and pole of the loop are powers of flows, round trip and rate. */
const scaled = ({ knob, from, to }: Side): Span => ({
  from,
  to,
  scale: from > 0 ? 'log' : 'linear',
  whole: KNOB_INFO[knob].whole,
});
const valueOn = (side: Side, u: number): number => along(scaled(side), u);

const shareOf = ({ from, to, scale = 'linear' }: Span, value: number): number =>
  scale === 'log' ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);

/** The parameters of a point of the unit cube. */
export function paramsAt(varied: readonly Varied[], present: Params, at: readonly number[]): Params {
  const set: Record<string, number> = {};
  varied.forEach(({ span, param }, i) => (set[param] = along(span, at[i] ?? 0)));
  for (const { param, minuend } of varied)
    if (minuend !== null) set[param] = Number(set[minuend] ?? present[minuend]) - (set[param] ?? NaN);
  return set;
}

const clipped = (u: number): number => Math.min(1, Math.max(0, u));

export async function design(wish: Wish, { check, look }: Designing): Promise<Wrought> {
  const { scenario, varied, wishes, box } = wish;
  const lanesAt = new Map<string, LaneScenario>();
  const laneAt = (at: At): LaneScenario => {
    const key = JSON.stringify(at);
    let lane = lanesAt.get(key);
    if (lane === undefined) {
      lane = lanes(scenarioAt(scenario, box, at))[wish.lane];
      if (lane === undefined) throw new RangeError(`There is no lane ${wish.lane}.`);
      lanesAt.set(key, lane);
    }
    return lane;
  };
  interface Candidate {
    readonly at: readonly number[];
    readonly params: Readonly<Record<string, number>>;
    readonly scenario: Scenario;
    readonly seen: Map<At, Looked>;
    score: number;
  }
  const candidates = new Map<string, Candidate>();
  let refused = 0;
  let reason = '';
  const add = (at: readonly number[]): Candidate | undefined => {
    const params = paramsAt(varied, wish.present, at) as Record<string, number>;
    const key = JSON.stringify(params);
    const known = candidates.get(key);
    if (known !== undefined) return known;
    const checked = check(
      Object.entries(params).reduce<unknown>(
        (node, [name, value]) => placed(node, ['lanes', wish.lane, 'aqm', 'params', name], value),
        withLists(scenario),
      ) as Scenario,
    );
    if (!checked.ok) {
      ++refused;
      reason = checked.issues[0]?.message ?? reason;
      return undefined;
    }
    const one: Candidate = { at, params, scenario: checked.scenario, seen: new Map(), score: -Infinity };
    candidates.set(key, one);
    return one;
  };
  const lookedAt = async (one: Candidate, at: At): Promise<Looked> => {
    const known = one.seen.get(at);
    if (known !== undefined) return known;
    const lane = laneAt(at);
    const params = { ...lane.aqm.params, ...one.params };
    const seen = await look({ ...lane, aqm: { ...lane.aqm, params } });
    const looked = { at, seen, score: scoreOf(wishes, seen) };
    one.seen.set(at, looked);
    return looked;
  };

  /** Places of the search; the one that stopped a candidate last is first. */
  let places = [...gridOf(box, wish.grid)];
  /** Its worst score; once that is below `least`, the rest of the places is left out. */
  const judge = async (one: Candidate, least: number): Promise<number> => {
    let score = Infinity;
    for (const at of places) {
      const looked = await lookedAt(one, at);
      score = Math.min(score, looked.score);
      if (score < least) {
        places = [at, ...places.filter((other) => other !== at)];
        break;
      }
    }
    return (one.score = score);
  };
  const starts = [{}, ...wish.starts].flatMap((rule) => {
    const params = { ...wish.present, ...rule };
    const at = varied.map(({ param, minuend, span }) => {
      const value = Number(params[param]);
      return shareOf(span, minuend === null ? value : Number(params[minuend]) - value);
    });
    return at.every((u) => u >= 0 && u <= 1) ? [at] : [];
  });
  const draw = sobol(varied.length);
  const searched = async (): Promise<Candidate> => {
    let best: Candidate | undefined;
    const attempt = async (at: readonly number[]) => {
      const one = add(at);
      if (one !== undefined && (await judge(one, best?.score ?? -Infinity)) > (best?.score ?? -Infinity))
        best = one;
    };
    for (const at of starts) await attempt(at);
    for (let i = 0; i < wish.points; ++i) await attempt(draw(i));
    let drawn = wish.points;
    for (const step of STEPS) {
      for (let centre: Candidate | undefined; best !== undefined && centre !== best;) {
        centre = best;
        const { at } = centre;
        for (const [k] of varied.entries())
          for (const by of [step, -step]) await attempt(at.map((u, i) => (i === k ? clipped(u + by) : u)));
        for (let i = 0; i < DRAWN; ++i) {
          const place = draw(drawn++);
          await attempt(at.map((u, k) => clipped(u + step * (2 * (place[k] ?? 0) - 1))));
        }
      }
    }
    if (best === undefined) throw new RangeError(`The scenario takes no values of these ranges. ${reason}`);
    return best;
  };

  const certified = async (one: Candidate): Promise<Certificate> => {
    const found: Looked[] = [];
    const seek = async (at: At) => {
      const looked = await lookedAt(one, at);
      found.push(looked);
      return looked;
    };
    const known = new Map(places.map((at) => [JSON.stringify(at), at]));
    const placeOf = (at: At): At => known.get(JSON.stringify(at)) ?? at;
    for (const at of new Set([...places, ...gridOf(box, 2 * wish.grid - 1).map(placeOf)])) await seek(at);
    const lowest = [...found].sort((a, b) => a.score - b.score).slice(0, DESCENTS);
    for (const start of lowest) {
      let worst = start;
      for (const step of STEPS.slice(0, 4)) {
        for (const side of box) {
          const u = side.from === side.to ? 0 : shareOf(scaled(side), worst.at[side.knob] ?? NaN);
          for (const by of [step, -step]) {
            const value = valueOn(side, clipped(u + by));
            if (found.some(({ at }) => sameBut(at, worst.at, side.knob, value))) continue;
            const looked = await seek({ ...worst.at, [side.knob]: value });
            if (looked.score < worst.score) worst = looked;
          }
        }
      }
    }
    const worst = found.reduce((least, place) => (place.score < least.score ? place : least));
    return { met: worst.score >= 0, places: found, worst };
  };

  for (let round = 1; ; ++round) {
    const best = await searched();
    const certificate = await certified(best);
    if (certificate.met || best.score < 0 || round === ROUNDS)
      return {
        params: best.params,
        scenario: best.scenario,
        certificate,
        tried: candidates.size,
        refused,
      };
    places = [certificate.worst.at, ...places];
  }
}

const sameBut = (a: At, b: At, knob: KnobName, value: number): boolean =>
  JSON.stringify(a) === JSON.stringify({ ...b, [knob]: value });

/**
 * The corner that Hollot's rules (2001, 2002) design for, as the hardest one: fewest flows, longest round
 * trip, highest rate.
 */
export const hardestCorner = (box: readonly Side[]): At =>
  Object.fromEntries(box.map(({ knob, from, to }) => [knob, knob === 'flows' ? from : to]));
/** Schemes with such a rule. */
export const RULES = ['red', 'pi'] as const;

/** The scenario at a place of the box. */
export const scenarioAt = (scenario: Scenario, box: readonly Side[], at: At): Scenario =>
  turned(
    withLists(scenario),
    box.map(({ knob }) => ({ knob, value: at[knob] ?? NaN, at: knob })),
    [],
  ) as unknown as Scenario;

/** For each wished margin the place of the box where it is least (the wait: where it is most). */
export function extremes(
  wishes: Wishes,
  { places }: Certificate,
): readonly { readonly wish: WishName; readonly value: number | null; readonly at: At }[] {
  const loops = places.flatMap(({ at, seen }) => (typeof seen === 'string' ? [] : [{ at, seen }]));
  return WISH_NAMES.flatMap((wish) => {
    if (wishes[wish] === undefined && wish !== 'decay') return [];
    const sign = WISHES[wish].sign === '>' ? 1 : -1;
    const rank = ({ seen }: (typeof loops)[number]) => sign * (seen[wish] ?? Infinity);
    const [first, ...others] = loops;
    if (first === undefined) return [];
    const worst = others.reduce((least, one) => (rank(one) < rank(least) ? one : least), first);
    const value = worst.seen[wish];
    return [{ wish, value: value === null ? null : sixDigits(value), at: worst.at }];
  });
}
