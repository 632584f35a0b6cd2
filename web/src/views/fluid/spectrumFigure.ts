/** The spectrum of the queue around its rest: by the theory of its band, and of the packets. */
import { t } from '../../../../models/src/language.ts';
import { powerDensity } from '../../../../models/src/statistics/density.ts';
import type { Overview } from '../../../../wasm/src/types.ts';
import { memoBy } from '../../base/memoBy.ts';
import { laneColour } from '../../components/laneLook.ts';
import type { Figure, Layer } from '../../plots/figure.ts';
import { backToFront, type Modelled } from './modelled.ts';

/** Frequencies for each octave of the packets' spectrum, and periods of the lowest one in a segment. */
const IN_OCTAVE = 4;
const PERIODS = 3;
/** Of the run, the share without its start; its segments, of which at least three fit. */
const SETTLED = 1 / 3;
const SEGMENTS = 3;
/** Means over bins are lower than values at high frequencies: by 5 % at this share of 1 / bin. */
const HIGHEST = 0.125;

interface Spectrum {
  readonly frequency: readonly number[];
  readonly density: readonly number[];
}

/** After the start of the run, as far as segments and bins resolve it. */
const packetSpectrum = memoBy((overview: Overview): Spectrum => {
  const { queue_mean: queue, binSeconds } = overview;
  const settled = queue.subarray(Math.floor(SETTLED * queue.length));
  const span = (settled.length * binSeconds) / SEGMENTS;
  const [from, to] = [PERIODS / span, HIGHEST / binSeconds];
  const count = Math.max(0, Math.floor(IN_OCTAVE * Math.log2(to / from)) + 1);
  const frequency = Array.from({ length: count }, (_, i) => from * 2 ** (i / IN_OCTAVE));
  return { frequency, density: powerDensity(settled, binSeconds, frequency, span) };
});

/** A queue that chance makes over an empty rest has a band without a spectrum. */
const isTold = ({ fluid: { band } }: Modelled): boolean => band !== null && band.omega.length > 0;
const theory = ({ fluid: { band } }: Modelled): Spectrum =>
  band === null
    ? { frequency: [], density: [] }
    : {
        frequency: Array.from(band.omega, (omega) => omega / (2 * Math.PI)),
        density: Array.from(band.spectrum),
      };
const packets = ({ run }: Modelled): Spectrum =>
  run === null ? { frequency: [], density: [] } : packetSpectrum(run.overview);

export const hasSpectrum = (all: readonly Modelled[]): boolean => all.some(isTold);

export function spectrumFigure(all: readonly Modelled[]): Figure {
  const shown = backToFront(all)
    .filter(isTold)
    .map((lane) => ({ ...lane, theory: theory(lane), packets: packets(lane) }));
  const peak = Math.max(1e-6, ...shown.flatMap(({ theory: { density } }) => density));
  // Three decades below the highest density of the theory, and the frequencies that have more than that.
  const seen = shown.flatMap(({ theory: { frequency, density } }) =>
    frequency.filter((f, i) => f > 0 && (density[i] ?? 0) > 1e-3 * peak),
  );
  const [low, high] = [Math.max(0.02, Math.min(1, ...seen)), Math.max(1, ...seen)];
  const line = (lane: (typeof shown)[number]): readonly Layer[] => {
    const colour = laneColour(lane.lane);
    const alpha = lane.active ? 1 : 0.35;
    return [
      {
        kind: 'line',
        x: lane.theory.frequency,
        y: lane.theory.density,
        colour,
        width: lane.active ? 2 : 1,
        alpha,
      },
      {
        kind: 'points',
        x: lane.packets.frequency,
        y: lane.packets.density,
        shape: 'dot',
        size: 5,
        colour,
        alpha,
      },
    ];
  };
  return {
    name: 'spectrum',
    title: t('Spectrum of the queue: theory and packets'),
    summary: shown
      .map(({ label, theory: { frequency, density } }) =>
        t('The theory of {{label}} has its highest density at {{frequency}} Hz.', {
          label,
          frequency: (frequency[density.indexOf(Math.max(...density))] ?? 0).toPrecision(3),
        }),
      )
      .join(' '),
    x: { label: t('frequency'), unit: 'Hz', kind: 'log', domain: [low, high] },
    y: { label: t('power density'), unit: 'packets²/Hz', kind: 'log', domain: [1e-3 * peak, 3 * peak] },
    layers: shown.flatMap(line),
    levels: [],
    legend: shown.map(({ lane, label }) => ({ lane, label })),
    edge: false,
    data: () =>
      shown.flatMap(({ lane, label, theory: model, packets: run }) =>
        [
          { label: t('{{label}}: theory', { label }), of: model },
          { label: t('{{label}}: packets', { label }), of: run },
        ].map(({ label: name, of }) => ({
          lane,
          label: name,
          x: { label: t('frequency'), unit: 'Hz', values: of.frequency },
          series: [{ label: t('power density'), unit: 'packets²/Hz', values: of.density }],
        })),
      ),
  };
}
