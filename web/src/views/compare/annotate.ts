/** Notes and measurements in words, and as marks for files. */
import { decimal } from '../../../../models/src/language.ts';
import type { Layer } from '../../plots/figure.ts';
import type { Interval } from '../../plots/scale.ts';
import type { Note } from '../../state/notes.ts';
import type { Span } from '../../state/span.ts';

export interface Reading {
  readonly queue: number;
  readonly average: number | null;
}
/** Undefined: there is no value at that time. */
export type Read = (time: number) => Reading | undefined;

/** The line that notes refer to: the scheme's average if it has one, otherwise the queue. */
export const levelOf = ({ queue, average }: Reading): number => average ?? queue;

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${decimal(Math.abs(value).toFixed(1))}`;

/** The differences between two times of a lane; times are written with this many decimals. */
export function differences([from, to]: Span, read: Read, decimals: number): string {
  const [a, b] = [read(from), read(to)];
  const time = `Δt ${decimal((to - from).toFixed(decimals))} s`;
  if (a === undefined || b === undefined) return time;
  const averages = a.average === null || b.average === null ? '' : `, Δavg ${signed(b.average - a.average)}`;
  return `${time}, Δq ${signed(b.queue - a.queue)}${averages}`;
}

/** Whether a time is in the second half of the window: text there is placed to the left. */
export const isLate = (time: number, [from, to]: Interval): boolean => time > (from + to) / 2;

/** Notes alternate between two heights, so that neighbours do not overlap. */
export const rowOf = (note: number): number => note % 2;

/** The lane's notes and measurement, as marks over its plot. */
export function annotations(
  { x, y }: { readonly x: Interval; readonly y: Interval },
  notes: readonly Note[],
  measure: Span | null,
  read: Read,
  decimals: number,
): readonly Layer[] {
  const [from, to] = x;
  const [, top] = y;
  const isSeen = (time: number) => time >= from && time <= to;
  const upright = (time: number, low: number, high: number, dash: readonly number[]): Layer => ({
    kind: 'line',
    x: [time, time],
    y: [low, high],
    colour: 'ink',
    width: 1,
    dash,
  });
  /** The text is on the side of its line that has more room. */
  const words = (time: number, height: number, text: string): Layer => ({
    kind: 'text',
    x: time,
    y: height,
    text,
    side: isLate(time, x) ? 'left' : 'right',
  });
  const noted = notes.flatMap(({ time, text }, i): readonly Layer[] => {
    const reading = isSeen(time) ? read(time) : undefined;
    if (reading === undefined || text === '') return [];
    const level = levelOf(reading);
    const height = top * (1 - 0.25 * rowOf(i));
    return [
      upright(time, level, height, []),
      { kind: 'points', x: [time], y: [level], shape: 'dot', size: 6, colour: 'ink' },
      words(time, height, text),
    ];
  });
  const cursors = (measure ?? []).filter(isSeen);
  const last = cursors.at(-1);
  return [
    ...noted,
    ...cursors.map((time) => upright(time, 0, top, [4, 2])),
    ...(measure === null || last === undefined ? [] : [words(last, 0, differences(measure, read, decimals))]),
  ];
}
