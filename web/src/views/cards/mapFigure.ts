/**
 * Goodput against waiting for all schemes in one row of the cards (RFC 7928 section 2.7), with the Pareto
 * front.
 */
import { decimal, t, wordList } from '../../../../models/src/language.ts';
import { cellAt, spreadOf, type CardRow } from '../../../../models/src/cards/index.ts';
import { ellipseAround } from '../../plots/ellipse.ts';
import type { Figure, Layer } from '../../plots/figure.ts';
import { frontLine, paretoFront } from '../../plots/front.ts';
import type { PlotTarget } from '../../plots/PointCursor.tsx';
import { niceDomain } from '../../plots/scale.ts';
import { abbreviation } from '../../lanes/shortLabel.ts';
import type { Entry } from './entries.ts';

export interface MapTarget extends PlotTarget {
  readonly entry: Entry;
}

interface Point {
  readonly entry: Entry;
  /** ms */
  readonly x: number;
  /** % */
  readonly y: number;
}

/** One standard deviation over the seeds, ms and %; null if it is not known. */
function ellipseOf({ entry: { card }, x, y }: Point, row: CardRow, seeds: number) {
  const spread = spreadOf(card, row, seeds);
  if (spread === null) return null;
  const [ms, percent] = [1000, 100];
  const line = ellipseAround(x, y, {
    xx: ms * ms * spread.xx,
    xy: ms * percent * spread.xy,
    yy: percent * percent * spread.yy,
  });
  // The axis is logarithmic.
  return line.x.every((value) => value > 0) ? line : null;
}

/** `named`: entries whose names and ellipses are shown; `seeds`: of every card. */
export function mapFigure(
  entries: readonly Entry[],
  row: CardRow,
  named: ReadonlySet<string>,
  seeds: number,
): { readonly figure: Figure; readonly targets: readonly MapTarget[] } {
  const points = entries.flatMap((entry): Point[] => {
    const [delay, goodput] = [cellAt(entry.card, row, 'p95'), cellAt(entry.card, row, 'goodput')];
    if (delay === null || goodput === null || delay[0] <= 0) return [];
    return [{ entry, x: 1000 * delay[0], y: 100 * goodput[0] }];
  });
  const front = paretoFront(points);
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const layerOf = (some: readonly Point[], size: number, colour: 'ink' | 'accent' | 'muted'): Layer => ({
    kind: 'points',
    x: some.map(({ x }) => x),
    y: some.map(({ y }) => y),
    shape: 'dot',
    size,
    colour,
  });
  const chosen = points.filter(({ entry }) => named.has(entry.id)).toSorted((a, b) => a.x - b.x);
  return {
    targets: points.map((point) => ({
      ...point,
      words: t('{{name}}: {{x}} ms, {{y}} %', {
        name: point.entry.name,
        x: decimal(point.x.toFixed(1)),
        y: decimal(point.y.toFixed(1)),
      }),
    })),
    figure: {
      name: 'cards-map',
      title: t('Goodput against waiting'),
      summary: t(
        'Goodput against the 95th percentile of waiting of {{points}} schemes. None has both less waiting and more goodput than {{front}}.',
        { points: points.length, front: wordList(front.map(({ entry }) => entry.name)) },
      ),
      x: {
        label: t('waiting, 95th percentile'),
        unit: 'ms',
        kind: 'log',
        domain: [0.8 * Math.min(...xs, 1000), 1.25 * Math.max(...xs, 1)],
      },
      y: {
        label: t('goodput, share of the line'),
        unit: '%',
        kind: 'linear',
        domain: niceDomain(Math.min(...ys, 100), Math.max(...ys, 0)),
      },
      layers: [
        frontLine(front),
        ...chosen.flatMap((point): Layer[] => {
          const ellipse = ellipseOf(point, row, seeds);
          return ellipse === null
            ? []
            : [{ kind: 'line', ...ellipse, colour: 'accent', width: 1.5, alpha: 0.7, free: true }];
        }),
        layerOf(points, 6, 'muted'),
        layerOf(chosen, 9, 'accent'),
        // The cursor over the points tells the name of one that has no place.
        ...chosen.map(({ entry: { id, name, own }, x, y }): Layer => {
          const text = own ? name : abbreviation({ id, name });
          return { kind: 'text', x, y, text, clear: 'told' };
        }),
      ],
      levels: [],
      edge: false,
      data: () => [
        {
          x: { label: t('waiting, 95th percentile'), unit: 'ms', values: points.map(({ x }) => x) },
          series: [{ label: t('goodput, share of the line'), unit: '%', values: points.map(({ y }) => y) }],
        },
      ],
    },
  };
}
