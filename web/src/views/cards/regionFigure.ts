/** Where the defaults of a scheme are better than another's: each pair of runs at its flows and round trip. */
import { t } from '../../../../models/src/language.ts';
import { inSentence } from '../../../../models/src/papers/shown.ts';
import { isAhead, STAND_FIGURES, type Condition } from '../../../../models/src/tune/stand.ts';
import type { Figure, Layer } from '../../plots/figure.ts';
import type { PlotTarget } from '../../plots/PointCursor.tsx';

export interface RegionTarget extends PlotTarget {
  readonly condition: Condition;
}

export function regionFigure(
  name: string,
  other: { readonly id: 'red' | 'codel'; readonly name: string },
  figure: number,
  conditions: readonly Condition[],
): { readonly figure: Figure; readonly targets: readonly RegionTarget[] } {
  const points = conditions.flatMap((condition) => {
    const ahead = isAhead(figure, condition.own, condition[other.id]);
    return ahead === null ? [] : [{ condition, ahead, x: condition.flows, y: 1000 * condition.trip }];
  });
  const label = inSentence(STAND_FIGURES[figure]?.label ?? '');
  const layerOf = (is: boolean): Layer => {
    const some = points.filter(({ ahead }) => ahead === is);
    return {
      kind: 'points',
      x: some.map(({ x }) => x),
      y: some.map(({ y }) => y),
      shape: is ? 'dot' : 'ring',
      size: 9,
      colour: is ? 'accent' : 'muted',
    };
  };
  const ends = (values: readonly number[]): readonly [number, number] => [
    0.85 * Math.min(...values, 20),
    1.15 * Math.max(...values, 20),
  ];
  return {
    targets: points.map((point) => ({
      ...point,
      words: t(
        point.ahead
          ? '{{x}} flows, {{y}} ms: {{name}} is better than {{name2}}'
          : '{{x}} flows, {{y}} ms: {{name}} is not better than {{name2}}',
        { x: point.x, y: point.y.toFixed(0), name, name2: other.name },
      ),
    })),
    figure: {
      name: 'defaults-region',
      title: t('Where the defaults of {{name}} beat those of {{name2}}', { name, name2: other.name }),
      summary: t(
        '{{filter}} of {{points}} pairs of runs in which {{name}} is better than {{name2}} in {{label}}, by flows and round trip.',
        {
          filter: points.filter(({ ahead }) => ahead).length,
          points: points.length,
          name,
          name2: other.name,
          label,
        },
      ),
      x: { label: t('flows'), unit: '1', kind: 'log', domain: ends(points.map(({ x }) => x)) },
      y: { label: t('round trip'), unit: 'ms', kind: 'log', domain: ends(points.map(({ y }) => y)) },
      layers: [layerOf(false), layerOf(true)],
      levels: [],
      edge: false,
      data: () => [
        {
          x: { label: t('flows'), unit: '1', values: points.map(({ x }) => x) },
          series: [
            { label: t('round trip'), unit: 'ms', values: points.map(({ y }) => y) },
            { label: t('better'), unit: '1', values: points.map(({ ahead }) => Number(ahead)) },
          ],
        },
      ],
    },
  };
}
