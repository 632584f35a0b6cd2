/** The plots on the page, for window.aqm.plot and other code that needs their numbers. */
import { inEnglish } from '../../../models/src/language.ts';
import type { Figure } from './figure.ts';

export interface PlotNumbers {
  readonly x: { readonly label: string; readonly unit: string; readonly values: readonly number[] };
  readonly series: readonly {
    readonly label: string;
    readonly unit: string;
    readonly values: readonly number[];
  }[];
  readonly view: { readonly x: readonly [number, number]; readonly y: readonly [number, number] };
}

const figures = new Set<() => Figure>();

/** Returns a function that removes the figure. */
export function registerFigure(current: () => Figure): () => void {
  figures.add(current);
  return () => figures.delete(current);
}

/** Every plot on the page, ordered by name and lane. */
export const shownFigures = (): readonly Figure[] =>
  [...figures]
    .map((current) => current())
    .sort((a, b) => a.name.localeCompare(b.name) || (a.lane ?? 0) - (b.lane ?? 0));

/** A plot on the page. */
export interface PlotName {
  readonly name: string;
  /** Set if the plot belongs to one lane. */
  readonly lane?: number;
  readonly title: string;
  /** The lanes whose numbers it has, if it has them by lane. */
  readonly lanes: readonly number[];
}

/** The plots on the page, in order of appearance. */
export function plotNames(): PlotName[] {
  return [...figures].map((current) => {
    const { name, lane, title, data } = current();
    const lanes = data().flatMap((part) => (part.lane === undefined ? [] : [part.lane]));
    return { name, ...(lane === undefined ? {} : { lane }), title, lanes };
  });
}

/** The figure with this name, and its numbers for one lane. */
export function figureOf(name: string, lane?: number) {
  for (const current of figures) {
    const figure = current();
    if (figure.name !== name || (lane !== undefined && figure.lane !== undefined && figure.lane !== lane))
      continue;
    const parts = inEnglish(() => figure.data());
    const part = lane === undefined ? parts[0] : parts.find((p) => p.lane === lane || p.lane === undefined);
    if (part !== undefined) return { figure, part };
  }
  return null;
}

/** The numbers that a plot draws; null if it is not on the page. Without a lane, those of its first lane. */
export function plotNumbers(name: string, lane?: number): PlotNumbers | null {
  const found = figureOf(name, lane);
  if (found === null) return null;
  const { figure, part } = found;
  const plain = ({ label, unit, values }: (typeof part)['x']) => ({
    label,
    unit,
    values: Array.from(values),
  });
  return {
    x: plain(part.x),
    series: part.series.map(plain),
    view: { x: [...figure.x.domain], y: [...figure.y.domain] },
  };
}
