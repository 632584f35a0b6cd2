/** A paper's verdicts for people, as text of a terminal. */
import type { CellResult, Counts, Paper, PaperVerdicts, Verdict } from '../models/src/papers/index.ts';

const WORDS: Readonly<Record<Verdict, string>> = {
  reproduced: 'reproduced',
  same_order: 'same order',
  different: 'different',
  cannot_be_judged: 'cannot be judged',
};
/** One character a verdict, so that a column of numbers can be read down. */
const MARKS: Readonly<Record<Verdict, string>> = {
  reproduced: '=',
  same_order: '~',
  different: 'x',
  cannot_be_judged: '?',
};

export const countsText = (counts: Counts): string =>
  Object.entries(WORDS)
    .map(([verdict, word]) => `${counts[verdict as Verdict]} ${word}`)
    .join(', ');

function cellText({ published, ours, verdict }: CellResult, digits: number): string {
  const mean = ours === undefined ? '-' : ours.mean.toFixed(digits);
  const half = ours?.ci95 === undefined ? '' : `±${((ours.ci95[1] - ours.ci95[0]) / 2).toFixed(digits)}`;
  const mark = verdict === undefined ? '' : ` ${MARKS[verdict]}`;
  return `${published === undefined ? '' : `${published.toFixed(digits)} | `}${mean}${half}${mark}`;
}

/** Columns as wide as their longest entry. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `  ${row
          .map((text, i) => text.padEnd(widths[i] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

export function printed(
  paper: Paper,
  reading: string,
  { tables, claims, values, claimed }: PaperVerdicts,
): string {
  const label = paper.readings.find(({ id }) => id === reading)?.label ?? reading;
  const parts = tables.map(({ table, cells, counts }) => {
    const rows = table.conditions.map((condition) => [
      condition,
      ...table.schemes.map((scheme) => {
        const cell = cells.find((entry) => entry.condition === condition && entry.scheme === scheme);
        return cell === undefined ? '' : cellText(cell, table.digits);
      }),
    ]);
    const judged = table.published === undefined ? '' : `  ${countsText(counts)}\n`;
    return `\n${table.title}, ${table.unit}\n${aligned([['', ...table.schemes], ...rows])}${judged}`;
  });
  const told = claims.map(({ claim, verdict, reason }) => {
    const why = reason?.text ?? claim.unjudged;
    return `  ${WORDS[verdict]}: ${claim.where}: ${claim.text}${why === undefined ? '' : `\n      ${why}`}\n`;
  });
  return `
${paper.short} ${paper.year}, ${label}. Printed | ours ± half of the 95 % interval (= reproduced, ~ same order, x different, ? not judged)
${parts.join('')}
Claims: ${countsText(claimed)}
${told.join('')}
Values: ${countsText(values)}
`;
}
