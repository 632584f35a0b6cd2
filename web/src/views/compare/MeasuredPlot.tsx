import { t, titled } from '../../../../models/src/language.ts';
import { T } from '../../components/T.tsx';
import { useEffect, useMemo, useRef, useState } from 'react';
import { managedLinks } from '../../../../models/src/chain.ts';
import { beside, bestOffset, type Figures } from '../../../../models/src/measured/beside.ts';
import { comparable, courseOf } from '../../../../models/src/measured/course.ts';
import type { Measured, Series } from '../../../../models/src/measured/index.ts';
import { spectraOf } from '../../../../models/src/measured/spectrum.ts';
import { told } from '../../../../models/src/told.ts';
import { formatQuantity } from '../../../../models/src/units.ts';
import { Icon } from '../../components/Icon.tsx';
import { useShownRuns } from '../../lanes/useLaneResults.ts';
import { PlotFrame } from '../../plots/PlotFrame.tsx';
import { useApp } from '../../state/context.ts';
import { useSelected } from '../../state/store.ts';
import { measuredFigure } from './measuredFigure.ts';

/** A file of measurements over a lane's run; absent until the reader drops a file. */
export function MeasuredPlot() {
  const app = useApp();
  const held = useSelected(app.measured, (now) => now);
  if (held === null) return null;
  if (held.kind === 'reading')
    return (
      <section className="measured" aria-label={t('Measured')}>
        <p role="status">
          <T
            en={'Reading {{name}}: {{share}} % <1>Cancel</1>'}
            values={{ name: held.name, share: Math.floor(100 * held.share) }}
            tags={[<button key="1" type="button" className="button" onClick={held.cancel} />]}
          />
        </p>
      </section>
    );
  return <Laid key={held.measured.file} measured={held.measured} onClose={() => app.measured.set(null)} />;
}

interface Props {
  readonly measured: Measured;
  readonly onClose: () => void;
}

/** Files that were shown once: a new one comes into view, because it stands below the queues. */
const seen = new WeakSet<Measured>();

/** In the language of the page; the columns of a table and the series of Flent have their names from the file. */
const nameOf = ({ format }: Measured, { name }: Series): string =>
  format === 'csv' || format === 'flent' ? name : told(name);

/** What is laid over a run, with its name. */
function shownOf(measured: Measured, own: Series): Series {
  const [part, name] = [comparable(own), nameOf(measured, own)];
  return { ...part, name: part === own ? name : t('{{series}} less its least', { series: name }) };
}

function Laid({ measured, onClose }: Props) {
  const app = useApp();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!seen.has(measured)) place.current?.scrollIntoView({ block: 'nearest' });
    seen.add(measured);
  }, [measured]);
  const { items: runs } = useShownRuns();
  const [which, setWhich] = useState(0);
  const [lane, setLane] = useState(0);
  /** The shift that the reader typed; null: the best fit. */
  const [typed, setTyped] = useState<string | null>(null);
  const duration = useSelected(app.duration, (now) => now);
  const series = useMemo(() => {
    const own = measured.series[which] ?? measured.series[0];
    return own === undefined ? undefined : shownOf(measured, own);
  }, [measured, which]);
  const run = runs[lane];
  const course = useMemo(() => {
    const [link] = run === undefined ? [] : managedLinks(run.asked.network);
    return series === undefined || run === undefined || run.result === null || link === undefined
      ? undefined
      : courseOf(series, run.result.overview, link);
  }, [series, run]);
  const best = useMemo(
    () => (series === undefined || course === undefined ? 0 : (bestOffset(series, course) ?? 0)),
    [series, course],
  );
  const offset = typed === null || !Number.isFinite(Number(typed)) ? best : Number(typed);
  const found = useMemo(
    () => (series === undefined || course === undefined ? undefined : beside(series, course, offset)),
    [series, course, offset],
  );
  const spectra = useMemo(
    () => (series === undefined || course === undefined ? undefined : spectraOf(series, course, offset)),
    [series, course, offset],
  );
  const figure = useMemo(
    () =>
      series === undefined
        ? undefined
        : measuredFigure(
            series,
            course === undefined || run === undefined
              ? undefined
              : { lane, label: run.asked.label, what: told(course.name), course },
            offset,
            [0, duration],
          ),
    [series, course, run, lane, offset, duration],
  );
  if (series === undefined || figure === undefined) return null;
  const counts = Object.entries(measured.counts).filter(([, count]) => count > 0);
  return (
    <section className="measured" aria-label={t('Measured')} ref={place}>
      <header className="lane-head">
        <h2>{t('Measured: {{file}}', { file: measured.file })}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label={t('Take the measurement away')}
          data-tip={t('Take away')}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      <div className="measured-choices">
        <label>
          {t('Series')}{' '}
          <select value={which} onChange={(event) => setWhich(Number(event.target.value))}>
            {measured.series.map((one, i) => (
              <option key={one.name} value={i}>
                {nameOf(measured, one)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('Over')}{' '}
          <select value={lane} onChange={(event) => setLane(Number(event.target.value))}>
            {runs.map(({ asked }, i) => (
              <option key={i} value={i}>
                {asked.label}
              </option>
            ))}
          </select>
        </label>
        <label>
          <T
            en={'Shifted by {{input}} s'}
            values={{
              input: (
                <input
                  type="number"
                  step="any"
                  value={typed ?? Number(best.toPrecision(6))}
                  onChange={(event) => setTyped(event.target.value)}
                />
              ),
            }}
          />
        </label>
        <button type="button" className="button" disabled={typed === null} onClick={() => setTyped(null)}>
          {t('Best fit')}
        </button>
      </div>
      <PlotFrame figure={figure} />
      {found === undefined ? (
        <p className="muted">
          {course === undefined
            ? t('A simulated run has no such quantity, so the measured one is shown alone.')
            : t('With this offset, the two series do not overlap in time.')}
        </p>
      ) : (
        <table className="measured-figures">
          <caption>
            {told(course?.name ?? '')}
            {t(', from {{from}} to {{to}} of the run', {
              from: formatQuantity(Number(found.from.toPrecision(4)), 's'),
              to: formatQuantity(Number(found.to.toPrecision(4)), 's'),
            })}
          </caption>
          <thead>
            <tr>
              <td />
              <th scope="col">{t('mean')}</th>
              <th scope="col">{t('95th percentile')}</th>
            </tr>
          </thead>
          <tbody>
            <Row name={t('measured')} figures={found.measured} unit={series.unit} />
            <Row name={t('simulated')} figures={found.simulated} unit={series.unit} />
            <Row name={t('difference')} figures={found.difference} unit={series.unit} />
          </tbody>
        </table>
      )}
      {spectra !== undefined && (
        <p className="muted">
          {t('Strongest oscillation: measured {{measured}}, simulated {{simulated}}.', {
            measured: hertz(spectra.peak.measured),
            simulated: hertz(spectra.peak.simulated),
          })}
        </p>
      )}
      {[...counts.map(([name, count]) => titled(told(name), `${count}`)), ...measured.notes.map(told)].map(
        (line) => (
          <p key={line} className="muted">
            {line}
          </p>
        ),
      )}
    </section>
  );
}

const hertz = (value: number) => t('{{hertz}} Hz', { hertz: Number(value.toPrecision(2)) });

const Row = ({
  name,
  figures,
  unit,
}: {
  readonly name: string;
  readonly figures: Figures;
  readonly unit: string;
}) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{formatQuantity(Number(figures.mean.toPrecision(3)), unit)}</td>
    <td>{formatQuantity(Number(figures.p95.toPrecision(3)), unit)}</td>
  </tr>
);
