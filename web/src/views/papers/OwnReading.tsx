/** Any assumption free to change: the reader's own reading of a table, run here and judged as the others are. */
import { t } from '../../../../models/src/language.ts';
import { useId, useMemo, useState } from 'react';
import { infoOf, lanes } from '../../../../models/src/index.ts';
import {
  BINS,
  experimentOf,
  figuresOf,
  judge,
  measure,
  placeKey,
  placesOf,
  type Paper,
  type PaperResults,
  type Place,
  type StoredRuns,
  scenarioOf,
} from '../../../../models/src/papers/index.ts';
import { without } from '../../../../models/src/path.ts';
import { shown } from '../../../../models/src/papers/shown.ts';
import { useApp } from '../../state/context.ts';
import { useView } from '../../state/useView.ts';
import { BatchBar } from './BatchBar.tsx';
import { Claims } from './Claims.tsx';
import { linksOf } from './links.ts';
import { MOST_SEEDS, openIn, OWN, readOwn, withOwn, writeOwn, type OwnChoice } from './own.ts';
import { useBatch } from '../../state/useBatch.ts';
import { TablePanels } from './TablePanels.tsx';

interface Done {
  readonly paper: Paper;
  readonly results: PaperResults;
}

export function OwnReading({ paper, version }: { readonly paper: Paper; readonly version: string }) {
  const app = useApp();
  const { engine } = app;
  const word = useView('own');
  const choice = useMemo(() => readOwn(paper, word), [paper, word]);
  const made = useMemo(() => withOwn(paper, choice, engine), [paper, choice, engine]);
  const [done, setDone] = useState<Done | null>(null);
  const batch = useBatch(BINS);
  const set = (change: Partial<OwnChoice>) => app.look({ own: writeOwn({ ...choice, ...change }) });
  const jobs = useMemo(() => (made.ok ? jobsOf(made.paper, choice.seeds) : []), [made, choice.seeds]);
  const start = () => {
    if (!made.ok) return;
    const found = new Map<string, StoredRuns>();
    const {
      seeds: { first },
    } = made.paper;
    const seeds = Array.from({ length: choice.seeds }, (_, k) => first + k);
    batch.start(
      jobs.map(({ lane }) => lane),
      (index, run) => {
        const job = jobs[index];
        if (job === undefined) return;
        const { place, lane, seed } = job;
        const key = placeKey(place);
        const { metrics } = experimentOf(made.paper, OWN, place.experiment, place.condition);
        const figures = figuresOf(run, lane, infoOf(engine.catalogue, lane.aqm)?.states ?? []);
        const known = found.get(key) ?? { digests: seeds.map(() => ''), values: {} };
        found.set(key, {
          digests: known.digests.with(seed, run.digest),
          values: Object.fromEntries(
            Object.entries(metrics).map(([name, metric]) => [
              name,
              (known.values[name] ?? seeds.map(() => null)).with(seed, measure(figures, metric)),
            ]),
          ),
        });
      },
      () =>
        setDone({
          paper: made.paper,
          results: { paper: paper.id, version, engine: '', seeds, runs: Object.fromEntries(found) },
        }),
    );
  };
  return (
    <section className="paper-own" aria-labelledby="own-title">
      <h4 id="own-title">{t('Your own reading')}</h4>
      <p className="muted">
        {t('Change what the paper leaves open, or anything else, and run one of its tables again here.')}
      </p>
      <Choices paper={paper} choice={choice} set={set} problem={made.ok ? null : made.problem} />
      <BatchBar
        batch={batch}
        label={t('Run the table: {{jobs}} runs', { jobs: jobs.length })}
        what={t('Runs of your own reading')}
        disabled={!made.ok}
        onStart={start}
      />
      {done !== null && <Outcome {...done} />}
    </section>
  );
}

interface Job {
  readonly place: Place;
  readonly lane: ReturnType<typeof lanes>[number];
  /** Its place among the seeds. */
  readonly seed: number;
}

/** Seeds come last: a table of one seed is whole before the next begins. */
function jobsOf(paper: Paper, count: number): readonly Job[] {
  const places = placesOf(paper, [OWN]).flatMap((place) => {
    const all = lanes(scenarioOf(paper, OWN, place.experiment, place.condition));
    const lane = all.find(({ label }) => label === place.scheme);
    return lane === undefined ? [] : [{ place, lane }];
  });
  return Array.from({ length: count }, (_, seed) =>
    places.map(({ place, lane }) => ({ place, seed, lane: { ...lane, seed: paper.seeds.first + seed } })),
  ).flat();
}

interface ChoicesProps {
  readonly paper: Paper;
  readonly choice: OwnChoice;
  readonly set: (change: Partial<OwnChoice>) => void;
  readonly problem: string | null;
}

function Choices({ paper, choice, set, problem }: ChoicesProps) {
  const more = useId();
  const [example] = Object.keys(paper.experiments);
  return (
    <div className="paper-own-form">
      <label>
        {t('Table')}
        <select value={choice.table} onChange={({ target }) => set({ table: target.value })}>
          {paper.tables.map(({ id, title }) => (
            <option key={id} value={id}>
              {shown(title)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('Beginning with')}
        <select value={choice.base} onChange={({ target }) => set({ base: target.value, options: {} })}>
          {paper.readings.map(({ id, label }) => (
            <option key={id} value={id}>
              {shown(label)}
            </option>
          ))}
        </select>
      </label>
      {openIn(paper, choice.base).map(({ name, options }) => (
        <label key={name}>
          {shown(name)}
          <select
            value={choice.options[name] ?? ''}
            onChange={({ target }) => {
              const rest = without(choice.options, name);
              set({ options: target.value === '' ? rest : { ...rest, [name]: target.value } });
            }}
          >
            <option value="">{t('as it begins')}</option>
            {options.map(({ label }) => (
              <option key={label} value={label}>
                {shown(label)}
              </option>
            ))}
          </select>
        </label>
      ))}
      <label>
        {t('Seeds')}
        <select value={choice.seeds} onChange={({ target }) => set({ seeds: Number(target.value) })}>
          {Array.from({ length: MOST_SEEDS }, (_, k) => (
            <option key={k}>{k + 1}</option>
          ))}
        </select>
      </label>
      <div className="paper-own-more">
        <label htmlFor={more}>{t('Anything else: patches over the experiments (JSON)')}</label>
        <textarea
          id={more}
          rows={2}
          spellCheck={false}
          placeholder={`{"${example ?? ''}": {"tcp": {"min_rto": 0.3}}}`}
          value={choice.more}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${more}-problem`}
          onChange={({ target }) => set({ more: target.value })}
        />
        {problem !== null && (
          <p className="problem" id={`${more}-problem`}>
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}

function Outcome({ paper, results }: Done) {
  const { engine } = useApp();
  const { tables, claims, claimed } = useMemo(() => judge(paper, OWN, results), [paper, results]);
  const linkTo = useMemo(() => linksOf(paper, OWN, engine.catalogue), [paper, engine]);
  const text = paper.readings.at(-1)?.text ?? '';
  return (
    <div className="paper-own-outcome">
      {text !== '' && <p className="muted">{text}</p>}
      {tables.map((result) => (
        <TablePanels
          key={result.table.id}
          paper={paper}
          reading={OWN}
          result={result}
          seeds={results.seeds}
          linkTo={linkTo}
          own
        />
      ))}
      {claims.length > 0 && <Claims paper={paper} claims={claims} counts={claimed} linkTo={linkTo} own />}
    </div>
  );
}
