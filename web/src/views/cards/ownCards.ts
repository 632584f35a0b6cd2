/** Makes cards of the open lanes on the page, with one seed, row by row. */
import { useCallback, useState } from 'react';
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
import { useBatch } from '../../state/useBatch.ts';
import type { Entry } from './entries.ts';

interface Asked {
  readonly id: string;
  readonly name: string;
  readonly aqm: CardAqm;
}

export interface OwnCards {
  readonly entries: readonly Entry[];
  /** The number of finished rows and of all rows; null: nothing runs. */
  readonly progress: readonly [number, number] | null;
  readonly failed: string | null;
  readonly make: (asked: readonly Asked[]) => void;
  readonly cancel: () => void;
}

export function useOwnCards(app: App, line: CardLineId): OwnCards {
  const [made, setMade] = useState<{ readonly line: CardLineId; readonly entries: readonly Entry[] } | null>(
    null,
  );
  const { progress, failed, start, cancel } = useBatch(1);
  const make = useCallback(
    (asked: readonly Asked[]) => {
      const at = cardLine(line);
      const cards = new Map<string, Record<string, readonly Cell[] | string>>();
      for (const { id } of asked) cards.set(id, {});
      const keep = (id: string, row: string, cells: readonly Cell[] | string) => {
        cards.set(id, { ...cards.get(id), [row]: cells });
      };
      const show = () =>
        setMade({
          line,
          entries: asked.map((one) => ({
            ...one,
            own: true,
            card: { rows: { ...cards.get(one.id) }, digest: '' } satisfies Card,
          })),
        });
      const jobs = CARD_ROWS.flatMap((row) =>
        asked.flatMap(({ id, aqm }) => {
          const lane = cardLane(row, at, aqm, app.engine);
          if (typeof lane !== 'string') return [{ row, id, lane: { ...lane, seed: 1 } }];
          keep(id, row.id, lane);
          return [];
        }),
      );
      start(
        jobs.map(({ lane }) => lane),
        (index, run) => {
          const job = jobs[index];
          if (job === undefined) return;
          keep(job.id, job.row.id, cellsOf(job.row, [cardFigures(job.row, at, run)]));
          show();
        },
        show,
      );
    },
    [app, line, start],
  );
  return { entries: made?.line === line ? made.entries : [], progress, failed, make, cancel };
}
