/** What one goal costs another: the points of a search by their distances from the limits of two goals. */
import { decimal, t } from '../../../models/src/language.ts';
import type { Found, Tried } from '../../../models/src/tune/search.ts';
import type { Figure, Layer } from '../plots/figure.ts';
import { frontLine, paretoFront } from '../plots/front.ts';
import type { PlotTarget } from '../plots/PointCursor.tsx';
import { niceDomain } from '../plots/scale.ts';

export interface FrontTarget extends PlotTarget {
  readonly tried: Tried;
}

/** Only points with as many seeds as the best are compared. */
export function frontFigure(
  { tried, now }: Found,
  chosen: readonly number[],
): { readonly figure: Figure; readonly targets: readonly FrontTarget[] } {
  const placeOf = ({ each: [first = NaN, second = NaN] }: Pick<Tried, 'each'>) => ({
    x: 100 * first,
    y: 100 * second,
  });
  const points = tried
    .filter(({ seeds }) => seeds >= now.seeds)
    .map((one) => ({ ...placeOf(one), tried: one }));
  const present = placeOf(now);
  // More of both is better; the front is of less and more.
  const front = paretoFront(points.map(({ x, y }) => ({ x: -x, y }))).map(({ x, y }) => ({ x: -x, y }));
  const layerOf = (
    some: readonly { readonly x: number; readonly y: number }[],
    shape: 'dot' | 'ring',
    colour: 'ink' | 'accent' | 'muted',
  ): Layer => ({
    kind: 'points',
    x: some.map(({ x }) => x),
    y: some.map(({ y }) => y),
    shape,
    size: shape === 'ring' ? 10 : 7,
    colour,
  });
  const ends = (values: readonly number[]) => niceDomain(Math.min(0, ...values), Math.max(0, ...values));
  const all = [...points, present];
  return {
    targets: points.map((point) => ({
      ...point,
      words: t('goal 1: {{x}} %, goal 2: {{y}} %', {
        x: decimal(point.x.toFixed(0)),
        y: decimal(point.y.toFixed(0)),
      }),
    })),
    figure: {
      name: 'tune-front',
      title: t('What one goal costs the other'),
      summary: t(
        'Distances from the limits of the first two goals for {{points}} points; {{front}} of them are on the front.',
        { points: points.length, front: front.length },
      ),
      x: {
        label: t('distance from the limit, goal 1'),
        unit: '%',
        kind: 'linear',
        domain: ends(all.map(({ x }) => x)),
      },
      y: { label: t('goal 2'), unit: '%', kind: 'linear', domain: ends(all.map(({ y }) => y)) },
      layers: [
        frontLine(front),
        layerOf(points, 'dot', 'muted'),
        layerOf([present], 'ring', 'ink'),
        layerOf(
          points.filter(({ tried: { values } }) => values.every((value, i) => value === chosen[i])),
          'dot',
          'accent',
        ),
        { kind: 'text', ...present, text: t('now'), side: 'right' },
      ],
      levels: [],
      edge: false,
      data: () => [
        {
          x: { label: t('distance from the limit, goal 1'), unit: '%', values: points.map(({ x }) => x) },
          series: [{ label: t('goal 2'), unit: '%', values: points.map(({ y }) => y) }],
        },
      ],
    },
  };
}
