import { useEffect, useState } from 'react';
import type { Step, Story } from '../../../../models/src/stories/index.ts';
import type { App } from '../../state/app.ts';
import { optionOf, type Answer } from './answers.ts';

const hasTask = ({ lesson }: Step): boolean => (lesson?.task?.goals.length ?? 0) > 0;

/** Tells the page's host how many questions of a story are answered right, and tasks solved. */
export function useScore(
  page: App,
  stage: App,
  { steps }: Story,
  step: string,
  answers: ReadonlyMap<string, Answer>,
): void {
  const [solved, setSolved] = useState<ReadonlySet<string>>(new Set());
  useEffect(
    () =>
      stage.judged.subscribe(() => {
        const judged = stage.judged.get();
        if (judged !== null && judged.reached === judged.goals) setSolved((was) => new Set(was).add(step));
      }),
    [stage, step],
  );
  useEffect(() => {
    if (answers.size + solved.size === 0) return;
    const scored = steps.filter((one) => one.options.length > 0 || hasTask(one));
    const open = steps.filter(({ number, drawing }) => number !== undefined || drawing !== undefined);
    const isDone = (one: Step) => (hasTask(one) ? solved.has(one.id) : answers.has(one.id));
    const isRight = (one: Step) =>
      isDone(one) &&
      (one.options.length === 0 || one.options[optionOf(answers.get(one.id)) ?? -1]?.right === true);
    page.judged.set({
      goals: scored.length,
      reached: scored.filter(isRight).length,
      ...([...scored, ...open].every(isDone) && { done: true as const }),
    });
  }, [page, steps, answers, solved]);
}
