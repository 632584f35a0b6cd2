/**
 * Runs that a view starts itself, spread over the workers, with progress, until they are done or cancelled.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { LaneScenario, RunResult } from '../../../wasm/src/types.ts';
import { useApp } from './context.ts';

export interface Batch {
  /** The number of finished runs and of all runs; null: nothing runs. */
  readonly progress: readonly [number, number] | null;
  readonly failed: string | null;
  /** Passes the result of each lane to `each`, and calls `done` after the last. */
  readonly start: (
    lanes: readonly LaneScenario[],
    each: (index: number, run: RunResult) => void,
    done: () => void,
  ) => void;
  readonly cancel: () => void;
}

/** `bins`: the number of intervals in the recordings. */
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
      // One worker stays free for edits.
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
