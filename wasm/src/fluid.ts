/** The module's answers about the fluid model, in the shapes of fluid-types.ts. */
import { columnsOf, type NamedColumn } from './columns.ts';
import type {
  FluidLoop,
  FluidModel,
  FluidResult,
  MapAxis,
  MapKnob,
  MapRequest,
  StabilityMap,
} from './fluid-types.ts';
import type { KnobFields } from './encode.ts';
import type { FluidLaneAnswer, FluidMargins, FluidModelAnswer } from './generated/fluid-answers.ts';
import type { NativeModule } from './module.ts';
import { EngineError, type AqmInfo, type LaneScenario } from './types.ts';

type Raw = FluidLaneAnswer & { readonly columns: readonly NamedColumn[] };

export function readFluid(native: NativeModule, lane: LaneScenario): FluidResult {
  const { note, apart, assumptions, issues, model: told, columns } = native.json() as Raw;
  const model = told && toModel(native, told, columns);
  return { label: lane.label, aqm: lane.aqm.id, note, apart, assumptions, issues, model };
}

function toModel(native: NativeModule, raw: FluidModelAnswer, columns: readonly NamedColumn[]): FluidModel {
  const { f64, many } = columnsOf(native, columns);
  const loop = (name: string, margins: FluidMargins): FluidLoop => ({
    ...margins,
    omega: f64(`${name}.omega`),
    re: f64(`${name}.re`),
    im: f64(`${name}.im`),
    gainDb: f64(`${name}.gainDb`),
    phaseDeg: f64(`${name}.phaseDeg`),
  });
  const law = many('law');
  const { until, message, work, stability } = raw;
  return {
    solution: {
      time: f64('time'),
      queue: f64('queue'),
      probability: f64('probability'),
      overflow: f64('overflow'),
      inflow: f64('inflow'),
      sent: f64('sent'),
      windows: many('window'),
      law: raw.states.map((state, i) => ({ ...state, values: law[i] ?? new Float64Array() })),
      until,
      message,
      work,
    },
    rest: raw.rest,
    rests: raw.rests,
    response: raw.response,
    outlook: raw.outlook,
    band: raw.band && { ...raw.band, omega: f64('band.omega'), spectrum: f64('band.spectrum') },
    stability: stability && {
      exact: stability.exact && loop('exact', stability.exact),
      hollot: stability.hollot && loop('hollot', stability.hollot),
      roots: stability.roots,
      rightHalfPlane: stability.rightHalfPlane,
    },
  };
}

/** Values of a map's axis; an EngineError describes an invalid axis. */
function axisValues(axis: MapAxis, name: 'x' | 'y'): Float64Array<ArrayBuffer> {
  const { from, to, count, scale } = axis;
  const refuse = (path: string, rule: string, value: number) => {
    throw new EngineError(`${name}.${path} = ${value}: ${rule}`, [{ path: `${name}.${path}`, rule, value }]);
  };
  if (!(Number.isInteger(count) && count >= 2 && count <= 256)) {
    refuse('count', 'must be an integer from 2 to 256', count);
  }
  if (!Number.isFinite(from)) refuse('from', 'must be a finite number', from);
  if (!(Number.isFinite(to) && to > from)) refuse('to', 'must be finite and above the start', to);
  if (scale === 'log' && !(from > 0)) refuse('from', 'must be above 0 on a logarithmic axis', from);
  return Float64Array.from({ length: count }, (_, i) => {
    const part = i / (count - 1);
    if (i === count - 1) return to;
    return scale === 'log' ? from * (to / from) ** part : from + (to - from) * part;
  });
}

/** The module's name of a knob. */
export function knobFields(knob: MapKnob, info: AqmInfo): KnobFields {
  if (!knob.startsWith('params.')) return { knob };
  const param = knob.slice('params.'.length);
  const index = info.params.findIndex(({ name, kind }) => name === param && /number|integer/.test(kind));
  if (index < 0) {
    const rule = `must be a number among the parameters of ${info.id}`;
    throw new EngineError(`${knob}: ${rule}`, [{ path: knob, rule }]);
  }
  return { knob: 'param', param: index };
}

/** The module's range of a quantity, within the values that a document can have. */
export function rangeFields(axis: Omit<MapAxis, 'count'>, info: AqmInfo) {
  const { knob, from, to, scale } = axis;
  const fields = knobFields(knob, info);
  const { min = -Infinity, max = Infinity } =
    (fields.param === undefined ? { min: 0 } : info.params[fields.param]) ?? {};
  if (from < min || to > max) {
    const rule =
      from < min ? `the range must begin at ${min} or above` : `the range must end at ${max} or below`;
    throw new EngineError(`${knob} from ${from} to ${to}: ${rule}`, [
      { path: knob, rule, value: from < min ? from : to },
    ]);
  }
  return { ...fields, from, to, log: scale === 'log' };
}

/** A range along which something is followed: evenly over the logarithm where there is one. */
export function wholeRange(knob: MapKnob, from: number, to: number): Omit<MapAxis, 'count'> {
  if (!(Number.isFinite(from) && Number.isFinite(to) && from < to)) {
    const rule = 'the range must have a finite start below a finite end';
    throw new EngineError(`${knob} from ${from} to ${to}: ${rule}`, [{ path: knob, rule, value: to }]);
  }
  return { knob, from, to, scale: from > 0 ? 'log' : 'linear' };
}

/** Numbers of one cell in the module's answer. */
const CELL = 4;

/** An empty map, and a function that adds a row of the module's numbers. */
export function mapBuilder(request: MapRequest): {
  readonly map: StabilityMap;
  readonly put: (row: number, numbers: Float64Array) => void;
} {
  const x = axisValues(request.x, 'x');
  const y = axisValues(request.y, 'y');
  const cells = x.length * y.length;
  const map = {
    x,
    y,
    growth: new Float64Array(cells).fill(NaN),
    phaseMargin: new Float64Array(cells).fill(NaN),
    queue: new Float64Array(cells).fill(NaN),
    kind: new Uint8Array(cells).fill(255),
  };
  const put = (row: number, numbers: Float64Array) => {
    for (let i = 0; i < x.length; i++) {
      const to = row * x.length + i;
      map.growth[to] = numbers[CELL * i] ?? NaN;
      map.phaseMargin[to] = numbers[CELL * i + 1] ?? NaN;
      map.queue[to] = numbers[CELL * i + 2] ?? NaN;
      const kind = numbers[CELL * i + 3] ?? -1;
      map.kind[to] = kind < 0 ? 255 : kind;
    }
  };
  return { map, put };
}
