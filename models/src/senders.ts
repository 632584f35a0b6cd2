/**
 * The senders in words: the signal that each follows, and its reaction. The form shows this text beside its
 * choice.
 */
import type { ControlId } from './generated/facts.ts';

/** In the order in which the form lists them. */
export const SENDER_FAMILIES = ['By losses', 'By marks', 'By a model of its path', 'By delay'] as const;

interface SenderWords {
  readonly family: (typeof SENDER_FAMILIES)[number];
  /** Its behaviour, and the parts that this implementation lacks. */
  readonly says: string;
}

export const SENDERS: Readonly<Record<ControlId, SenderWords>> = {
  newreno: {
    family: 'By losses',
    says: 'Halves its window at a loss, and adds a segment a round trip. The sender of most papers on AQM.',
  },
  cubic: {
    family: 'By losses',
    says:
      'Its window is a cubic of the time since the last loss, which leaves 0.7 of it. The default of ' +
      'Linux, Windows and Apple.',
  },
  reno: {
    family: 'By losses',
    says:
      'NewReno without SACK, whose recovery ends with the first new acknowledgement: several losses in a ' +
      'window cost timeouts.',
  },
  scalable: {
    family: 'By losses',
    says:
      'Scalable TCP of Kelly (2003): the larger the window, the faster it grows. It is none of the ' +
      'scalable senders of RFC 9332: those are DCTCP and Prague.',
  },
  westwood: {
    family: 'By losses',
    says: 'A loss leaves what it measures that the path carries. For links that lose packets without congestion.',
  },
  dctcp: {
    family: 'By marks',
    says:
      'Reduces by half of the share of marked packets. For data centres: in one queue with CUBIC it takes ' +
      'several times as much.',
  },
  prague: {
    family: 'By marks',
    says:
      'DCTCP for the Internet: paced, and with the share of a round trip of 25 ms for shorter ones. It ' +
      'does not fall back where a queue is not an L4S one.',
  },
  scalable_control: {
    family: 'By marks',
    says:
      'The source of Low, Paganini, Wang and Doyle (2003) for the AQM of the same name: its rate is a function of ' +
      'the price that the marks tell. Without marks it is standard TCP up to its largest rate.',
  },
  bbr: {
    family: 'By a model of its path',
    says:
      'Paces at the rate that it measures, and probes above and below it by turns. It bears losses of up ' +
      'to 2 %, and answers no marks.',
  },
  ledbat: {
    family: 'By delay',
    says:
      'For background transfers: it holds the queueing delay at 100 ms, so that it yields to senders that fill ' +
      'the buffer. Where the buffer is shorter it halves its window at losses, as NewReno does.',
  },
};
