/**
 * The senders' cards: how each sender does alone, beside those of today, over AQMs, and on ways that police or
 * lose packets. The scenarios follow the list of RFC 9743 (BCP 133), which leaves their numbers open.
 */
import type { ControlId, RowMetricName } from '../generated/facts.ts';
import type { Aqm, Network, Scenario, Traffic } from '../generated/scenario.ts';
import { estimate } from '../statistics.ts';
import type { CardRun, Cell } from './card.ts';
import { PACKET, ROUND_TRIP, type CardLine } from './lines.ts';

export interface SenderFigure {
  readonly id: string;
  readonly label: string;
  readonly unit: 's' | '1';
  readonly of: (run: CardRun, line: CardLine) => number | null;
}

export interface SenderRow {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly aqm: Aqm;
  readonly traffic: (sender: Traffic) => readonly Traffic[];
  readonly network?: (line: CardLine) => Network;
  readonly figures: readonly SenderFigure[];
}

export const SENDER_SEEDS = 5;
const DURATION = 100;
const WARMUP = 20;
const BUFFER = 83;
/** The line of all senders' cards: one bandwidth-delay product of buffer. */
export const SENDER_LINE: CardLine = { id: '10-small', name: '10 Mbit/s', rate: 10e6, buffer: BUFFER };

/** Those that answer marks more than losses ask for them. */
const BY_MARKS: readonly ControlId[] = ['dctcp', 'prague'];
/** The sender of a row; its flows start within the first second. */
const senderOf = (tcp: ControlId): Traffic => ({
  kind: 'ftp',
  tcp,
  flows: 1,
  start: [0, 1],
  ...(BY_MARKS.includes(tcp) && { ecn: true }),
});

const network = ({ rate, buffer }: CardLine, more: object = {}, of: object = {}): Network => ({
  topology: 'dumbbell',
  bottleneck: { rate, delay: ROUND_TRIP / 2 - 0.002, buffer, ...more },
  access: { rate: 10 * rate, delay: [0.0008, 0.0012] },
  packet_size: PACKET,
  // At most the time of a packet, against phase effects.
  processing: (8 * PACKET) / rate,
  ...of,
});

const rowMetric = ({ rows }: CardRun, row: number, metric: RowMetricName): number | null =>
  rows[row]?.[metric] ?? null;
const divided = (a: number | null, b: number | null): number | null =>
  a === null || b === null || b === 0 ? null : a / b;

const goodput: SenderFigure = {
  id: 'goodput',
  label: 'Goodput, share of the line',
  unit: '1',
  of: ({ metrics }, { rate }) => divided(metrics.goodput, rate),
};
const wait: SenderFigure = {
  id: 'p95',
  label: 'Waiting, 95th percentile',
  unit: 's',
  of: ({ metrics }) => metrics.queueing_delay_p95,
};
const loss: SenderFigure = {
  id: 'loss',
  label: 'Loss',
  unit: '1',
  of: ({ metrics }) => metrics.loss_ratio,
};
const fairness: SenderFigure = {
  id: 'fairness',
  label: 'Fairness (Jain)',
  unit: '1',
  of: ({ metrics }) => metrics.fairness,
};
/** Of both rows' goodput, that of the first: by symmetry a half for two of a kind, which a ratio's mean is not. */
const shareOf = (label: string): SenderFigure => ({
  id: 'share',
  label,
  unit: '1',
  of: (run) => {
    const [own, other] = [rowMetric(run, 0, 'goodput'), rowMetric(run, 1, 'goodput')];
    return own === null || other === null ? null : divided(own, own + other);
  },
});

const two = (sender: Traffic): Traffic => ({ ...sender, flows: 2 });
const DROPTAIL: Aqm = { id: 'droptail' };

const beside = (id: string, other: ControlId, name: string, aqm: Aqm, over: string): SenderRow => ({
  id,
  title: `Beside ${name}, ${over}`,
  about: `Two flows of the sender and two of ${name}: half is an equal division.`,
  aqm,
  traffic: (sender) => [two(sender), two(senderOf(other))],
  figures: [shareOf('Its share of all goodput'), wait],
});

export const SENDER_ROWS: readonly SenderRow[] = [
  {
    id: 'alone',
    title: 'Alone',
    about: 'One flow over DropTail with one bandwidth-delay product.',
    aqm: DROPTAIL,
    traffic: (sender) => [sender],
    figures: [goodput, wait, loss],
  },
  {
    id: 'own',
    title: 'Among its own',
    about: 'Eight flows of the sender over DropTail.',
    aqm: DROPTAIL,
    traffic: (sender) => [{ ...sender, flows: 8 }],
    figures: [fairness, wait, loss],
  },
  {
    id: 'trips',
    title: 'Round trips of 30 and 100 ms',
    about: 'Two flows of the sender: one with 30 ms, one with 100 ms.',
    aqm: DROPTAIL,
    network: (line) => network(line, { delay: 0.01 }),
    traffic: (sender) => [
      { ...sender, access: { rate: 10 * SENDER_LINE.rate, delay: 0.0025 } },
      { ...sender, access: { rate: 10 * SENDER_LINE.rate, delay: 0.02 } },
    ],
    figures: [shareOf('Share of the flow with 30 ms')],
  },
  beside('newreno', 'newreno', 'NewReno', DROPTAIL, 'DropTail'),
  beside('cubic', 'cubic', 'CUBIC', DROPTAIL, 'DropTail'),
  beside('pie', 'cubic', 'CUBIC', { id: 'pie' }, 'PIE'),
  beside('codel', 'cubic', 'CUBIC', { id: 'codel' }, 'CoDel'),
  beside('fq_codel', 'cubic', 'CUBIC', { id: 'fq_codel' }, 'FQ-CoDel'),
  beside('dualpi2', 'cubic', 'CUBIC', { id: 'dualpi2' }, 'DualPI2'),
  {
    id: 'short',
    title: 'Short transfers beside it',
    about: 'Two flows of the sender, and ten transfers of 100 packets by CUBIC.',
    aqm: DROPTAIL,
    traffic: (sender) => [
      two(sender),
      { kind: 'ftp', tcp: 'cubic', flows: 10, bytes: 146_000, initial_window: 10, start: [20, 80] },
    ],
    figures: [
      {
        id: 'short',
        label: 'Time of a transfer',
        unit: 's',
        of: (run) => rowMetric(run, 1, 'completion_mean'),
      },
    ],
  },
  {
    id: 'call',
    title: 'A call beside it',
    about: 'Two flows of the sender, and a call of 87 kbit/s.',
    aqm: DROPTAIL,
    traffic: (sender) => [
      two(sender),
      { kind: 'cbr', flows: 1, rate: 87_200, packet_size: 218, start: [0, 1] },
    ],
    figures: [
      {
        id: 'call',
        label: 'Delay of the call, 95th percentile',
        unit: 's',
        of: (run) => rowMetric(run, 1, 'delay_p95'),
      },
      {
        id: 'call-loss',
        label: 'Loss of the call',
        unit: '1',
        of: (run) => rowMetric(run, 1, 'loss_ratio'),
      },
    ],
  },
  {
    id: 'lossy',
    title: 'Losses in bursts',
    about: 'One flow; the line loses 1 % of the packets, four in a row on average.',
    aqm: DROPTAIL,
    network: (line) => network(line, {}, { random_loss: 0.01, loss_run: 4 }),
    traffic: (sender) => [sender],
    figures: [goodput],
  },
  {
    id: 'policer',
    title: 'A policer',
    about: 'One flow; what exceeds half of the line with bursts of 30 kB is dropped before the queue.',
    aqm: DROPTAIL,
    network: (line) => network(line, { policer: { rate: line.rate / 2, burst: 30_000 } }),
    traffic: (sender) => [sender],
    figures: [
      {
        id: 'policed',
        label: 'Goodput, share of the policed rate',
        unit: '1',
        of: ({ metrics }, { rate }) => divided(metrics.goodput, rate / 2),
      },
    ],
  },
  {
    id: 'change',
    title: 'A sudden change of the rate',
    about: 'Two flows; at 40 s the line falls to a fifth of its rate, at 60 s it returns.',
    aqm: DROPTAIL,
    network: (line) =>
      network(line, {
        changes: [
          { time: 40, rate: line.rate / 5 },
          { time: 60, rate: line.rate },
        ],
      }),
    traffic: (sender) => [two(sender)],
    figures: [wait, loss],
  },
];

/** A row's document with one sender. */
export const senderScenario = (row: SenderRow, tcp: ControlId, name: string): Scenario => ({
  version: 1,
  title: `${name}: ${row.title}`,
  duration: DURATION,
  warmup: WARMUP,
  network: (row.network ?? network)(SENDER_LINE),
  traffic: [...row.traffic(senderOf(tcp))],
  lanes: [{ aqm: row.aqm }],
});

/** By sender, then by row: a cell for each figure. */
export interface SenderBook {
  readonly engine: string;
  readonly seeds: number;
  readonly senders: Readonly<
    Partial<
      Record<string, { readonly rows: Readonly<Record<string, readonly Cell[]>>; readonly digest: string }>
    >
  >;
}

/** Means over the seeds, as a card stores them. */
export const senderCells = (row: SenderRow, runs: readonly CardRun[]): readonly Cell[] =>
  row.figures.map(({ of }) => {
    const values = runs.flatMap((run) => of(run, SENDER_LINE) ?? []);
    const found = estimate(values);
    if (found === undefined || values.length < runs.length) return null;
    const { mean, ci95 } = found;
    const half = ci95 === undefined ? null : Number(((ci95[1] - ci95[0]) / 2).toPrecision(3));
    return [Number(mean.toPrecision(4)), half];
  });
