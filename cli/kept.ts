/**
 * Runs that need not be run again: a file each, named by what decides its outcome (the lane with its seed, and the engine). A file is
 * written beside its place and then moved there, so that an interruption leaves whole files or none.
 */
import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { observedLink } from '../models/src/chain.ts';
import { without } from '../models/src/path.ts';
import type { Figures } from '../models/src/papers/index.ts';
import type { LaneScenario, RunResult } from '../wasm/src/types.ts';
import { makeFolder } from './folder.ts';

/** Of one run: its digest and the figures that papers ask for. */
export interface KeptRun {
  readonly digest: string;
  readonly figures: Figures;
}

/** Enough to see an empty queue between two trains of packets, few enough to cost nothing. */
export const BINS = 2000;

/** The engine that made a run: the hash of its module. */
export async function engineId(): Promise<string> {
  const text = await readFile(new URL('../wasm/prebuilt/sources.sha256', import.meta.url), 'utf8');
  return /^packets (\w{16})/m.exec(text)?.[1] ?? '';
}

export class KeptRuns<Run extends { readonly digest: string } = KeptRun> {
  private constructor(
    private readonly folder: string,
    private readonly engine: string,
    private readonly bins: number,
  ) {}

  static async open<Run extends { readonly digest: string } = KeptRun>(
    folder: string,
    engine: string,
    bins = BINS,
  ): Promise<KeptRuns<Run>> {
    await makeFolder(folder);
    return new KeptRuns<Run>(folder, engine, bins);
  }

  /** Equal lanes with equal seeds have equal names, whichever paper or reading asks; a label decides nothing. */
  name(lane: LaneScenario): string {
    return createHash('sha256')
      .update(JSON.stringify([this.engine, this.bins, without(lane, 'label')]))
      .digest('hex')
      .slice(0, 32);
  }

  async find(name: string): Promise<Run | undefined> {
    try {
      return JSON.parse(await readFile(this.path(name), 'utf8')) as Run;
    } catch {
      return undefined;
    }
  }

  async keep(name: string, run: Run): Promise<void> {
    const draft = `${this.path(name)}.${process.pid}`;
    await writeFile(draft, JSON.stringify(run));
    await rename(draft, this.path(name));
  }

  private readonly path = (name: string): string => join(this.folder, `${name}.json`);
}

/** What of a run is kept. `average` is the column of the discipline's own average among its states; -1: it has none. */
export function keptOf(result: RunResult, lane: LaneScenario, average: number): KeptRun {
  const { overview, metrics, digest } = result;
  const from = Math.ceil(lane.warmup / overview.binSeconds - 1e-9);
  const measuredBins = (column: Float64Array | undefined) =>
    Array.from(column?.subarray(from, overview.bins) ?? []);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const averages = measuredBins(overview.state[average]).filter((value) => Number.isFinite(value));
  return {
    digest,
    figures: {
      metrics,
      measured: lane.duration - lane.warmup,
      buffer: observedLink(lane).buffer,
      averageMean: averages.length === 0 ? null : mean(averages),
      emptyShare: mean(measuredBins(overview.queue_min).map((queue) => (queue === 0 ? 1 : 0))),
    },
  };
}
