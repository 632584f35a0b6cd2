/**
 * All questions to a worker. Each entry has the question's input and answer, its module, and how the engine
 * answers it. Client, pool and worker pass on any question listed here.
 */
import type { LocalEngine, OpenRun, Sliced } from './engine.ts';
import type {
  Design,
  DesignRule,
  FluidOptions,
  FluidResult,
  CycleDiagram,
  CurvesRequest,
  CyclesRequest,
  HopfCurves,
  HopfPoint,
  HopfRequest,
  MapRequest,
} from './fluid-types.ts';
import type { LaneScenario, PacketWindow, ProgramStops, RunPart, RunResult } from './types.ts';

/** The job, as its answer function sees it. */
export interface Task {
  /** Whether the answer is no longer needed; an answer given afterwards is ignored. */
  readonly cancelled: boolean;
  /**
   * Advances a computation in slices to its end, or until it is cancelled. `part` reads the partial result.
   */
  drive(work: Sliced, part?: () => RunPart): Promise<void>;
}

interface Question<In, Out> {
  readonly module: 'packets' | 'fluid';
  /** Work of some milliseconds is finished before a cancel is read; longer work has to ask its task. */
  readonly answer: (engine: LocalEngine, input: In, task: Task) => Out | Promise<Out>;
}

/** A cancelled run has no result. */
type Cancelled = undefined;

function question<In, Out>(module: Question<In, Out>['module'], answer: Question<In, Out>['answer']) {
  return { module, answer };
}

async function driven<Out>(
  engine: LocalEngine,
  run: OpenRun,
  task: Task,
  read: () => Out,
  part?: () => RunPart,
): Promise<Out | Cancelled> {
  await task.drive(run, part);
  const answer = task.cancelled ? undefined : read();
  run.close();
  engine.trim();
  return answer;
}

export const QUESTIONS = {
  /**
   * A lane. `bins`: resolution of the overview; absent: the engine's default. `flows`: also measures each
   * flow. `windows`: flows whose congestion windows are recorded. `parts`: reports partial results during the
   * run.
   */
  run: question<
    {
      readonly lane: LaneScenario;
      readonly bins?: number;
      readonly flows?: boolean;
      readonly windows?: readonly number[];
      readonly parts?: boolean;
    },
    RunResult | Cancelled
  >('packets', (engine, { lane, parts = false, ...record }, task) => {
    const run = engine.open(lane, record);
    return driven(engine, run, task, () => run.result(), parts ? () => run.part() : undefined);
  }),
  /** Runs a lane again, up to `to` only, and records every packet of [from, to], s. */
  window: question<
    { readonly lane: LaneScenario; readonly from: number; readonly to: number },
    PacketWindow | Cancelled
  >('packets', (engine, { lane, from, to }, task) => {
    const run = engine.open(lane, { bins: 1, from, to });
    return driven(engine, run, task, () => run.window());
  }),
  /** Runs a lane with a program again up to a time, and records the program's steps at that time. */
  stops: question<{ readonly lane: LaneScenario; readonly at: number }, ProgramStops | Cancelled>(
    'packets',
    (engine, { lane, at }, task) => {
      const run = engine.open(lane, { bins: 1, stopsAt: at });
      return driven(engine, run, task, () => run.stops());
    },
  ),
  fluid: question<{ readonly lane: LaneScenario; readonly options?: FluidOptions }, FluidResult | Cancelled>(
    'fluid',
    async (engine, { lane, options }, task) => {
      const model = engine.openFluid(lane, options);
      await task.drive(model);
      return task.cancelled ? undefined : model.result();
    },
  ),
  /** The parameters that a design rule gives for a lane. */
  design: question<{ readonly lane: LaneScenario; readonly rule: DesignRule }, Design>(
    'fluid',
    (engine, { lane, rule }) => engine.design(lane, rule),
  ),
  hopf: question<HopfRequest, HopfPoint | Cancelled>('fluid', async (engine, request, task) => {
    const search = engine.openHopf(request);
    await task.drive(search);
    return task.cancelled ? undefined : search.result();
  }),
  curves: question<CurvesRequest, HopfCurves | Cancelled>('fluid', async (engine, request, task) => {
    const search = engine.openCurves(request);
    await task.drive(search);
    return task.cancelled ? undefined : search.result();
  }),
  cycles: question<CyclesRequest, CycleDiagram | Cancelled>('fluid', async (engine, request, task) => {
    const search = engine.openCycles(request);
    await task.drive(search);
    return task.cancelled ? undefined : search.result();
  }),
  /** One row of a stability map with the given `y`: four numbers for each cell. */
  mapRow: question<
    { readonly request: MapRequest; readonly x: readonly number[]; readonly y: number },
    Float64Array<ArrayBuffer> | Cancelled
  >('fluid', async (engine, { request, x, y }, task) => {
    const row = engine.openMapRow(request, x, y);
    await task.drive(row);
    return task.cancelled ? undefined : row.result();
  }),
};

type Questions = typeof QUESTIONS;
export type QuestionName = keyof Questions;
export type InputOf<K extends QuestionName> = Parameters<Questions[K]['answer']>[1];
export type AnswerOf<K extends QuestionName> = Exclude<
  Awaited<ReturnType<Questions[K]['answer']>>,
  Cancelled
>;

/**
 * The answer to one question. Question and answer always belong together, which a union of names cannot
 * express.
 */
export function answerTo<K extends QuestionName>(
  name: K,
  engine: LocalEngine,
  input: InputOf<K>,
  task: Task,
): AnswerOf<K> | Cancelled | Promise<AnswerOf<K> | Cancelled> {
  const { answer } = QUESTIONS[name] as unknown as Question<InputOf<K>, AnswerOf<K> | Cancelled>;
  return answer(engine, input, task);
}
