/**
 * Knobs: quantities of a scenario defined by their meaning, and the values of a document that each of them
 * sets. Stability maps and studies vary knobs.
 */
import { observedLink } from './chain.ts';
import type { Scenario } from './generated/scenario.ts';
import { MAX_FLOWS } from './limits.ts';
import { decides } from './merge-patch.ts';
import { valueAt, type Path } from './path.ts';
import { nodeAt } from './schema.ts';
import { mean } from './pair.ts';
import { unloadedRoundTrip, wayOf } from './round-trip.ts';
import type { ChainLink, LaneScenario, TrafficRow } from './types.ts';

/** In the engine's order. */
export const KNOBS = ['flows', 'rtt', 'rate', 'buffer', 'load'] as const;
export type KnobName = (typeof KNOBS)[number];

/** The quantities that the fluid model varies, by their names in scenarios. */
export const KNOB_NAMES = `${KNOBS.join(', ')} or aqm.params.<name>`;
/** The engine's name of one of them; undefined if it is none. */
export function knobNamed(given: string): KnobName | `params.${string}` | undefined {
  const [, name] = /^aqm\.params\.(\w+)$/.exec(given) ?? [];
  return name === undefined ? KNOBS.find((word) => word === given) : `params.${name}`;
}

export interface KnobInfo {
  /** The label of an axis. */
  readonly label: string;
  /** The name in a list. */
  readonly name: string;
  /** The SI unit, as in documents. */
  readonly unit: string;
  readonly whole: boolean;
}

export const KNOB_INFO: Readonly<Record<KnobName, KnobInfo>> = {
  flows: { label: 'TCP flows', name: 'TCP flows', unit: '1', whole: true },
  rtt: { label: 'round trip without queueing', name: 'round trip', unit: 's', whole: false },
  rate: { label: 'bottleneck rate', name: 'bottleneck rate', unit: 'bit/s', whole: false },
  buffer: { label: 'buffer', name: 'buffer', unit: 'packets', whole: true },
  load: { label: 'unresponsive share of the rate', name: 'unresponsive load', unit: '1', whole: false },
};

type LinkKey = 'rate' | 'delay' | 'buffer';

/** One value in a document, of the observed link or of a row of traffic. */
export type KnobEdit =
  | { readonly link: LinkKey; readonly value: number }
  | { readonly row: number; readonly key: 'flows' | 'rate'; readonly value: number };

export interface KnobAt {
  /** Null if the lane does not have the quantity. */
  readonly present: number | null;
  /** The values that the document can have. */
  readonly limits: readonly [number, number];
  /** Whether 0 is also possible, although it is outside of the limits. */
  readonly orNone?: true;
  /**
   * The edits that set a value within the limits; or the reason why the document has no single place for it.
   */
  readonly edits: ((value: number) => readonly KnobEdit[]) | string;
}

/** The state of a knob in a lane. */
export function knobAt(lane: LaneScenario, knob: KnobName): KnobAt {
  const link = observedLink(lane);
  switch (knob) {
    case 'flows':
      return flowsAt(lane);
    case 'rtt':
      return tripAt(lane, link);
    case 'rate':
      return ofLink(link, 'rate', sixDigits);
    case 'buffer':
      return ofLink(link, 'buffer', nearest);
    case 'load':
      return loadAt(lane, link);
  }
}

/**
 * The path of an edit in a document: in the lane's own patch if the patch sets the value. `lane` null: the
 * path that applies to all lanes.
 */
export function placeOfEdit(document: Scenario, lane: number | null, observed: number, edit: KnobEdit): Path {
  const own = lane === null ? undefined : document.lanes?.[lane]?.set;
  const placed = (path: Path): Path =>
    lane !== null && own !== undefined && decides(own, path) ? ['lanes', lane, 'set', ...path] : path;
  if ('row' in edit) return placed(['traffic', edit.row, edit.key]);
  const links = placed(['network', 'links']);
  return Array.isArray(valueAt(document, links))
    ? [...links, observed, edit.link]
    : placed(['network', 'bottleneck', edit.link]);
}

export const sixDigits = (value: number): number => Number(value.toPrecision(6));
/** Halves are rounded up, as everywhere in a study. */
const nearest = (value: number): number => Math.floor(value + 0.5);

/** The schema's limits for a value of the observed link. */
function boundsOf(key: LinkKey): readonly [number, number] {
  const { minimum = -Infinity, maximum = Infinity } = nodeAt({}, ['network', 'bottleneck', key]) ?? {};
  return [minimum, maximum];
}

function ofLink(link: ChainLink, key: 'rate' | 'buffer', round: (value: number) => number): KnobAt {
  const changes = key === 'rate' && (link.changes ?? []).some(({ rate }) => rate !== undefined);
  return {
    present: link[key],
    limits: boundsOf(key),
    edits: changes
      ? 'the rate of the observed link changes over time'
      : (value) => [{ link: key, value: round(value) }],
  };
}

interface NumberedRow {
  readonly row: TrafficRow;
  readonly index: number;
}

const forwardRows = ({ traffic }: LaneScenario): readonly NumberedRow[] =>
  traffic.map((row, index) => ({ row, index })).filter(({ row }) => row.direction === 'forward');
const tcpRows = (lane: LaneScenario): readonly NumberedRow[] =>
  forwardRows(lane).filter(({ row }) => row.kind === 'ftp' && row.flows > 0);

function crossesObserved(lane: LaneScenario, row: TrafficRow): boolean {
  const { first, end } = wayOf(lane, row);
  return first <= lane.network.observed && lane.network.observed < end;
}

const NO_TCP = 'the scenario has no row of TCP flows in the forward direction';

/** The number of TCP flows in the forward direction; the rows keep their present shares. */
function flowsAt(lane: LaneScenario): KnobAt {
  const rows = tcpRows(lane);
  const sum = (list: readonly TrafficRow[]) => list.reduce((total, { flows }) => total + flows, 0);
  const flows = sum(rows.map(({ row }) => row));
  return {
    present: flows > 0 ? flows : null,
    limits: [Math.max(1, rows.length), MAX_FLOWS - (sum(lane.traffic) - flows)],
    edits:
      flows === 0
        ? NO_TCP
        : (value) =>
            shared(
              nearest(value),
              rows.map(({ row }) => row.flows),
            ).map((own, i) => ({ row: rows[i]?.index ?? NaN, key: 'flows', value: own })),
  };
}

/** Splits `total` into whole parts in proportion to `weights`, by largest remainders, each at least one. */
function shared(total: number, weights: readonly number[]): readonly number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (weight * total) / all);
  const parts = exact.map((part) => Math.max(1, Math.floor(part)));
  /** The first index with the largest value. */
  const most = (size: (i: number) => number) =>
    parts.reduce((best, _, i) => (size(i) > size(best) ? i : best), 0);
  let left = total - parts.reduce((sum, part) => sum + part, 0);
  for (; left > 0; left--) {
    const i = most((k) => (exact[k] ?? NaN) - (parts[k] ?? NaN));
    parts[i] = (parts[i] ?? NaN) + 1;
  }
  for (; left < 0; left++) {
    const i = most((k) => parts[k] ?? NaN);
    parts[i] = (parts[i] ?? NaN) - 1;
  }
  return parts;
}

/**
 * The mean round trip of the TCP flows, set by the delay of the observed link; the rest of the path stays
 * unchanged.
 */
function tripAt(lane: LaneScenario, link: ChainLink): KnobAt {
  const rows = tcpRows(lane);
  let [flows, trips] = [0, 0];
  for (const { row } of rows) {
    flows += row.flows;
    trips += row.flows * unloadedRoundTrip(lane, row);
  }
  if (flows === 0) return { present: null, limits: [0, Infinity], edits: NO_TCP };
  const present = trips / flows;
  // The link's delay counts once if the reverse direction has a delay of its own.
  const ways = link.reverse?.delay === undefined ? 2 : 1;
  const elsewhere = present - ways * link.delay;
  const [shortest, longest] = boundsOf('delay');
  const besides = rows.find(({ row }) => !crossesObserved(lane, row));
  const changes = (link.changes ?? []).some(({ delay }) => delay !== undefined);
  return {
    present,
    limits: [elsewhere + ways * shortest, elsewhere + ways * longest],
    edits: changes
      ? 'the delay of the observed link changes over time'
      : besides !== undefined
        ? `traffic[${besides.index}] does not cross the observed link, by whose delay round trips are set`
        : (value) => [
            { link: 'delay', value: Math.max(0, sixDigits(link.delay + (value - present) / ways)) },
          ],
  };
}

/** Whether a row's rate is in bits; that of web traffic is in connections. */
const hasBitRate = (row: TrafficRow): boolean => rateNode(row)?.unit === 'bit/s';
const rateNode = ({ kind }: TrafficRow) => nodeAt({ traffic: [{ kind }] }, ['traffic', 0, 'rate']);
const onShare = ({ on, off }: TrafficRow): number =>
  on === undefined || off === undefined ? 1 : mean(on) / (mean(on) + mean(off));

/** The share of the observed link's rate that unresponsive senders use, set by the rate of their only row. */
function loadAt(lane: LaneScenario, link: ChainLink): KnobAt {
  const rows = forwardRows(lane).filter(
    ({ row }) => row.kind !== 'ftp' && row.flows > 0 && crossesObserved(lane, row),
  );
  const [only, ...others] = rows;
  const counted = rows.every(({ row }) => hasBitRate(row));
  const present = counted
    ? rows.reduce((sum, { row }) => sum + row.flows * mean(row.rate ?? 0) * onShare(row), 0) / link.rate
    : null;
  const refused = (rule: string): KnobAt => ({ present, limits: [0, Infinity], edits: rule });
  if (only === undefined)
    return refused('the scenario has no row of UDP traffic across the observed link, whose rate is set');
  if (!counted) return refused('web traffic asks for no rate of bits');
  if (others.length > 0)
    return refused(
      `rows ${rows.map(({ index }) => index).join(', ')} of the traffic make the load together; it is ` +
        'set by the rate of one',
    );
  if ((link.changes ?? []).some(({ rate }) => rate !== undefined))
    return refused('the rate of the observed link changes over time');
  const weight = only.row.flows * onShare(only.row);
  const perShare = link.rate / weight;
  const { minimum = 0, maximum = Infinity } = rateNode(only.row) ?? {};
  return {
    present,
    limits: [minimum / perShare, maximum / perShare],
    orNone: true,
    // A load of 0 means no flow, because a rate of 0 is not valid.
    edits: (value) =>
      value === 0
        ? [{ row: only.index, key: 'flows', value: 0 }]
        : [{ row: only.index, key: 'rate', value: sixDigits(value * perShare) }],
  };
}
