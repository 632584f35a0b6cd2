/**
 * The numbers of a step: its lanes with three seeds, and values of the fluid model if an expression needs
 * them.
 */
import { useEffect, useMemo, useState } from 'react';
import { costOf, infoOf } from '../../../../models/src/index.ts';
import {
  callsOf,
  needsOf,
  type Asked,
  type Expression,
  type Lanes,
  type Modelled,
} from '../../../../models/src/stories/index.ts';
import type { Client } from '../../../../wasm/src/client.ts';
import type { LaneScenario, RunResult } from '../../../../wasm/src/types.ts';
import type { App } from '../../state/app.ts';
import { createResource } from '../../state/resource.ts';
import { scenarioKey } from '../../state/runner.ts';
import { useStore } from '../../state/store.ts';

/** A lane's own seed and two more: usually enough to tell an effect from chance, and soon computed. */
const SEEDS = 3;
/** The number of seeds if three are not enough. */
const MORE_SEEDS = 9;
const BINS = 4000;
const SETTLE_MS = 250;

interface Question {
  readonly lane: LaneScenario;
  readonly hopf: boolean;
}

async function modelOf(client: Client, { lane, hopf }: Question, signal: AbortSignal): Promise<Modelled> {
  const along = async (knob: 'rtt' | 'flows') => (await client.ask('hopf', { lane, knob }, { signal })).value;
  const { model } = await client.ask('fluid', { lane }, { signal });
  const [rtt, flows] = hopf ? await Promise.all([along('rtt'), along('flows')]) : [null, null];
  const root = model?.stability?.roots[0];
  const phaseMargin = model?.stability?.exact?.phaseMargin;
  return {
    ...(model != null && { queue: model.rest.queue }),
    ...(phaseMargin != null && { phaseMargin }),
    ...(root !== undefined && { root }),
    hopf: { ...(rtt !== null && { rtt }), ...(flows !== null && { flows }) },
  };
}

function createOutcomes(client: Client) {
  const runs = createResource<LaneScenario, RunResult>({
    key: scenarioKey,
    settle: SETTLE_MS,
    costly: (lane) => costOf(lane),
    stays: () => false,
    compute: (lane, job) => client.ask('run', { lane, bins: BINS }, job),
  });
  const models = createResource<Question, Modelled>({
    key: ({ lane, hopf }) => `${hopf} ${scenarioKey(lane)}`,
    settle: SETTLE_MS,
    stays: () => false,
    compute: (question, { signal }) => modelOf(client, question, signal),
  });
  return { runs, models };
}

export interface Outcomes {
  /** The lanes of each seed whose runs are complete. */
  readonly seeds: readonly Lanes[];
  /** Whether some requested runs are still missing. */
  readonly working: boolean;
  /** How many seeds are computed, and how many are asked for. */
  readonly computed: number;
  readonly wanted: number;
  /** Whether a verdict may be given: it does not change as further seeds arrive, because none will. */
  readonly settled: boolean;
}

/**
 * Nothing is computed before the answer may be shown; `unclear` says whether the seeds so far are not enough.
 */
export function useOutcomes(
  stage: App,
  page: App,
  expressions: readonly Expression[] | null,
  unclear: (seeds: readonly Lanes[]) => boolean = () => false,
): Outcomes {
  const [{ runs, models }] = useState(() => createOutcomes(page.client));
  const own = useStore(stage.runner.slots);
  const others = useStore(runs.slots);
  const modelled = useStore(models.slots);
  const lanes = useStore(stage.lanes);
  const needs = useMemo(() => new Set((expressions ?? []).flatMap(callsOf).map(needsOf)), [expressions]);

  const found = useMemo(() => {
    if (expressions === null) return { rows: [], working: false, failed: false };
    const slots = [...own, ...others];
    const asModelled = needs.has('fluid') || needs.has('hopf');
    const asked = (slot: (typeof slots)[number] | undefined, lane: number): Asked | null => {
      const model = modelled[lane];
      if (slot?.status !== 'done' || slot.result === null) return null;
      if (asModelled && model?.status !== 'done') return null;
      const info = infoOf(page.engine.catalogue, slot.asked.aqm);
      return {
        lane: slot.asked,
        run: slot.result,
        states: (info?.states ?? []).map(({ name }) => name),
        ...(model?.result != null && { model: model.result }),
      };
    };
    const rows = Array.from({ length: MORE_SEEDS }, (_, k) =>
      lanes.map((_lane, i) => asked(slots[k * lanes.length + i], i)),
    );
    return {
      rows: rows.filter((row) => row.every((lane) => lane !== null)),
      working: [...slots, ...modelled].some(({ status }) => status === 'running'),
      failed: [...slots, ...modelled].some(({ status }) => status !== 'running' && status !== 'done'),
    };
  }, [expressions, own, others, modelled, lanes, needs, page]);
  const { rows, working, failed } = found;
  const wanted = rows.length >= SEEDS && unclear(rows.slice(0, SEEDS)) ? MORE_SEEDS : SEEDS;

  useEffect(() => {
    const more = expressions === null ? [] : lanes;
    runs.show(
      Array.from({ length: wanted - 1 }, (_, k) =>
        more.map((lane) => ({ ...lane, seed: lane.seed + k + 1 })),
      ).flat(),
    );
    const hopf = needs.has('hopf');
    models.show(hopf || needs.has('fluid') ? more.map((lane) => ({ lane, hopf })) : []);
  }, [lanes, expressions, needs, runs, models, wanted]);

  useEffect(() => {
    const over = [page.pending.add(runs.busy), page.pending.add(models.busy)];
    return () => {
      for (const end of over) end();
      runs.show([]);
      models.show([]);
    };
  }, [page, runs, models]);

  // Further seeds count only when all of them are there, so that a verdict does not change back and forth. Where a
  // run has failed or is not begun, they never will be: the verdict is that of the others.
  return useMemo(
    () => ({
      seeds: rows.length < wanted ? rows.slice(0, SEEDS) : rows.slice(0, wanted),
      working,
      computed: Math.min(rows.length, wanted),
      wanted,
      settled: rows.length >= wanted || (failed && !working),
    }),
    [rows, wanted, working, failed],
  );
}
