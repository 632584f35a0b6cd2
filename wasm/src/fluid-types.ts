/** The fluid model across the border of the engine: plain data, SI units and packets. */
import type { LaneScenario, Params } from './types.ts';

/** How a lane becomes a fluid model. Every choice has the default that stands first. */
export interface FluidChoice {
  /** Differential equations, as the literature writes them; or controllers that tick, as a router runs them. */
  readonly form?: 'continuous' | 'sampled';
  /** Senders react to what was at t - R(t) (Hollot 2001), or at theta with theta + R(theta) = t (Misra 2000). */
  readonly delay?: 'explicit' | 'implicit';
  /** The drop curve itself, or with what the spacing of drops (`count_mode`) makes of it in the long run. */
  readonly drops?: 'effective' | 'law';
  /** Every flow has the mean window (Misra 2000), or windows scatter as random losses make them (Ott, Kemperman, Mathis 1996). */
  readonly windows?: 'mean' | 'spread';
  /** Senders spread a window evenly over a round trip (Misra 2000), or answer acknowledgements (Jacobsson et al. 2008). */
  readonly clock?: 'round_trip' | 'acknowledgements';
  /** Of senders whose packets are dropped: losses are mended by recovery and time-outs (docs/fluid-model.md), or halve the window at once (Misra 2000). */
  readonly losses?: 'recovery' | 'halving';
}

export interface FluidOptions extends FluidChoice {
  /** Local error of each component, relative and in its small unit (one packet); 1e-13 to 0.01, default 1e-6. */
  readonly tolerance?: number;
  /** Places of the even grid from 0 to the duration, 2 to 1e6, default 1001. */
  readonly points?: number;
}

export interface FluidWork {
  readonly steps: number;
  readonly rejected: number;
  readonly evaluations: number;
  readonly events: number;
  readonly landings: number;
}

export interface FluidSolution {
  /** s */
  readonly time: Float64Array;
  /** packets */
  readonly queue: Float64Array;
  /** The law's drop or mark probability. */
  readonly probability: Float64Array;
  /** Share of what arrives that a full buffer refuses. */
  readonly overflow: Float64Array;
  /** packets/s */
  readonly inflow: Float64Array;
  /** Mean window of each class, packets. */
  readonly windows: readonly Float64Array[];
  /** The law's own states; the average queue of the RED family is called "avg". */
  readonly law: readonly { readonly name: string; readonly unit: string; readonly values: Float64Array }[];
  /** How far the solution goes, s; less than the duration only with a message. */
  readonly until: number;
  /** Why it ends early; empty when it does not. */
  readonly message: string;
  readonly work: FluidWork;
}

/**
 * `interior`: everything rests; `full`: the buffer overflows for good; `empty`: the link is not full; `jump`: the law jumps
 * across the probability that is needed, so there is a limit cycle about `queue`; `held`: the same where packets are dropped, which
 * holds the queue at the jump; `none`: nothing determines the queue.
 */
export const REST_KINDS = ['interior', 'full', 'empty', 'jump', 'held', 'none'] as const;
export type RestKind = (typeof REST_KINDS)[number];

export interface FluidRest {
  readonly kind: RestKind;
  readonly queue: number;
  readonly probability: number;
  readonly overflow: number;
  readonly inflow: number;
  readonly windows: readonly number[];
  /** s, of each class. */
  readonly roundTrips: readonly number[];
  readonly law: readonly { readonly name: string; readonly unit: string; readonly value: number }[];
}

/** A rest among several: the load decides what some laws do, and a law that adapts rests by its past. */
export interface FoundRest extends FluidRest {
  /** The largest of the model's own derivatives there, each in units of its state, 1/s: 0 but for rounding; null where nothing rests. */
  readonly residual: number | null;
  /** By the characteristic roots; null where the linear analysis cannot tell. */
  readonly stable: boolean | null;
  /** The solution comes to rest here. */
  readonly reached: boolean;
}

/** One form of the loop transfer function L(j omega). */
export interface FluidLoop {
  /** Degrees; null when |L| never is 1. */
  readonly phaseMargin: number | null;
  /** rad/s of the gain crossover. */
  readonly phaseOmega: number | null;
  /** s */
  readonly delayMargin: number | null;
  /** A factor; null when the phase never is -180 degrees. */
  readonly gainMargin: number | null;
  /** rad/s of the phase crossover. */
  readonly gainOmega: number | null;
  /** rad/s, evenly on a logarithmic scale. */
  readonly omega: Float64Array;
  readonly re: Float64Array;
  readonly im: Float64Array;
  readonly gainDb: Float64Array;
  /** Degrees, unwrapped. */
  readonly phaseDeg: Float64Array;
}

export interface FluidStability {
  /** Every first-order term kept; null where several links of a chain hold queues: then there is no one loop to open. */
  readonly exact: FluidLoop | null;
  /** Hollot's simplification for windows much above 1; one class of Reno flows only. */
  readonly hollot: FluidLoop | null;
  /** The rightmost characteristic roots, im >= 0, by descending real part; none where the first cannot be told. 1/s and rad/s. */
  readonly roots: readonly { readonly re: number; readonly im: number }[];
  /** Roots with a positive real part, by the argument principle; null where they are too much work to count. */
  readonly rightHalfPlane: number | null;
}

/** What the solution does in the end, and on the way there. Null where it does not apply. */
export interface FluidResponse {
  /** s after which the queue stays within 5 % (or one packet) of its rest. */
  readonly settlingTime: number | null;
  /** Packets by which the queue's largest value exceeds its rest. */
  readonly overshoot: number | null;
  /** s, of a swing that goes on in the last third. */
  readonly period: number | null;
  /** Packets from valley to peak of that swing. */
  readonly swing: number | null;
}

export interface FluidIssue {
  readonly path: string;
  readonly rule: string;
  readonly value: number | null;
}

export interface FluidModel {
  readonly solution: FluidSolution;
  /** The one that is reached, or the first: margins, roots, settling time and overshoot are of it. */
  readonly rest: FluidRest;
  /** All that were found. */
  readonly rests: readonly FoundRest[];
  /** Null unless the equilibrium is an interior one. */
  readonly stability: FluidStability | null;
  readonly response: FluidResponse;
}

export interface FluidResult {
  readonly label: string;
  readonly aqm: string;
  /** Why the scheme has no fluid counterpart, or what its law leaves out; may be empty. */
  readonly note: string;
  /** What of the scenario the model leaves out or simplifies, a sentence each. */
  readonly assumptions: readonly string[];
  /** Why this lane has no fluid model besides `note`: no TCP flows, too many classes, ... */
  readonly issues: readonly FluidIssue[];
  /** Null when there is none; then `note` or `issues` says why. */
  readonly model: FluidModel | null;
}

/** A quantity of a lane that a map varies: one of these, or "params.<name>" for a parameter of the AQM. */
export const MAP_KNOBS = ['flows', 'rtt', 'rate', 'buffer', 'load'] as const;
export type MapKnob = (typeof MAP_KNOBS)[number] | `params.${string}`;

export interface MapAxis {
  /** flows: TCP flows in all; rtt: s, without queueing; rate: bit/s; buffer: packets; load: unresponsive share of the rate. */
  readonly knob: MapKnob;
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly scale: 'linear' | 'log';
}

export interface MapRequest {
  readonly lane: LaneScenario;
  readonly x: MapAxis;
  readonly y: MapAxis;
  readonly choice?: FluidChoice;
}

/** Cell (i, j), x at i and y at j, stands at j * x.length + i. NaN where there is no value. */
export interface StabilityMap {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Real part of the rightmost root, 1/s; above 0 the equilibrium is unstable. */
  readonly growth: Float64Array;
  /** Degrees. */
  readonly phaseMargin: Float64Array;
  /** Queue at rest, packets. */
  readonly queue: Float64Array;
  /** Index in REST_KINDS; 255 where the lane is refused there. */
  readonly kind: Uint8Array;
}

export interface HopfRequest {
  readonly lane: LaneScenario;
  readonly knob: MapKnob;
  readonly choice?: FluidChoice;
}

/** Where along a quantity of a lane its equilibrium loses stability, nearest to what the lane has. */
export interface HopfPoint {
  /** SI; null where there is no such place. */
  readonly value: number | null;
  /** rad/s of the oscillation that begins there; 0: none, a real root crosses; null: the growth rate jumps across 0. */
  readonly omega: number | null;
  /** Why there is none; empty where there is one. */
  readonly message: string;
  /** What was searched. */
  readonly from: number | null;
  readonly to: number | null;
}

export type DesignRule = 'red' | 'pi';

/** Parameters that a design rule of the literature gives for a lane. */
export interface Design {
  readonly aqm: string;
  readonly params: Params;
  /** What the rule guarantees and for which flows and round trips, one sentence. */
  readonly claim: string;
}
