/** Cards of the lanes that are open, made on the page with one seed, row by row. */
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  CARD_ROWS,
  cardFigures,
  cardLane,
  cardLine,
  cellsOf,
  type CardAqm,
  type Card,
  type CardLineId,
  type Cell,
} from '../../../../models/src/cards/index.ts';
import type { App } from '../../state/app.ts';
import type { Entry } from './entries.ts';

interface Asked {
  readonly id: string;
  readonly name: string;
  readonly aqm: CardAqm;
}

export interface OwnCards {
  readonly entries: readonly Entry[];
  /** Rows done and to do; null: nothing is under way. */
  readonly progress: readonly [number, number] | null;
  readonly failed: string | null;
  readonly make: (asked: readonly Asked[]) => void;
  readonly cancel: () => void;
}

export function useOwnCards(app: App, line: CardLineId): OwnCards {
  const [made, setMade] = useState<{ readonly line: CardLineId; readonly entries: readonly Entry[] } | null>(
    null,
  );
  const [progress, setProgress] = useState<readonly [number, number] | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const cancel = useCallback(() => {
    abort.current?.abort();
    setProgress(null);
  }, []);
  const make = useCallback(
    (asked: readonly Asked[]) => {
      abort.current?.abort();
      const controller = new AbortController();
      abort.current = controller;
      const at = cardLine(line);
      const cards = new Map<string, Record<string, readonly Cell[] | string>>();
      for (const { id } of asked) cards.set(id, {});
      const total = asked.length * CARD_ROWS.length;
      let done = 0;
      const show = () => {
        setMade({
          line,
          entries: asked.map((one) => ({
            ...one,
            own: true,
            card: { rows: { ...cards.get(one.id) }, digest: '' } satisfies Card,
          })),
        });
        setProgress(done < total ? [done, total] : null);
      };
      const jobs = CARD_ROWS.flatMap((row) => asked.map((one) => ({ row, one })));
      const next = jobs[Symbol.iterator]();
      const work = async () => {
        for (let job = next.next(); job.done !== true; job = next.next()) {
          const { row, one } = job.value;
          const lane = cardLane(row, at, one.aqm, app.engine);
          const rows = cards.get(one.id) ?? {};
          if (typeof lane === 'string') rows[row.id] = lane;
          else {
            const run = await app.client.ask(
              'run',
              { lane: { ...lane, seed: 1 }, bins: 1 },
              { signal: controller.signal },
            );
            rows[row.id] = cellsOf(row, [cardFigures(row, at, run)]);
          }
          done += 1;
          if (!controller.signal.aborted) show();
        }
      };
      setFailed(null);
      setProgress([0, total]);
      Promise.all([work(), work()]).catch((error: unknown) => {
        if (controller.signal.aborted) return;
        controller.abort();
        setProgress(null);
        setFailed(error instanceof Error ? error.message : String(error));
      });
    },
    [app, line],
  );
  return { entries: made?.line === line ? made.entries : [], progress, failed, make, cancel };
}
