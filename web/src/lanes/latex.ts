/** The key figures as a table of LaTeX (booktabs), with what chance leaves open of them and where they come from. */
import { valuesOf } from './answer.ts';
import { estimateOf, halfOf } from './estimates.ts';
import { fitUnit, METRIC_ROWS } from './metrics.ts';
import type { LaneResults, Origin } from './results.ts';

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}', '&': '\\&', '%': '\\%', $: '\\$', '#': '\\#', _: '\\_', '{': '\\{', '}': '\\}', '~': '\\textasciitilde{}', '^': '\\textasciicircum{}', 'µ': '$\\mu$',
}; // prettier-ignore
const tex = (text: string): string => text.replace(/[\\&%$#_{}~^µ]/g, (letter) => SPECIAL[letter] ?? letter);

/** A row a figure, a column a lane. */
export function resultsLatex(lanes: readonly LaneResults[], { title, link }: Origin): string {
  const rows = METRIC_ROWS.map((plain) => {
    const found = lanes.map(({ samples }) => estimateOf(valuesOf(samples, plain)));
    const row = fitUnit(plain, found.map((one) => one?.mean ?? null)); // prettier-ignore
    const cells = found.map((one) => {
      if (one === null) return '--';
      const mean = (one.mean * row.scale).toFixed(row.decimals);
      const half = halfOf(one);
      return half === null ? mean : `$${mean} \\pm ${(half * row.scale).toFixed(row.decimals)}$`;
    });
    return [`${tex(row.label)}${row.unit === '' ? '' : ` (${tex(row.unit)})`}`, ...cells];
  });
  const [first] = lanes;
  const seeds = Math.min(...lanes.map(({ samples }) => samples.length));
  const line = (cells: readonly string[]) => `  ${cells.join(' & ')} \\\\`;
  return [
    // A line break would end the comment, and what follows it would be run.
    `% ${title.replace(/\s+/g, ' ')}: ${link}`,
    '\\begin{table}',
    '  \\centering',
    `  \\caption{${tex(title)}. ${seeds > 1 ? `Means of ${seeds} seeds with 95\\,\\% confidence intervals` : `Seed ${first?.scenario.seed ?? ''}`}, ${first?.scenario.duration ?? ''}\\,s of which the first ${first?.scenario.warmup ?? ''}\\,s are not counted.}`,
    `  \\begin{tabular}{l${'r'.repeat(lanes.length)}}`,
    '  \\toprule',
    line(['', ...lanes.map(({ scenario }) => tex(scenario.label))]),
    '  \\midrule',
    ...rows.map(line),
    '  \\bottomrule',
    '  \\end{tabular}',
    '\\end{table}',
    '',
  ].join('\n');
}
