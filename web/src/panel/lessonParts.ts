import type { Hideable } from '../state/lesson.ts';

export const HIDDEN_NAMES: Readonly<Record<Hideable, string>> = {
  answer: 'the sentence with the answer',
  curves: 'the drop curves',
  metrics: 'the figures',
  queues: 'the queues over time',
  extra: 'the plot below the queues',
  rows: 'what each row of traffic got',
};
