import { validate } from '../../../../models/src/index.ts';
import { exerciseDocument, OPEN, taskOf, type Exercise } from '../../../../models/src/lesson/exercises.ts';
import type { App } from '../../state/app.ts';

/** Opens an exercise as a lesson: its program to complete, and its goals. */
export function openExercise(app: App, exercise: Exercise): void {
  app.open(validate(exerciseDocument(exercise, exercise.begin), app.engine), exercise.title);
  app.look({
    tab: 'compare',
    lane: 0,
    teach: '',
    lesson: { open: OPEN, hidden: [], task: taskOf(exercise) },
  });
}
