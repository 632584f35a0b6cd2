/** The course "Invent RED again": programs with a gap, and goals that what is written there has to reach (models/exercises/). */
import type { Scenario } from '../generated/scenario.ts';
import type { Task } from './task.ts';

export interface Exercise {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly goals: readonly string[];
  readonly over: Task['over'];
  /** Without lanes: those are the program. */
  readonly scenario: Scenario;
  /** Lines of the program as it is given, and as one that reaches the goals. */
  readonly begin: readonly string[];
  readonly solution: readonly string[];
}

const files = import.meta.glob<Exercise>('../../exercises/*.json', { eager: true, import: 'default' });

/** In their order: their files are numbered. */
export const EXERCISES: readonly Exercise[] = Object.keys(files)
  .sort()
  .flatMap((path) => files[path] ?? []);

export const taskOf = ({ text, goals, over }: Exercise): Task => ({ text, goals, over });

/** What is open to who solves it: the program and its parameters. */
export const OPEN = ['lanes.0.aqm.params'] as const;

export const exerciseDocument = ({ scenario, title }: Exercise, lines: readonly string[]): Scenario => ({
  ...scenario,
  title,
  lanes: [{ label: 'Mine', aqm: { id: 'program', params: { program: lines.join('\n') } } }],
});
