import { t } from '../../../../models/src/language.ts';
import { and } from '../../lanes/answer.ts';
import { T } from '../../components/T.tsx';
import '../../styles/study.css';
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  type ChangeEvent,
  type ReactNode,
} from 'react';
import { lanes, type Scenario } from '../../../../models/src/index.ts';
import {
  EMPTY,
  readPlan,
  sizeOf,
  sizeText,
  studyOf,
  validateStudy,
  writePlan,
  type Plan,
  type StudyValidation,
} from '../../../../models/src/study/index.ts';
import { RefusedContext } from '../../components/QuantityInput.tsx';
import { LaneName } from '../../components/LaneBadge.tsx';
import { METRIC_ROWS, metricRow } from '../../lanes/metrics.ts';
import { download } from '../../base/download.ts';
import { useCaption } from '../../state/caption.ts';
import { useApp } from '../../state/context.ts';
import { useSelected, useStore } from '../../state/store.ts';
import { useView } from '../../state/useView.ts';
import { AxesForm } from './AxesForm.tsx';
import {
  axisFor,
  choiceOf,
  choicesOf,
  issueText,
  keyOf,
  rangesOf,
  sampledOf,
  type Choice,
} from './choices.ts';
import { loadsOf } from './paperLoads.ts';
import { PointPlot } from '../../plots/PointPlot.tsx';
import {
  alongFigure,
  heatFigure,
  scaleOf,
  tradeFigure,
  wordOf,
  type Shown,
  type StudyFigure,
  type Target,
} from './studyFigures.ts';
import { Statistics } from './Statistics.tsx';
import { studyRunOf, type Found } from '../../state/studyRun.ts';
import { panelsOf } from './summary.ts';

/** The most points that are validated at each edit; the run validates all of them. */
const JUDGED = 24;
/** The most small multiples. */
const MOST_PANELS = 9;

/** Many runs of the open scenario: what varies, the cost, and the results. */
export function StudyView() {
  const app = useApp();
  const document = useStore(app.history).present;
  const word = useView('study');
  const plan = useMemo(() => readPlan(word), [word]);
  const found = useStore(studyRunOf(app).found);
  const choices = useMemo(() => choicesOf(document, app.engine.catalogue), [document, app.engine]);
  const setPlan = (next: Plan) => app.look({ study: writePlan(next) });
  const latest = useDeferredValue(plan);
  const checked = useMemo(
    () => validateStudy(studyOf(document, latest), app.engine, JUDGED),
    [document, latest, app.engine],
  );
  const [refused, setRefused] = useState<readonly string[]>([]);
  const tell = useCallback(
    (field: string, is: boolean) =>
      setRefused((all) => {
        if (all.includes(field) === is) return all;
        return is ? [...all, field] : all.filter((other) => other !== field);
      }),
    [],
  );
  return (
    <div className="study">
      <section className="study-form" aria-label={t('What varies')}>
        <RefusedContext value={tell}>
          <AxesForm plan={plan} choices={choices} onPlan={setPlan} />
        </RefusedContext>
        <Start
          checked={checked}
          document={document}
          choices={choices}
          axes={latest.axes}
          empty={plan.axes.length === 0}
          refused={refused.length > 0}
        />
        <Files plan={plan} document={document} />
      </section>
      {plan === EMPTY && word !== '' && (
        <p role="alert">
          {t('The study in this link could not be read: the link was cut off or changed on its way.')}
        </p>
      )}
      {found === null ? (
        <Hint plan={plan} choices={choices} onPlan={setPlan} />
      ) : (
        <Results found={found} plan={plan} document={document} setPlan={setPlan} />
      )}
    </div>
  );
}

/** Examples of studies, each available by a click: the names of the varied quantities, and the question. */
const EXAMPLES = [
  { vary: ['traffic[0].flows'], asks: 'How does each scheme react to more flows?' },
  { vary: ['rtt'], asks: 'How does each scheme react to a longer round trip?' },
  { vary: ['traffic[0].flows', 'rtt'], asks: 'Where does each scheme work well? A map.' },
  {
    vary: ['traffic[0].flows', 'network.bottleneck.delay', 'network.packet_size'],
    asks: 'Which quantity matters most? Effects by Morris.',
    sampled: true,
  },
];

interface HintProps {
  readonly plan: Plan;
  readonly choices: readonly Choice[];
  readonly onPlan: (plan: Plan) => void;
}

/**
 * The numbers of flows in the first row under every condition of the scenario's paper; null if the scenario
 * is not from a paper.
 */
function usePaperLoads(): { readonly short: string; readonly loads: readonly number[] } | null {
  const title = useSelected(useApp().history, ({ present }) => present.title ?? '');
  const [found, setFound] = useState<Awaited<ReturnType<typeof loadsOf>>>(null);
  useEffect(() => {
    let wanted = true;
    loadsOf(title).then(
      (loads) => {
        if (wanted) setFound(loads);
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [title]);
  return found?.title === title ? found : null;
}

function Hint({ plan, choices, onPlan }: HintProps) {
  const paper = usePaperLoads();
  const flows = choices.find((choice) => keyOf(choice) === 'traffic[0].flows');
  const examples = EXAMPLES.flatMap(({ vary, asks, sampled = false }) => {
    const found = vary.flatMap((key) => choices.filter((choice) => keyOf(choice) === key));
    const axes = found.map(axisFor);
    return found.length === vary.length
      ? [{ asks: t(asks), found, axes: sampled ? [sampledOf(axes)] : axes }]
      : [];
  });
  return (
    <div className="study-hint muted">
      {plan.axes.length === 0 && examples.length > 0 && (
        <>
          <p>{t('A study runs the scenario many times and shows what comes out. To begin with:')}</p>
          <ul aria-label={t('Studies to begin with')}>
            {paper !== null && flows !== undefined && (
              <li>
                <T
                  en={'<1>What happens at the loads of {{short}}?</1> Varies flows: {{loads}}.'}
                  values={{ short: paper.short, loads: paper.loads.join(', ') }}
                  tags={[
                    <button
                      key="1"
                      type="button"
                      className="link"
                      onClick={() =>
                        onPlan({ ...plan, axes: [{ ...flows.varied, values: [...paper.loads] }] })
                      }
                    />,
                  ]}
                />
              </li>
            )}
            {examples.map(({ asks, found, axes }) => (
              <li key={asks}>
                <T
                  en={'<1>{{asks}}</1> Varies {{found}}.'}
                  values={{ asks, found: and(found.map(({ label }) => label)) }}
                  tags={[
                    <button
                      key="1"
                      type="button"
                      className="link"
                      onClick={() => onPlan({ ...plan, axes })}
                    />,
                  ]}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        <T
          en="Vary one quantity and every lane is a curve with its interval; vary two and there is a map, too. Seeds make ellipses. A click on any point opens its run. Larger studies run on all processors with <1>npm run -s aqm -- study</1>, in Python, and on a cluster, from the same file."
          tags={[<code key="1" />]}
        />
      </p>
    </div>
  );
}

/** The cost before the start, then the progress and a button that cancels the runs. */
function Start({
  checked,
  document,
  choices,
  axes,
  empty,
  refused,
}: {
  readonly checked: StudyValidation;
  readonly document: Scenario;
  readonly choices: readonly Choice[];
  readonly axes: Plan['axes'];
  readonly empty: boolean;
  /** A field has an invalid value, so the other values are not what the reader wants to run. */
  readonly refused: boolean;
}) {
  const app = useApp();
  const run = studyRunOf(app);
  const found = useStore(run.found);
  const size = useMemo(
    () =>
      checked.ok
        ? sizeText(sizeOf(checked.study, checked.expansion), Math.max(1, app.client.size - 1))
        : null,
    [checked, app.client],
  );
  if (!checked.ok) {
    return (
      <div className="study-start" role="alert">
        {checked.issues.slice(0, 3).map((issue) => (
          <p className="problem" key={issue.message}>
            {issueText(issue, axes, choices)}
          </p>
        ))}
      </div>
    );
  }
  const running = found?.status === 'running';
  return (
    <div className="study-start">
      <p>{refused ? t('Correct the marked field above first.') : size}</p>
      {running ? (
        <span className="study-working">
          <progress aria-label={t('Runs of the study')} max={found.expansion.runs} value={found.done} />
          <T
            en={'{{done}} of {{runs}} runs<1>Cancel</1>'}
            values={{ done: found.done, runs: found.expansion.runs }}
            tags={[<button key="1" type="button" className="link" onClick={() => run.cancel()} />]}
          />
        </span>
      ) : (
        <button
          type="button"
          className="button primary"
          disabled={empty || refused}
          onClick={() => run.start(document, checked.study)}
        >
          {t('Run the study')}
        </button>
      )}
      {empty && !running && <span className="muted">{t('Vary a quantity first.')}</span>}
      {found?.status === 'cancelled' && (
        <span className="muted">
          {t('Cancelled after {{done}} of {{runs}} runs; finished runs are kept.', {
            done: found.done,
            runs: found.expansion.runs,
          })}
        </span>
      )}
      {found?.status === 'failed' && <span className="problem">{found.error}</span>}
    </div>
  );
}

/** Saves the study as a document, and opens one. */
function Files({ plan, document }: { readonly plan: Plan; readonly document: Scenario }) {
  const app = useApp();
  const caption = useCaption();
  const save = () =>
    download(
      `${caption.slug}-study.json`,
      `${JSON.stringify(studyOf(document, plan), null, 2)}\n`,
      'application/json',
    );
  const open = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = '';
    if (file !== undefined) void app.openFile(file);
  };
  return (
    <div className="study-files">
      <button type="button" className="link" onClick={save}>
        {t('Save as a file')}
      </button>
      <label className="link">
        {t('Open a file')}
        <input type="file" className="visually-hidden" onChange={open} />
      </label>
    </div>
  );
}

interface ResultsProps {
  readonly found: Found;
  readonly plan: Plan;
  readonly document: Scenario;
  readonly setPlan: (plan: Plan) => void;
}

function Results({ found, plan, document, setPlan }: ResultsProps) {
  const app = useApp();
  const active = useView('lane');
  const { expansion, base } = found;
  const labels = useMemo(() => lanes(base).map(({ label }) => label), [base]);
  const shown = useMemo((): Shown => {
    const known = choicesOf(base, app.engine.catalogue);
    const axes = rangesOf(found.study);
    return { found, labels, choices: axes.map((axis) => choiceOf(axis, known)) };
  }, [found, labels, base, app.engine]);
  const metric = METRIC_ROWS.find(({ name }) => name === plan.metric) ?? metricRow('queueing_delay_p95');
  const along = plan.along < expansion.factors.length ? plan.along : 0;
  const scale = useMemo(() => scaleOf(found, metric.name), [found, metric]);
  // The points of a sample have no common values, so there is no curve through them.
  const sampled = found.study.axes.some(({ sample }) => sample !== undefined);
  const panels = useMemo(
    () => (sampled ? [] : panelsOf(found, along, (f, point) => wordOf(shown, f, point))),
    [found, along, shown, sampled],
  );
  const figures = useMemo(
    () =>
      panels
        .slice(0, MOST_PANELS)
        .map((panel) => ({ panel, drawn: alongFigure(shown, along, panel, scale) })),
    [panels, shown, along, scale],
  );
  const lane = Math.min(active, labels.length - 1);
  const heat = useMemo(() => heatFigure(shown, lane, scale), [shown, lane, scale]);
  const trade = useMemo(() => tradeFigure(shown), [shown]);
  const other = useMemo(() => JSON.stringify(base) !== JSON.stringify(document), [base, document]);
  if (found.done === 0) return <p className="study-hint muted">{t('The first runs are being computed…')}</p>;

  const pick = ({ point, lane: of }: Target) => {
    app.open({ ok: true, scenario: expansion.documentAt(point), warnings: [] }, t('The run'));
    app.look({ tab: 'compare', lane: of });
  };
  return (
    <>
      {found.from !== undefined && (
        <p className="study-other">
          <T
            en={'{{done}} of {{runs}} runs come from {{from}}. <1>Run the study</1> makes them again.'}
            values={{ done: found.done, runs: expansion.runs, from: found.from }}
            tags={[<b key="1" />]}
          />
        </p>
      )}
      {other && (
        <p className="study-other">
          <T
            en="These results belong to another scenario, not to the one that is open. <1>Open the study’s own</1>"
            tags={[
              <button
                key="1"
                type="button"
                className="link"
                onClick={() =>
                  app.open({ ok: true, scenario: base, warnings: [] }, t('The scenario of the study'))
                }
              />,
            ]}
          />
        </p>
      )}
      <div className="study-shown">
        <label>
          <span className="muted">{t('Show')}</span>
          <select
            aria-label={t('Metric')}
            value={metric.name}
            onChange={({ target }) => setPlan({ ...plan, metric: target.value })}
          >
            {METRIC_ROWS.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {expansion.factors.length > 1 && !sampled && (
          <label>
            <span className="muted">{t('along')}</span>
            <select
              aria-label={t('Along')}
              value={along}
              onChange={({ target }) => setPlan({ ...plan, along: Number(target.value) })}
            >
              {expansion.factors.map(({ name }, f) => (
                <option key={f} value={f}>
                  {shown.choices[f]?.label ?? name}
                </option>
              ))}
            </select>
          </label>
        )}
        <ul className="study-lanes" aria-label={t('Lanes')}>
          {labels.map((label, i) => (
            <li key={i}>
              <LaneName lane={i} label={label} />
            </li>
          ))}
        </ul>
      </div>
      <div className="study-plots" data-many={figures.length > 2 || undefined}>
        {figures.map(({ panel, drawn }) => (
          <Plot
            key={panel.name}
            title={panel.name === '' ? scale.row.label : panel.name}
            drawn={drawn}
            onPick={pick}
          />
        ))}
      </div>
      {panels.length > MOST_PANELS && (
        <p className="muted study-hint">
          {t('{{shown}} of {{all}} combinations of the other axes are shown.', {
            shown: MOST_PANELS,
            all: panels.length,
          })}
        </p>
      )}
      <div className="study-plots">
        <Plot title={t('Goodput against waiting (95th percentile)')} drawn={trade} onPick={pick}>
          {t(
            'Means with ellipses of one standard deviation (RFC 7928, section 2.7), from three seeds on. Better is up and to the left; the broken line joins the points that no other one beats in both.',
          )}
        </Plot>
        {heat !== null && (
          <Plot
            title={
              <>
                {t('{{label}} of', { label: scale.row.label })}{' '}
                <select
                  aria-label={t('Lane of the map')}
                  value={lane}
                  onChange={({ target }) => app.look({ lane: Number(target.value) })}
                >
                  {labels.map((label, i) => (
                    <option key={i} value={i}>
                      {label}
                    </option>
                  ))}
                </select>
              </>
            }
            drawn={heat}
            onPick={pick}
          >
            <T
              en={'From {{from}} (ground) to {{to}} (full colour), the same for every lane.'}
              values={{ from: heat.figure.map?.ends[0], to: heat.figure.map?.ends[1] }}
            />
          </Plot>
        )}
      </div>
      <details className="study-details" open={sampled}>
        <summary>
          {sampled
            ? t('Statistics: which quantity matters, warm-up')
            : t('Statistics: seeds needed, pairs of lanes, warm-up')}
        </summary>
        <Statistics shown={shown} row={scale.row} />
      </details>
    </>
  );
}

function Plot({
  title,
  drawn: { figure, targets },
  onPick,
  children,
}: {
  readonly title: ReactNode;
  readonly drawn: StudyFigure;
  readonly onPick: (target: Target) => void;
  readonly children?: ReactNode;
}) {
  return (
    <section className="study-plot" aria-label={figure.title}>
      <h3>{title}</h3>
      <PointPlot figure={figure} targets={targets} onPick={onPick} />
      {children !== undefined && <p className="muted">{children}</p>}
    </section>
  );
}
