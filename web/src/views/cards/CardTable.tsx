import { decimal, t } from '../../../../models/src/language.ts';
import { useState } from 'react';
import { csvCell } from '../../../../models/src/csv.ts';
import {
  cellAt,
  figuresOf,
  frontDistance,
  type CardBook,
  type CardRow,
  type Cell,
  type Figure,
} from '../../../../models/src/cards/index.ts';
import { download } from '../../base/download.ts';
import type { Entry } from './entries.ts';
import { cellText } from './words.ts';

/** The number of lines that are shown first. */
const FIRST = 12;
const FRONT = 'front';

interface Props {
  readonly book: CardBook;
  readonly entries: readonly Entry[];
  readonly row: CardRow;
  readonly marked: ReadonlySet<string>;
  readonly pair: readonly string[];
  readonly onOpen: (entry: Entry) => void;
  readonly onPair: (ids: readonly string[]) => void;
}

/** All schemes in one row of the cards. A column's head sorts the table; a number opens its run. */
export function CardTable({ book, entries, row, marked, pair, onOpen, onPair }: Props) {
  const figures = figuresOf(row);
  const [order, setOrder] = useState({ by: 'p95', rising: true });
  const [all, setAll] = useState(false);
  const front = new Map(entries.map((entry) => [entry.id, frontDistance(book, entry.card, row)]));
  const valueOf = (entry: Entry): number | null =>
    order.by === FRONT ? (front.get(entry.id) ?? null) : (cellAt(entry.card, row, order.by)?.[0] ?? null);
  const sign = order.rising ? 1 : -1;
  const sorted = entries.toSorted((a, b) => {
    const [x, y] = [valueOf(a), valueOf(b)];
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
    return sign * (x - y) || (a.name < b.name ? -1 : 1);
  });
  const first = sorted.filter((entry, i) => all || i < FIRST || marked.has(entry.id));
  const head = (id: string, label: string, rising: boolean) => (
    <th
      key={id}
      scope="col"
      aria-sort={order.by === id ? (order.rising ? 'ascending' : 'descending') : 'none'}
    >
      <button
        type="button"
        className="link"
        onClick={() => setOrder({ by: id, rising: order.by === id ? !order.rising : rising })}
      >
        {t(label)}
      </button>
    </th>
  );
  const toggle = (id: string) =>
    onPair(pair.includes(id) ? pair.filter((one) => one !== id) : [...pair, id].slice(-2));
  return (
    <>
      <div
        className="cards-scroll"
        tabIndex={0}
        role="region"
        aria-label={t('All schemes: {{title}}', { title: t(row.title) })}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Compare')}</th>
              <th scope="col">{t('Scheme')}</th>
              {figures.map(({ id, label, better }) => head(id, label, better === 'lower'))}
              {head(FRONT, t('Distance to the front'), true)}
            </tr>
          </thead>
          <tbody>
            {first.map((entry) => (
              <tr key={entry.id} data-marked={marked.has(entry.id) || undefined}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={t('Compare {{name}}', { name: entry.name })}
                    checked={pair.includes(entry.id)}
                    onChange={() => toggle(entry.id)}
                  />
                </td>
                <th scope="row">
                  {entry.name}
                  {entry.own && <span className="muted"> {t('(yours)')}</span>}
                </th>
                <Cells entry={entry} row={row} figures={figures} onOpen={onOpen} />
                <td className="number">{frontText(front.get(entry.id) ?? null)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="cards-more">
        {entries.length > FIRST && (
          <button type="button" className="link" onClick={() => setAll(!all)}>
            {all ? t('Show fewer') : t('Show all {{entries}}', { entries: entries.length })}
          </button>
        )}
        <button
          type="button"
          className="link"
          onClick={() => download(`cards-${row.id}.csv`, csvOf(sorted, row, figures, front), 'text/csv')}
        >
          {t('CSV')}
        </button>
        <span className="muted">
          {t(
            'Distance to the front: by how many half intervals waiting has to fall and goodput to rise until no scheme is better in both.',
          )}
        </span>
      </p>
    </>
  );
}

function Cells({
  entry,
  row,
  figures,
  onOpen,
}: {
  readonly entry: Entry;
  readonly row: CardRow;
  readonly figures: readonly Figure[];
  readonly onOpen: (entry: Entry) => void;
}) {
  const none = entry.card.rows[row.id];
  if (none === undefined || typeof none === 'string')
    return (
      <td colSpan={figures.length} className="muted">
        {none === undefined ? t('not made yet') : t('Not here: {{none}}', { none })}
      </td>
    );
  return figures.map((figure) => (
    <td key={figure.id} className="number">
      <button type="button" className="link" onClick={() => onOpen(entry)}>
        {cellText(cellAt(entry.card, row, figure.id), figure)}
      </button>
    </td>
  ));
}

const frontText = (distance: number | null): string =>
  distance === null
    ? '–'
    : distance === 0
      ? t('on it')
      : distance === Infinity
        ? t('beyond')
        : decimal(distance.toFixed(1));

/** SI units; a cell without a value is empty. */
function csvOf(
  entries: readonly Entry[],
  row: CardRow,
  figures: readonly Figure[],
  front: ReadonlyMap<string, number | null>,
): string {
  const head = [
    'scheme',
    ...figures.flatMap(({ id, unit }) => [`${id} (${unit})`, `${id} half interval`]),
    'front',
  ];
  const cells = (cell: Cell) => [cell?.[0] ?? null, cell?.[1] ?? null];
  const lines = entries.map((entry) => [
    entry.name,
    ...figures.flatMap(({ id }) => cells(cellAt(entry.card, row, id))),
    front.get(entry.id) ?? null,
  ]);
  return `${[head, ...lines].map((line) => line.map(csvCell).join(',')).join('\r\n')}\r\n`;
}
