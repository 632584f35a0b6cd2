/**
 * What the numbers of an equilibrium are called. Where nothing rests, neither the queue nor the windows are "at rest":
 * the numbers then are those of the place about which the solution swings.
 */
import { t } from '../../../../models/src/language.ts';
import type { FluidModel } from '../../../../wasm/src/fluid-types.ts';

interface Named {
  readonly name: string;
  readonly help: string;
}
export interface RestWords {
  readonly queue: Named;
  readonly window: Named;
  readonly probability: Named;
}

type Place = 'rest' | 'jump' | 'full';

/** `both`: packets are dropped or marked; `marks`: they are marked, not dropped. */
export function restWords({ rest, response }: FluidModel, both: boolean, marks: boolean | null): RestWords {
  const swings = response.period !== null;
  const place: Place =
    rest.kind === 'jump' || (rest.kind === 'held' && swings)
      ? 'jump'
      : rest.kind === 'full' && swings
        ? 'full'
        : 'rest';
  const several = rest.windows.length > 1;
  return {
    queue: queueWords(place),
    window: windowWords(place, several),
    probability: probabilityWords(place, both || marks === null ? 'both' : marks ? 'marks' : 'drops'),
  };
}

function queueWords(place: Place): Named {
  switch (place) {
    case 'rest':
      return {
        name: t('Queue at rest'),
        help: t('Where the queue neither grows nor shrinks, and how long a packet waits there.'),
      };
    case 'jump':
      return {
        name: t('Queue where the law jumps'),
        help: t('The queue goes up and down across this length; and how long a packet waits at it.'),
      };
    case 'full':
      return {
        name: t('Queue with a full buffer'),
        help: t('The queue comes back to this length again and again; and how long a packet waits at it.'),
      };
  }
}

function windowWords(place: Place, several: boolean): Named {
  const help = t('Mean congestion window of a flow; of each class where there are several.');
  switch (place) {
    case 'rest':
      return { name: several ? t('Windows at rest') : t('Window at rest'), help };
    case 'jump':
      return { name: several ? t('Windows that fill the link') : t('Window that fills the link'), help };
    case 'full':
      return { name: several ? t('Windows with a full buffer') : t('Window with a full buffer'), help };
  }
}

function probabilityWords(place: Place, what: 'both' | 'marks' | 'drops'): Named {
  const help = t('The share that the law must drop or mark so that the flows just fill the link.');
  switch (place) {
    case 'rest':
      return {
        name: {
          both: t('Drop or mark probability'),
          marks: t('Mark probability'),
          drops: t('Drop probability'),
        }[what],
        help,
      };
    case 'jump':
      return {
        name: {
          both: t('Drop or mark probability needed'),
          marks: t('Mark probability needed'),
          drops: t('Drop probability needed'),
        }[what],
        help,
      };
    case 'full':
      return {
        name: t('Loss with a full buffer'),
        help: t('The share that law and buffer together must drop so that the flows just fill the link.'),
      };
  }
}
