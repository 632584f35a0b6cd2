/**
 * Words that people type into the search, and the part of the page about each; or a sentence that the page has nothing
 * about it.
 */
import { t } from '../../../models/src/language.ts';
import { hasWords, stemsOf } from '../base/search.ts';
import type { ViewState } from '../state/view.ts';

export interface Topic {
  /** The typed words. */
  readonly keys: readonly string[];
  readonly name: string;
  /** Where the page explains it. */
  readonly look?: Partial<ViewState>;
  /** What the page offers instead, if it has nothing about the topic. */
  readonly missing?: string;
}

const story = (id: string): Partial<ViewState> => ({ tab: 'learn', story: id, step: '' });

const TOPICS: readonly Topic[] = [
  {
    keys: ['bufferbloat', 'latency', 'lag', 'buffer size'],
    name: 'Bufferbloat: why buffers hurt',
    look: story('why-buffers-hurt'),
  },
  {
    keys: ['voip', 'voice', 'call', 'gaming', 'jitter'],
    name: 'Voice beside a download: why buffers hurt',
    look: story('why-buffers-hurt'),
  },
  {
    keys: ['codel', 'sojourn', 'delay target', 'pie'],
    name: 'Delay, not length: CoDel and PIE',
    look: story('delay-not-length'),
  },
  {
    keys: ['ecn', 'marking', 'dctcp', 'l4s', 'prague', 'data center', 'data centre'],
    name: 'Marks in place of drops: ECN, DCTCP, L4S',
    look: story('marks'),
  },
  {
    keys: ['bbr', 'bbrv3', 'cubic', 'pacing', 'hystart', 'congestion control'],
    name: 'Senders of today: CUBIC, BBR, Prague',
    look: story('senders-of-today'),
  },
  {
    keys: ['fairness', 'fair queueing', 'fq', 'fq_codel', 'cake', 'isolation'],
    name: 'A queue for each flow',
    look: story('flow-queues'),
  },
  {
    keys: ['global synchronization', 'synchronization', 'oscillation', 'stability', 'swinging queue'],
    name: 'Why RED oscillates',
    look: story('why-red-oscillates'),
  },
  {
    keys: ['control theory', 'phase margin', 'pi controller', 'bode', 'nyquist'],
    name: 'Control theory of a queue',
    look: story('control-theory'),
  },
  {
    keys: ['replication', 'reproducibility', 'papers', 'tables'],
    name: 'Papers: which results hold',
    look: { tab: 'papers' },
  },
  { keys: ['sweep', 'parameter study', 'sensitivity'], name: 'Study: many runs', look: { tab: 'study' } },
  {
    keys: ['vegas', 'copa', 'ledbat', 'quic'],
    name: 'Not here',
    missing:
      'This sender is not here. There are NewReno, CUBIC, BBR, DCTCP, Prague and others: “TCP” in a row ' +
      'of traffic has the list.',
  },
  {
    keys: [
      'lte',
      '5g',
      'wifi',
      'wi-fi',
      '802.11',
      'wireless',
      'cellular',
      'satellite',
      'docsis',
      'cable modem',
    ],
    name: 'Not here',
    missing:
      'No radio link is here. What radio links and cable modems do to packets is: “Period of grants” and ' +
      '“Jitter” under Network, Kind of link; “Random loss”, “Run of losses”; “Changes over time”.',
  },
  {
    keys: [
      'adsl',
      'dsl',
      'atm',
      'ptm',
      'overhead',
      'mpu',
      'pppoe',
      'policer',
      'token bucket',
      'shaper',
      'sqm',
    ],
    name: 'Not here',
    missing:
      'These are no schemes but kinds of links: “Overhead”, “Cells” and “Policer” under Network, Kind of ' +
      'link. A shaper before a modem is a chain of two links.',
  },
];

/** The topics of a query: it is one of their words, or from three letters on the beginning of one. */
export function topicsOf(query: string): readonly Topic[] {
  const typed = query.trim().toLowerCase();
  const is = (word: string) => word === typed || (typed.length >= 3 && word.startsWith(typed));
  return TOPICS.filter(({ keys }) => keys.some(is));
}

/**
 * Further topics, whose title and words together have all words of the query (base/search.ts): "why does the queue
 * oscillate" finds "Why RED oscillates". What the page has nothing about is found by its own words only.
 */
export function topicsTold(query: string): readonly Topic[] {
  const stems = stemsOf(query);
  if (!stems.some((stem) => stem.length >= 3 || /\p{Script=Han}/u.test(stem))) return [];
  const sure = topicsOf(query);
  return TOPICS.filter(
    (topic) =>
      topic.look !== undefined &&
      !sure.includes(topic) &&
      hasWords(stems, [topic.name, t(topic.name), ...topic.keys].join(' ')),
  );
}
