/** The engine, synchronous, in the thread that created it: laws, and the runs and models of lanes. */
import { RECORDED_NAMES } from '../../models/src/named.ts';
import type { RecordedName } from '../../models/src/generated/facts.ts';
import type { Layout, RecordFields } from './encode.ts';
import { encodeAlong, encodeInput, encodeMapRow, encodeOneLink } from './encode.ts';
import { columnsOf, type NamedColumn } from './columns.ts';
import { knobFields, rangeFields, readFluid } from './fluid.ts';
import type {
  CycleDiagram,
  CurvesRequest,
  CyclesRequest,
  Design,
  DesignRule,
  FluidOptions,
  FluidResult,
  HopfCurves,
  HopfPoint,
  HopfRequest,
  MapRequest,
} from './fluid-types.ts';
import { createLaws } from './laws.ts';
import { NativeModule } from './module.ts';
import type {
  FluidEngine,
  LaneScenario,
  LinkInfo,
  LinkResult,
  Metrics,
  PacketWindow,
  ProgramStops,
  Params,
  RowMetrics,
  RunPart,
  RunResult,
} from './types.ts';

/** A computation in slices, between which a worker reads its messages. */
export interface Sliced {
  /** Continues for this amount of work; true at the end. */
  advance(work: number): boolean;
  readonly now: number;
  /** The value of `now` at the end. */
  readonly until: number;
}

/**
 * A simulation in progress. Its time is in s, its work in events handled, written and moved. It has to be
 * closed.
 */
export interface OpenRun extends Sliced {
  result(): RunResult;
  /** The partial result before the end; reading it does not change the run. */
  part(): RunPart;
  window(): PacketWindow;
  /** For a run with `stopsAt`. */
  stops(): ProgramStops;
  close(): void;
}

/**
 * The fluid model of a lane. Its time is in s, its work in steps of the solver or operations that take as
 * long. An engine has one at a time.
 */
export interface OpenFluid extends Sliced {
  result(): FluidResult;
}

/**
 * A search for a loss of stability, or what follows it. Its time is the completed share, its work as in
 * OpenFluid. An engine has one of each kind at a time.
 */
export interface OpenSearch<Answer> extends Sliced {
  result(): Answer;
}

/**
 * A row of a stability map. Its time is the number of completed cells, its work as in OpenFluid. An engine
 * has one at a time.
 */
export interface OpenMapRow extends Sliced {
  /** Four numbers for each cell (bindings/fluid.hpp). */
  result(): Float64Array<ArrayBuffer>;
}

/** One AQM at one link, with given arrivals and given random numbers (core-cpp/include/aqm/one_link.hpp). */
export interface OneLinkRequest {
  readonly aqm: string;
  readonly params: Params;
  readonly link: LinkInfo;
  readonly drawSeed: number;
  readonly timers: 'exact' | 'wheel';
  /** For each packet the time since the previous one (ns), bytes, ECN bits and flow. */
  readonly arrivals: readonly number[];
}

/** Both modules have this interface; a call that needs the other module fails. */
export interface LocalEngine extends FluidEngine {
  /** Starts a run; throws an EngineError if the lane is refused. */
  open(lane: LaneScenario, record?: RecordFields): OpenRun;
  /** Starts solving a lane's fluid model; ends the previous computation. */
  openFluid(lane: LaneScenario, options?: FluidOptions): OpenFluid;
  /** Starts a search; ends the previous computation. */
  openHopf(request: HopfRequest): OpenSearch<HopfPoint>;
  openCurves(request: CurvesRequest): OpenSearch<HopfCurves>;
  openCycles(request: CyclesRequest): OpenSearch<CycleDiagram>;
  /** The flat array that `open` passes to the module, for another build of the same engine. */
  encode(lane: LaneScenario, record?: RecordFields): readonly number[] | Float64Array;
  /** Starts a row of a stability map with the given `y`; ends the previous computation. */
  openMapRow(request: MapRequest, x: readonly number[], y: number): OpenMapRow;
  /** The fate of each packet (index into the layout's `packetEnds`), and the time since its arrival, ns. */
  oneLink(request: OneLinkRequest): Float64Array<ArrayBuffer>;
  /** The whole row at once. */
  mapRow(request: MapRequest, x: readonly number[], y: number): Float64Array<ArrayBuffer>;
  /** Releases the memory of closed runs when it is large. */
  trim(): void;
}

/** A heap never shrinks: above this many bytes, a new instance costs less than keeping the memory. */
const LARGE_HEAP = 256 * 1024 * 1024;

interface RawLink {
  readonly metrics: Metrics;
  readonly binSeconds: number;
  readonly bins: number;
  readonly thinning: number;
  readonly truncated: boolean;
}

interface RawRun {
  readonly digest: string;
  readonly events: number;
  /** Index of the link that the document observes. */
  readonly observed: number;
  readonly links: readonly RawLink[];
  readonly rows: readonly RowMetrics[];
  readonly flows: readonly RowMetrics[];
  readonly columns: readonly NamedColumn[];
}

/** `layout`: the module's description of the data that crosses the border. */
export function createEngine(module: WebAssembly.Module): LocalEngine & { readonly layout: Layout } {
  const native = new NativeModule(module);
  const laws = createLaws(native);
  const { layout, find, encoded } = laws;

  function encode(lane: LaneScenario, record: RecordFields = {}) {
    const { index, info } = find(lane.aqm.id, lane.aqm.params);
    const scheme = { index, params: encoded(info, lane.aqm.params) };
    return encodeInput(layout, 'scenario', { ...lane, record }, scheme);
  }

  function openFluid(lane: LaneScenario, options: FluidOptions = {}): OpenFluid {
    const { index, info } = find(lane.aqm.id, lane.aqm.params);
    const scheme = { index, params: encoded(info, lane.aqm.params) };
    native.send('aqm_fluid_begin', encodeInput(layout, 'fluid', { ...lane, options }, scheme));
    return {
      advance: (steps) => native.call('aqm_fluid_run', steps) === 1,
      get now() {
        return native.call('aqm_fluid_now');
      },
      until: lane.duration,
      result: () => {
        native.call('aqm_fluid_result');
        return readFluid(native, lane);
      },
    };
  }

  function fluid(lane: LaneScenario, options?: FluidOptions): FluidResult {
    const model = openFluid(lane, options);
    while (!model.advance(1e15));
    return model.result();
  }

  function openMapRow(
    { lane, x, y, choice = {} }: MapRequest,
    xs: readonly number[],
    at: number,
  ): OpenMapRow {
    const { info } = find(lane.aqm.id, lane.aqm.params);
    const map = { x: knobFields(x.knob, info), y: { ...knobFields(y.knob, info), value: at } };
    native.send('aqm_map_row_begin', [...encodeMapRow(layout, map, choice, xs), ...encode(lane)]);
    return {
      advance: (steps) => native.call('aqm_map_row_run', steps) === 1,
      get now() {
        return native.call('aqm_map_row_now');
      },
      until: xs.length,
      result: () => {
        native.call('aqm_map_row_result');
        return native.numbers();
      },
    };
  }

  function mapRow(request: MapRequest, xs: readonly number[], at: number) {
    const row = openMapRow(request, xs, at);
    while (!row.advance(1e15));
    return row.result();
  }

  function openSearch<Answer>(
    name: 'hopf' | 'curves' | 'cycles',
    input: readonly number[],
  ): OpenSearch<Answer> {
    native.send(`aqm_${name}_begin`, input);
    return {
      advance: (steps) => native.call(`aqm_${name}_run`, steps) === 1,
      get now() {
        return native.call(`aqm_${name}_now`);
      },
      until: 1,
      result: () => {
        native.call(`aqm_${name}_result`);
        return native.json() as Answer;
      },
    };
  }

  function openHopf({ lane, knob, choice = {} }: HopfRequest): OpenSearch<HopfPoint> {
    const along = knobFields(knob, find(lane.aqm.id, lane.aqm.params).info);
    return openSearch('hopf', [...encodeAlong(layout, layout.hopf, [along], choice), ...encode(lane)]);
  }

  function hopf(request: HopfRequest): HopfPoint {
    const search = openHopf(request);
    while (!search.advance(1e15));
    return search.result();
  }

  function openCurves({ lane, x, y, choice = {} }: CurvesRequest): OpenSearch<HopfCurves> {
    const { info } = find(lane.aqm.id, lane.aqm.params);
    const ranges = [x, y].map((axis) => rangeFields(axis, info));
    return openSearch('curves', [...encodeAlong(layout, layout.range, ranges, choice), ...encode(lane)]);
  }

  function curves(request: CurvesRequest): HopfCurves {
    const search = openCurves(request);
    while (!search.advance(1e15));
    return search.result();
  }

  function openCycles({ lane, along, choice = {} }: CyclesRequest): OpenSearch<CycleDiagram> {
    const ranges = [rangeFields(along, find(lane.aqm.id, lane.aqm.params).info)];
    return openSearch('cycles', [...encodeAlong(layout, layout.range, ranges, choice), ...encode(lane)]);
  }

  function cycles(request: CyclesRequest): CycleDiagram {
    const search = openCycles(request);
    while (!search.advance(1e15));
    return search.result();
  }

  function design(lane: LaneScenario, rule: DesignRule): Design {
    native.send('aqm_design', [layout.designRules.indexOf(rule), ...encode(lane)]);
    return native.json() as Design;
  }

  function oneLink({ aqm, params, link, drawSeed, timers, arrivals }: OneLinkRequest) {
    const { index, info } = find(aqm, params);
    const onLink = encodeInput(layout, 'scheme', { link }, { index, params: encoded(info, params) });
    native.send('aqm_one_link', encodeOneLink(layout, { drawSeed, timers }, arrivals).concat(onLink));
    return native.numbers();
  }

  function open(lane: LaneScenario, record: RecordFields = {}): OpenRun {
    const input = encode(lane, record);
    const handle = native.send('aqm_open', input);
    const { from = 0, to = 0, stopsAt } = record;
    const read = () => {
      native.call('aqm_result', handle);
      return native.json() as RawRun;
    };
    return {
      advance: (work) => native.call('aqm_run', handle, work) === 1,
      get now() {
        return native.call('aqm_now', handle);
      },
      until: from < to ? to : (stopsAt ?? lane.duration),
      result: () => toResult(native, lane, read()),
      part: () => toPart(native, lane, read()),
      window: () => ({ from, to, ...toWindow(native, read()) }),
      stops: () => toStops(native, read()),
      close: () => void native.call('aqm_close', handle),
    };
  }

  return {
    ...laws,
    open,
    encode,
    fluid,
    openFluid,
    openHopf,
    openCurves,
    openCycles,
    openMapRow,
    oneLink,
    mapRow,
    hopf,
    curves,
    cycles,
    design,
    trim: () => {
      if (native.heapBytes > LARGE_HEAP) native.reset();
    },
  };
}

/** The columns of every recording. */
const recorded = (read: (name: string) => Float64Array) =>
  Object.fromEntries(RECORDED_NAMES.map((name) => [name, read(`overview.${name}`)])) as Readonly<
    Record<RecordedName, Float64Array>
  >;

function toLink(native: NativeModule, { links, columns }: RawRun, i: number): LinkResult {
  const link = links[i];
  if (link === undefined) throw new Error(`the module recorded no link ${i}`);
  const { f64, u8, many } = columnsOf(native, columns, `links.${i}.`);
  return {
    metrics: link.metrics,
    overview: {
      binSeconds: link.binSeconds,
      bins: link.bins,
      ...recorded(f64),
      state: many('overview.state'),
      windows: many('overview.windows'),
      phases: many('overview.phases'),
    },
    dots: {
      time: f64('dots.time'),
      queue: f64('dots.queue'),
      fate: u8('dots.fate'),
      thinning: link.thinning,
    },
  };
}

/** A program's states depend on its text. */
const aqmOf = ({ aqm: { id, params } }: LaneScenario) => ({
  aqm: id,
  ...(params.program === undefined ? {} : { params }),
});

function toPart(native: NativeModule, lane: LaneScenario, raw: RawRun): RunPart {
  const { overview, dots } = toLink(native, raw, raw.observed);
  return { ...aqmOf(lane), overview, dots };
}

function toResult(native: NativeModule, lane: LaneScenario, raw: RawRun): RunResult {
  const links = raw.links.map((_, i) => toLink(native, raw, i));
  const shown = links[raw.observed];
  if (shown === undefined) throw new Error(`the module recorded no link ${raw.observed}`);
  return {
    label: lane.label,
    ...aqmOf(lane),
    seed: lane.seed,
    ...shown,
    links,
    rows: raw.rows,
    flows: raw.flows,
    digest: raw.digest,
    flowGoodputs: columnsOf(native, raw.columns).f64('flowGoodputs'),
    events: raw.events,
  };
}

function toStops(native: NativeModule, raw: RawRun): ProgramStops {
  const { f64, u8, u32 } = columnsOf(native, raw.columns, `links.${raw.observed}.`);
  return {
    event: u8('stops.event'),
    call: u32('stops.call'),
    stop: u32('stops.stop'),
    left: f64('stops.left'),
    right: f64('stops.right'),
    holds: u8('stops.holds'),
  };
}

function toWindow(native: NativeModule, raw: RawRun): Omit<PacketWindow, 'from' | 'to'> {
  const { f64, u8, u32, many } = columnsOf(native, raw.columns, `links.${raw.observed}.`);
  return {
    time: f64('window.time'),
    queue: f64('window.queue'),
    event: u8('window.event'),
    flow: u32('window.flow'),
    seq: u32('window.seq'),
    drawn: f64('window.drawn'),
    state: many('window.state'),
    truncated: raw.links[raw.observed]?.truncated ?? false,
  };
}
