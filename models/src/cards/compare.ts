/**
 * Compares schemes: which are better by more than their intervals, the Pareto front of delay and goodput, and
 * the distance to it.
 */
import { cellAt, figuresOf, type Card, type CardBook, type Cell } from './card.ts';
import type { Flows } from './lines.ts';
import { CARD_ROWS, type CardRow } from './rows.ts';

/** Half the width of the interval of a difference of two independent means. */
const halfOf = (a: Cell, b: Cell): number => Math.hypot(a?.[1] ?? 0, b?.[1] ?? 0);

/** Whether a is better than b by more than the interval of their difference. */
export function better(a: Cell, b: Cell, side: 'lower' | 'higher'): boolean {
  if (a === null || b === null) return false;
  const ahead = side === 'lower' ? b[0] - a[0] : a[0] - b[0];
  return ahead > halfOf(a, b);
}

const entriesOf = (book: CardBook): readonly (readonly [string, Card])[] =>
  Object.entries(book.schemes).flatMap(([id, card]) => (card === undefined ? [] : [[id, card] as const]));

/** The numbers of schemes that are significantly better and worse in a metric. */
export interface Rank {
  readonly by: number;
  readonly over: number;
  /** The number of schemes with a value. */
  readonly of: number;
}

/** Null where the scheme has no value. */
export function beaten(book: CardBook, card: Card, row: CardRow, figure: string): Rank | null {
  const own = cellAt(card, row, figure);
  const side = figuresOf(row).find(({ id }) => id === figure)?.better;
  if (own === null || side === undefined) return null;
  const others = entriesOf(book).map(([, other]) => cellAt(other, row, figure));
  return {
    by: others.filter((other) => better(other, own, side)).length,
    over: others.filter((other) => better(own, other, side)).length,
    of: others.filter((other) => other !== null).length,
  };
}

/**
 * The distance of a scheme from the Pareto front of all schemes in waiting (95th percentile) and goodput, in
 * half intervals: the number of half intervals by which its delay has to fall and its goodput to rise
 * together until no other scheme is better in both. 0: on the front.
 */
export function frontDistance(book: CardBook, card: Card, row: CardRow): number | null {
  const [delay, goodput] = [cellAt(card, row, 'p95'), cellAt(card, row, 'goodput')];
  if (delay === null || goodput === null) return null;
  return entriesOf(book).reduce((most, [, other]) => {
    const [d, g] = [cellAt(other, row, 'p95'), cellAt(other, row, 'goodput')];
    if (d === null || g === null || d[0] >= delay[0] || g[0] <= goodput[0]) return most;
    const steps = (gap: number, half: number) => (half === 0 ? Infinity : gap / half);
    const need = Math.min(
      steps(delay[0] - d[0], halfOf(delay, d)),
      steps(g[0] - goodput[0], halfOf(goodput, g)),
    );
    return Math.max(most, need);
  }, 0);
}

/** A row of the cards that speaks for a need, and the words after "it has ..." and before the value. */
interface Place {
  readonly row: string;
  readonly words: string;
}

/** What is known of a network: it decides which row speaks for a need. */
export interface Known {
  /** How many flows there are at a time. */
  readonly flows: Flows;
  /** Senders are ECN-capable. */
  readonly ecn: boolean;
}

/** What a network's owner may care for: a metric of a row. */
interface Wish {
  readonly id: string;
  readonly name: string;
  readonly figure: string;
  readonly at: Place | Readonly<Record<Flows | 'ecn', Place>>;
}
export const NEEDS: readonly Wish[] = [
  {
    id: 'calls',
    name: 'Calls and games',
    figure: 'call',
    at: { row: 'mix', words: 'delay of calls beside downloads' },
  },
  {
    id: 'pages',
    name: 'Web pages',
    figure: 'pages',
    at: { row: 'mix', words: 'mean time of a web transfer' },
  },
  {
    id: 'downloads',
    name: 'Downloads',
    figure: 'goodput',
    at: {
      few: { row: 'mild', words: 'goodput under mild congestion' },
      some: { row: 'medium', words: 'goodput under medium congestion' },
      many: { row: 'heavy', words: 'goodput under heavy congestion' },
      ecn: { row: 'ecn', words: 'goodput under medium congestion with ECN' },
    },
  },
  {
    id: 'loss',
    name: 'Few losses',
    figure: 'loss',
    at: {
      few: { row: 'mild', words: 'loss under mild congestion' },
      some: { row: 'medium', words: 'loss under medium congestion' },
      many: { row: 'heavy', words: 'loss under heavy congestion' },
      ecn: { row: 'ecn', words: 'loss under medium congestion with ECN' },
    },
  },
  {
    id: 'video',
    name: 'Video',
    figure: 'video',
    at: { row: 'mix', words: 'loss of a video beside downloads' },
  },
  {
    id: 'fair',
    name: 'Fair shares',
    figure: 'tcp',
    at: { row: 'hog', words: 'TCP’s share beside unresponsive traffic' },
  },
  {
    id: 'trips',
    name: 'Long and short ways',
    figure: 'ratio',
    at: { row: 'rtt-300', words: 'ratio of the goodputs with round trips of 100 and 300 ms' },
  },
  {
    id: 'changes',
    name: 'A rate that changes',
    figure: 'p95',
    at: { row: 'varying-rate', words: 'waiting (95th percentile) while the rate changes' },
  },
];

/** A need of the owner of a known network. */
export type Need = Pick<Wish, 'id' | 'name' | 'figure'> & Place;
export const needsOf = (ids: readonly string[], { flows, ecn }: Known): readonly Need[] =>
  NEEDS.filter(({ id }) => ids.includes(id)).map(({ id, name, figure, at }) => ({
    id,
    name,
    figure,
    ...('row' in at ? at : at[ecn ? 'ecn' : flows]),
  }));

export interface Choice {
  readonly scheme: string;
  /** The number of significantly better schemes, summed over the needs. */
  readonly beaten: number;
  readonly reasons: readonly {
    readonly need: Need;
    readonly cell: Cell;
    readonly by: number;
    readonly of: number;
  }[];
}

/**
 * The schemes for some needs: first those that the fewest others beat. A scheme without a value for a need is
 * left out.
 */
export function choose(
  book: CardBook,
  needs: readonly Need[],
  allowed: (scheme: string) => boolean,
): readonly Choice[] {
  const found = entriesOf(book).flatMap(([scheme, card]): Choice[] => {
    if (!allowed(scheme)) return [];
    const reasons = needs.flatMap((need) => {
      const row = CARD_ROWS.find(({ id }) => id === need.row);
      const rank = row && beaten(book, card, row, need.figure);
      return row === undefined || rank == null
        ? []
        : [{ need, cell: cellAt(card, row, need.figure), ...rank }];
    });
    if (reasons.length < needs.length) return [];
    return [{ scheme, reasons, beaten: reasons.reduce((sum, { by }) => sum + by, 0) }];
  });
  return found.toSorted((a, b) => a.beaten - b.beaten || (a.scheme < b.scheme ? -1 : 1));
}

/**
 * Strengths and weaknesses: metrics in which hardly any scheme is better and most are worse, and metrics in
 * which most are better.
 */
export function findings(book: CardBook, card: Card) {
  const all = CARD_ROWS.flatMap((row) =>
    figuresOf(row).flatMap((figure) => {
      const rank = beaten(book, card, row, figure.id);
      return rank === null || rank.of < 5
        ? []
        : [{ row, figure, cell: cellAt(card, row, figure.id), ...rank }];
    }),
  );
  return {
    strengths: all
      .filter(({ by, over, of }) => by <= 0.05 * of && over >= 0.5 * of)
      .toSorted((a, b) => b.over / b.of - a.over / a.of),
    weaknesses: all.filter(({ by, of }) => by >= 0.8 * of).toSorted((a, b) => b.by / b.of - a.by / a.of),
  };
}
export type Finding = ReturnType<typeof findings>['strengths'][number];
