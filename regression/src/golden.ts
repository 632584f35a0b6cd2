/**
 * The stored form of a page's plots, and the changes since then: runs, numbers, drawings, pictures, in this
 * order.
 */
import {
  BLOCK_PRECISION,
  compareColumn,
  keepPart,
  type Difference,
  type KeptColumn,
  type KeptPart,
} from './numbers.ts';
import type { Column, Part, Seen, SeenPlot, SeenRun } from './page.ts';
import { compareFacets, facetsOf, normaliseSvg, type Facets } from './svg.ts';

export const FORMAT = 1;

export interface KeptPlot {
  readonly name: string;
  readonly lane?: number;
  readonly title: string;
  readonly parts: readonly KeptPart[];
  readonly view: { readonly x: readonly number[]; readonly y: readonly number[] };
  readonly words: readonly string[];
  /**
   * For each style in the file's list: its index, the number of elements with it, and the checksum of their
   * positions.
   */
  readonly styles: readonly (readonly [number, string])[];
}

/** One page: a JSON file. Pictures, and drawings as files, are in a folder of the same name. */
export interface Golden {
  readonly format: typeof FORMAT;
  readonly name: string;
  /** The source: "preset:<id>", or the document itself. */
  readonly source: string;
  /** The fragment of the address: document and view. */
  readonly link: string;
  /** 0: every number is stored; otherwise the number of blocks for each column. */
  readonly blocks: number;
  readonly runs: readonly SeenRun[];
  readonly styles: readonly string[];
  readonly plots: readonly KeptPlot[];
}

type Of = Pick<Golden, 'name' | 'source' | 'link' | 'blocks'>;

export function keep({ runs, plots }: Seen, of: Of): Golden {
  const styles = new Map<string, number>();
  const kept = plots.map(({ name, lane, title, parts, view, svg }): KeptPlot => {
    const { words, styles: own } = facetsOf(svg);
    return {
      name,
      ...(lane === undefined ? {} : { lane }),
      title,
      parts: parts.map((part) => keepPart(part, of.blocks)),
      view,
      words,
      styles: Object.entries(own).map(([style, summary]) => {
        const index = styles.get(style) ?? styles.size;
        styles.set(style, index);
        return [index, summary] as const;
      }),
    };
  });
  return { format: FORMAT, ...of, runs, styles: [...styles.keys()], plots: kept };
}

/** The text of the file: one line for each plot, so that a change of one plot changes one line. */
export function goldenText({ runs, styles, plots, ...head }: Golden): string {
  const lines = (items: readonly unknown[]) =>
    items.length === 0 ? '[]' : `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`;
  return `${JSON.stringify(head).slice(0, -1)},\n"runs":${lines(runs)},\n"styles":${lines(styles)},\n"plots":${lines(plots)}}\n`;
}

export function readGolden(text: string, file: string): Golden {
  let found: Partial<Golden> | null;
  try {
    found = JSON.parse(text) as Partial<Golden> | null;
  } catch (error) {
    throw new Error(`${file} cannot be read: ${String(error)}`, { cause: error });
  }
  if (found?.format !== FORMAT || !Array.isArray(found.plots))
    throw new Error(`${file} is no golden of format ${FORMAT}; make it anew with aqm snapshot`);
  return found as Golden;
}

export interface Change {
  readonly kind: 'document' | 'run' | 'plot' | 'numbers' | 'svg' | 'png';
  readonly plot?: string;
  readonly lane?: number;
  readonly series?: string;
  readonly difference?: Difference;
  readonly message: string;
}

export const plotKey = ({
  name,
  lane,
  parts,
}: Pick<KeptPlot | SeenPlot, 'name' | 'lane' | 'parts'>): string =>
  [name, lane ?? parts.map((part) => part.lane ?? '').join('.')].join('-').replace(/-$/, '');

/**
 * `tolerance`: a share of a column's largest magnitude. 0: the same in every bit, or in single precision if
 * blocks are stored.
 */
export function compare(kept: Golden, seen: Seen, tolerance: number): Change[] {
  return [...compareRuns(kept.runs, seen.runs), ...comparePlots(kept, seen.plots, tolerance)];
}

function compareRuns(was: readonly SeenRun[], now: readonly SeenRun[]): Change[] {
  return was.flatMap((run): Change[] => {
    const { lane, label, aqm } = run;
    const next = now.find((other) => other.lane === lane);
    const told = (message: string): Change[] => [
      { kind: 'run', lane, message: `lane ${lane + 1} (${label}, ${aqm}): ${message}` },
    ];
    if (next === undefined) return told('was not run');
    if (next.aqm !== aqm) return told(`the scheme is ${next.aqm}`);
    return next.digest === run.digest ? [] : told(`another run: digest ${run.digest} became ${next.digest}`);
  });
}

function comparePlots(kept: Golden, now: readonly SeenPlot[], tolerance: number): Change[] {
  const keys = new Map(now.map((plot) => [plotKey(plot), plot]));
  const numbers: Change[] = [];
  const drawn: Change[] = [];
  for (const plot of kept.plots) {
    const next = keys.get(plotKey(plot));
    keys.delete(plotKey(plot));
    const of = { plot: plot.name, ...(plot.lane === undefined ? {} : { lane: plot.lane }) };
    if (next === undefined) {
      numbers.push({ kind: 'plot', ...of, message: `${titleOf(plot)}: is not on the page any more` });
      continue;
    }
    numbers.push(...compareNumbers(plot, next, tolerance, of));
    const facets: Facets = {
      words: plot.words,
      styles: Object.fromEntries(plot.styles.map(([index, summary]) => [kept.styles[index] ?? '', summary])),
    };
    for (const said of compareFacets(facets, facetsOf(next.svg)))
      drawn.push({ kind: 'svg', ...of, message: `${titleOf(plot)}, drawing: ${said}` });
  }
  for (const plot of keys.values())
    numbers.push({ kind: 'plot', plot: plot.name, message: `${titleOf(plot)}: is new` });
  // If a line moved because its numbers changed, the moved line is not reported again.
  const moved = new Set(numbers.map(({ plot, lane }) => `${plot ?? ''} ${lane ?? ''}`));
  return [
    ...numbers,
    ...drawn.filter(
      ({ plot, lane, message }) =>
        !(moved.has(`${plot ?? ''} ${lane ?? ''}`) && message.endsWith('another shape')),
    ),
  ];
}

const titleOf = ({ name, lane, title }: KeptPlot | SeenPlot): string =>
  `${name}${lane === undefined ? '' : ` of lane ${lane + 1}`} ("${title}")`;

function compareNumbers(
  was: KeptPlot,
  now: SeenPlot,
  tolerance: number,
  of: Pick<Change, 'plot' | 'lane'>,
): Change[] {
  const changes: Change[] = [];
  const tell = (message: string, more: Partial<Change> = {}) =>
    changes.push({ kind: 'numbers', ...of, ...more, message: `${titleOf(was)}: ${message}` });
  for (const axis of ['x', 'y'] as const) {
    const [a, b] = [was.view[axis], now.view[axis]];
    if (a.some((end, i) => end !== b[i]))
      tell(`the ${axis} axis shows ${b.join(' to ')}, it showed ${a.join(' to ')}`);
  }
  was.parts.forEach((part, i) => {
    const next = now.parts[i];
    const whose = part.lane !== undefined && was.lane === undefined ? `lane ${part.lane + 1}, ` : '';
    if (next === undefined) {
      tell(`${whose}has no numbers any more`);
      return;
    }
    const columns = (p: KeptPart | Part): (KeptColumn | Column)[] => [p.x, ...p.series];
    const found = columns(next) as Column[];
    for (const column of columns(part)) {
      const same = found.find(({ label }) => label === column.label);
      const name = `${whose}series "${column.label}"`;
      if (same === undefined) tell(`${name} is gone`, { series: column.label });
      else if (same.unit !== column.unit)
        tell(`${name} is in ${same.unit}, it was in ${column.unit}`, { series: column.label });
      else {
        const difference = compareColumn(column, same, next.x, tolerance);
        if (difference !== null)
          tell(`${name} ${tellDifference(difference, next.x, column.unit)}`, {
            series: column.label,
            difference,
          });
      }
    }
    for (const { label } of found) {
      if (!columns(part).some((column) => column.label === label))
        tell(`${whose}series "${label}" is new`, { series: label });
    }
  });
  return changes;
}

const short = (value: number | null): string =>
  value === null ? 'nothing' : String(Number(value.toPrecision(6)));

function tellDifference(d: Difference, x: Column, unit: string): string {
  const ofX = `${x.label}${x.unit === '' || x.unit === '1' ? '' : `, ${x.unit}`}`;
  if (d.worst === null) return `has ${short(d.now)} values, it had ${short(d.was)}`;
  const where = d.blocks
    ? `differs in ${d.count} of ${d.of} blocks from ${short(d.from)} to ${short(d.to)} (${ofX})`
    : `differs at ${d.count} of ${d.of} points from ${short(d.from)} to ${short(d.to)} (${ofX})`;
  const size =
    d.relative === 0
      ? `by less than ${short(10 ** -4)} of its mean`
      : `most at ${short(d.worst)}: ${d.blocks ? 'mean ' : ''}${short(d.was)} became ` +
        `${short(d.now)}${unit === '' || unit === '1' ? '' : ` ${unit}`}` +
        (Number.isFinite(d.relative) ? `, ${short(100 * d.relative)} % of the largest` : '');
  return `${where}, ${size}`;
}

/** The meaning of the tolerance for a golden, for the report. */
export const tellTolerance = ({ blocks }: Pick<Golden, 'blocks'>, tolerance: number): string =>
  `${tolerance} of a series' largest magnitude` +
  (blocks === 0
    ? ''
    : `, in ${blocks} blocks a series, of each its mean and a checksum in single precision ` +
      `(${BLOCK_PRECISION.toExponential(0)})`);

/** The drawing as a file with comparable lines, for the report. */
export const drawingOf = ({ svg }: SeenPlot): string => normaliseSvg(svg);
