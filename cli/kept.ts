/**
 * Stored runs, which need not be repeated: one file each, named by everything that determines the result (the
 * lane with its seed, and the engine). A file is written beside its place and then moved there, so that an
 * interruption leaves complete files only.
 */
import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { without } from '../models/src/path.ts';
import { BINS, figuresOf, type Figures } from '../models/src/papers/index.ts';
import type { AqmInfo, LaneScenario, RunResult } from '../wasm/src/types.ts';
import { makeFolder } from './folder.ts';

/** The stored part of one run: its digest and the metrics that papers use. */
export interface KeptRun {
  readonly digest: string;
  readonly figures: Figures;
}

/** The engine of a run: the hash of its module. */
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

  /**
   * Equal lanes with equal seeds have equal names, whichever paper or reading uses them; the label has no
   * influence.
   */
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

/** The stored part of a run. `states` are those of its discipline. */
export const keptOf = (result: RunResult, lane: LaneScenario, states: AqmInfo['states']): KeptRun => ({
  digest: result.digest,
  figures: figuresOf(result, lane, states),
});
