/**
 * Makes cards of the open lanes on the page: with one seed, row by row, and then with as many as the stored
 * cards have.
 */
import { useCallback, useState } from 'react';
import {
  CARD_ROWS,
  cardFigures,
  cardLane,
  cardLine,
  cellsOf,
  tiltOf,
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

export function useOwnCards(app: App, line: CardLineId, seeds: number): OwnCards {
  const [made, setMade] = useState<{ readonly line: CardLineId; readonly entries: readonly Entry[] } | null>(
    null,
  );
  const { progress, failed, start, cancel } = useBatch(1);
  const make = useCallback(
    (asked: readonly Asked[]) => {
      const at = cardLine(line);
      const cards = new Map<string, Record<string, readonly Cell[] | string>>();
      const tilts = new Map<string, Record<string, number>>();
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
            card: {
              rows: { ...cards.get(one.id) },
              tilt: { ...tilts.get(one.id) },
              digest: '',
            } satisfies Card,
          })),
        });
      const places = CARD_ROWS.flatMap((row) =>
        asked.flatMap(({ id, aqm }) => {
          const lane = cardLane(row, at, aqm, app.engine);
          if (typeof lane !== 'string')
            return [{ row, id, lane, runs: [] as (readonly (number | null)[])[] }];
          keep(id, row.id, lane);
          return [];
        }),
      );
      const jobs = Array.from({ length: seeds }, (_, i) =>
        places.map((place) => ({ place, seed: i + 1 })),
      ).flat();
      start(
        jobs.map(({ place, seed }) => ({ ...place.lane, seed })),
        (index, run) => {
          const place = jobs[index]?.place;
          if (place === undefined) return;
          place.runs.push(cardFigures(place.row, at, run));
          keep(place.id, place.row.id, cellsOf(place.row, place.runs));
          const tilt = place.runs.length < seeds ? null : tiltOf(place.runs);
          if (tilt !== null) tilts.set(place.id, { ...tilts.get(place.id), [place.row.id]: tilt });
          show();
        },
        show,
      );
    },
    [app, line, seeds, start],
  );
  return { entries: made?.line === line ? made.entries : [], progress, failed, make, cancel };
}
