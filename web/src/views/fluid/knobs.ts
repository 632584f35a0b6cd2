/** Quantities that a stability map varies: where each stands now, how far it may go, and how a document is given a value. */
import { MAP_KNOBS, type FluidModel, type MapKnob } from '../../../../wasm/src/fluid-types.ts';
import type { NumberOrPair, ParamInfo, TrafficRow } from '../../../../wasm/src/types.ts';
import { formatQuantity, nodeAt, observedLink, type Scenario } from '../../../../models/src/index.ts';
import { MAX_FLOWS } from '../../../../models/src/limits.ts';
import { valueAt, type Path } from '../../../../models/src/path.ts';
import { changeAt, withLists } from '../../state/edits.ts';
import type { LaneModel } from '../../lanes/model.ts';

export interface Knob {
  readonly id: MapKnob;
  /** Along an axis. */
  readonly label: string;
  /** In a list. */
  readonly name: string;
  /** Set as a symbol: a parameter's own name. */
  readonly symbol?: string;
  /** SI, as in documents. */
  readonly unit: string;
  /** How an axis shows it: in a unit of which `factor` make one of `unit`. */
  readonly shown: { readonly unit: string; readonly factor: number };
  readonly whole: boolean;
  /** Null where the lane has none. */
  readonly present: number | null;
  readonly limits: readonly [number, number];
  /** The document with that value in this lane; null where the scenario has no one place for it. */
  readonly set: ((document: Scenario, value: number) => Scenario) | null;
}

/** What the schema allows at a place of the scenario. */
function boundsOf(path: Path): readonly [number, number] {
  const { minimum = -Infinity, maximum = Infinity } = nodeAt({}, path) ?? {};
  return [minimum, maximum];
}
const RATE: Path = ['network', 'bottleneck', 'rate'];
const DELAY: Path = ['network', 'bottleneck', 'delay'];
const BUFFER: Path = ['network', 'bottleneck', 'buffer'];

/** All knobs of a lane. `fluid` is the lane's model, which knows its round trip. */
export function knobsOf(model: LaneModel, fluid: FluidModel): readonly Knob[] {
  const { scenario, lane } = model;
  const link = observedLink(scenario);
  const at = (key: 'rate' | 'delay' | 'buffer', document: Scenario): Path => {
    const links = placeOf(document, lane, ['network', 'links']);
    return Array.isArray(valueAt(document, links))
      ? [...links, scenario.network.observed, key]
      : placeOf(document, lane, ['network', 'bottleneck', key]);
  };
  const setAt =
    (key: 'rate' | 'delay' | 'buffer', round: (value: number) => number) =>
    (document: Scenario, value: number): Scenario =>
      changeAt(document, at(key, document), round(value));

  const tcp = scenario.traffic.filter(isTcp);
  const flows = tcp.reduce((sum, row) => sum + row.flows, 0);
  const allFlows = scenario.traffic.reduce((sum, row) => sum + row.flows, 0);
  const roundTrip = unloadedRoundTrip(model, fluid);
  const leastTrip = (roundTrip ?? 0) - 2 * link.delay;
  const [shortest, longest] = boundsOf(DELAY);
  const load = loadOf(scenario.traffic, link.rate);
  const packets = { unit: 'packets', factor: 1 };
  const fixed: Readonly<Record<(typeof MAP_KNOBS)[number], Omit<Knob, 'id'>>> = {
    flows: {
      label: 'TCP flows',
      name: 'TCP flows',
      unit: '1',
      shown: { unit: '', factor: 1 },
      whole: true,
      present: flows > 0 ? flows : null,
      limits: [1, MAX_FLOWS - (allFlows - flows)],
      set: flows > 0 ? (document, value) => setFlows(document, lane, value / flows) : null,
    },
    rtt: {
      label: 'round trip without queueing',
      name: 'round trip',
      unit: 's',
      shown: { unit: 'ms', factor: 1000 },
      whole: false,
      present: roundTrip,
      // What is not the bottleneck's own delay stays.
      limits: [leastTrip + 2 * shortest, leastTrip + 2 * longest],
      set:
        roundTrip === null
          ? null
          : setAt('delay', (value) => Math.max(0, digits(link.delay + (value - roundTrip) / 2, 4))),
    },
    rate: {
      label: 'bottleneck rate',
      name: 'bottleneck rate',
      unit: 'bit/s',
      shown: { unit: 'Mbit/s', factor: 1e-6 },
      whole: false,
      present: link.rate,
      limits: boundsOf(RATE),
      set: setAt('rate', (value) => digits(value, 4)),
    },
    buffer: {
      label: 'buffer',
      name: 'buffer',
      unit: 'packets',
      shown: packets,
      whole: true,
      present: link.buffer,
      limits: boundsOf(BUFFER),
      set: setAt('buffer', Math.round),
    },
    load: {
      label: 'unresponsive share of the rate',
      name: 'unresponsive load',
      unit: '1',
      shown: { unit: '', factor: 1 },
      whole: false,
      present: load.share,
      limits: [0, 0.99],
      set:
        load.perRate === null
          ? null
          : (document, value) => setLoad(document, lane, digits(value * (load.perRate ?? 0), 4)),
    },
  };
  return [
    ...MAP_KNOBS.map((id): Knob => ({ id, ...fixed[id] })),
    ...model.info.params.filter(isNumber).map((param) => paramKnob(model, param)),
  ];
}

const isNumber = ({ kind }: ParamInfo): boolean => kind === 'number' || kind === 'integer';

function paramKnob({ lane, resolved }: LaneModel, param: ParamInfo): Knob {
  const { name, unit, min, max } = param;
  const value = resolved.params[name];
  const whole = param.kind === 'integer';
  const shown =
    unit === 's'
      ? { unit: 'ms', factor: 1000 }
      : unit === 'bit/s'
        ? { unit: 'Mbit/s', factor: 1e-6 }
        : { unit: unit === '1' ? '' : unit, factor: 1 };
  return {
    id: `params.${name}`,
    label: name,
    name,
    symbol: name,
    unit,
    shown,
    whole,
    present: typeof value === 'number' && Number.isFinite(value) ? value : null,
    limits: [min ?? -Infinity, max ?? Infinity],
    set: (document, next) =>
      changeAt(document, ['lanes', lane, 'aqm', 'params', name], whole ? Math.round(next) : digits(next, 4)),
  };
}

export const digits = (value: number, count: number): number => Number(value.toPrecision(count));

const isTcp = ({ kind, direction }: TrafficRow): boolean => kind === 'ftp' && direction === 'forward';
const meanOf = (value: NumberOrPair | undefined): number =>
  value === undefined ? 0 : typeof value === 'number' ? value : (value[0] + value[1]) / 2;

/** The part of the path that stands in the lane's own patch, if it stands there, else in the scenario. */
function placeOf(document: Scenario, lane: number, path: Path): Path {
  const own = document.lanes?.[lane]?.set;
  return valueAt(own, path) === undefined ? path : ['lanes', lane, 'set', ...path];
}

/** Mean over the flows, s: what the model's round trips are without the queue that it rests at. */
function unloadedRoundTrip({ scenario, link }: LaneModel, { rest }: FluidModel): number | null {
  const rows = scenario.traffic.filter((row) => isTcp(row) && row.flows > 0);
  const queueing = (rest.queue * 8 * link.packetSize) / link.rate;
  let flows = 0;
  let sum = 0;
  rows.forEach((row, i) => {
    flows += row.flows;
    sum += row.flows * ((rest.roundTrips[i] ?? NaN) - queueing);
  });
  return Number.isFinite(sum / flows) ? sum / flows : null;
}

interface Load {
  readonly share: number;
  /** bit/s of one flow of the only row, per unit of the share; null where there is no such row. */
  readonly perRate: number | null;
}

const isUdp = ({ kind, direction }: TrafficRow): boolean => kind !== 'ftp' && direction === 'forward';

/** The unresponsive share of the rate, as the fluid model counts it. */
function loadOf(traffic: readonly TrafficRow[], rate: number): Load {
  const onShare = ({ kind, on, off }: TrafficRow) =>
    kind === 'onoff' ? meanOf(on) / (meanOf(on) + meanOf(off)) : 1;
  const rows = traffic.filter(isUdp);
  const share = rows.reduce((sum, row) => sum + row.flows * meanOf(row.rate) * onShare(row), 0) / rate;
  const [only] = rows;
  const weight = only === undefined ? 0 : only.flows * onShare(only);
  return { share, perRate: rows.length === 1 && weight > 0 ? rate / weight : null };
}

type Row = NonNullable<Scenario['traffic']>[number];

/** The document with the lane's rows of traffic changed, where that lane has them from. */
function changeTraffic(document: Scenario, lane: number, change: (row: Row) => Row): Scenario {
  const full = withLists(document);
  const path = placeOf(full, lane, ['traffic']);
  const rows = valueAt(full, path) as readonly Row[];
  return changeAt(full, path, rows.map(change));
}

const forwardTcp = (row: Row): boolean =>
  (row.kind ?? 'ftp') === 'ftp' && (row.direction ?? 'forward') === 'forward';

/** All TCP rows, in the proportions that they have. */
const setFlows = (document: Scenario, lane: number, factor: number): Scenario =>
  changeTraffic(document, lane, (row) =>
    forwardTcp(row) ? { ...row, flows: Math.max(1, Math.round((row.flows ?? 1) * factor)) } : row,
  );

const setLoad = (document: Scenario, lane: number, rate: number): Scenario =>
  changeTraffic(document, lane, (row) =>
    row.kind !== undefined && row.kind !== 'ftp' && (row.direction ?? 'forward') === 'forward'
      ? { ...row, rate }
      : row,
  );

/** As a form shows it. */
export const printKnob = ({ unit, whole }: Knob, value: number): string =>
  formatQuantity(whole ? Math.round(value) : digits(value, 4), unit);

/** A decade about the present value, in round numbers, inside the limits; the unit interval where there is no decade. */
export function defaultRange({ present, limits, whole, id }: Knob): readonly [number, number] {
  const [least, most] = limits;
  if (id === 'load') return [0, 0.9];
  if (present === null || present <= 0) return [Math.max(0, least), Math.min(1, most)];
  const root = Math.sqrt(10);
  const clamp = (value: number) => Math.min(most, Math.max(least, value));
  const low = clamp(roundTo(present / root, Math.floor));
  const high = clamp(roundTo(present * root, Math.ceil));
  const from = whole ? Math.max(1, Math.floor(low)) : low;
  return from < high ? [from, high] : [high / 2, high];
}

/** One and a half digits: 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8 times a power of ten. */
function roundTo(value: number, round: (x: number) => number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = value / power < 3 ? 0.5 : 1;
  return digits(round(value / power / step + (round === Math.ceil ? -1e-9 : 1e-9)) * step * power, 3);
}

/** Ranges that span much are read on a logarithmic axis. */
export const scaleOf = ([from, to]: readonly [number, number]): 'linear' | 'log' =>
  from > 0 && to / from > 2.5 ? 'log' : 'linear';
