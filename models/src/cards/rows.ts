/**
 * The rows of a report card: the scenarios of RFC 7928 (section numbers are the RFC's), and the metrics of
 * each besides the common ones.
 */
import type { Network, Scenario, Traffic } from '../index.ts';
import type { RowMetricName } from '../generated/facts.ts';
import { bdpOf, PACKET, ROUND_TRIP, type CardLine } from './lines.ts';

/** A metric of one row of traffic, or of the whole link. */
export interface OwnFigure {
  readonly id: string;
  readonly label: string;
  readonly unit: 's' | '1';
  readonly better: 'lower' | 'higher';
  /** The metric of the row of traffic, and the row's index. */
  readonly metric: RowMetricName;
  readonly row: number;
  /** The metric is divided by that of this row of traffic. */
  readonly over?: number;
  /** The metric is divided by the link's rate. */
  readonly share?: true;
}

export interface CardRow {
  readonly id: string;
  readonly section: string;
  readonly title: string;
  readonly about: string;
  readonly document: (line: CardLine) => Pick<Scenario, 'duration' | 'warmup' | 'network' | 'traffic'>;
  readonly own: readonly OwnFigure[];
  /** Senders are ECN-capable: schemes that do not mark cannot run the row. */
  readonly ecn?: true;
}

const DURATION = 50;
const WARMUP = 10;

/** A link, and hosts whose links are ten times as fast: 2 (48 + 1 + 1) ms. */
function dumbbell({ rate, buffer }: CardLine, more: object = {}): Network {
  const access = { rate: 10 * rate, delay: [0.0008, 0.0012] as [number, number] };
  return {
    topology: 'dumbbell',
    bottleneck: { rate, delay: ROUND_TRIP / 2 - 0.002, buffer, ...more },
    access,
    packet_size: PACKET,
  };
}

const long = (flows: number, more: object = {}): Traffic => ({ kind: 'ftp', flows, start: [0, 1], ...more });
const at = (traffic: readonly Traffic[], line: CardLine, more: object = {}) => ({
  duration: DURATION,
  warmup: WARMUP,
  network: dumbbell(line),
  traffic: [...traffic],
  ...more,
});

/**
 * N = S sqrt(p / 0.76): the number of flows whose loss ratio is p if buffer and path hold S packets (RFC 7928
 * section 8.2). With DropTail, the mean of the windows' sum is three quarters of S, so the loss ratio is p /
 * 0.75^2.
 */
export const flowsOf = (line: CardLine, loss: number): number =>
  Math.max(1, Math.round((bdpOf(line) + line.buffer) * Math.sqrt(loss / 0.76)));
/** The formula holds for receivers that acknowledge every second segment. */
const DELAYED = { delayed_ack: true };
const LEVELS = { mild: 0.001, medium: 0.005, heavy: 0.01 };

/** Mean size of a web connection, bits. */
const WEB_BITS = 68_000;
/** Web clients whose total demand is this share of the link rate, with one connection per second each. */
const web = (line: CardLine, share: number): Traffic => ({
  kind: 'web',
  flows: Math.max(1, Math.round((share * line.rate) / WEB_BITS)),
  rate: 1,
  initial_window: 10,
  start: [0, 1],
});
/** G.711 with its headers, one packet every 20 ms. */
const CALL: Traffic = { kind: 'cbr', flows: 2, rate: 87_200, packet_size: 218, start: [0, 1] };
const video = ({ rate }: CardLine): Traffic => ({ kind: 'video', flows: 1, rate: 0.15 * rate, start: 0.5 });

const waitOfCalls = (row: number): OwnFigure => ({
  id: 'call',
  label: 'Delay of the calls, 95th percentile',
  unit: 's',
  better: 'lower',
  metric: 'delay_p95',
  row,
});
const loss = (id: string, label: string, row: number): OwnFigure => ({
  id,
  label,
  unit: '1',
  better: 'lower',
  metric: 'loss_ratio',
  row,
});
const ofCalls = (row: number) => [waitOfCalls(row), loss('call-loss', 'Loss of the calls', row)];
const pages = (row: number): OwnFigure => ({
  id: 'pages',
  label: 'Transfers of the web, mean time',
  unit: 's',
  better: 'lower',
  metric: 'completion_mean',
  row,
});
const part = (id: string, label: string, row: number): OwnFigure => ({
  id,
  label,
  unit: '1',
  better: 'higher',
  metric: 'goodput',
  row,
  share: true,
});

const congestion = (
  level: keyof typeof LEVELS,
  section: string,
  title: string,
  more: Partial<CardRow> & { readonly sender?: object } = {},
): CardRow => {
  const { sender = {}, ...rest } = more;
  return {
    id: level,
    section,
    title,
    about: `As many New Reno flows as RFC 7928 computes for a loss of ${LEVELS[level] * 100} %.`,
    document: (line) => at([long(flowsOf(line, LEVELS[level]), { ...DELAYED, ...sender })], line),
    own: [],
    ...rest,
  };
};

const unfair = (trip: number): CardRow => ({
  id: `rtt-${Math.round(trip * 1000)}`,
  section: '6',
  title: `Round trips of 100 and ${Math.round(trip * 1000)} ms`,
  about: `One flow with a round trip of 100 ms, one with ${Math.round(trip * 1000)} ms.`,
  document: (line) => {
    const hosts = (ROUND_TRIP - 0.02) / 4;
    const host = { rate: 10 * line.rate, delay: hosts };
    const other = { rate: 10 * line.rate, delay: (trip - 0.02) / 4 };
    const network = dumbbell(line, { delay: 0.01 });
    return at([long(1, { access: host, start: 0 }), long(1, { access: other, start: 0.5 })], line, {
      network,
      duration: 2 * DURATION,
    });
  },
  own: [
    {
      id: 'ratio',
      label: 'Goodput of the shorter way by that of the longer',
      unit: '1',
      better: 'lower',
      metric: 'goodput',
      row: trip < ROUND_TRIP ? 1 : 0,
      over: trip < ROUND_TRIP ? 0 : 1,
    },
  ],
});

/** The rate falls to a tenth and returns, each time after this many seconds. */
const alternating = ({ rate }: CardLine, period: number, duration: number) =>
  Array.from({ length: Math.round(duration / period) - 1 }, (_, i) => ({
    time: Number(((i + 1) * period).toFixed(1)),
    rate: i % 2 === 0 ? rate / 10 : rate,
  }));

/**
 * RFC 7928, figure 3. The round trip is 100 ms for both kinds of flows. The first link carries less than half of
 * the second, the share that its flows would get there, so that both links are full.
 */
function inARow(line: CardLine) {
  const { rate, buffer } = line;
  const first = 0.01;
  const access = (more: number) => ({ rate: 10 * rate, delay: [0.0008 + more, 0.0012 + more] });
  const flows = Math.max(1, Math.round(flowsOf(line, LEVELS.mild) / 2));
  return at([long(flows, DELAYED), long(flows, { ...DELAYED, from: 1, access: access(first / 2) })], line, {
    network: {
      topology: 'chain',
      links: [
        { rate: 0.4 * rate, delay: first, buffer },
        { rate, delay: ROUND_TRIP / 2 - 0.002 - first, buffer },
      ],
      observed: 1,
      access: access(0),
      packet_size: PACKET,
    },
  });
}

export const CARD_ROWS: readonly CardRow[] = [
  {
    id: 'one',
    section: '5.1.1',
    title: 'One New Reno flow',
    about: 'One download that does not end.',
    document: (line) => at([long(1, { start: 0, initial_window: 3 })], line),
    own: [],
  },
  {
    id: 'initial-window',
    section: '5.1.2',
    title: 'Short transfers beside a download',
    about: 'One download, and five transfers of 50 packets with an initial window of 10.',
    document: (line) =>
      at(
        [
          long(1, { start: 0, initial_window: 3 }),
          { kind: 'ftp', flows: 5, bytes: 73_000, initial_window: 10, start: [12, 35] },
        ],
        line,
      ),
    own: [{ ...pages(1), id: 'short', label: 'Time of a transfer of 50 packets' }],
  },
  {
    id: 'aggressive',
    section: '5.2',
    title: 'One CUBIC flow',
    about: 'A sender that grows faster than New Reno.',
    document: (line) => at([long(1, { start: 0, tcp: 'cubic' })], line),
    own: [],
  },
  {
    id: 'unresponsive',
    section: '5.3.1',
    title: 'Unresponsive traffic alone',
    about: 'UDP at twice the rate of the line. Any scheme loses half of it.',
    document: (line) => at([{ kind: 'cbr', flows: 1, rate: 2 * line.rate, start: 0 }], line),
    own: [],
  },
  {
    id: 'hog',
    section: '5.3.2',
    title: 'Unresponsive traffic beside TCP',
    about: 'UDP at nine tenths of the rate of the line beside one download.',
    document: (line) => at([{ kind: 'cbr', flows: 1, rate: 0.9 * line.rate, start: 0 }, long(1)], line),
    own: [part('tcp', 'Share of the line that TCP gets', 1)],
  },
  {
    id: 'background',
    section: '5.4',
    title: 'LEDBAT beside a download',
    about:
      'One New Reno flow and one of LEDBAT with the target (5 ms) and the gain (10) that RFC 7928 recommends.',
    document: (line) =>
      at([long(1), long(1, { tcp: 'ledbat', tcp_params: { target: 0.005, gain: 10 } })], line),
    own: [part('tcp', 'Share of the line that New Reno gets', 0)],
  },
  unfair(0.03),
  unfair(0.3),
  {
    id: 'bursts-1',
    section: '7.2 I',
    title: 'Web and a call',
    about: 'Bursts of web traffic (a third of the line) beside two calls.',
    document: (line) => at([web(line, 0.33), CALL], line),
    own: [pages(0), ...ofCalls(1)],
  },
  {
    id: 'bursts-2',
    section: '7.2 II',
    title: 'Web, a call and a download',
    about: 'The same beside one download that does not end.',
    document: (line) => at([web(line, 0.33), CALL, long(1)], line),
    own: [pages(0), ...ofCalls(1)],
  },
  {
    id: 'bursts-3',
    section: '7.2 III',
    title: 'Video, web and a call',
    about: 'Frames of video in bursts beside web traffic and two calls.',
    document: (line) => at([web(line, 0.33), CALL, video(line)], line),
    own: [pages(0), waitOfCalls(1), loss('video', 'Loss of the video', 2)],
  },
  {
    id: 'bursts-4',
    section: '7.2 IV',
    title: 'Video, web, a call and a download',
    about: 'The same beside one download that does not end.',
    document: (line) => at([web(line, 0.33), CALL, video(line), long(1)], line),
    own: [pages(0), waitOfCalls(1), loss('video', 'Loss of the video', 2)],
  },
  congestion('mild', '8.2.2', 'Mild congestion'),
  congestion('medium', '8.2.3', 'Medium congestion'),
  congestion('heavy', '8.2.4', 'Heavy congestion'),
  congestion('heavy', '5.2, 8.2.4', 'Heavy congestion with senders of today', {
    id: 'today',
    about: 'The same number of CUBIC flows with HyStart++, pacing and an initial window of 10.',
    sender: { tcp: 'cubic', hystart: true, pacing: true, initial_window: 10 },
  }),
  congestion('medium', '4.5, 8.2.3', 'Medium congestion with ECN', {
    id: 'ecn',
    about: 'The flows of medium congestion, which are ECN-capable.',
    sender: { ecn: true },
    ecn: true,
  }),
  {
    id: 'varying-load',
    section: '8.2.5',
    title: 'Varying load',
    about: 'Every 20 s the load changes: mild, medium, heavy, mild.',
    document: (line) => {
      const [mild, medium, heavy] = [LEVELS.mild, LEVELS.medium, LEVELS.heavy].map((p) => flowsOf(line, p));
      const more = (from: number | undefined, to: number | undefined) => Math.max(1, (to ?? 0) - (from ?? 0));
      return at(
        [
          long(mild ?? 1),
          long(more(mild, medium), { start: [20, 20.5], stop: 60 }),
          long(more(medium, heavy), { start: [40, 40.5], stop: 60 }),
        ],
        line,
        { duration: 80 },
      );
    },
    own: [],
  },
  {
    id: 'varying-rate',
    section: '8.2.6',
    title: 'Varying capacity',
    about: 'Every 20 s the rate of the line falls to a tenth or comes back. Two downloads.',
    document: (line) =>
      at([long(2)], line, {
        duration: 80,
        network: dumbbell(line, { changes: alternating(line, 20, 80) }),
      }),
    own: [],
  },
  {
    id: 'varying-fast',
    section: '8.2.6',
    title: 'Varying capacity, fast',
    about: 'Every 100 ms the rate of the line falls to a tenth or comes back. Two downloads.',
    document: (line) =>
      at([long(2)], line, { network: dumbbell(line, { changes: alternating(line, 0.1, DURATION) }) }),
    own: [],
  },
  {
    id: 'mix',
    section: '9.1',
    title: 'Downloads, web, calls and video',
    about:
      'Five downloads, web traffic (a fifth of the line), two calls, one of them both ways, and a video.',
    document: (line) =>
      at([long(5), web(line, 0.2), CALL, video(line), { ...CALL, flows: 1, direction: 'reverse' }], line),
    own: [...ofCalls(2), pages(1), loss('video', 'Loss of the video', 3)],
  },
  {
    id: 'both-ways',
    section: '9.2',
    title: 'Both directions',
    about:
      'The downloads of mild congestion and as many uploads; the scheme manages the way of the downloads.',
    document: (line) => {
      const flows = flowsOf(line, LEVELS.mild);
      return at([long(flows, DELAYED), long(flows, { ...DELAYED, direction: 'reverse' })], line);
    },
    own: [],
  },
  {
    id: 'in-a-row',
    section: '10.2',
    title: 'Two routers in a row',
    about:
      'The flows of mild congestion: half of them cross two routers with the scheme, the others the second alone. The first link has two fifths of the rate.',
    document: inARow,
    own: [
      part('both', 'Share of the line of the flows that cross both', 0),
      {
        id: 'long',
        label: 'Delay over both routers, 95th percentile',
        unit: 's',
        better: 'lower',
        metric: 'delay_p95',
        row: 0,
      },
    ],
  },
];
