/** What becomes of each row of traffic, as a table shows it: a line a lane, a column a figure. */
import type { RowMetrics } from '../../../wasm/src/types.ts';
import type { Sample, Values } from './estimates.ts';
import type { Better, Printed } from './metrics.ts';

export interface RowColumn extends Printed {
  /** Of the engine's own, or made of them. */
  readonly name: string;
  readonly label: string;
  readonly better: Better;
  readonly help: string;
  readonly of: (row: RowMetrics) => number | null;
}

const own = (name: keyof RowMetrics) => (row: RowMetrics) => row[name];

export const ROW_COLUMNS: readonly RowColumn[] = [
  column('goodput', 'Goodput', 'Mbit/s', 1e-6, 2, null, 'New bytes that reached the receivers of the row.'),
  column('goodput_of_flow', '… of a flow', 'kbit/s', 1e-3, 0, null, 'Goodput of the row over the number of its flows.', ({ goodput, flows }) => goodput === null || !flows ? null : goodput / flows),
  column('delay_mean', 'Delay, mean', 'ms', 1e3, 1, 'low', 'One-way delay, from sender to receiver, all queues and links on the way.'),
  column('delay_p95', '… 95th', 'ms', 1e3, 1, 'low', 'The 95th percentile: nineteen packets of twenty arrived sooner than this.'),
  column('delay_p99', '… 99th', 'ms', 1e3, 1, 'low', 'The 99th percentile: ninety-nine packets of a hundred arrived sooner than this.'),
  column('jitter', 'Jitter', 'ms', 1e3, 1, 'low', 'Standard deviation of the one-way delay.'),
  column('loss_ratio', 'Loss', '%', 100, 2, 'low', 'Share of the data packets that a queue dropped or a link lost.'),
  column('mark_ratio', 'Marked', '%', 100, 2, null, 'Share of the delivered packets that came with a mark.'),
  column('retransmissions', 'Sent again', 'segments', 1, 0, 'low', 'Segments that were sent more than once.'),
  column('transfers', 'Transfers', '', 1, 0, 'high', 'Finite transfers that were completed.'),
  column('completion_mean', 'Completion, mean', 'ms', 1e3, 0, 'low', 'From the start of a transfer to its last acknowledgement.'),
  column('completion_p95', '… 95th', 'ms', 1e3, 0, 'low', 'The 95th percentile: nineteen transfers of twenty were done sooner than this.'),
  column('fairness', 'Fairness', '', 1, 3, 'high', "Jain's index of the goodputs of the row's flows: 1 when all are equal."),
]; // prettier-ignore

function column(
  name: string,
  label: string,
  unit: string,
  scale: number,
  decimals: number,
  better: Better,
  help: string,
  of: RowColumn['of'] = own(name as keyof RowMetrics),
): RowColumn {
  return { name, label, unit, scale, decimals, better, help, of };
}

export function rowColumn(name: string): RowColumn {
  const found = ROW_COLUMNS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`rows have no figure ${name}`);
  return found;
}

/** A figure of one row of traffic, by seed. */
export const rowValues = (samples: readonly Sample[], row: number, { of }: Pick<RowColumn, 'of'>): Values =>
  samples.map(({ rows }) => {
    const found = rows[row];
    return found === undefined ? null : of(found);
  });
