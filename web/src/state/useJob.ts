/** A job of many runs that a button starts: its progress, its cancellation, and its result. */
import { useEffect, useRef, useState } from 'react';

type Progress = (done: number, total: number) => void;

export interface Job<Result> {
  /** The number of finished runs and of all runs; null: nothing runs. */
  readonly progress: readonly [done: number, total: number] | null;
  readonly failed: string | null;
  readonly result: Result | null;
  readonly start: (work: (signal: AbortSignal, onProgress: Progress) => Promise<Result>) => void;
  readonly cancel: () => void;
  /** Cancels the job and discards its result. */
  readonly reset: () => void;
}

export function useJob<Result>(): Job<Result> {
  const [progress, setProgress] = useState<readonly [number, number] | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const cancel = () => {
    abort.current?.abort();
    setProgress(null);
  };
  const reset = () => {
    cancel();
    setFailed(null);
    setResult(null);
  };
  return {
    ...{ progress, failed, result, cancel, reset },
    start: (work) => {
      reset();
      const controller = new AbortController();
      abort.current = controller;
      const { signal } = controller;
      setProgress([0, 0]);
      work(signal, (done, total) => {
        if (!signal.aborted) setProgress([done, total]);
      }).then(
        (found) => {
          if (signal.aborted) return;
          setProgress(null);
          setResult(found);
        },
        (error: unknown) => {
          if (signal.aborted) return;
          // The results of runs still in progress are not needed.
          controller.abort();
          setProgress(null);
          setFailed(error instanceof Error ? error.message : String(error));
        },
      );
    },
  };
}
