/** The engine's names (generated/facts.ts) as lists, and the words that a page shows for them. */
import {
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

import { t } from './language.ts';

/** In the order in which the page shows them. */
export const METRIC_NAMES = Object.keys(METRICS) as readonly MetricName[];
export const ROW_METRIC_NAMES = Object.keys(ROW_METRICS) as readonly RowMetricName[];
export const RECORDED_NAMES = Object.keys(RECORDED) as readonly RecordedName[];
export const CONTROL_IDS = Object.keys(CONTROLS) as readonly ControlId[];

const sentence = (name: string) => name.replace(/^./, (first) => first.toUpperCase());

/** "Pareto on-off (UDP)": a kind of traffic in a list of kinds. */
export const sourceName = (id: SourceId): string =>
  `${sentence(t(SOURCES[id].name))} (${SOURCES[id].transport.toUpperCase()})`;

/** "CUBIC": a congestion control in a list or a sentence. */
export const controlName = (id: ControlId): string => CONTROLS[id].name;
