/**
 * The characteristic roots in the complex plane: a disturbance grows if a root is on the right of the
 * imaginary axis.
 */
import { t } from '../../../../models/src/language.ts';
import type { Figure, Layer } from '../../plots/figure.ts';
import { laneColour } from '../../components/laneLook.ts';
import { niceDomain } from '../../plots/scale.ts';
import { backToFront, extent, type Modelled } from './modelled.ts';
import { growthWord, rootText } from './verdict.ts';

/**
 * The number of roots (with their conjugates) that the plot always contains; roots far on the left do not
 * decide stability.
 */
const DECISIVE = 2;

export function rootsFigure(all: readonly Modelled[]): Figure {
  const rooted = backToFront(all).flatMap(({ lane, label, active, fluid: { stability } }) =>
    stability === null
      ? []
      : [
          {
            lane,
            label,
            active,
            roots: withConjugates(stability.roots),
            decisive: withConjugates(stability.roots.slice(0, DECISIVE)),
          },
        ],
  );
  const front = rooted.find(({ active }) => active) ?? rooted[0];
  const re = extent(rooted.map(({ decisive }) => decisive.re)) ?? [-1, 0];
  const im = extent(rooted.map(({ decisive }) => decisive.im)) ?? [-1, 1];
  const left = Math.min(-0.1, 1.15 * re[0]);
  const x = niceDomain(left, Math.max(1.15 * re[1], -0.15 * left), 5);
  const high = Math.max(1, 1.15 * im[1]);
  const y = niceDomain(-high, high, 5);
  return {
    name: 'roots',
    title: t('Characteristic roots'),
    summary: rooted
      .map(({ label, roots }) =>
        roots.re[0] === undefined
          ? t('{{label}} has no roots.', { label })
          : t('The rightmost root of {{label}} is {{rootText}}: {{growthWord}}.', {
              label,
              rootText: rootText({ re: roots.re[0], im: Math.abs(roots.im[0] ?? 0) }),
              growthWord: growthWord(roots.re[0]),
            }),
      )
      .join(' '),
    x: { label: t('real part'), unit: '1/s', kind: 'linear', domain: x },
    y: { label: t('imaginary part'), unit: 'rad/s', kind: 'linear', domain: y },
    layers: [
      { kind: 'band', x: [0, x[1]], low: [y[0], y[0]], high: [y[1], y[1]], colour: 'accent', alpha: 0.08 },
      { kind: 'line', x: [0, 0], y, colour: 'ink', width: 1.5, free: true },
      { kind: 'line', x, y: [0, 0], colour: 'muted', width: 0.8, free: true },
      { kind: 'text', x: 0, y: y[1], text: t('stable') },
      { kind: 'text', x: 0, y: y[1], text: t('unstable'), side: 'right' },
      ...rooted.flatMap(({ lane, active, roots }): Layer[] =>
        (['dot', 'square'] as const).map((shape) => {
          const chosen = roots.re.flatMap((value, i) => (value > 0 === (shape === 'square') ? [i] : []));
          // Points are drawn by ascending x.
          chosen.sort((a, b) => (roots.re[a] ?? 0) - (roots.re[b] ?? 0));
          return {
            kind: 'points',
            x: chosen.map((i) => roots.re[i] ?? NaN),
            y: chosen.map((i) => roots.im[i] ?? NaN),
            shape,
            size: active ? 9 : 6,
            colour: laneColour(lane),
            alpha: active ? 1 : 0.5,
          };
        }),
      ),
      ...(front?.roots.re[0] === undefined
        ? []
        : [
            {
              kind: 'points',
              x: [front.roots.re[0]],
              y: [front.roots.im[0] ?? 0],
              shape: 'ring',
              size: 15,
              colour: 'ink',
            } satisfies Layer,
          ]),
    ],
    levels: [],
    legend: rooted.map(({ lane, label }) => ({ lane, label })).sort((a, b) => a.lane - b.lane),
    edge: false,
    data: () =>
      [...rooted]
        .sort((a, b) => a.lane - b.lane)
        .map(({ lane, label, roots }) => ({
          lane,
          label,
          x: { label: t('real part'), unit: '1/s', values: roots.re },
          series: [{ label: t('imaginary part'), unit: 'rad/s', values: roots.im }],
        })),
  };
}

/** Each root that is not real is followed by its conjugate. */
function withConjugates(roots: readonly { readonly re: number; readonly im: number }[]) {
  const all = roots.flatMap(({ re, im }) =>
    im === 0 ? [[re, 0] as const] : [[re, im] as const, [re, -im] as const],
  );
  return { re: all.map(([re]) => re), im: all.map(([, im]) => im) };
}
