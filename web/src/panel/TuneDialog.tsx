/**
 * Searches for values of a lane's parameters that reach given goals, and checks them with seeds that the
 * search did not use.
 */
import { t } from '../../../models/src/language.ts';
import { useState } from 'react';
import { formatQuantity, validate } from '../../../models/src/index.ts';
import { BINS, faultsOfTask, SEEDS } from '../../../models/src/lesson/goals.ts';
import { EMPTY_TASK, type Task } from '../../../models/src/lesson/task.ts';
import { search, type Found, type Tuned } from '../../../models/src/tune/search.ts';
import { rangesOf, type Range } from '../../../models/src/tune/ranges.ts';
import { Dialog } from '../components/Dialog.tsx';
import { Sym } from '../components/Sym.tsx';
import { laneModel } from '../lanes/model.ts';
import { useApp } from '../state/context.ts';
import { tunedLane } from '../state/laneEdits.ts';
import { attempt } from '../state/refused.ts';
import { useStore } from '../state/store.ts';
import { PointPlot } from '../plots/PointPlot.tsx';
import { frontFigure } from './frontFigure.ts';
import { JobBar } from './JobBar.tsx';
import { RangeRow } from '../components/RangeRow.tsx';
import { useJob } from '../state/useJob.ts';
import { GoalsForm } from './TaskForm.tsx';
import { Goals } from './TaskPart.tsx';
import '../styles/lesson.css';

interface Answer {
  readonly found: Found;
  readonly of: readonly Range[];
}

const POINTS = 48;

export function TuneDialog({ lane, onClose }: { readonly lane: number; readonly onClose: () => void }) {
  const app = useApp();
  const { present } = useStore(app.history);
  const labels = useStore(app.lanes).map(({ label }) => label);
  const scenario = useStore(app.lanes)[lane];
  const [task, setTask] = useState<Task>(EMPTY_TASK);
  const [ranges, setRanges] = useState<readonly Range[]>(() => {
    if (scenario === undefined) return [];
    const { info, resolved } = laneModel(app.engine, scenario, lane);
    return rangesOf(info.params, resolved.params);
  });
  const job = useJob<Answer>();

  const chosen = ranges.filter(({ chosen: is }) => is);
  const ready = chosen.length > 0 && task.goals.length > 0 && faultsOfTask(task, present).length === 0;
  const change = (name: string, part: Partial<Range>) => {
    job.reset();
    setRanges(ranges.map((one) => (one.param.name === name ? { ...one, ...part } : one)));
  };
  const begin = () => {
    const tuned = chosen.map(({ param, span }): Tuned => ({
      place: ['lanes', lane, 'aqm', 'params', param.name],
      span,
    }));
    job.start(async (signal, onProgress) => {
      const found = await search(
        { task, scenario: present, tuned, points: POINTS },
        {
          catalogue: app.engine.catalogue,
          check: (changed) => validate(changed, app.engine),
          run: (one) => app.client.ask('run', { lane: one, bins: BINS }, { signal }),
          onProgress,
        },
      );
      return { found, of: chosen };
    });
  };

  const { result: answer } = job;
  return (
    <Dialog
      title={t('Values that reach goals: {{labels}}', { labels: labels[lane] ?? '' })}
      onClose={onClose}
      wide
    >
      <div className="task-form">
        <GoalsForm
          name={t('Goals, judged with {{seeds}} seeds that choose nothing', { seeds: SEEDS })}
          task={task}
          onChange={(next) => {
            job.reset();
            setTask(next);
          }}
        />
      </div>
      <fieldset className="tune-ranges">
        <legend>{t('Parameters that may change, from and to')}</legend>
        {ranges.map(({ param, span, chosen: is }) => (
          <RangeRow
            key={param.name}
            name={param.name}
            shown={<Sym name={param.name} />}
            unit={param.unit}
            chosen={is}
            ends={span}
            onChoose={() => change(param.name, { chosen: !is })}
            onEnds={(ends) =>
              change(param.name, { span: { ...span, ...ends, scale: ends.from > 0 ? 'log' : 'linear' } })
            }
          />
        ))}
      </fieldset>
      <JobBar job={job}>
        <button type="button" className="button primary" disabled={!ready} onClick={begin}>
          {t('Search')}
        </button>{' '}
        {!ready && <span className="muted">{t('Add a goal, and choose a parameter.')}</span>}
      </JobBar>
      <div role="status">
        {job.failed !== null && <p className="task-failed">{job.failed}</p>}
        {answer !== null && (
          <Result
            found={answer.found}
            ranges={answer.of}
            task={task}
            labels={labels}
            onTake={(taken, more) => {
              const values = Object.fromEntries(
                answer.of.map(({ param }, i) => [param.name, taken[i] ?? NaN]),
              );
              if (attempt(app, tunedLane(app.document(), lane, values, more ? 'tuned' : null))) onClose();
            }}
          />
        )}
      </div>
    </Dialog>
  );
}

function Result({
  found,
  ranges,
  task,
  labels,
  onTake,
}: {
  readonly found: Found;
  readonly ranges: readonly Range[];
  readonly task: Task;
  readonly labels: readonly string[];
  readonly onTake: (values: readonly number[], more: boolean) => void;
}) {
  const [picked, setPicked] = useState<readonly number[]>(found.values);
  return (
    <>
      <p>
        <strong>
          {found.met
            ? t('These values reach every goal.')
            : t('No values of these ranges reach every goal for certain. The nearest:')}
        </strong>{' '}
        <Values ranges={ranges} values={found.values} />.{' '}
        <span className="muted">{t('{{tried}} points were tried.', { tried: found.tried.length })}</span>
      </p>
      <Goals task={task} labels={labels} report={{ conditions: found.report }} />
      {found.beyond !== null && (
        <>
          <p className="muted">
            {t('Beyond the conditions, at half of the smallest and twice the largest:')}
          </p>
          <Goals task={task} labels={labels} report={{ conditions: found.beyond }} />
        </>
      )}
      {task.goals.length > 1 && <Front found={found} picked={picked} onPick={setPicked} />}
      {picked !== found.values && (
        <p>
          {t('Chosen in the plot:')} <Values ranges={ranges} values={picked} />.{' '}
          <span className="muted">{t('Only the seeds of the search have judged this point.')}</span>
        </p>
      )}
      <p>
        <button type="button" className="button" onClick={() => onTake(picked, false)}>
          {t('Take these values')}
        </button>{' '}
        <button type="button" className="button" onClick={() => onTake(picked, true)}>
          {t('As a new lane')}
        </button>
      </p>
    </>
  );
}

const Values = ({
  ranges,
  values,
}: {
  readonly ranges: readonly Range[];
  readonly values: readonly number[];
}) =>
  ranges.map(({ param }, i) => (
    <span key={param.name}>
      {i > 0 && ', '}
      <Sym name={param.name} /> {formatQuantity(values[i] ?? NaN, param.unit)}
    </span>
  ));

/** The points of the search by two goals, the present values among them. A click chooses a point. */
function Front({
  found,
  picked,
  onPick,
}: {
  readonly found: Found;
  readonly picked: readonly number[];
  readonly onPick: (values: readonly number[]) => void;
}) {
  const { figure, targets } = frontFigure(found, picked);
  return (
    <>
      <p className="muted">
        {t(
          'The better points of the search by the distance of both first goals from their limits: positive is reached. No other point has more of both than those on the line. The ring is the present values. A click chooses a point.',
        )}
      </p>
      <div className="tune-front">
        <PointPlot figure={figure} targets={targets} onPick={({ tried }) => onPick(tried.values)} />
      </div>
    </>
  );
}
