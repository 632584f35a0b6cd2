/**
 * The quantities that a stability map can vary: the present value of each, its limits, and how to set it in a
 * document.
 */
import { t } from '../../../../models/src/language.ts';
import type { MapKnob } from '../../../../wasm/src/fluid-types.ts';
import type { ParamInfo } from '../../../../wasm/src/types.ts';
import { formatQuantity, type Scenario } from '../../../../models/src/index.ts';
import { KNOB_INFO, knobAt, KNOBS, placeOfEdit, type KnobName } from '../../../../models/src/knobs.ts';
import { changeAt, withLists } from '../../state/edits.ts';
import type { LaneModel } from '../../lanes/model.ts';

export interface Knob {
  readonly id: MapKnob;
  /** The label of an axis. */
  readonly label: string;
  /** The name in a list. */
  readonly name: string;
  /** A parameter's own name, shown as a symbol. */
  readonly symbol?: string;
  /** The SI unit, as in documents. */
  readonly unit: string;
  /** The unit that an axis shows; `factor` of them are one `unit`. */
  readonly shown: { readonly unit: string; readonly factor: number };
  readonly whole: boolean;
  /** Null if the lane does not have the quantity. */
  readonly present: number | null;
  readonly limits: readonly [number, number];
  /** The document with that value in this lane; null if the scenario has no single place for it. */
  readonly set: ((document: Scenario, value: number) => Scenario) | null;
}

/** All quantities of a lane: those of the scenario, and its scheme's parameters. */
export const knobsOf = (model: LaneModel): readonly Knob[] => [
  ...KNOBS.map((id) => scenarioKnob(model, id)),
  ...model.info.params.filter(isNumber).map((param) => paramKnob(model, param)),
];

/** As a share of the link rate: unresponsive senders of a model leave at least the rest to TCP. */
const MOST_LOAD = 0.99;

function scenarioKnob({ scenario, lane }: LaneModel, id: KnobName): Knob {
  const { unit, whole, label, name } = KNOB_INFO[id];
  const { present, limits, orNone = false, edits } = knobAt(scenario, id);
  // The map allows any load of the model; a click takes the nearest load that a document can have.
  const near = (value: number) => (orNone && value > 0 ? Math.max(limits[0], value) : value);
  const { observed } = scenario.network;
  return {
    id,
    get label() {
      return t(label);
    },
    get name() {
      return t(name);
    },
    whole,
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
              const next = whole ? edit.value : digits(edit.value, 4);
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

/**
 * Whether the fluid model, too, has whole values only: the engine follows no curve and no cycle along such a quantity.
 * A fluid has any number of flows.
 */
export const isCounted = ({ id, whole }: Knob): boolean => whole && id !== 'flows';

/** The value as a form shows it. */
export const printKnob = ({ unit, whole }: Knob, value: number): string =>
  formatQuantity(whole ? Math.round(value) : digits(value, 4), unit);

/**
 * About a decade around the present value, with round ends inside the limits; [0, 1] within the limits if no
 * value is positive.
 */
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

/** Rounds to one and a half digits: 1, 1.5, 2, 2.5, 3, 4, 5, ..., 9 times a power of ten. */
function roundTo(value: number, round: (x: number) => number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = value / power < 3 ? 0.5 : 1;
  return digits(round(value / power / step + (round === Math.ceil ? -1e-9 : 1e-9)) * step * power, 3);
}

/** Wide ranges have a logarithmic axis. */
export const scaleOf = ([from, to]: readonly [number, number]): 'linear' | 'log' =>
  from > 0 && to / from > 2.5 ? 'log' : 'linear';
