/**
 * The data at the border of the engine. Everything here is plain data: it can be posted to a worker, and
 * every column of numbers is transferred and never a view of the heap (house rule 8). Units are SI
 * throughout.
 */
import type { MetricName, RecordedName, RowMetricName } from '../../models/src/generated/facts.ts';
import type { ProgramStop, ProgramStops } from '../../models/src/program/stops.ts';
import type { Part } from '../../models/src/program/tree.ts';
import type { AqmInfo, LaneScenario, LinkInfo, ParamIssue, Params } from '../../models/src/types.ts';
import type {
  CurvesRequest,
  CycleDiagram,
  CyclesRequest,
  Design,
  DesignRule,
  FluidOptions,
  FluidResult,
  HopfCurves,
  HopfPoint,
  HopfRequest,
} from './fluid-types.ts';

export type { MetricName, ProgramStops, RowMetricName };

export type Fate = 'accepted' | 'marked' | 'early' | 'forced' | 'overflow';
/** The meaning of each index in a `fate` column. */
export const FATES: readonly Fate[] = ['accepted', 'marked', 'early', 'forced', 'overflow'];

/** Every parameter with defaults, and the values that the scheme computes from them. */
export interface ResolvedAqm {
  readonly params: Params;
  readonly computed: readonly { readonly name: string; readonly unit: string; readonly value: number }[];
}

export interface CurveRequest {
  readonly aqm: string;
  readonly params: Params;
  readonly link: LinkInfo;
  readonly which: number;
  /** State in catalogue order; absent: the initial state. */
  readonly state?: readonly number[] | Float64Array;
  /** Sampled at `points` positions, at most 100000, and at both sides of every knot. */
  readonly points: number;
  readonly xMax?: number;
}
/** p_b of one curve at x, for a state in catalogue order. */
export type CurveLaw = (x: number, state?: CurveRequest['state']) => number;
export interface Curve {
  readonly x: Float64Array;
  readonly p: Float64Array;
}

/** An error or a warning about the text of a program; places in bytes. */
export interface ProgramFault {
  readonly from: number;
  readonly length: number;
  readonly line: number;
  readonly column: number;
  readonly found: string;
  readonly rule: string;
  readonly advice: string;
}
/** The engine's description of a program's text: with an error the program does not run. */
export interface ProgramInfo {
  readonly scheme: AqmInfo;
  readonly faults: readonly ProgramFault[];
  readonly warnings: readonly ProgramFault[];
  /** For each word its position and its length in bytes, and its kind. */
  readonly marks: readonly (number | string)[];
  /** The program's tree, if it has no errors. */
  readonly tree: Part;
  /** The parts that are recorded for one decision; `ProgramStops` has their indices. */
  readonly stops: readonly ProgramStop[];
}
/** A word of the program language. */
export interface ProgramWord {
  readonly name: string;
  readonly kind: 'keyword' | 'reading' | 'function';
  readonly unit: string;
  readonly signature: string;
  /** For a reading: the events in which it exists. */
  readonly when: string;
  readonly help: string;
}

/**
 * The functions of every module of the engine, synchronous, in any thread. The page's own instance is used
 * for curves and checks.
 */
export interface Engine {
  readonly catalogue: readonly AqmInfo[];
  check(aqm: string, params: Params, link: LinkInfo): ParamIssue[];
  /** Values must have passed `check`. */
  resolve(aqm: string, params: Params, link: LinkInfo): ResolvedAqm;
  curve(request: CurveRequest): Curve;
  program(text: string): ProgramInfo;
  programWords(): readonly ProgramWord[];
  /** p_b of one curve at one x, for the operating point. */
  curveAt(request: Omit<CurveRequest, 'points' | 'xMax'>, x: number): number;
  /** The same at many positions: common values are encoded once. */
  curveLaw(request: Omit<CurveRequest, 'points' | 'xMax' | 'state'>): CurveLaw;
}

/** The functions of the fluid model's module. */
export interface FluidEngine extends Engine {
  /** The fluid model of a lane; a lane without one is not an error. */
  fluid(lane: LaneScenario, options?: FluidOptions): FluidResult;
  /** The value of a quantity at which stability is lost; if there is none, this is not an error. */
  hopf(request: HopfRequest): HopfPoint;
  /** The curves over two quantities along which stability is lost. */
  curves(request: CurvesRequest): HopfCurves;
  /** Rests and limit cycles along one quantity. */
  cycles(request: CyclesRequest): CycleDiagram;
  /**
   * The parameters of a design rule from the literature; throws an EngineError if the rule does not apply.
   */
  design(lane: LaneScenario, rule: DesignRule): Design;
}

/** Null if nothing was observed. */
export type Metrics = Readonly<Record<MetricName, number | null>>;

/**
 * The recorded columns (models/src/generated/facts.ts describes each). Entry i of each column describes [i *
 * binSeconds, (i + 1) * binSeconds).
 */
export interface Overview extends Readonly<Record<RecordedName, Float64Array>> {
  readonly binSeconds: number;
  readonly bins: number;
  /** One column for each state variable, in catalogue order: its value at the end of the interval. */
  readonly state: readonly Float64Array[];
  /**
   * One column for each flow whose window was requested, packets at the end of the interval; NaN while the
   * flow is silent.
   */
  readonly windows: readonly Float64Array[];
  /** For the same flows the sender's phase, an index into the phases of its congestion control (CONTROLS). */
  readonly phases: readonly Float64Array[];
}

/** Drops and marks as dots; every `thinning`-th is recorded. */
export interface Dots {
  readonly time: Float64Array;
  readonly queue: Float64Array;
  readonly fate: Uint8Array;
  readonly thinning: number;
}

/** Every packet event of a window of time. */
export interface PacketWindow {
  readonly from: number;
  readonly to: number;
  readonly time: Float64Array;
  readonly queue: Float64Array;
  /** 0 arrival, 1 mark, 2 early, 3 forced, 4 overflow drop, 5 departure. */
  readonly event: Uint8Array;
  readonly flow: Uint32Array;
  readonly seq: Uint32Array;
  /** For an arrival, the random number that is compared with a probability; otherwise NaN. */
  readonly drawn: Float64Array;
  readonly state: readonly Float64Array[];
  readonly truncated: boolean;
}

export type RowMetrics = Readonly<Record<RowMetricName, number | null>>;

/** The metrics and recordings of one link. */
export interface LinkResult {
  readonly metrics: Metrics;
  readonly overview: Overview;
  readonly dots: Dots;
}

/** Its own metrics and recording are those of the link that the document observes. */
export interface RunResult extends LinkResult {
  readonly label: string;
  readonly aqm: string;
  /** For a program: its parameters, which determine its states. */
  readonly params?: Params;
  readonly seed: number;
  /** Every link of the path, in order. */
  readonly links: readonly LinkResult[];
  /** Every row of traffic, in the order of the document. */
  readonly rows: readonly RowMetrics[];
  /** Every flow, if requested; otherwise empty. */
  readonly flows: readonly RowMetrics[];
  /** The digest of the events at all links; 16 hexadecimal digits. */
  readonly digest: string;
  readonly flowGoodputs: Float64Array;
  readonly events: number;
}

/**
 * The partial result of a run: bins and dots of the link that the document observes, so that its picture can
 * appear before the end.
 */
export type RunPart = Pick<RunResult, 'aqm' | 'params' | 'overview' | 'dots'>;

export interface Progress {
  /** Simulated seconds completed and in total. */
  readonly done: number;
  readonly total: number;
}

export interface JobOptions {
  /** Cancels: the promise rejects with an AbortError, and the worker is free again within a slice. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /**
   * Receives partial results if the run was requested with parts: the first soon after the start, then less
   * and less often.
   */
  readonly onPart?: (part: RunPart) => void;
}

/** The engine refused its input, because the caller skipped validation. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  constructor(
    message: string,
    readonly issues: readonly {
      readonly path: string;
      readonly rule: string;
      readonly value?: number;
    }[] = [],
  ) {
    super(message);
  }
}

export type * from '../../models/src/types.ts';
export type * from './fluid-types.ts';
export { REST_KINDS } from './fluid-types.ts';
