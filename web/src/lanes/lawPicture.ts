/**
 * The numbers of the picture of a law (models/src/law-picture.ts): its formulas over a lane's parameters and the
 * recorded states of its run.
 */
import type { LawPicture, Recorded } from '../../../models/src/law-picture.ts';
import { evaluate, readFormula, type Expression } from '../../../models/src/stories/expression.ts';
import type { Overview, RunResult } from '../../../wasm/src/types.ts';
import type { LaneModel } from './model.ts';
import { binAt } from './quantities.ts';
import { memoBy } from '../base/memoBy.ts';

/** Seconds over which recorded values are averaged, as in cloud.ts. */
const WINDOW = 0.5;

type Names = (name: string) => number;

const read = new Map<string, Expression>();
/** The value of a formula; NaN where one of its names has none. */
export function valueOf(formula: string, names: Names): number {
  const known = read.get(formula) ?? readFormula(formula);
  read.set(formula, known);
  return evaluate(known, () => NaN, names);
}

/** Parameters after defaults, and the link: values that do not change while a lane runs. */
export function given({ resolved, link }: LaneModel): Names {
  const constants: Readonly<Record<string, number>> = {
    capacity: link.rate / (8 * link.packetSize),
    buffer: link.buffer,
  };
  return (name) => {
    const param = resolved.params[name];
    return typeof param === 'number' ? param : (constants[name] ?? NaN);
  };
}

/** Means of a column over the half second that ends with each of its entries. */
function trailing(column: ArrayLike<number>, each: number): Float64Array {
  const out = new Float64Array(column.length);
  for (let i = 0; i < column.length; ++i) {
    const from = Math.max(0, i + 1 - each);
    let sum = 0;
    for (let k = from; k <= i; ++k) sum += column[k] ?? NaN;
    out[i] = sum / (i + 1 - from);
  }
  return out;
}

/** The recorded values of one lane, by name, as means over half a second. */
class Recording {
  readonly each: number;
  readonly overview: Overview;
  private readonly model: LaneModel;
  private readonly columns = new Map<string, Float64Array | null>();

  constructor(model: LaneModel, { overview }: RunResult) {
    this.model = model;
    this.overview = overview;
    this.each = Math.max(1, Math.round(WINDOW / overview.binSeconds));
  }

  /** The values of the names at the end of a bin; `fixed` first. */
  at(bin: number, fixed: Names): Names {
    return (name) => {
      const value = fixed(name);
      return Number.isNaN(value) ? (this.column(name)?.[bin] ?? NaN) : value;
    };
  }

  private column(name: string): Float64Array | null {
    const known = this.columns.get(name);
    if (known !== undefined) return known;
    const found = this.raw(name);
    const made = found === null ? null : trailing(found, this.each);
    this.columns.set(name, made);
    return made;
  }

  private raw(name: string): Float64Array | null {
    const state = this.overview.state[this.model.info.states.findIndex((one) => one.name === name)];
    if (state !== undefined) return state;
    return Object.hasOwn(RAW, name)
      ? RAW[name as Recorded](this.overview, given(this.model)('capacity'))
      : null;
  }
}

const RAW: Readonly<Record<Recorded, (overview: Overview, capacity: number) => Float64Array>> = {
  queue: ({ queue_mean }) => queue_mean,
  delay: ({ queue_mean }, capacity) => queue_mean.map((packets) => packets / capacity),
  accepted: (o) =>
    o.arrivals.map(
      (all, i) =>
        (all - (o.drops_early[i] ?? 0) - (o.drops_forced[i] ?? 0) - (o.drops_overflow[i] ?? 0)) /
        o.binSeconds,
    ),
  signals: (o) =>
    o.drops_early.map((early, i) => (early + (o.drops_forced[i] ?? 0) + (o.marks[i] ?? 0)) / o.binSeconds),
};

const recordingOf = memoBy((result: RunResult, model: LaneModel) => new Recording(model, result));

type Plot = LawPicture['plots'][number];
type Mark = Plot['marks'][number];

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** The place of a mark at the end of a bin; null if it had none. */
function placeIn(recording: Recording, fixed: Names, plot: Plot, mark: Mark, bin: number): Place | null {
  const names = recording.at(bin, fixed);
  if (mark.when !== undefined && !(valueOf(mark.when, names) > 1 - 1e-9)) return null;
  const place = { x: valueOf(plot.x.of, names), y: valueOf(mark.of, names) };
  return Number.isFinite(place.x) && Number.isFinite(place.y) ? place : null;
}

/** The place of a mark at a time: the mean of the half second before it. */
export function placeAt(model: LaneModel, result: RunResult, plot: Plot, mark: Mark, time: number) {
  const recording = recordingOf(result, model);
  const bin = binAt(recording.overview, time);
  return bin + 1 < recording.each ? null : placeIn(recording, given(model), plot, mark, bin);
}

/** The places of every whole half second, by x. */
export function placesOf(model: LaneModel, result: RunResult, plot: Plot, mark: Mark): readonly Place[] {
  const recording = recordingOf(result, model);
  const fixed = given(model);
  const count = Math.floor(recording.overview.bins / recording.each);
  return Array.from({ length: count }, (_, k) =>
    placeIn(recording, fixed, plot, mark, (k + 1) * recording.each - 1),
  )
    .filter((place) => place !== null)
    .sort((a, b) => a.x - b.x);
}
