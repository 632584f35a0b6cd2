/** Report cards: what must hold of every scheme, the arithmetic of fronts and ranks, and one kept card made again. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  beaten,
  better,
  CARD_LINES,
  CARD_ROWS,
  cardFigures,
  cardLane,
  cardLine,
  cardRow,
  cellAt,
  cellsOf,
  choose,
  findings,
  frontDistance,
  needsOf,
  type Card,
  type CardBook,
  type CardRow,
} from '../src/cards/index.ts';
import { loadEngine } from '../../wasm/src/node.ts';

const books = new Map(
  CARD_LINES.map(({ id }) => [
    id,
    JSON.parse(readFileSync(new URL(`../cards/${id}.json`, import.meta.url), 'utf8')) as CardBook,
  ]),
);
const row = (id: string): CardRow => {
  const found = cardRow(id);
  if (found === undefined) throw new Error(`no row ${id}`);
  return found;
};
const cards = (book: CardBook) =>
  Object.entries(book.schemes).flatMap(([id, card]) => (card === undefined ? [] : [[id, card] as const]));
/** Payload of a packet of 1500 bytes over UDP. */
const PAYLOAD = 1472 / 1500;

describe.each(CARD_LINES)('the kept cards of $name', ({ id }) => {
  const book = books.get(id) ?? { engine: '', seeds: 0, schemes: {} };
  it('have every scheme but those that a user makes', async () => {
    const { catalogue } = await loadEngine();
    const known = catalogue.map((info) => info.id).filter((one) => one !== 'drawn' && one !== 'program');
    expect(Object.keys(book.schemes).toSorted()).toEqual(known.toSorted());
  });
  it('lose of unresponsive traffic what does not go through', () => {
    const wrong = cards(book).flatMap(([scheme, card]) => {
      const [loss, goodput] = [
        cellAt(card, row('unresponsive'), 'loss'),
        cellAt(card, row('unresponsive'), 'goodput'),
      ];
      if (loss === null || goodput === null) return [];
      // What waits at the end is neither lost nor through.
      const through = goodput[0] / (2 * PAYLOAD);
      return Math.abs(1 - loss[0] - through) < 0.03 && loss[0] > 0.47
        ? []
        : [`${scheme} ${loss[0]} ${through}`];
    });
    expect(wrong).toEqual([]);
  });
});

it('DropTail loses at the levels of congestion what full buffers and three quarters of a window mean', () => {
  const card = books.get('10')?.schemes.droptail;
  for (const [level, p] of [
    ['mild', 0.001],
    ['medium', 0.005],
    ['heavy', 0.01],
  ] as const) {
    const loss = cellAt(card, row(level), 'loss')?.[0] ?? NaN;
    expect(loss / (p / 0.75 ** 2)).toBeGreaterThan(0.8);
    expect(loss / (p / 0.75 ** 2)).toBeLessThan(1.25);
  }
});

it('a kept card is made again to the bit', async () => {
  const engine = await loadEngine();
  const [line, book] = [cardLine('1'), books.get('1')];
  const digests: string[] = [];
  for (const one of CARD_ROWS) {
    const lane = cardLane(one, line, { id: 'red' }, engine);
    if (typeof lane === 'string') continue;
    const runs = Array.from({ length: book?.seeds ?? 0 }, (_, i) => {
      const open = engine.open({ ...lane, seed: i + 1 }, { bins: 1 });
      while (!open.advance(1_000_000)) continue;
      const run = open.result();
      open.close();
      digests.push(run.digest);
      return cardFigures(one, line, run);
    });
    expect(cellsOf(one, runs), one.id).toEqual(book?.schemes.red?.rows[one.id]);
  }
  const digest = createHash('sha256').update(digests.join('\n')).digest('hex').slice(0, 16);
  expect(digest).toBe(book?.schemes.red?.digest);
});

describe('schemes against each other', () => {
  /** Cards with one row: waiting p95 and goodput, each with half of an interval. */
  const made = (p95: readonly [number, number], goodput: readonly [number, number]): Card => ({
    rows: { one: [null, p95, goodput, null] },
    digest: '',
  });
  const book: CardBook = {
    engine: '',
    seeds: 5,
    schemes: {
      short: made([0.01, 0.003], [0.8, 0.03]),
      full: made([0.1, 0.003], [0.95, 0.03]),
      poor: made([0.05, 0.004], [0.7, 0.04]),
    },
  };
  it('are better where the interval of the difference excludes zero', () => {
    expect(better([1, 0.3], [1.6, 0.4], 'lower')).toBe(true);
    expect(better([1, 0.3], [1.5, 0.4], 'lower')).toBe(false);
    expect(better([1, 0.3], [1.6, 0.4], 'higher')).toBe(false);
    expect(better(null, [1, 0], 'lower')).toBe(false);
  });
  it('are as far from the front as the smaller of both steps', () => {
    const at = (name: string) => frontDistance(book, book.schemes[name] ?? made([1, 0], [0, 0]), row('one'));
    expect(at('short')).toBe(0);
    expect(at('full')).toBe(0);
    // "short" is ahead by 0.04 s and 0.1; intervals of the differences are 0.005 and 0.05: eight steps, and two.
    expect(at('poor')).toBeCloseTo(2, 9);
  });
  it('are counted', () => {
    const { poor } = book.schemes;
    expect(poor && beaten(book, poor, row('one'), 'p95')).toEqual({ by: 1, over: 1, of: 3 });
  });
});

it('the question finds schemes whose figures hardly any other beats, and none that hashes flows where that cannot be', () => {
  const book = books.get('10') ?? { engine: '', seeds: 0, schemes: {} };
  const needs = needsOf(['calls'], { flows: 'some', ecn: false });
  const [first] = choose(book, needs, () => true);
  expect(first?.beaten).toBe(0);
  expect(choose(book, needs, (scheme) => scheme !== first?.scheme).map(({ scheme }) => scheme)).not.toContain(
    first?.scheme,
  );
  const { strengths, weaknesses } = findings(book, book.schemes.droptail ?? { rows: {}, digest: '' });
  expect(weaknesses.some(({ figure }) => figure.id === 'p95')).toBe(true);
  expect(strengths.every(({ by, of }) => by <= 0.05 * of)).toBe(true);
});
