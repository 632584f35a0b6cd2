/** The fluid model at the border of the engine: plain data, SI units and packets. */
import type {
  FluidBandAnswer,
  FluidLaneAnswer,
  FluidLinear,
  FluidMargins,
  FluidModelAnswer,
} from './generated/fluid-answers.ts';
import type { KnobName } from '../../models/src/knobs.ts';
import type { LaneScenario } from './types.ts';

export {
  QUEUE_STATES,
  REST_KINDS,
  type CycleBranch,
  type CycleDiagram,
  type Design,
  type FluidIssue,
  type FluidOutlook,
  type FluidResponse,
  type FluidRest,
  type FluidWork,
  type FoundRest,
  type HopfCurve,
  type HopfCurves,
  type HopfPoint,
  type QueueState,
  type RestKind,
} from './generated/fluid-answers.ts';

/** How a lane becomes a fluid model. The first value of each choice is its default. */
export interface FluidChoice {
  /** Differential equations, as in the literature; or controllers that act at intervals, as in a router. */
  readonly form?: 'continuous' | 'sampled';
  /**
   * Senders react to the state at t - R(t) (Hollot 2001), or at theta with theta + R(theta) = t (Misra 2000).
   */
  readonly delay?: 'explicit' | 'implicit';
  /** The drop curve itself, or the curve with the long-run effect of the spacing of drops (`count_mode`). */
  readonly drops?: 'effective' | 'law';
  /**
   * Every flow has the mean window (Misra 2000), or windows are distributed as random losses make them (Ott,
   * Kemperman, Mathis 1996).
   */
  readonly windows?: 'mean' | 'spread';
  /**
   * Senders spread a window evenly over a round trip (Misra 2000), or send when acknowledgements arrive
   * (Jacobsson et al. 2008).
   */
  readonly clock?: 'round_trip' | 'acknowledgements';
  /**
   * Losses are repaired by recovery and timeouts, and senders react to one mark in each round trip
   * (docs/fluid-model.md); or each loss halves the window at once (Misra 2000).
   */
  readonly losses?: 'recovery' | 'halving';
}

export interface FluidOptions extends FluidChoice {
  /**
   * Local error of each component, relative and in its small unit (one packet); 1e-13 to 0.01, default 1e-6.
   */
  readonly tolerance?: number;
  /** Points of the even grid from 0 to the duration, 2 to 1e6, default 1001. */
  readonly points?: number;
}

export interface FluidSolution extends Pick<FluidModelAnswer, 'until' | 'message' | 'work'> {
  /** s */
  readonly time: Float64Array;
  /** packets */
  readonly queue: Float64Array;
  /** The law's drop or mark probability. */
  readonly probability: Float64Array;
  /** Share of the arrivals that a full buffer refuses. */
  readonly overflow: Float64Array;
  /** packets/s that arrive */
  readonly inflow: Float64Array;
  /** packets/s that leave the link */
  readonly sent: Float64Array;
  /** Mean window of each class, packets. */
  readonly windows: readonly Float64Array[];
  /** The law's own states; the average queue of the RED family is called "avg". */
  readonly law: readonly { readonly name: string; readonly unit: string; readonly values: Float64Array }[];
}

/** One form of the loop transfer function L(j omega). */
export interface FluidLoop extends FluidMargins {
  /** rad/s, evenly spaced on a logarithmic scale. */
  readonly omega: Float64Array;
  readonly re: Float64Array;
  readonly im: Float64Array;
  readonly gainDb: Float64Array;
  /** Degrees, unwrapped. */
  readonly phaseDeg: Float64Array;
}

export interface FluidStability extends Omit<FluidLinear, 'exact' | 'hollot'> {
  readonly exact: FluidLoop | null;
  readonly hollot: FluidLoop | null;
}

export interface FluidBand extends FluidBandAnswer {
  /** rad/s */
  readonly omega: Float64Array;
  /** One-sided power density of the queue, packets^2 / Hz. */
  readonly spectrum: Float64Array;
}

export interface FluidModel extends Pick<FluidModelAnswer, 'rest' | 'rests' | 'response' | 'outlook'> {
  readonly band: FluidBand | null;
  readonly solution: FluidSolution;
  readonly stability: FluidStability | null;
}

export interface FluidResult extends Omit<FluidLaneAnswer, 'model'> {
  readonly label: string;
  readonly aqm: string;
  readonly model: FluidModel | null;
}

/**
 * A quantity of a lane that a map varies: a knob of the scenario, or "params.<name>" for a parameter of the
 * AQM.
 */
export type MapKnob = KnobName | `params.${string}`;

export interface MapAxis {
  /**
   * flows: number of TCP flows; rtt: s, without queueing; rate: bit/s; buffer: packets; load: unresponsive
   * share of the rate.
   */
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

/** The value of cell (i, j), with x at i and y at j, is at j * x.length + i. NaN if there is no value. */
export interface StabilityMap {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Real part of the rightmost root, 1/s; if it is positive, the equilibrium is unstable. */
  readonly growth: Float64Array;
  /** Degrees. */
  readonly phaseMargin: Float64Array;
  /** Queue at the equilibrium, packets. */
  readonly queue: Float64Array;
  /** Index in REST_KINDS; 255 if the lane is refused there. */
  readonly kind: Uint8Array;
}

export interface HopfRequest {
  readonly lane: LaneScenario;
  readonly knob: MapKnob;
  readonly choice?: FluidChoice;
}

/** Words of CycleBranch.event, by index. */
export const CYCLE_EVENTS = ['none', 'fold', 'doubling', 'torus'] as const;

export interface CurvesRequest {
  readonly lane: LaneScenario;
  readonly x: Omit<MapAxis, 'count'>;
  readonly y: Omit<MapAxis, 'count'>;
  readonly choice?: FluidChoice;
}

export interface CyclesRequest {
  readonly lane: LaneScenario;
  readonly along: Omit<MapAxis, 'count'>;
  readonly choice?: FluidChoice;
}

export type DesignRule = 'red' | 'pi';
