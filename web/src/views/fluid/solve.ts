/** The fluid view's requests to the engine: the model of each lane, a map, and the loss of stability. */
import type { Client } from '../../../../wasm/src/client.ts';
import type {
  CycleDiagram,
  CyclesRequest,
  FluidOptions,
  FluidResult,
  HopfCurves,
  HopfPoint,
  HopfRequest,
  MapRequest,
  StabilityMap,
} from '../../../../wasm/src/fluid-types.ts';
import type { JobOptions, LaneScenario } from '../../../../wasm/src/types.ts';
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
const requestKey = (request: MapRequest | HopfRequest | CyclesRequest): string =>
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

export type HopfRun = Resource<HopfRequest, HopfPoint>;

export const createHopfRun = (client: Pick<Client, 'ask'>): HopfRun =>
  createResource<HopfRequest, HopfPoint>({
    key: requestKey,
    compute: (request, { signal }) => client.ask('hopf', request, { signal }),
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
