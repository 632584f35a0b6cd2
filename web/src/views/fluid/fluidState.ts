/**
 * The state of this view: solutions, a map, and how lanes become models. All of it follows from the document
 * and the view.
 */
import type { Design, FluidOptions, MapAxis, MapKnob } from '../../../../wasm/src/fluid-types.ts';
import { stabilityMap } from '../../../../wasm/src/stability-map.ts';
import type { LaneScenario } from '../../../../wasm/src/types.ts';
import { laneModel } from '../../lanes/model.ts';
import type { App } from '../../state/app.ts';
import { createStore, derived, follow, type Readable } from '../../state/store.ts';
import type { ViewState } from '../../state/view.ts';
import { defaultRange, isCounted, knobsOf, scaleOf, type Knob } from './knobs.ts';
import {
  createCurvesRun,
  createCyclesRun,
  createHopfRun,
  createMapRun,
  createSolver,
  type CurvesRun,
  type CyclesRun,
  type FluidQuestion,
  type HopfRun,
  type MapRun,
  type Solver,
} from './solve.ts';
import { memoBy } from '../../base/memoBy.ts';

export type Side = 'x' | 'y';

export interface AppliedDesign {
  readonly design: Design;
  readonly lane: number;
  /** The lane that the design was made for. */
  readonly scenario: LaneScenario;
}

export interface FluidState {
  readonly solver: Solver;
  readonly mapRun: MapRun;
  readonly hopfRun: HopfRun;
  readonly curvesRun: CurvesRun;
  readonly cyclesRun: CyclesRun;
  /** Whether the reader has asked for limit cycles: they take seconds. */
  readonly cyclesWanted: Readable<boolean>;
  wantCycles(): void;
  /** The last requested design, while its lane still fits it and has its values. */
  readonly applied: Readable<AppliedDesign | null>;
  /** The quantities of the map's lane with the range of each axis; null while there is no model. */
  readonly board: Readable<Board | null>;
  apply(design: AppliedDesign): void;
  setRange(side: Side, range: readonly [number, number] | null): void;
  /** Keeps everything up to date until the returned function is called. */
  attach(): () => void;
}

export interface Board {
  readonly lane: number;
  readonly scenario: LaneScenario;
  readonly knobs: readonly Knob[];
  readonly x: BoardAxis;
  readonly y: BoardAxis;
  /** Cells of the map along each axis. */
  readonly cells: number;
  /** The quantity along which a loss of stability is searched. */
  readonly along: Knob;
}
export interface BoardAxis {
  readonly knob: Knob;
  readonly range: readonly [number, number];
  /** Whether the reader typed the range. */
  readonly own: boolean;
}

export const choiceOf = ({ form, delay, drops, windows, clock, losses }: ViewState) => ({
  form,
  delay,
  drops,
  windows,
  clock,
  losses,
});
export const optionsOf = (view: ViewState): FluidOptions => ({
  ...choiceOf(view),
  tolerance: view.tolerance,
});

/** One state for each app, however often the view is opened. */
export const fluidStateOf = memoBy((app: App) => createFluidState(app));

function createFluidState(app: App): FluidState {
  const solver = createSolver(app.client);
  const mapRun = createMapRun((request, job) => stabilityMap(app.client, request, job));
  const hopfRun = createHopfRun(app.client);
  const curvesRun = createCurvesRun(app.client);
  const cyclesRun = createCyclesRun(app.client);
  const cyclesWanted = createStore(false);

  const options = derived(() => JSON.stringify(optionsOf(app.view.get())));
  const questions = derived((): readonly FluidQuestion[] => {
    const chosen = JSON.parse(options.get()) as FluidOptions;
    return app.lanes.get().map((scenario) => ({ scenario, options: chosen }));
  });

  const last = createStore<AppliedDesign | null>(null);
  const applied = derived(() => {
    const design = last.get();
    return design !== null && isStill(design, app.lanes.get()[design.lane]) ? design : null;
  });

  const rangeKey = (lane: number, aqm: string, knob: MapKnob) => `${lane}.${aqm}.${knob}`;
  /**
   * A default range stays while the present value is inside, so that a map does not move under the pointer.
   */
  const held = new Map<string, readonly [number, number]>();
  const axisFor = (lane: number, aqm: string, knob: Knob): BoardAxis => {
    const key = rangeKey(lane, aqm, knob.id);
    const typed = app.view.get().ranges[key];
    if (typed !== undefined) {
      held.delete(key);
      return { knob, range: typed, own: true };
    }
    const before = held.get(key);
    const { present, limits } = knob;
    const inside =
      before !== undefined &&
      (present === null || (present >= before[0] && present <= before[1] && before[0] >= limits[0]));
    const range = inside ? before : defaultRange(knob);
    held.set(key, range);
    return { knob, range, own: false };
  };

  /** Map and search follow their lane's model; while it is being solved, they stay. */
  let shown: Board | null = null;
  const board = derived(() => (shown = boardNow(shown)));
  function boardNow(before: Board | null): Board | null {
    const { lane, mapX, mapY, cells, along } = app.view.get();
    const solved = solver.slots.get()[lane];
    if (solved === undefined || solved.status === 'running') return before;
    const fluid = solved.status === 'failed' ? null : (solved.result?.model ?? null);
    if (fluid === null) return null;
    const { scenario } = solved.asked;
    const knobs = knobsOf(laneModel(app.engine, scenario, lane));
    const pick = (id: MapKnob, not: MapKnob | null, otherwise: readonly MapKnob[]): Knob | undefined =>
      [id, ...otherwise].flatMap((wanted) =>
        wanted === not ? [] : knobs.filter((knob) => knob.id === wanted && knob.present !== null),
      )[0];
    const x = pick(mapX, null, ['flows', 'rate']);
    const y = pick(mapY, x?.id ?? null, ['rtt', 'rate', 'buffer']);
    if (x === undefined || y === undefined) return null;
    const { id: aqm } = scenario.aqm;
    return {
      lane,
      scenario,
      knobs,
      x: axisFor(lane, aqm, x),
      y: axisFor(lane, aqm, y),
      cells,
      along: knobs.find(({ id, present }) => id === along && present !== null) ?? x,
    };
  }

  const follows = () => [
    follow(questions, solver.show),
    follow(board, (now) => {
      if (now === null) {
        mapRun.show([]);
        hopfRun.show([]);
        curvesRun.show([]);
        return;
      }
      const { scenario: lane, x, y, cells, along } = now;
      const choice = choiceOf(app.view.get());
      const request = { lane, x: axisOf(x, cells), y: axisOf(y, cells), choice };
      mapRun.show([request]);
      curvesRun.show(isCounted(x.knob) || isCounted(y.knob) ? [] : [request]);
      hopfRun.show([{ lane, knob: along.id, choice }]);
    }),
    follow(
      derived(() => (cyclesWanted.get() ? board.get() : null)),
      (now) => {
        if (now === null || isCounted(now.along)) {
          cyclesRun.show([]);
          return;
        }
        const { scenario: lane, x, y, along: knob } = now;
        const range = [x, y].find((axis) => axis.knob.id === knob.id)?.range ?? defaultRange(knob);
        const along = { knob: knob.id, from: range[0], to: range[1], scale: scaleOf(range) };
        cyclesRun.show([{ lane, along, choice: choiceOf(app.view.get()) }]);
      },
    ),
    app.pending.add(() => [solver, mapRun, hopfRun, curvesRun, cyclesRun].some(({ busy }) => busy())),
  ];

  let users = 0;
  let stops: readonly (() => void)[] = [];
  return {
    solver,
    mapRun,
    hopfRun,
    curvesRun,
    cyclesRun,
    cyclesWanted,
    wantCycles: () => cyclesWanted.set(true),
    applied,
    board,
    apply: last.set,
    setRange: (side, range) => {
      const now = board.get();
      if (now === null) return;
      const key = rangeKey(now.lane, now.scenario.aqm.id, now[side].knob.id);
      const others = Object.entries(app.view.get().ranges).filter(([name]) => name !== key);
      app.look({ ranges: Object.fromEntries(range === null ? others : [...others, [key, range]]) });
    },
    attach: () => {
      users += 1;
      if (users === 1) stops = follows();
      return () => {
        users -= 1;
        if (users > 0) return;
        stops.forEach((stop) => stop());
        stops = [];
        // Results stay cached for the next time the view is opened.
        shown = null;
        [solver, mapRun, hopfRun, curvesRun, cyclesRun].forEach(({ show }) => show([]));
      };
    },
  };
}

const axisOf = ({ knob, range }: BoardAxis, count: number): MapAxis => ({
  knob: knob.id,
  from: range[0],
  to: range[1],
  count,
  scale: scaleOf(range),
});

/** Whether the lane is still the one that the design was made for, with the design's values. */
function isStill({ design, scenario }: AppliedDesign, lane: LaneScenario | undefined): boolean {
  if (lane?.aqm.id !== design.aqm) return false;
  const surroundings = ({ network, traffic }: LaneScenario) => JSON.stringify([network, traffic]);
  return (
    surroundings(lane) === surroundings(scenario) &&
    Object.entries(design.params).every(([name, value]) => lane.aqm.params[name] === value)
  );
}
