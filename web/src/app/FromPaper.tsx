/**
 * Shown above a scenario that was opened from a number of a paper: the printed number, this project's number, and the
 * value of the present run.
 */
import { t } from '../../../models/src/language.ts';
import { T } from '../components/T.tsx';
import { useEffect, useMemo, useState } from 'react';
import { estimate, METRIC_NAMES, METRICS, observedLink, type MetricName } from '../../../models/src/index.ts';
import {
  experimentOf,
  judge,
  measure,
  PAPERS,
  placeKey,
  scenarioOf,
  type Paper,
  type PaperResults,
} from '../../../models/src/papers/index.ts';
import { inSentence, shown } from '../../../models/src/papers/shown.ts';
import type { RunResult } from '../../../wasm/src/types.ts';
import { bound } from '../base/bound.ts';
import { Symbols } from '../components/Symbols.tsx';
import { groupedNumber } from '../lanes/metrics.ts';
import type { LaneResults } from '../lanes/results.ts';
import { useKeyFigures } from '../lanes/useLaneResults.ts';
import { useApp } from '../state/context.ts';
import { sameExperiment } from '../state/origin.ts';
import { useSelected, useStore } from '../state/store.ts';
import { useView } from '../state/useView.ts';

interface Loaded {
  readonly paper: Paper;
  readonly results: PaperResults;
}

export function FromPaper() {
  const wanted = useView('paper');
  const [tableId = '', condition = '', scheme = ''] = useView('cell').split('~');
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    let asked = true;
    const entry = PAPERS.find(({ id }) => id === wanted);
    if (entry === undefined) return;
    Promise.all([entry.load(), entry.results()]).then(
      ([paper, results]) => {
        if (asked) setLoaded({ paper, results });
      },
      // The scenario works without its paper.
      () => undefined,
    );
    return () => {
      asked = false;
    };
  }, [wanted]);
  return loaded?.paper.id === wanted ? <Told {...loaded} {...{ tableId, condition, scheme }} /> : null;
}

/** Marks the row of the paper's metric in the table of metrics while this strip is shown. */
function useMarked(metric: MetricName | null): void {
  const { told } = useApp();
  useEffect(() => {
    told.set(metric);
    return () => told.set(null);
  }, [told, metric]);
}

/**
 * A table under a reading, and the scenario of one of its conditions with the definition of the metric; null if the
 * link names none.
 */
function cellOf(paper: Paper, results: PaperResults, reading: string, tableId: string, condition: string) {
  if (paper.readings.every(({ id }) => id !== reading)) return null;
  const result = judge(paper, reading, results).tables.find(({ table }) => table.id === tableId);
  if (result?.table.conditions.includes(condition) !== true) return null;
  const { experiment, metric } = result.table;
  return {
    result,
    document: scenarioOf(paper, reading, experiment, condition),
    metric: experimentOf(paper, reading, experiment, condition).metrics[metric],
  };
}

interface Cell extends Loaded {
  readonly tableId: string;
  readonly condition: string;
  readonly scheme: string;
}

function Told({ paper, results, tableId, condition, scheme }: Cell) {
  const app = useApp();
  const wanted = useView('reading');
  const reading = paper.readings.find(({ id }) => id === wanted);
  const present = useSelected(app.history, (history) => history.present);
  const runs = useStore(app.runner.slots);
  const { items } = useKeyFigures();
  // Once for each cell: a drag makes many runs.
  const made = useMemo(
    () => cellOf(paper, results, wanted, tableId, condition),
    [paper, results, wanted, tableId, condition],
  );
  const metric = made?.metric;
  const name = METRIC_NAMES.find((one) => one === metric?.of) ?? null;
  useMarked(name);
  const cell = made?.result.cells.find((one) => one.condition === condition && one.scheme === scheme);
  if (reading === undefined || made === null || cell === undefined) return null;
  const { table } = made.result;
  const unit = shown(table.unit);
  const text = (value: number) => groupedNumber(value, table.digits);
  const spread = (of: NonNullable<typeof cell.ours>) =>
    `${text(of.mean)}${of.ci95 === undefined ? '' : ` ± ${text((of.ci95[1] - of.ci95[0]) / 2)}`}`;
  const { seeds } = results;
  const same = sameExperiment(made.document, present, app.engine.catalogue);
  const lane = runs.findIndex(({ asked }) => asked.label === scheme);
  const key = placeKey({ reading: reading.id, experiment: table.experiment, condition, scheme });
  const stored = results.runs[key];
  const [run, item] = [runs[lane], items[lane]];
  const counted = metric === undefined || item === undefined ? [] : valuesOf(item, metric);
  const kept = (of: RunResult | null | undefined) =>
    stored?.values[table.metric]?.[stored.digests.indexOf(of?.digest ?? '')];
  const own = kept(run?.result) ?? counted[0] ?? NaN;
  const all = estimate(counted.filter((value) => Number.isFinite(value)));
  const seed = run?.asked.seed;
  const counts = name === null ? undefined : METRICS[name];
  return (
    <aside className="from-paper" aria-label={t('The paper’s number')}>
      <p>
        <T
          en={
            'From {{short}} {{year}}, {{table}} ({{condition}}, <1>{{scheme}}</1>, {{label}}): {{published}}{{recomputed}}. {{same}}{{own}}{{counts}}<2>To the table</2>'
          }
          values={{
            short: paper.short,
            year: paper.year,
            table: <Symbols text={shown(table.title)} />,
            condition: shown(condition),
            scheme,
            label: inSentence(reading.label),
            published:
              cell.published === undefined
                ? t('a figure without printed numbers')
                : bound(
                    t('printed {{published}} {{unit}}', {
                      published: text(cell.published),
                      unit,
                    }),
                  ),
            recomputed: cell.ours !== undefined && (
              <>
                <T
                  en={'; here <1>{{value}}</1> over {{seeds}} seeds ({{first}} to {{last}})'}
                  values={{
                    value: bound(`${spread(cell.ours)} ${unit}`),
                    seeds: seeds.length,
                    first: seeds[0],
                    last: seeds.at(-1),
                  }}
                  tags={[<b key="1" />]}
                />
              </>
            ),
            same: !same && t('The scenario has been changed since. '),
            own: Number.isFinite(own) && (
              <>
                <T
                  en={'This run is seed {{seed}}: <1>{{value}}</1>{{all}}.'}
                  values={{
                    seed,
                    value: bound(`${text(own)} ${unit}`),
                    all:
                      all !== undefined &&
                      all.n > 1 &&
                      bound(
                        t('; its {{n}} seeds: {{spread}} {{unit}}', {
                          n: all.n,
                          spread: spread(all),
                          unit,
                        }),
                      ),
                  }}
                  tags={[<b key="1" />]}
                />{' '}
              </>
            ),
            counts: counts !== undefined && (
              <span className="muted">
                {t('Counted is {{label}}: {{help}}', {
                  label: counts.label.toLowerCase(),
                  help: counts.help,
                })}{' '}
              </span>
            ),
          }}
          tags={[
            <b key="1" />,
            <button
              key="2"
              type="button"
              className="link"
              onClick={() => app.look({ tab: 'papers', table: tableId })}
            />,
          ]}
        />
      </p>
    </aside>
  );
}

/** The paper's number for each seed; none for quantities that need recordings. */
const valuesOf = (
  { scenario, samples }: LaneResults,
  metric: NonNullable<Parameters<typeof measure>[1]>,
): readonly number[] =>
  samples.map(({ metrics }) =>
    measure(
      {
        metrics,
        measured: scenario.duration - scenario.warmup,
        buffer: observedLink(scenario).buffer,
        goodputs: [],
        averageMean: null,
        courses: {},
        emptyShare: NaN,
      },
      metric,
    ),
  );
