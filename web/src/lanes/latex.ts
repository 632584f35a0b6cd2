/** The key figures as a LaTeX table (booktabs), with their intervals and their source. */
import { valuesOf } from './answer.ts';
import { estimateOf, halfOf } from './estimates.ts';
import { fitUnit, METRIC_ROWS } from './metrics.ts';
import type { LaneResults, Origin } from './results.ts';

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  '{': '\\{',
  '}': '\\}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  µ: '$\\mu$',
};
export const tex = (text: string): string =>
  text.replace(/[\\&%$#_{}~^µ]/g, (letter) => SPECIAL[letter] ?? letter);

interface TexTable {
  /** The source, as a comment. */
  readonly source: string;
  /** LaTeX. */
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A table whose cells are LaTeX code; the first column has the names. */
export function texTable({ source, caption, head, rows }: TexTable): string {
  const line = (cells: readonly string[]) => `  ${cells.join(' & ')} \\\\`;
  return [
    // A line break would end the comment, and LaTeX would execute the rest of the text.
    `% ${source.replace(/\s+/g, ' ')}`,
    '\\begin{table}',
    '  \\centering',
    `  \\caption{${caption}}`,
    `  \\begin{tabular}{l${'r'.repeat(head.length - 1)}}`,
    '  \\toprule',
    line(head),
    '  \\midrule',
    ...rows.map(line),
    '  \\bottomrule',
    '  \\end{tabular}',
    '\\end{table}',
    '',
  ].join('\n');
}

/** A mean with half the width of its interval. */
export const texMean = (mean: string, half: string | null): string =>
  half === null ? mean : `$${mean} \\pm ${half}$`;

/** One row for each metric, one column for each lane. */
export function resultsLatex(lanes: readonly LaneResults[], { title, link }: Origin): string {
  const rows = METRIC_ROWS.map((plain) => {
    const found = lanes.map(({ samples }) => estimateOf(valuesOf(samples, plain)));
    const row = fitUnit(
      plain,
      found.map((one) => one?.mean ?? null),
    );
    const cells = found.map((one) => {
      if (one === null) return '--';
      const mean = (one.mean * row.scale).toFixed(row.decimals);
      const half = halfOf(one);
      return texMean(mean, half === null ? null : (half * row.scale).toFixed(row.decimals));
    });
    return [`${tex(row.label)}${row.unit === '' ? '' : ` (${tex(row.unit)})`}`, ...cells];
  });
  const [first] = lanes;
  const seeds = Math.min(...lanes.map(({ samples }) => samples.length));
  return texTable({
    source: `${title}: ${link}`,
    caption: `${tex(title)}. ${seeds > 1 ? `Means of ${seeds} seeds with 95\\,\\% confidence intervals` : `Seed ${first?.scenario.seed ?? ''}`}, ${first?.scenario.duration ?? ''}\\,s of which the first ${first?.scenario.warmup ?? ''}\\,s are not counted.`,
    head: ['', ...lanes.map(({ scenario }) => tex(scenario.label))],
    rows,
  });
}
