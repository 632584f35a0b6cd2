import { t, titleMark } from '../../../models/src/language.ts';
import { T } from '../components/T.tsx';
import { useState } from 'react';
import { writeCode } from '../../../models/src/lesson/code.ts';
import { SEEDS } from '../../../models/src/lesson/goals.ts';
import type { Task } from '../../../models/src/lesson/task.ts';
import { Icon } from '../components/Icon.tsx';
import { Symbols } from '../components/Symbols.tsx';
import { useApp } from '../state/context.ts';
import { runTask, valuesOf, type Report } from '../state/goals.ts';
import type { Lesson } from '../state/lesson.ts';
import { useStore } from '../state/store.ts';
import { JobBar } from './JobBar.tsx';
import { useJob } from '../state/useJob.ts';
import { conditionWords, goalWords, reachedWords } from '../lanes/goalWords.ts';

interface Checked {
  readonly report: Report;
  /** The scenario that was checked. */
  readonly of: unknown;
}

/**
 * A lesson's task: its text, its goals, their check by the engine, and the code for students who reach them.
 */
export function TaskPart({ lesson, task }: { readonly lesson: Lesson; readonly task: Task }) {
  const app = useApp();
  const { present } = useStore(app.history);
  const labels = useStore(app.lanes).map(({ label }) => label);
  const job = useJob<Checked>();
  const check = () =>
    job.start(async (signal, onProgress) => {
      const found = await runTask(app, task, present, { signal, onProgress });
      const reached = (i: number) => found.conditions.every(({ goals }) => goals[i]?.verdict === 'holds');
      app.judged.set({
        goals: task.goals.length,
        reached: task.goals.filter((_, i) => reached(i)).length,
        ...(found.met && {
          code: writeCode({ name: '', values: valuesOf(lesson, present), digest: found.digest }),
        }),
      });
      return { report: found, of: present };
    });

  // A verdict is about the values that were checked.
  const report = job.result?.of === present ? job.result.report : null;
  return (
    <div className="task">
      {task.text !== '' && (
        <p className="task-text">
          <Symbols text={t(task.text)} />
        </p>
      )}
      {task.goals.length > 0 && (
        <>
          <h3>{t('Goals')}</h3>
          <Goals task={task} labels={labels} report={report} />
          <JobBar job={job}>
            <button type="button" className="button primary" onClick={check}>
              {t('Check my solution')}
            </button>
          </JobBar>
          <div role="status">
            {job.failed !== null && <p className="task-failed">{job.failed}</p>}
            {report !== null &&
              (report.met ? (
                <p>
                  <T
                    en={'<1>Every goal is reached</1>, under {{seeds}} seeds that are not the one you see.'}
                    values={{ seeds: SEEDS }}
                    tags={[<strong key="1" />]}
                  />
                </p>
              ) : (
                <p>
                  {t('Not yet. A goal counts when {{seeds}} other seeds reach it for certain (95 %).', {
                    seeds: SEEDS,
                  })}
                </p>
              ))}
          </div>
          {report?.met === true && <Code lesson={lesson} digest={report.digest} />}
        </>
      )}
    </div>
  );
}

const MARKS = { holds: 'reached', unclear: 'not certain', fails: 'not reached' } as const;

export function Goals({
  task,
  labels,
  report,
}: {
  readonly task: Pick<Task, 'goals'>;
  readonly labels: readonly string[];
  readonly report: Pick<Report, 'conditions'> | null;
}) {
  return (
    <ul className="task-goals">
      {task.goals.map((goal, i) => (
        <li key={goal}>
          {goalWords(goal, labels)}
          {report !== null && (
            <ul>
              {report.conditions.map(({ condition, goals }) => {
                const reached = goals[i];
                return (
                  reached !== undefined && (
                    <li key={condition.value} data-verdict={reached.verdict}>
                      <Icon name={reached.verdict === 'holds' ? 'check' : 'close'} />{' '}
                      {[conditionWords(condition), reachedWords(reached)].filter(Boolean).join(titleMark())}{' '}
                      <span className="muted">{t(MARKS[reached.verdict])}</span>
                    </li>
                  )
                );
              })}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function Code({ lesson, digest }: { readonly lesson: Lesson; readonly digest: string }) {
  const app = useApp();
  const { present } = useStore(app.history);
  const [name, setName] = useState('');
  const code = writeCode({ name, values: valuesOf(lesson, present), digest });
  return (
    <div className="task-code">
      <label>
        {t('Your name, for the code')}{' '}
        <input type="text" value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
      </label>
      <label>
        {t('Completion code')} <input readOnly value={code} onFocus={(event) => event.target.select()} />
      </label>
      <p className="muted">
        {t(
          'The code holds your name and your values. Whoever has the lesson can run them again and sees that they reach the goals. It does not prove who found them.',
        )}
      </p>
    </div>
  );
}
