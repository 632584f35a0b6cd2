/**
 * Statistics that referees ask for: seeds until an interval is narrow enough, comparisons of lanes by pairs,
 * sensitivity indices, and the warm-up.
 */
import { unitWord } from '../../../../models/src/unit-words.ts';
import { decimal, t } from '../../../../models/src/language.ts';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { lanes as lanesOf } from '../../../../models/src/index.ts';
import {
  courseOf,
  reportOf,
  SEEDS_ASSUME,
  type Comparison,
  type Course,
  type Sensitivity,
} from '../../../../models/src/statistics/index.ts';
import { LaneBadge } from '../../components/LaneBadge.tsx';
import { laneColour } from '../../components/laneLook.ts';
import { formatDifference, formatHalf, formatMetric, type MetricRow } from '../../lanes/metrics.ts';
import { useApp } from '../../state/context.ts';
import { wordOf, type Shown } from './studyFigures.ts';

/** Half the width of the interval, as a share of the mean. */
const SHARES = [0.01, 0.02, 0.05, 0.1] as const;
/** The number of intervals of a run in which a warm-up is searched, and the number of seeds. */
const BINS = 1000;
const SEEDS = 5;

interface Props {
  readonly shown: Shown;
  /** The metric, in the unit of the plots. */
  readonly row: MetricRow;
}

export function Statistics({ shown, row }: Props) {
  const [share, setShare] = useState<number>(0.05);
  const [chosen, setChosen] = useState(0);
  const { found, labels } = shown;
  const report = useMemo(
    () =>
      reportOf(
        found.study,
        found.expansion,
        labels,
        (point, lane) =>
          new Map(
            found.samples(point, lane).flatMap(({ seed, metrics }) => {
              const value = metrics[row.name];
              return value === null ? [] : [[seed, value] as const];
            }),
          ),
        { share },
      ),
    [found, labels, row.name, share],
  );
  const point = report.points[Math.min(chosen, report.points.length - 1)];
  const wordAt = (at: number) => found.expansion.factors.map((_, f) => wordOf(shown, f, at)).join(', ');
  const unit = row.unit === '' ? '' : ` (${unitWord(row.unit)})`;
  return (
    <section className="study-statistics" aria-label={t('Statistics')}>
      {report.sensitivity.map((one) => (
        <Indices key={`${one.lane} ${JSON.stringify(one.at)}`} told={one} labels={labels} row={row} />
      ))}
      {point !== undefined && (
        <>
          <p className="study-shown">
            {report.points.length > 1 && (
              <label>
                <span className="muted">{t('At')}</span>
                <select
                  aria-label={t('Point')}
                  value={chosen}
                  onChange={({ target }) => setChosen(Number(target.value))}
                >
                  {report.points.map((_, at) => (
                    <option key={at} value={at}>
                      {wordAt(at)}
                    </option>
                  ))}
                </select>
              </label>
            )}
            <label>
              <span className="muted">{t('wanted interval')}</span>
              <select
                aria-label={t('Wanted interval')}
                value={share}
                onChange={({ target }) => setShare(Number(target.value))}
              >
                {SHARES.map((one) => (
                  <option key={one} value={one}>
                    {t('±{{one}} % of the mean', { one: 100 * one })}
                  </option>
                ))}
              </select>
            </label>
          </p>
          <Lanes told={point} labels={labels} row={row} caption={`${row.label}${unit}`} />
          <Pairs told={point} labels={labels} row={row} />
          <p className="muted">{t(SEEDS_ASSUME)}</p>
        </>
      )}
      <WarmUp key={JSON.stringify(found.base)} shown={shown} />
    </section>
  );
}

function Table({
  name,
  head,
  children,
}: {
  readonly name: string;
  readonly head: readonly string[];
  readonly children: ReactNode;
}) {
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={name}>
      <table>
        <caption>{name}</caption>
        <thead>
          <tr>
            {head.map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface PartProps {
  readonly labels: readonly string[];
  readonly row: MetricRow;
}

const count = (seeds: number | null | undefined) => (seeds === null ? t('over a million') : (seeds ?? '–'));
const halfOf = (mean: number, ci95: readonly [number, number] | null) =>
  ci95 === null ? null : ci95[1] - mean;

function Lane({ label, labels }: { readonly label: string; readonly labels: readonly string[] }) {
  return (
    <>
      <LaneBadge lane={labels.indexOf(label)} /> {label}
    </>
  );
}

function Lanes({
  told,
  labels,
  row,
  caption,
}: PartProps & { readonly told: Comparison; readonly caption: string }) {
  return (
    <Table
      name={t('{{caption}} and the seeds that it takes', { caption })}
      head={[t('Lane'), t('Mean'), t('Seeds'), t('Needed'), t('Cautious')]}
    >
      {told.lanes.map(({ lane, mean, ci95, n, needed }) => (
        <tr key={lane}>
          <th scope="row">
            <Lane label={lane} labels={labels} />
          </th>
          <td>
            {formatMetric(row, mean)} <span className="half">{formatHalf(row, halfOf(mean, ci95))}</span>
          </td>
          <td>{n}</td>
          <td>{needed === null ? '–' : count(needed?.seeds)}</td>
          <td>{needed === null ? '–' : count(needed?.cautious)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** A number without a unit. */
const PLAIN = { unit: '', scale: 1, decimals: 2 };

const probability = (p: number | null) =>
  p === null ? '–' : p < 0.001 ? t('below {{value}}', { value: 0.001 }) : decimal(p.toFixed(3));

function Pairs({ told, labels, row }: PartProps & { readonly told: Comparison }) {
  if (told.pairs.length === 0) return null;
  return (
    <Table
      name={t('Pairs of lanes, paired by seed, with Holm’s correction for all pairs')}
      head={[t('Pair'), t('Difference'), 'p', 'p (Holm)', t('Effect'), t('Seeds to tell')]}
    >
      {told.pairs.map(({ a, b, difference, ci95, p, holm, effect, to_tell }) => (
        <tr key={`${a} ${b}`} data-parts={holm !== null && holm <= 0.05 ? true : undefined}>
          <th scope="row">
            <Lane label={a} labels={labels} /> − <Lane label={b} labels={labels} />
          </th>
          <td>
            {formatDifference(row, difference)}{' '}
            <span className="half">{formatHalf(row, halfOf(difference, ci95))}</span>
          </td>
          <td>{probability(p)}</td>
          <td>{probability(holm)}</td>
          <td>{formatDifference(PLAIN, effect)}</td>
          <td>{count(to_tell)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** The sensitivity indices of one lane, the largest first. */
function Indices({ told, labels, row }: PartProps & { readonly told: Sensitivity }) {
  const { lane, quantities, at, sobol, morris } = told;
  const where = Object.entries(at).map(([name, value]) => `, ${name} ${String(value)}`);
  const name = t('What decides {{label}} of {{lane}}{{where}}', {
    label: row.label,
    lane,
    where: where.join(''),
  });
  if ((sobol ?? morris ?? null) === null)
    return <p className="muted">{t('{{name}}: too few points so far, or nothing varies.', { name })}</p>;
  const main = sobol?.total ?? morris?.mu_star ?? [];
  const most = Math.max(...main.map(({ value }) => value), 0);
  const order = quantities.map((_, q) => q).sort((a, b) => (main[b]?.value ?? 0) - (main[a]?.value ?? 0));
  const share = (index: { value: number; ci95: readonly [number, number] } | undefined) =>
    index === undefined
      ? '–'
      : `${decimal(index.value.toFixed(2))} (${index.ci95.map((end) => decimal(end.toFixed(2))).join('–')})`;
  const size = (value: number | undefined) => formatMetric(row, value ?? null);
  return (
    <>
      <Table
        name={name}
        head={
          sobol
            ? [t('Quantity'), '', t('Total'), t('First')]
            : [t('Quantity'), '', `µ*${row.unit === '' ? '' : ` (${unitWord(row.unit)})`}`, '95 %', 'µ', 'σ']
        }
      >
        {order.map((q) => (
          <tr key={q}>
            <th scope="row">{quantities[q]}</th>
            <td className="share" aria-hidden="true">
              <i
                style={{
                  inlineSize: `${most > 0 ? Math.max(0, (100 * (main[q]?.value ?? 0)) / most) : 0}%`,
                  background: `var(--${laneColour(labels.indexOf(lane))})`,
                }}
              />
            </td>
            {sobol ? (
              <>
                <td>{share(sobol.total[q])}</td>
                <td>{share(sobol.first[q])}</td>
              </>
            ) : (
              <>
                <td>{size(morris?.mu_star[q]?.value)}</td>
                <td>{morris?.mu_star[q]?.ci95.map(size).join(' to ')}</td>
                <td>{size(morris?.mu[q])}</td>
                <td>{size(morris?.sigma[q])}</td>
              </>
            )}
          </tr>
        ))}
      </Table>
      <p className="muted">
        {sobol
          ? t(
              'Shares of the variance that a quantity explains with all others (total) and by itself (first), of {{rows}} rows.',
              { rows: sobol.rows },
            )
          : t(
              'Effects over the whole range of a quantity: the mean of their sizes (µ*), their mean (µ), and their spread (σ), of {{paths}} paths.',
              { paths: morris?.paths ?? 0 },
            )}
      </p>
    </>
  );
}

/** The warm-up of the scenario as it is, without the study's variations, over time. */
function WarmUp({ shown: { found, labels } }: { readonly shown: Shown }) {
  const { client } = useApp();
  const [courses, setCourses] = useState<readonly Course[] | 'asked' | null>(null);
  const [error, setError] = useState('');
  useEffect(() => {
    if (courses !== 'asked') return undefined;
    const abort = new AbortController();
    const all = lanesOf(found.base).map(async (lane) => {
      const runs = await Promise.all(
        Array.from({ length: SEEDS }, (_, i) =>
          client.ask('run', { lane: { ...lane, seed: i + 1 }, bins: BINS }, { signal: abort.signal }),
        ),
      );
      const queue = Array.from(
        { length: BINS },
        (_, bin) => runs.reduce((sum, { overview }) => sum + (overview.queue_mean[bin] ?? NaN), 0) / SEEDS,
      );
      return courseOf(queue, lane.duration / BINS, lane.warmup);
    });
    Promise.all(all).then(setCourses, (failed: unknown) => {
      if (abort.signal.aborted) return;
      setError(failed instanceof Error ? failed.message : String(failed));
      setCourses(null);
    });
    return () => abort.abort();
  }, [courses, found.base, client]);
  if (courses === null || courses === 'asked')
    return (
      <p>
        <button
          type="button"
          className="link"
          disabled={courses === 'asked'}
          onClick={() => setCourses('asked')}
        >
          {courses === 'asked' ? t('Looking at the warm-up…') : t('Is the warm-up long enough?')}
        </button>{' '}
        {error !== '' && <span className="problem">{error}</span>}
      </p>
    );
  const seconds = (value: number | null) => (value === null ? '–' : `${Number(value.toPrecision(3))} s`);
  return (
    <>
      <Table
        name={t('Mean queue over time, {{seeds}} seeds: the end of the warm-up and the mean after it', {
          seeds: SEEDS,
        })}
        head={[t('Lane'), t('Warm-up'), 'MSER-5', t('Mean (packets)'), t('Batches'), t('Correlation')]}
      >
        {courses.map(({ warmup, warmup_found, steady }, lane) => (
          <tr key={lane}>
            <th scope="row">
              <LaneBadge lane={lane} /> {labels[lane]}
            </th>
            <td>{seconds(warmup)}</td>
            <td>{seconds(warmup_found)}</td>
            <td>
              {steady === null ? '–' : decimal(steady.mean.toFixed(1))}{' '}
              <span className="half">
                {steady !== null && `±${decimal((steady.ci95[1] - steady.mean).toFixed(1))}`}
              </span>
            </td>
            <td>{steady?.batches ?? '–'}</td>
            <td>{formatDifference(PLAIN, steady?.lag1 ?? null)}</td>
          </tr>
        ))}
      </Table>
      {courses.every(({ warning }) => warning === '') && (
        <p>{t('The warm-up is long enough, and the batches look independent.')}</p>
      )}
      {courses.map(
        ({ warning }, lane) =>
          warning !== '' && (
            <p key={lane} className="problem">
              {labels[lane]}: {warning}
            </p>
          ),
      )}
    </>
  );
}
