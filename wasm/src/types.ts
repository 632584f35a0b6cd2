/**
 * What crosses the border of the engine. Everything here is plain data: it can be posted to a worker, and every column of
 * numbers is transferred, never viewed on the heap (house rule 8). Units are SI throughout.
 */
import type { MetricName, RecordedName, RowMetricName } from '../../models/src/generated/facts.ts';
import type { ProgramStop, ProgramStops } from '../../models/src/program/stops.ts';
import type { Part } from '../../models/src/program/tree.ts';
import type { AqmInfo, LaneScenario, LinkInfo, ParamIssue, Params } from '../../models/src/types.ts';
import type { Design, DesignRule, FluidOptions, FluidResult, HopfPoint, HopfRequest } from './fluid-types.ts';

export type { MetricName, ProgramStops, RowMetricName };

export type Fate = 'accepted' | 'marked' | 'early' | 'forced' | 'overflow';
/** Index in a `fate` column to its meaning. */
export const FATES: readonly Fate[] = ['accepted', 'marked', 'early', 'forced', 'overflow'];

/** Every parameter after defaults, and what the scheme computes from them. */
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
  /** Sampled at `points` places, at most 100000, plus both sides of every knot. */
  readonly points: number;
  readonly xMax?: number;
}
/** p_b of one curve at x, in a state in catalogue order. */
export type CurveLaw = (x: number, state?: CurveRequest['state']) => number;
export interface Curve {
  readonly x: Float64Array;
  readonly p: Float64Array;
}

/** Something that is wrong with the text of a program, or hardly meant; places in bytes. */
export interface ProgramFault {
  readonly from: number;
  readonly length: number;
  readonly line: number;
  readonly column: number;
  readonly found: string;
  readonly rule: string;
  readonly advice: string;
}
/** What a program's text is: with a fault it does not run. */
export interface ProgramInfo {
  readonly scheme: AqmInfo;
  readonly faults: readonly ProgramFault[];
  readonly warnings: readonly ProgramFault[];
  /** Of each word its place and its length in bytes, and what it is. */
  readonly marks: readonly (number | string)[];
  /** Without a fault: its tree. */
  readonly tree: Part;
  /** Where a reader of one decision stops; `ProgramStops` counts them. */
  readonly stops: readonly ProgramStop[];
}
/** A word that the language of programs gives. */
export interface ProgramWord {
  readonly name: string;
  readonly kind: 'keyword' | 'reading' | 'function';
  readonly unit: string;
  readonly signature: string;
  /** Of a reading: events that have it. */
  readonly when: string;
  readonly help: string;
}

/** What every module of the engine can do, synchronous, in whichever thread it is. The page's own copy serves curves and checks. */
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
  /** The same at many places: what they have in common is encoded once. */
  curveLaw(request: Omit<CurveRequest, 'points' | 'xMax' | 'state'>): CurveLaw;
}

/** What the module of the fluid model can do. */
export interface FluidEngine extends Engine {
  /** The fluid model of a lane; a lane without one is not an error. */
  fluid(lane: LaneScenario, options?: FluidOptions): FluidResult;
  /** Where stability is lost along a quantity; that there is no such place is not an error. */
  hopf(request: HopfRequest): HopfPoint;
  /** What a rule of the literature would set; throws an EngineError where it does not apply. */
  design(lane: LaneScenario, rule: DesignRule): Design;
}

/** null where nothing was observed. */
export type Metrics = Readonly<Record<MetricName, number | null>>;

/**
 * What was recorded (models/src/generated/facts.ts says what each column is). Entry i of each column describes
 * [i * binSeconds, (i + 1) * binSeconds).
 */
export interface Overview extends Readonly<Record<RecordedName, Float64Array>> {
  readonly binSeconds: number;
  readonly bins: number;
  /** One column a state variable, in catalogue order: its value at the end of the interval. */
  readonly state: readonly Float64Array[];
  /** One column a flow whose window was asked for, packets at the end of the interval; NaN while it sends nothing. */
  readonly windows: readonly Float64Array[];
  /** The same: what its sender does then, an index into the phases of its congestion control (CONTROLS). */
  readonly phases: readonly Float64Array[];
}

/** Drops and marks as dots; every `thinning`-th is kept. */
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
  /** Of an arrival, the random number that decides against a probability; else NaN. */
  readonly drawn: Float64Array;
  readonly state: readonly Float64Array[];
  readonly truncated: boolean;
}

export type RowMetrics = Readonly<Record<RowMetricName, number | null>>;

/** What was measured and recorded at one link. */
export interface LinkResult {
  readonly metrics: Metrics;
  readonly overview: Overview;
  readonly dots: Dots;
}

/** Its metrics and its recording are those of the link that the document observes. */
export interface RunResult extends LinkResult {
  readonly label: string;
  readonly aqm: string;
  /** Of a program: they describe its states. */
  readonly params?: Params;
  readonly seed: number;
  /** Every link of the path, in its order. */
  readonly links: readonly LinkResult[];
  /** Every row of traffic, in the order of the document. */
  readonly rows: readonly RowMetrics[];
  /** Every flow, where that was asked for; else empty. */
  readonly flows: readonly RowMetrics[];
  /** Of the events at all links; 16 hexadecimal digits. */
  readonly digest: string;
  readonly flowGoodputs: Float64Array;
  readonly events: number;
}

/** How far a run has come: bins and dots of the link that the document observes, so that its picture can begin before it is whole. */
export type RunPart = Pick<RunResult, 'aqm' | 'params' | 'overview' | 'dots'>;

export interface Progress {
  /** Simulated seconds done and to do. */
  readonly done: number;
  readonly total: number;
}

export interface JobOptions {
  /** Cancels: the promise rejects with an AbortError and the worker is free again within a slice. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** What there is of a run that was asked for in parts: soon after it has begun, then ever less often. */
  readonly onPart?: (part: RunPart) => void;
}

/** The engine refused its input: the caller skipped validation. */
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
