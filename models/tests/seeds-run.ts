/**
 * Runs of scenarios with several seeds in this thread, and values of the fluid model, in the form that
 * expressions of stories use.
 */
import { lanes as laneScenarios, type Scenario } from '../src/index.ts';
import { needsOf, type Asked, type Expression, type Lanes, type Modelled } from '../src/stories/index.ts';
import { callsOf } from '../src/stories/index.ts';
import type { LaneScenario, RunResult } from '../../wasm/src/types.ts';
import type { loadEngine } from '../../wasm/src/node.ts';

type LocalEngine = Awaited<ReturnType<typeof loadEngine>>;

const AT_ONCE = 1e9;
const BINS = 4000;

export function createRuns(engine: LocalEngine) {
  const known = new Map<string, RunResult>();
  const run = (lane: LaneScenario): RunResult => {
    const key = JSON.stringify({ ...lane, label: '' });
    const found = known.get(key);
    if (found !== undefined) return found;
    const open = engine.open(lane, { bins: BINS });
    while (!open.advance(AT_ONCE));
    const result = open.result();
    open.close();
    known.set(key, result);
    return result;
  };
  const model = (lane: LaneScenario, wanted: ReadonlySet<string | null>): Modelled | undefined => {
    if (!wanted.has('fluid') && !wanted.has('hopf')) return undefined;
    const { model: solved } = engine.fluid(lane);
    const root = solved?.stability?.roots[0];
    const phaseMargin = solved?.stability?.exact?.phaseMargin;
    const hopf = (knob: 'rtt' | 'flows') => engine.hopf({ lane, knob }).value ?? NaN;
    return {
      ...(solved != null && { queue: solved.rest.queue }),
      ...(phaseMargin != null && { phaseMargin }),
      ...(root !== undefined && { root }),
      ...(wanted.has('hopf') && { hopf: { rtt: hopf('rtt'), flows: hopf('flows') } }),
    };
  };
  return (document: Scenario, count: number, expressions: readonly Expression[]): readonly Lanes[] => {
    const wanted = new Set(expressions.flatMap(callsOf).map(needsOf));
    const all = laneScenarios(document);
    const models = all.map((lane) => model(lane, wanted));
    return Array.from({ length: count }, (_, k) =>
      all.map((lane, i): Asked => {
        const info = engine.catalogue.find(({ id }) => id === lane.aqm.id);
        const solved = models[i];
        return {
          lane,
          run: run({ ...lane, seed: lane.seed + k }),
          states: (info?.states ?? []).map(({ name }) => name),
          ...(solved !== undefined && { model: solved }),
        };
      }),
    );
  };
}
