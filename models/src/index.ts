/** Documents: everything that the page and the command line need to handle them. */
export type { AqmRules } from './aqm-rules.ts';
export { measuredOf, measuredText, WIDE, type Measured } from './agreement.ts';
export { asChain, managedLinks, observedLink, seenAtLink } from './chain.ts';
export { complete, normalise, type CompleteLane, type CompleteScenario } from './complete.ts';
export type { Aqm, Lane, Network, Scenario, Traffic } from './generated/scenario.ts';
export {
  CONTROLS,
  METRICS,
  RECORDED,
  ROW_METRICS,
  SOURCES,
  type ControlId,
  type MetricName,
  type RecordedName,
  type RowMetricName,
  type SourceId,
} from './generated/facts.ts';
export {
  CONTROL_IDS,
  controlName,
  METRIC_NAMES,
  RECORDED_NAMES,
  ROW_METRIC_NAMES,
  sourceName,
} from './named.ts';
export { SENDER_FAMILIES, SENDERS } from './senders.ts';
export { asHost, departuresFrom, HOSTS, nearestHost, type HostKind } from './hosts.ts';
export { refusal, showValue, warning, type Issue } from './issue.ts';
export { parseJson } from './json.ts';
export { infoOf } from './info-of.ts';
export { lanes } from './lanes.ts';
export {
  decodeLink,
  encodeLink,
  isLink,
  releaseIn,
  type DecodedLink,
  type Release,
  type ViewFields,
} from './link.ts';
export { mergePatch, patchBetween } from './merge-patch.ts';
export { CURRENT_VERSION, migrate } from './migrate.ts';
export { didYouMean } from './nearest.ts';
export { presets, type Preset } from './presets.ts';
export { loadReleases, releaseFor, releaseOf, type Releases } from './released.ts';
export { KINDS, nodeAt, type SchemaNode } from './schema.ts';
export { estimate, type Estimate } from './statistics.ts';
export { unitWord } from './unit-words.ts';
export { formatQuantity, parseQuantity, parseTyped, type ParsedQuantity } from './units.ts';
export { parseScenario, validate, type Validation } from './validate.ts';
export { isViewId, VIEW_IDS, VIEW_NAMES, type ViewId } from './views.ts';
export { costOf, estimateSeconds, estimateWork } from './work.ts';
