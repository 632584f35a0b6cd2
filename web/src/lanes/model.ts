/** What the plots need to know of each lane besides its run: its AQM, its parameters after defaults, its levels. */
import type {
  AqmInfo,
  Engine,
  LaneScenario,
  LinkInfo,
  ParamInfo,
  ResolvedAqm,
} from '../../../wasm/src/types.ts';
import { formatQuantity, infoOf, managedLinks, observedLink } from '../../../models/src/index.ts';
import type { Level } from '../plots/figure.ts';
import { managesShown } from './linkShown.ts';
import { memoBy } from '../base/memoBy.ts';

export interface LaneModel {
  readonly lane: number;
  readonly scenario: LaneScenario;
  readonly info: AqmInfo;
  /** The link that the AQM manages: the one whose queue is shown, unless that is DropTail. */
  readonly link: LinkInfo;
  readonly resolved: ResolvedAqm;
}

function linkOf(scenario: LaneScenario): LinkInfo {
  const { packet_size: packetSize } = scenario.network;
  const managed = managesShown(scenario) ? undefined : managedLinks(scenario.network)[0];
  const { rate, buffer } = managed ?? observedLink(scenario);
  return { rate, buffer, packetSize };
}

/**
 * The model of a lane, the same object for the same scenario in the same place. Documents in the store are valid: every AQM
 * is in the catalogue and takes its parameters.
 */
export const laneModel = (engine: Engine, scenario: LaneScenario, lane: number): LaneModel =>
  modelOf(scenario, engine, lane);

const modelOf = memoBy((scenario: LaneScenario, engine: Engine, lane: number): LaneModel => {
  const info = infoOf(engine.catalogue, scenario.aqm);
  if (info === undefined)
    throw new Error(`lanes[${lane}].aqm.id = "${scenario.aqm.id}" is not in the catalogue`);
  const link = linkOf(scenario);
  return { lane, scenario, info, link, resolved: engine.resolve(info.id, scenario.aqm.params, link) };
});

export interface HandleParam {
  readonly param: ParamInfo;
  readonly value: number;
}

/** Parameters that are a place on a plot, with their present values. */
export function handleParams({ info, resolved }: LaneModel, role: ParamInfo['role']): readonly HandleParam[] {
  return info.params.flatMap((param) => {
    const value = resolved.params[param.name];
    return param.role === role && typeof value === 'number' && Number.isFinite(value)
      ? [{ param, value }]
      : [];
  });
}

/** Thresholds that are places on the axis of the scheme's curve: one in packets is none where that is a price or a delay. */
export const curveThresholds = (model: LaneModel): readonly HandleParam[] =>
  handleParams(model, 'queue_threshold').filter(({ param }) => param.unit === model.info.curveAxis.unit);

/** Thresholds of the queue that is shown. */
export const queueThresholds = (model: LaneModel): readonly HandleParam[] =>
  managesShown(model.scenario) ? handleParams(model, 'queue_threshold') : [];

/** The lines that a queue trace names: thresholds, targets as the queue that takes so long, and the end of the buffer. */
export function queueLevels(model: LaneModel): readonly Level[] {
  const perSecond = model.link.rate / (8 * model.link.packetSize);
  const level = (name: string, value: number): Level => ({ axis: 'y', name, value });
  const buffer = level('buffer', observedLink(model.scenario).buffer);
  if (!managesShown(model.scenario)) return [buffer];
  return [
    ...queueThresholds(model).map(({ param, value }) => level(param.name, value)),
    ...handleParams(model, 'delay_target').map(({ param, value }) => ({
      ...level(param.name, value * perSecond),
      shown: formatQuantity(value, 's'),
    })),
    buffer,
  ];
}
