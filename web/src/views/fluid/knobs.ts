/** Quantities that a stability map varies: where each stands now, how far it may go, and how a document is given a value. */
import type { MapKnob } from '../../../../wasm/src/fluid-types.ts';
import type { ParamInfo } from '../../../../wasm/src/types.ts';
import { formatQuantity, type Scenario } from '../../../../models/src/index.ts';
import { KNOB_INFO, knobAt, KNOBS, placeOfEdit, type KnobName } from '../../../../models/src/knobs.ts';
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

/** All knobs of a lane: the scenario's, and its scheme's parameters. */
export const knobsOf = (model: LaneModel): readonly Knob[] => [
  ...KNOBS.map((id) => scenarioKnob(model, id)),
  ...model.info.params.filter(isNumber).map((param) => paramKnob(model, param)),
];

/** Of the rate a model's senders leave something to TCP. */
const MOST_LOAD = 0.99;

function scenarioKnob({ scenario, lane }: LaneModel, id: KnobName): Knob {
  const { unit, ...words } = KNOB_INFO[id];
  const { present, limits, orNone = false, edits } = knobAt(scenario, id);
  // A map's loads are the model's own: a click takes the nearest that a document can have.
  const near = (value: number) => (orNone && value > 0 ? Math.max(limits[0], value) : value);
  const { observed } = scenario.network;
  return {
    id,
    ...words,
    unit,
    shown: shownIn(unit),
    present,
    limits: id === 'load' ? [0, MOST_LOAD] : limits,
    set:
      typeof edits === 'string'
        ? null
        : (document, value) =>
            edits(near(value)).reduce((changed, edit) => {
              const full = withLists(changed);
              const next = words.whole ? edit.value : digits(edit.value, 4);
              return changeAt(full, placeOfEdit(full, lane, observed, edit), next);
            }, document),
  };
}

const shownIn = (unit: string): Knob['shown'] =>
  unit === 's'
    ? { unit: 'ms', factor: 1000 }
    : unit === 'bit/s'
      ? { unit: 'Mbit/s', factor: 1e-6 }
      : { unit: unit === '1' ? '' : unit, factor: 1 };

const isNumber = ({ kind }: ParamInfo): boolean => kind === 'number' || kind === 'integer';

function paramKnob({ lane, resolved }: LaneModel, param: ParamInfo): Knob {
  const { name, unit, min, max } = param;
  const value = resolved.params[name];
  const whole = param.kind === 'integer';
  return {
    id: `params.${name}`,
    label: name,
    name,
    symbol: name,
    unit,
    shown: shownIn(unit),
    whole,
    present: typeof value === 'number' && Number.isFinite(value) ? value : null,
    limits: [min ?? -Infinity, max ?? Infinity],
    set: (document, next) =>
      changeAt(document, ['lanes', lane, 'aqm', 'params', name], whole ? Math.round(next) : digits(next, 4)),
  };
}

export const digits = (value: number, count: number): number => Number(value.toPrecision(count));

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
