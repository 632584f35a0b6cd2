import { useEffect, useState } from 'react';
import type { Step, Story } from '../../../../models/src/stories/index.ts';
import type { App } from '../../state/app.ts';
import { optionOf, type Answer } from './answers.ts';

const hasTask = ({ lesson }: Step): boolean => (lesson?.task?.goals.length ?? 0) > 0;

/**
 * Tells the page's host how many questions of a story are answered right, and tasks solved. `judged` has the numbers
 * that were compared with computed ones. A drawn curve has no limit that makes it right: it counts as answered only.
 */
export function useScore(
  page: App,
  stage: App,
  { steps }: Story,
  step: string,
  answers: ReadonlyMap<string, Answer>,
  judged: ReadonlyMap<string, boolean>,
): void {
  const [solved, setSolved] = useState<ReadonlySet<string>>(new Set());
  useEffect(
    () =>
      stage.judged.subscribe(() => {
        const task = stage.judged.get();
        if (task !== null && task.reached === task.goals) setSolved((was) => new Set(was).add(step));
      }),
    [stage, step],
  );
  useEffect(() => {
    if (answers.size + solved.size === 0) return;
    const asksNumber = ({ number }: Step) => number !== undefined;
    const scored = steps.filter((one) => one.options.length > 0 || asksNumber(one) || hasTask(one));
    const open = steps.filter(({ drawing }) => drawing !== undefined);
    const isDone = (one: Step) => (hasTask(one) ? solved.has(one.id) : answers.has(one.id));
    const isRight = (one: Step) =>
      isDone(one) &&
      (!asksNumber(one) || judged.get(one.id) === true) &&
      (one.options.length === 0 || one.options[optionOf(answers.get(one.id)) ?? -1]?.right === true);
    page.judged.set({
      goals: scored.length,
      reached: scored.filter(isRight).length,
      ...([...scored, ...open].every(isDone) && { done: true as const }),
    });
  }, [page, steps, answers, solved, judged]);
}
