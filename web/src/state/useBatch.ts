/** Runs that a view makes for itself: over the workers, with progress, until they are done or somebody ends them. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { LaneScenario, RunResult } from '../../../wasm/src/types.ts';
import { useApp } from './context.ts';

export interface Batch {
  /** Runs done and to do; null: nothing is under way. */
  readonly progress: readonly [number, number] | null;
  readonly failed: string | null;
  /** Gives every lane's run to `each`, and calls `done` after the last. */
  readonly start: (
    lanes: readonly LaneScenario[],
    each: (index: number, run: RunResult) => void,
    done: () => void,
  ) => void;
  readonly cancel: () => void;
}

/** `bins`: intervals of the recordings. */
export function useBatch(bins: number): Batch {
  const { client } = useApp();
  const [progress, setProgress] = useState<readonly [number, number] | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const cancel = useCallback(() => {
    abort.current?.abort();
    setProgress(null);
  }, []);
  const start = useCallback<Batch['start']>(
    (lanes, each, done) => {
      abort.current?.abort();
      const controller = new AbortController();
      abort.current = controller;
      const { signal } = controller;
      const waiting = lanes.entries();
      let ready = 0;
      setFailed(null);
      setProgress([0, lanes.length]);
      const work = async () => {
        for (const [index, lane] of waiting) {
          const run = await client.ask('run', { lane, bins }, { signal });
          signal.throwIfAborted();
          each(index, run);
          ready += 1;
          setProgress([ready, lanes.length]);
        }
      };
      // One worker stays free for whoever edits.
      Promise.all(Array.from({ length: Math.max(1, client.size - 1) }, work)).then(
        () => {
          setProgress(null);
          done();
        },
        (error: unknown) => {
          if (signal.aborted) return;
          controller.abort();
          setProgress(null);
          setFailed(error instanceof Error ? error.message : String(error));
        },
      );
    },
    [client, bins],
  );
  return { progress, failed, start, cancel };
}
