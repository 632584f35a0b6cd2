/** Report cards: what must hold of every scheme, the arithmetic of fronts and ranks, and one kept card made again. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  bdpOf,
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
  decisiveOf,
  findings,
  frontDistance,
  knobsOf,
  needsOf,
  PACKET,
  spreadOf,
  tiltOf,
  type Card,
  type CardBook,
  type CardRow,
  type CostBook,
} from '../src/cards/index.ts';
import type { KeptStanding } from '../src/tune/stand.ts';
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
/** The same over TCP. */
const TCP_PAYLOAD = 1460 / 1500;

describe.each(CARD_LINES)('the kept cards of $name', ({ id }) => {
  const book = books.get(id) ?? { engine: '', seeds: 0, schemes: {} };
  it('have every scheme but those that a user makes', async () => {
    const { catalogue } = await loadEngine();
    const known = catalogue.map((info) => info.id).filter((one) => one !== 'drawn' && one !== 'program');
    expect(Object.keys(book.schemes).toSorted()).toEqual(known.toSorted());
  });
  const { rate, buffer } = cardLine(id);
  /** Seconds that are counted, and packets that come in them: twice what the line carries. */
  const COUNTED = 40;
  const coming = (2 * rate * COUNTED) / (8 * PACKET);
  it('lose 1 - C / rate of unresponsive traffic, if the line never rests, and else what does not go through', () => {
    // What waits or is on its way at the beginning or at the end of the counted time, and four digits of the
    // cells.
    const unknown = (buffer + 1 + bdpOf(cardLine(id)) / 2) / coming + 1e-4;
    const wrong = cards(book).flatMap(([scheme, card]) => {
      const [loss, goodput] = [
        cellAt(card, row('unresponsive'), 'loss'),
        cellAt(card, row('unresponsive'), 'goodput'),
      ];
      if (loss === null || goodput === null) return [];
      const through = goodput[0] / (2 * PAYLOAD);
      const right =
        Math.abs(1 - loss[0] - through) <= unknown && loss[0] >= 0.5 - unknown && through <= 0.5 + 1e-4;
      return right ? [] : [`${scheme} ${loss[0]} ${through}`];
    });
    expect(wrong).toEqual([]);
    const busy = cards(book).filter(
      ([, card]) => (cellAt(card, row('unresponsive'), 'goodput')?.[0] ?? 0) > PAYLOAD - 0.001,
    );
    expect(busy.length).toBeGreaterThan(30);
    for (const [scheme, card] of busy)
      expect(
        Math.abs((cellAt(card, row('unresponsive'), 'loss')?.[0] ?? NaN) - 0.5),
        scheme,
      ).toBeLessThanOrEqual(unknown + 0.001);
  });
  it('show DropTail full of unresponsive traffic, and busy under one New Reno flow', () => {
    const { droptail } = book.schemes;
    // Each carried packet found the buffer full but for its own place.
    const full = (buffer * 8 * PACKET) / rate;
    const wait = cellAt(droptail, row('unresponsive'), 'wait')?.[0] ?? NaN;
    expect(Math.abs(wait / full - 1)).toBeLessThan(5e-4);
    // Half of bandwidth-delay product and buffer still fills the way if the buffer is as large as the product.
    const goodput = cellAt(droptail, row('one'), 'goodput')?.[0] ?? NaN;
    expect(Math.abs(goodput - TCP_PAYLOAD)).toBeLessThan(2e-4);
  });
  it('let no more flows cross the first of two routers than its link carries', () => {
    for (const [scheme, card] of cards(book))
      expect(cellAt(card, row('in-a-row'), 'both')?.[0] ?? 0, scheme).toBeLessThanOrEqual(
        // What waited at the second router before the counted time comes in it.
        0.4 * TCP_PAYLOAD + (buffer * 8 * PACKET) / (rate * COUNTED) + 1e-4,
      );
  });
});

// On the line of 1 Mbit/s a full buffer takes 4 s: the runs have too few round trips for a mean.
it.each(['10', '10-small', '50', '100'] as const)(
  'DropTail loses at the levels of congestion of line %s what full buffers and three quarters of a window mean',
  (id) => {
    const card = books.get(id)?.schemes.droptail;
    for (const [level, p] of [
      ['mild', 0.001],
      ['medium', 0.005],
      ['heavy', 0.01],
    ] as const) {
      const loss = cellAt(card, row(level), 'loss')?.[0] ?? NaN;
      expect(loss / (p / 0.75 ** 2), level).toBeGreaterThan(0.8);
      expect(loss / (p / 0.75 ** 2), level).toBeLessThan(1.25);
    }
  },
);

it('LEDBAT leaves a long queue to New Reno, and not a short one', () => {
  const share = (scheme: string) =>
    cellAt(books.get('10')?.schemes[scheme], row('background'), 'tcp')?.[0] ?? NaN;
  expect(share('droptail')).toBeGreaterThan(0.95);
  // CoDel's target is LEDBAT's.
  expect(share('codel')).toBeLessThan(0.5);
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

it('the number of flows and ECN decide which rows answer', () => {
  const rows = (known: Parameters<typeof needsOf>[1]) =>
    needsOf(['calls', 'downloads', 'loss'], known).map((need) => need.row);
  expect(rows({ flows: 'few', ecn: false })).toEqual(['mix', 'mild', 'mild']);
  expect(rows({ flows: 'many', ecn: false })).toEqual(['mix', 'heavy', 'heavy']);
  expect(rows({ flows: 'many', ecn: true })).toEqual(['mix', 'ecn', 'ecn']);
});

describe('the spread over the seeds', () => {
  const pairs = [
    [0.011, 0.92],
    [0.013, 0.95],
    [0.012, 0.91],
    [0.016, 0.96],
    [0.018, 0.94],
  ] as const;
  const runs = pairs.map(([p95, goodput]) => [null, p95, goodput, null]);
  it('comes back from a kept card: variances and covariance of the runs', () => {
    const card: Card = {
      rows: { one: cellsOf(row('one'), runs) },
      tilt: { one: tiltOf(runs) ?? NaN },
      digest: '',
    };
    const found = spreadOf(card, row('one'), runs.length);
    // By hand: means 0.014 and 0.936, sums of squares 34e-6, 0.00172 and of products 1.5e-4.
    expect((found?.xx ?? NaN) / (34e-6 / 4)).toBeCloseTo(1, 2);
    expect((found?.yy ?? NaN) / (0.00172 / 4)).toBeCloseTo(1, 2);
    expect((found?.xy ?? NaN) / (1.5e-4 / 4)).toBeCloseTo(1, 2);
  });
  it('has no tilt where nothing varies, or with two runs', () => {
    expect(tiltOf(runs.map(() => [null, 0.01, 0.9, null]))).toBeNull();
    expect(tiltOf(runs.slice(0, 2))).toBeNull();
  });
});

describe('cost and parameters', async () => {
  const { catalogue } = await loadEngine();
  const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
  const costs = read('../cards/cost.json') as CostBook;
  const knobs = (id: string) => knobsOf({ params: catalogue.find((info) => info.id === id)?.params ?? [] });
  it('are known of every scheme; DropTail is the measure and the smallest', () => {
    const known = catalogue.map(({ id }) => id).filter((id) => id !== 'drawn' && id !== 'program');
    expect(Object.keys(costs).toSorted()).toEqual(known.toSorted());
    expect(costs.droptail?.time).toBe(1);
    for (const [id, cost] of Object.entries(costs))
      expect(cost?.bytes, id).toBeGreaterThanOrEqual(costs.droptail?.bytes ?? NaN);
  });
  it('know who drops late and who has a timer', () => {
    // CoDel drops as packets leave (RFC 8289), PIE updates every 15 ms (RFC 8033), RED does neither.
    expect(costs.codel).toMatchObject({ late: true, timer: false });
    expect(costs.pie).toMatchObject({ late: false, timer: true });
    expect(costs.red).toMatchObject({ late: false, timer: false });
  });
  it('name what depends on the rate', () => {
    expect(knobs('droptail').numbers).toBe(0);
    expect(knobs('red').line).toEqual(['min_th', 'max_th']);
    expect(knobs('pi').line).toEqual(['a', 'b', 'target']);
    expect(knobs('codel').line).toEqual([]);
    expect(knobs('blue').automatic).toEqual(['limit']);
  });
  it('name what decides about waiting in the study', () => {
    expect(decisiveOf(read('../stand/pie.json') as KeptStanding)).toEqual(['target']);
    expect(decisiveOf(read('../stand/codel.json') as KeptStanding)).toEqual([]);
  });
});
