/**
 * What plots need to know about each lane besides its run: its AQM, its parameters with defaults, its levels.
 */
import type {
  AqmInfo,
  Engine,
  LaneScenario,
  LinkInfo,
  ParamInfo,
  ResolvedAqm,
} from '../../../wasm/src/types.ts';
import { formatQuantity, infoOf, managedLinks, observedLink } from '../../../models/src/index.ts';
import { t } from '../../../models/src/language.ts';
import type { Level } from '../plots/figure.ts';
import { managesShown } from './linkShown.ts';
import { memoBy } from '../base/memoBy.ts';

export interface LaneModel {
  readonly lane: number;
  readonly scenario: LaneScenario;
  readonly info: AqmInfo;
  /** The link that the AQM manages: the one whose queue is shown, unless that queue is DropTail. */
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
 * The model of a lane: the same object for the same scenario and index. Documents in the store are valid, so
 * every AQM is in the catalogue and accepts its parameters.
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

/** The parameters that are positions on a plot, with their present values. */
export function handleParams({ info, resolved }: LaneModel, role: ParamInfo['role']): readonly HandleParam[] {
  return info.params.flatMap((param) => {
    const value = resolved.params[param.name];
    return param.role === role && typeof value === 'number' && Number.isFinite(value)
      ? [{ param, value }]
      : [];
  });
}

/**
 * Thresholds on the axis of the scheme's curve. A threshold in packets is not among them if that axis is a
 * price or a delay.
 */
export const curveThresholds = (model: LaneModel): readonly HandleParam[] =>
  handleParams(model, 'queue_threshold').filter(({ param }) => param.unit === model.info.curveAxis.unit);

/** Thresholds of the queue that is shown. */
export const queueThresholds = (model: LaneModel): readonly HandleParam[] =>
  managesShown(model.scenario) ? handleParams(model, 'queue_threshold') : [];

/**
 * The named lines of a queue trace: thresholds, delay targets as the queue that takes this time to send, and
 * the buffer's size.
 */
export function queueLevels(model: LaneModel): readonly Level[] {
  const perSecond = model.link.rate / (8 * model.link.packetSize);
  const level = (name: string, value: number): Level => ({ axis: 'y', name, value });
  const buffer: Level = { ...level(t('buffer'), observedLink(model.scenario).buffer), word: true };
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
