/** What this view knows beyond the page: solutions, the map and its axes, how lanes become models. Not part of the document. */
import type { Design, FluidChoice, FluidOptions, MapAxis, MapKnob } from '../../../wasm/src/fluid-types.ts';
import type { App } from '../state/app.ts';
import { createStore, type Store } from '../state/store.ts';
import { laneModel } from '../views/compare/lanesModel.ts';
import { defaultRange, knobsOf, scaleOf, type Knob } from './knobs.ts';
import { createHopfRun, type HopfRun } from './hopfRun.ts';
import { createMapRun, type MapRun } from './mapRun.ts';
import { createSolver, type Solver } from './solve.ts';

export type Settings = Required<FluidChoice> & { readonly tolerance: number };
export const DEFAULT_SETTINGS: Settings = {
  form: 'continuous',
  delay: 'explicit',
  drops: 'effective',
  windows: 'mean',
  clock: 'round_trip',
  losses: 'recovery',
  tolerance: 1e-6,
};

export type Side = 'x' | 'y';
export interface Axes {
  readonly x: MapKnob;
  readonly y: MapKnob;
}

export interface AppliedDesign {
  readonly design: Design;
  readonly lane: number;
}

export interface FluidState {
  readonly solver: Solver;
  readonly mapRun: MapRun;
  readonly hopfRun: HopfRun;
  readonly settings: Store<Settings>;
  readonly axes: Store<Axes>;
  /** The last design that was asked for, while it is the lane's own. */
  readonly applied: Store<AppliedDesign | null>;
  /** The knobs of the map's lane with the range of each axis; null while there is no model of it. */
  readonly board: Store<Board | null>;
  /** The quantity along which a loss of stability is searched, by its id. */
  setAlong(id: string): void;
  setRange(side: Side, range: readonly [number, number] | null): void;
  /** Keeps everything up to date until what it gives is called. */
  attach(): () => void;
}

export interface Board {
  readonly lane: number;
  readonly knobs: readonly Knob[];
  readonly x: BoardAxis;
  readonly y: BoardAxis;
  /** Along which a loss of stability is searched. */
  readonly along: Knob;
}
export interface BoardAxis {
  readonly knob: Knob;
  readonly range: readonly [number, number];
  /** Typed, not the default. */
  readonly own: boolean;
}

export const optionsOf = ({ tolerance, ...choice }: Settings): FluidOptions => ({ ...choice, tolerance });

const known = new WeakMap<App, FluidState>();

/** The same for the same page, however often the view is opened. */
export function fluidStateOf(app: App): FluidState {
  const found = known.get(app);
  if (found !== undefined) return found;
  const made = createFluidState(app);
  known.set(app, made);
  return made;
}

export function createFluidState(app: App): FluidState {
  const solver = createSolver(app.client);
  const mapRun = createMapRun(app.client);
  const hopfRun = createHopfRun(app.client);
  const along = createStore<string>('flows');
  const settings = createStore(DEFAULT_SETTINGS);
  const axes = createStore<Axes>({ x: 'flows', y: 'rtt' });
  const applied = createStore<AppliedDesign | null>(null);
  const board = createStore<Board | null>(null);
  /** Typed ranges, and default ones, which stay while the present value is inside: a map does not move under the pointer. */
  const ranges = createStore<ReadonlyMap<string, { range: readonly [number, number]; own: boolean }>>(
    new Map(),
  );

  const rangeOf = (lane: number, aqm: string, knob: Knob): BoardAxis => {
    const key = `${lane} ${aqm} ${knob.id}`;
    const held = ranges.get().get(key);
    const inside =
      held !== undefined &&
      (held.own ||
        knob.present === null ||
        (knob.present >= held.range[0] && knob.present <= held.range[1] && held.range[0] >= knob.limits[0]));
    if (inside) return { knob, ...held };
    const fresh = { range: defaultRange(knob), own: false };
    ranges.set(new Map(ranges.get()).set(key, fresh));
    return { knob, ...fresh };
  };

  const axisOf = ({ knob, range }: BoardAxis): MapAxis => ({
    knob: knob.id,
    from: range[0],
    to: range[1],
    count: 2,
    scale: scaleOf(range),
  });

  const clearBoard = () => {
    board.set(null);
    mapRun.clear();
    hopfRun.clear();
  };

  /** Map and search follow their lane's model, which knows the round trip. */
  const followMap = () => {
    const { lane } = app.view.get();
    const solved = solver.lanes.get()[lane];
    if (solved === undefined) return;
    if (solved.status === 'running') return;
    const fluid = solved.status === 'failed' ? null : solved.result?.model;
    if (fluid === undefined || fluid === null) {
      clearBoard();
      return;
    }
    const knobs = knobsOf(laneModel(app.engine, solved.scenario, lane), fluid);
    const pick = (id: MapKnob, not: MapKnob | null, otherwise: readonly MapKnob[]): Knob | undefined =>
      [id, ...otherwise].flatMap((wanted) =>
        wanted === not ? [] : knobs.filter((knob) => knob.id === wanted && knob.present !== null),
      )[0];
    const chosen = axes.get();
    const x = pick(chosen.x, null, ['flows', 'rate']);
    const y = pick(chosen.y, x?.id ?? null, ['rtt', 'rate', 'buffer']);
    if (x === undefined || y === undefined) {
      clearBoard();
      return;
    }
    const aqm = solved.scenario.aqm.id;
    const wanted = along.get();
    const next: Board = {
      lane,
      knobs,
      x: rangeOf(lane, aqm, x),
      y: rangeOf(lane, aqm, y),
      along: knobs.find(({ id, present }) => id === wanted && present !== null) ?? x,
    };
    board.set(next);
    const { form, delay, drops, windows, clock, losses } = settings.get();
    const choice = { form, delay, drops, windows, clock, losses };
    mapRun.show({ lane: solved.scenario, x: axisOf(next.x), y: axisOf(next.y), choice });
    hopfRun.show({ lane: solved.scenario, knob: next.along.id, choice });
  };

  const followLanes = () => {
    const scenarios = app.runner.runs.get().map(({ scenario }) => scenario);
    const last = applied.get();
    if (last !== null && !isStill(last, scenarios[last.lane]?.aqm)) applied.set(null);
    solver.show(scenarios, optionsOf(settings.get()));
  };

  let users = 0;
  let stops: readonly (() => void)[] = [];
  const isBusy = () =>
    solver.lanes.get().some(({ status }) => status === 'running') ||
    [mapRun.state, hopfRun.state].some((state) => state.get().status === 'running');

  return {
    solver,
    mapRun,
    hopfRun,
    settings,
    axes,
    applied,
    board,
    setAlong: (id) => along.set(id),
    setRange: (side, range) => {
      const now = board.get();
      if (now === null) return;
      const aqm = app.runner.runs.get()[now.lane]?.scenario.aqm.id ?? '';
      const key = `${now.lane} ${aqm} ${now[side].knob.id}`;
      const next = new Map(ranges.get());
      if (range === null) next.delete(key);
      else next.set(key, { range, own: true });
      ranges.set(next);
      followMap();
    },
    attach: () => {
      users += 1;
      if (users === 1) {
        stops = [
          app.runner.runs.subscribe(followLanes),
          settings.subscribe(followLanes),
          solver.lanes.subscribe(followMap),
          app.view.subscribe(followMap),
          axes.subscribe(followMap),
          along.subscribe(followMap),
          app.pending.add(isBusy),
        ];
        followLanes();
        followMap();
      }
      return () => {
        users -= 1;
        if (users > 0) return;
        stops.forEach((stop) => stop());
        stops = [];
        solver.stop();
        mapRun.clear();
        hopfRun.clear();
      };
    },
  };
}

/** Whether the lane's scheme still has what the design gave it. */
function isStill(
  { design }: AppliedDesign,
  aqm: { readonly id: string; readonly params: Readonly<Record<string, unknown>> } | undefined,
): boolean {
  return (
    aqm?.id === design.aqm &&
    Object.entries(design.params).every(([name, value]) => aqm.params[name] === value)
  );
}
