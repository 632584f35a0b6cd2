/**
 * The loads along which a paper compares: our values as curves with the printed points on them, and the same axis as
 * a study.
 */
import { decimal, t } from '../../../../models/src/language.ts';
import { encodeLink, METRIC_NAMES, type Scenario } from '../../../../models/src/index.ts';
import { without } from '../../../../models/src/path.ts';
import {
  experimentOf,
  scenarioOf,
  type Paper,
  type PaperTable,
  type TableResult,
} from '../../../../models/src/papers/index.ts';
import { EMPTY, writePlan } from '../../../../models/src/study/index.ts';
import { metricWords, shown } from '../../../../models/src/papers/shown.ts';
import type { AqmInfo } from '../../../../wasm/src/types.ts';
import { laneColour, laneDash } from '../../components/laneLook.ts';
import type { Figure } from '../../plots/figure.ts';
import { niceDomain } from '../../plots/scale.ts';

export interface LoadAxis {
  /** Of traffic. */
  readonly row: number;
  readonly places: readonly { readonly condition: string; readonly flows: number }[];
  /** Of the first place. */
  readonly document: Scenario;
}

/** Room at both ends of the loads, as a share of their range. */
const MARGIN = 0.04;
/** So many loads make a curve. */
const LEAST = 3;

const flowsAt = ({ traffic }: Scenario, row: number): number => traffic?.[row]?.flows ?? 1;

/** What a scenario is beside the number of flows of one row. */
const beside = (document: Scenario, row: number): string =>
  JSON.stringify({
    ...without(document, 'title'),
    traffic: document.traffic?.map((one, k) => (k === row ? { ...one, flows: 0 } : one)),
  });

/** The conditions of a table that differ in the flows of one row alone; null where fewer than three do. */
export function loadAxisOf(paper: Paper, reading: string, table: PaperTable): LoadAxis | null {
  const all = table.conditions.map((condition) => ({
    condition,
    document: scenarioOf(paper, reading, table.experiment, condition),
  }));
  const first = all[0];
  if (first === undefined) return null;
  for (const row of (first.document.traffic ?? []).keys()) {
    const same = all.filter(({ document }) => beside(document, row) === beside(first.document, row));
    const places = same
      .map(({ condition, document }) => ({ condition, flows: flowsAt(document, row) }))
      .sort((a, b) => a.flows - b.flows);
    if (new Set(places.map(({ flows }) => flows)).size >= LEAST)
      return { row, places, document: first.document };
  }
  return null;
}

/** The address of a study over these loads, with the paper's seeds and, where the page has it, its metric. */
export function studyLinkOf(
  paper: Paper,
  reading: string,
  { experiment, metric }: PaperTable,
  { row, places, document }: LoadAxis,
  catalogue: readonly AqmInfo[],
): string {
  const { of } = experimentOf(paper, reading, experiment).metrics[metric] ?? {};
  const plan = {
    ...EMPTY,
    axes: [{ path: `traffic[${row}].flows`, values: places.map(({ flows }) => flows) }],
    seeds: paper.seeds.count,
    metric: METRIC_NAMES.find((name) => name === of) ?? EMPTY.metric,
  };
  return encodeLink(document, { v: 'study', paper: paper.id, reading, study: writePlan(plan) }, catalogue);
}

export function loadFigure({ table, cells }: TableResult, { places }: LoadAxis): Figure {
  const x = places.map(({ flows }) => flows);
  const curves = table.schemes.map((scheme, lane) => {
    const own = places.map(({ condition }) =>
      cells.find((cell) => cell.condition === condition && cell.scheme === scheme),
    );
    return {
      scheme,
      lane,
      mean: own.map((cell) => cell?.ours?.mean ?? NaN),
      low: own.map((cell) => cell?.ours?.ci95?.[0] ?? NaN),
      high: own.map((cell) => cell?.ours?.ci95?.[1] ?? NaN),
      printed: own.map((cell) => cell?.published ?? NaN),
    };
  });
  const values = curves
    .flatMap(({ low, high, printed }) => [...low, ...high, ...printed])
    .filter((value) => Number.isFinite(value));
  const title = t('{{title}}, against the flows: lines here, squares printed', {
    title: shown(table.title),
  });
  const range = Math.max(...x) - Math.min(...x);
  const wide = Math.max(...x) / Math.min(...x) > 20;
  return {
    name: `paper-loads-${table.id}`,
    title,
    summary: `${title}. ${curves.map(({ scheme, mean }) => t('{{scheme}} from {{from}} to {{to}}', { scheme, from: decimal((mean[0] ?? NaN).toPrecision(3)), to: decimal((mean.at(-1) ?? NaN).toPrecision(3)) })).join('; ')} ${shown(table.unit)}.`,
    x: {
      label: t('flows'),
      unit: '',
      kind: wide ? 'log' : 'linear',
      domain: wide
        ? [Math.min(...x) / 1.2, Math.max(...x) * 1.2]
        : [Math.min(...x) - MARGIN * range, Math.max(...x) + MARGIN * range],
    },
    y: {
      label: shown(metricWords(table.metric)),
      unit: table.unit,
      kind: 'linear',
      domain: niceDomain(Math.min(...values), Math.max(...values)),
    },
    layers: [
      ...curves.map(({ low, high, lane }) => ({
        kind: 'band' as const,
        x,
        low,
        high,
        colour: laneColour(lane),
        alpha: 0.15,
      })),
      ...curves.map(({ mean, lane }) => ({
        kind: 'line' as const,
        x,
        y: mean,
        colour: laneColour(lane),
        dash: laneDash(lane),
        width: 1.75,
      })),
      ...curves.map(({ printed, lane }) => {
        const there = x.flatMap((flows, k) =>
          Number.isFinite(printed[k]) ? [[flows, printed[k] ?? NaN]] : [],
        );
        return {
          kind: 'points' as const,
          x: there.map(([flows]) => flows ?? NaN),
          y: there.map(([, value]) => value ?? NaN),
          shape: 'square' as const,
          size: 7,
          colour: laneColour(lane),
        };
      }),
    ],
    levels: [],
    edge: false,
    data: () => [
      {
        x: { label: t('flows'), unit: '', values: x },
        series: curves.flatMap(({ scheme, mean, low, high, printed }) => [
          { label: t('{{scheme}}, here', { scheme }), unit: table.unit, values: mean },
          { label: t('{{scheme}}, 95 % low', { scheme }), unit: table.unit, values: low },
          { label: t('{{scheme}}, 95 % high', { scheme }), unit: table.unit, values: high },
          ...(printed.some((value) => Number.isFinite(value))
            ? [{ label: t('{{scheme}}, printed', { scheme }), unit: table.unit, values: printed }]
            : []),
        ]),
      },
    ],
  };
}
