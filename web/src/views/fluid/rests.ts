/**
 * The equilibria of a lane's model if it has more than one: each with its stability, and which of them the
 * solution approaches.
 */
import { t } from '../../../../models/src/language.ts';
import type { FluidModel, FoundRest } from '../../../../wasm/src/fluid-types.ts';
import { lossAt, number, waitAt } from './verdict.ts';

export interface RestRow {
  readonly place: string;
  readonly queue: string;
  readonly wait: string;
  readonly probability: string;
  readonly stability: string;
  /** Whether margins, roots and the rest of the card belong to this equilibrium. */
  readonly told: boolean;
}

export interface Rests {
  readonly sentence: string;
  readonly rows: readonly RestRow[];
}

const PLACES: Readonly<Record<FoundRest['kind'], string>> = {
  interior: '',
  full: 'buffer full',
  empty: 'link not full',
  jump: 'jump: nothing rests',
  held: 'held at a jump',
  none: 'undetermined',
};
const ORDINAL_WORDS = ['first', 'second', 'third', 'fourth', 'fifth'];
const ordinal = (i: number): string =>
  i < ORDINAL_WORDS.length ? t(ORDINAL_WORDS[i] ?? '') : t('number {{place}}', { place: i + 1 });

/** Null if there is exactly one. `perSecond`: packets per second that the link sends. */
export function restsOf({ rests, response }: FluidModel, perSecond: number): Rests | null {
  const set = rests.some(({ oneOfASet }) => oneOfASet);
  if (rests.length < 2 && !set) return null;
  const reached = rests.findIndex((rest) => rest.reached);
  const told = Math.max(0, reached);
  return {
    sentence: [
      ...(set
        ? [
            t('This law adapts, and where it stops depends on its past: it has a whole set of equilibria') +
              (rests.length > 1 ? t(', of which {{rests}} are listed.', { rests: rests.length }) : '.'),
          ]
        : [t('It has {{rests}} equilibria.', { rests: rests.length })]),
      reached >= 0
        ? t('This solution settles at {{rests}}.', {
            rests:
              rests.length > 1 ? t('the {{ordinal}}', { ordinal: ordinal(reached) }) : t('the one below'),
          })
        : t('This solution settles at none of them{{period}}. The values below are those of the first.', {
            period: response.period === null ? t(' within the run') : t(': it oscillates'),
          }),
    ].join(' '),
    rows: rests.map((rest, i) => ({
      place: t(PLACES[rest.kind]),
      queue: number(rest.queue),
      wait: waitAt(rest, perSecond),
      probability: lossAt(rest),
      stability:
        rest.stable === null ? t('the roots cannot tell') : rest.stable ? t('stable') : t('unstable'),
      told: i === told,
    })),
  };
}
