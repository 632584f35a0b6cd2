import { useEffect, useRef, useState } from 'react';
import { writeCode } from '../../../models/src/lesson/code.ts';
import { SEEDS } from '../../../models/src/lesson/goals.ts';
import type { Task } from '../../../models/src/lesson/task.ts';
import { Icon } from '../components/Icon.tsx';
import { Symbols } from '../components/Symbols.tsx';
import { useApp } from '../state/context.ts';
import { runTask, valuesOf, type Report } from '../state/goals.ts';
import type { Lesson } from '../state/lesson.ts';
import { useStore } from '../state/store.ts';
import { conditionWords, goalWords, reachedWords } from '../lanes/goalWords.ts';

type State =
  | { readonly is: 'idle' }
  | { readonly is: 'running'; readonly done: number; readonly total: number }
  | { readonly is: 'failed'; readonly why: string }
  | { readonly is: 'judged'; readonly report: Report; readonly of: unknown };

/** What a lesson asks: its text, its goals, their check by the engine, and the code for whoever reaches them. */
export function TaskPart({ lesson, task }: { readonly lesson: Lesson; readonly task: Task }) {
  const app = useApp();
  const { present } = useStore(app.history);
  const labels = useStore(app.lanes).map(({ label }) => label);
  const [state, setState] = useState<State>({ is: 'idle' });
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const check = () => {
    const controller = new AbortController();
    abort.current = controller;
    const { signal } = controller;
    setState({ is: 'running', done: 0, total: 0 });
    runTask(app, task, present, {
      signal,
      onProgress: (done, total) => {
        if (!signal.aborted) setState({ is: 'running', done, total });
      },
    }).then(
      (report) => {
        setState({ is: 'judged', report, of: present });
        app.judged.set({
          goals: task.goals.length,
          reached: task.goals.filter((_, i) =>
            report.conditions.every(({ goals }) => goals[i]?.verdict === 'holds'),
          ).length,
          ...(report.met && {
            code: writeCode({ name: '', values: valuesOf(lesson, present), digest: report.digest }),
          }),
        });
      },
      (error: unknown) =>
        setState(
          signal.aborted
            ? { is: 'idle' }
            : { is: 'failed', why: error instanceof Error ? error.message : String(error) },
        ),
    );
  };

  // A verdict is about the values that were checked.
  const report = state.is === 'judged' && state.of === present ? state.report : null;
  return (
    <div className="task">
      {task.text !== '' && (
        <p className="task-text">
          <Symbols text={task.text} />
        </p>
      )}
      {task.goals.length > 0 && (
        <>
          <h3>Goals</h3>
          <Goals task={task} labels={labels} report={report} />
          {state.is === 'running' ? (
            <p className="task-run">
              <progress max={state.total || 1} value={state.done} aria-label="Runs" />
              <button type="button" className="button" onClick={() => abort.current?.abort()}>
                Cancel
              </button>
            </p>
          ) : (
            <p>
              <button type="button" className="button primary" onClick={check}>
                Check my solution
              </button>
            </p>
          )}
          <div role="status">
            {state.is === 'failed' && <p className="task-failed">{state.why}</p>}
            {report !== null &&
              (report.met ? (
                <p>
                  <strong>Every goal is reached</strong>, under {SEEDS} seeds that are not the one you see.
                </p>
              ) : (
                <p>Not yet. A goal counts when {SEEDS} other seeds reach it for certain (95 %).</p>
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
                      {[conditionWords(condition), reachedWords(reached)].filter(Boolean).join(': ')}{' '}
                      <span className="muted">{MARKS[reached.verdict]}</span>
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
        Your name, for the code{' '}
        <input type="text" value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
      </label>
      <label>
        Completion code <input readOnly value={code} onFocus={(event) => event.target.select()} />
      </label>
      <p className="muted">
        The code holds your name and your values. Whoever has the lesson can run them again and sees that they
        reach the goals. It does not prove who found them.
      </p>
    </div>
  );
}
