import { useMemo } from 'react';
import type { Engine, LaneScenario } from '../../../wasm/src/types.ts';
import { useApp } from '../state/context.ts';
import { useSelected, useStore } from '../state/store.ts';
import { differing } from './differing.ts';
import { laneModel, type LaneModel } from './model.ts';
import { memoBy } from '../base/memoBy.ts';

/** The lanes of the present document, before their results arrive. */
export function useModels(): readonly LaneModel[] {
  const { engine, runner } = useApp();
  const asked = useStore(runner.asked);
  return useMemo(() => asked.map((scenario, lane) => laneModel(engine, scenario, lane)), [engine, asked]);
}

/**
 * Names of the parameters that lanes share with different values: the same set while it has the same names.
 */
export function useDiffering(models: readonly LaneModel[]): ReadonlySet<string> {
  const names = useMemo(() => [...differing(models)].join(), [models]);
  return useNames(names);
}

const useNames = (names: string) => useMemo(() => new Set(names.split(',').filter(Boolean)), [names]);

/** The same for the present document, computed once because every lane needs it. */
const differingOf = memoBy((asked: readonly LaneScenario[], engine: Engine) =>
  [...differing(asked.map((one, i) => laneModel(engine, one, i)))].join(),
);

/**
 * The model of one lane and the names that differ from other lanes; the component renders only when these
 * change.
 */
export function useModel(lane: number): readonly [LaneModel | null, ReadonlySet<string>] {
  const { engine, runner } = useApp();
  const scenario = useSelected(runner.asked, (asked) => asked[lane]);
  const names = useSelected(runner.asked, (asked) => differingOf(asked, engine));
  return [scenario === undefined ? null : laneModel(engine, scenario, lane), useNames(names)];
}
