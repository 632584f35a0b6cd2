/** Work of many runs that a button begins: how far it is, what ends it, and what came of it. */
import { useEffect, useRef, useState } from 'react';

type Progress = (done: number, total: number) => void;

export interface Job<Result> {
  /** Runs done and to do; null: nothing is under way. */
  readonly progress: readonly [done: number, total: number] | null;
  readonly failed: string | null;
  readonly result: Result | null;
  readonly start: (work: (signal: AbortSignal, onProgress: Progress) => Promise<Result>) => void;
  readonly cancel: () => void;
  /** Ends it, and forgets what came of it. */
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
          // What still runs of it is of no use.
          controller.abort();
          setProgress(null);
          setFailed(error instanceof Error ? error.message : String(error));
        },
      );
    },
  };
}
