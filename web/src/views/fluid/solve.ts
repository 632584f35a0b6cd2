/** The fluid view's requests to the engine: the model of each lane, a map, and the loss of stability. */
import type { Client } from '../../../../wasm/src/client.ts';
import { mapBuilder } from '../../../../wasm/src/fluid.ts';
import type {
  CycleDiagram,
  CyclesRequest,
  FluidOptions,
  FluidResult,
  HopfCurves,
  HopfPoint,
  HopfRequest,
  MapKnob,
  MapRequest,
  StabilityMap,
} from '../../../../wasm/src/fluid-types.ts';
import type { JobOptions, LaneScenario } from '../../../../wasm/src/types.ts';
import { modelledAmong, tried, type Modelled } from './nowhere.ts';
import { createResource, type Resource, type Slot } from '../../state/resource.ts';

export interface FluidQuestion {
  readonly scenario: LaneScenario;
  readonly options: FluidOptions;
}
export type FluidLane = Slot<FluidQuestion, FluidResult>;
export type Solver = Resource<FluidQuestion, FluidResult>;

/**
 * The number of times in a solution: one for each hundredth of a second, within limits that can be drawn
 * quickly.
 */
const pointsOf = ({ duration }: LaneScenario): number =>
  Math.min(20_000, Math.max(4000, Math.ceil(duration / 0.01))) + 1;
/** A shorter solution, ms, may finish although its lane has moved on. */
const SHORT_MS = 250;
/** A solution that takes longer, ms, is cancelled; no fluid model should. */
const LIMIT_MS = 20_000;

/** Neither label nor seed influences the solution. */
const nameless = (lane: LaneScenario): LaneScenario => ({ ...lane, label: '', seed: 0 });

export const createSolver = (
  client: Pick<Client, 'ask'>,
  now?: () => number,
  limit: number = LIMIT_MS,
): Solver =>
  createResource(
    {
      key: ({ scenario, options }) => JSON.stringify([nameless(scenario), options]),
      compute: ({ scenario, options }, { signal }) =>
        client.ask(
          'fluid',
          { lane: scenario, options: { ...options, points: pointsOf(scenario) } },
          { signal },
        ),
      mayEnd: (age) => age < SHORT_MS,
      limit,
    },
    now,
  );

export interface Mapped {
  /** The request that `map` answers. */
  readonly request: MapRequest;
  readonly map: StabilityMap;
}
export type MapRun = Resource<MapRequest, Mapped>;

const COARSE = 16;
/** While a slider moves on within this time, ms, no map is computed. */
const SETTLE_MS = 60;

const withCount = (request: MapRequest, count: number): MapRequest => ({
  ...request,
  x: { ...request.x, count },
  y: { ...request.y, count },
});
const requestKey = (request: MapRequest | HopfAsked | CyclesRequest): string =>
  JSON.stringify({ ...request, lane: nameless(request.lane) });

/** First coarse, then with the requested number of cells. */
export const createMapRun = (
  mapOf: (request: MapRequest, job: JobOptions) => Promise<StabilityMap>,
): MapRun =>
  createResource<MapRequest, Mapped>({
    key: requestKey,
    settle: SETTLE_MS,
    compute: async (wanted, job, partial) => {
      if (wanted.x.count > COARSE) {
        const request = withCount(wanted, COARSE);
        partial({ request, map: await mapOf(request, { signal: job.signal }) });
      }
      return { request: wanted, map: await mapOf(wanted, job) };
    },
  });

export interface HopfAsked extends HopfRequest {
  /** Another quantity and its present value, because a row of a map has two quantities. */
  readonly beside: { readonly knob: MapKnob; readonly value: number };
}
export interface HopfFound extends HopfPoint {
  /** If there is no point: the values that have a linear model. */
  readonly modelled: Modelled | null;
}
export type HopfRun = Resource<HopfAsked, HopfFound>;

export const createHopfRun = (client: Pick<Client, 'ask'>): HopfRun =>
  createResource<HopfAsked, HopfFound>({
    key: requestKey,
    compute: async (asked, { signal }) => {
      const { beside, ...request } = asked;
      const point = await client.ask('hopf', request, { signal });
      const x = point.value === null ? tried(point, request.knob) : null;
      if (x === null) return { ...point, modelled: null };
      const { knob, value } = beside;
      const y = { knob, from: value, to: value + 1, count: 2, scale: 'linear' } as const;
      const map: MapRequest = { ...request, x, y };
      const { map: cells, put } = mapBuilder(map);
      put(0, await client.ask('mapRow', { request: map, x: [...cells.x], y: value }, { signal }));
      return { ...point, modelled: modelledAmong([...cells.x], cells.growth) };
    },
    // A result along another quantity must not be shown for this one.
    stays: (old, next) => old.knob === next.knob,
  });

export interface Followed {
  /** The request that `curves` answers. */
  readonly request: MapRequest;
  readonly curves: HopfCurves['curves'];
}
export type CurvesRun = Resource<MapRequest, Followed>;

/** The curves of a map; its number of cells has no effect on them. */
export const createCurvesRun = (client: Pick<Client, 'ask'>): CurvesRun =>
  createResource<MapRequest, Followed>({
    key: (request) => requestKey(withCount(request, 0)),
    settle: SETTLE_MS,
    compute: async (request, { signal }) => ({
      request,
      curves: (await client.ask('curves', request, { signal })).curves,
    }),
  });

export interface Cycles {
  /** The request that `diagram` answers. */
  readonly request: CyclesRequest;
  readonly diagram: CycleDiagram;
}
export type CyclesRun = Resource<CyclesRequest, Cycles>;

export const createCyclesRun = (client: Pick<Client, 'ask'>): CyclesRun =>
  createResource<CyclesRequest, Cycles>({
    key: requestKey,
    settle: SETTLE_MS,
    compute: async (request, job) => ({ request, diagram: await client.ask('cycles', request, job) }),
  });
