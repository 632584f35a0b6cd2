/**
 * The course "Invent RED again": programs with a gap, and goals for the student's code in the gap
 * (models/exercises/).
 */
import type { Scenario } from '../generated/scenario.ts';
import type { Task } from './task.ts';

export interface Exercise {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly goals: readonly string[];
  readonly over: Task['over'];
  /** Without lanes: the program is the only lane. */
  readonly scenario: Scenario;
  /** The lines of the program as it is given, and of one that reaches the goals. */
  readonly begin: readonly string[];
  readonly solution: readonly string[];
}

const files = import.meta.glob<Exercise>('../../exercises/*.json', { eager: true, import: 'default' });

/** In their order: the files are numbered. */
export const EXERCISES: readonly Exercise[] = Object.keys(files)
  .sort()
  .flatMap((path) => files[path] ?? []);

export const taskOf = ({ text, goals, over }: Exercise): Task => ({ text, goals, over });

/** The part that the student may change: the program and its parameters. */
export const OPEN = ['lanes.0.aqm.params'] as const;

export const exerciseDocument = ({ scenario, title }: Exercise, lines: readonly string[]): Scenario => ({
  ...scenario,
  title,
  lanes: [{ label: 'Mine', aqm: { id: 'program', params: { program: lines.join('\n') } } }],
});
