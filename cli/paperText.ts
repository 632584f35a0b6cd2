/** A paper's verdicts as text for a terminal. */
import {
  sumOfNulls,
  type CellResult,
  type Counts,
  type EffectCounts,
  type EffectVerdict,
  type NullModel,
  type Paper,
  type PaperVerdicts,
  type Verdict,
} from '../models/src/papers/index.ts';
import type { Search } from './search.ts';

const EFFECT_WORDS: Readonly<Record<EffectVerdict, string>> = {
  reproduced: 'reproduced',
  same_direction: 'same direction',
  different: 'different',
  cannot_be_judged: 'cannot be judged',
};
const WORDS: Readonly<Record<Verdict, string>> = {
  reproduced: 'reproduced',
  same_order: 'same order',
  different: 'different',
  cannot_be_judged: 'cannot be judged',
};
/** One character for each verdict, so that a column of numbers can be read quickly. */
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

const effectsText = (counts: EffectCounts): string =>
  Object.entries(EFFECT_WORDS)
    .map(([verdict, word]) => `${counts[verdict as EffectVerdict]} ${word}`)
    .join(', ');

const nullText = ({ judged, reproduced, others }: NullModel): string =>
  `${reproduced} of ${judged} by a model without any AQM (${others.reproduced} of ${others.judged} without the baseline)`;

/** The best readings of a search, as text. */
export function searched({ paper, search, ranking, held_out }: Search): string {
  const line = ({ options, reading, numbers, claims, spread: [least, most] }: Search['ranking'][number]) => {
    const chosen = Object.entries(options).map(([name, label]) => `${name}: ${label}`);
    const words = chosen.length === 0 ? reading : chosen.join('; ');
    return `  ${countsText(numbers)} (one seed alone: ${least} to ${most}); claims: ${countsText(claims)}\n      ${words}\n`;
  };
  return `
${paper}: ${search.readings} of ${search.of} combinations, seeds ${search.seeds.join(', ')}
${ranking.slice(0, 10).map(line).join('')}
Judged again with seeds ${held_out.seeds.join(', ')}, kept apart from the search:
${held_out.ranking.map(line).join('')}
`;
}

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
  { tables, claims, values, claimed, effects }: PaperVerdicts,
): string {
  const label = paper.readings.find(({ id }) => id === reading)?.label ?? reading;
  const parts = tables.map(({ table, cells, counts, null: without }) => {
    const rows = table.conditions.map((condition) => [
      condition,
      ...table.schemes.map((scheme) => {
        const cell = cells.find((entry) => entry.condition === condition && entry.scheme === scheme);
        return cell === undefined ? '' : cellText(cell, table.digits);
      }),
    ]);
    const judged = table.published === undefined ? '' : `  ${countsText(counts)}\n`;
    const beside = without === undefined ? '' : `  ${nullText(without)}\n`;
    return `\n${table.title}, ${table.unit}\n${aligned([['', ...table.schemes], ...rows])}${judged}${beside}`;
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
Values: ${countsText(values)}; ${nullText(sumOfNulls(tables.map((one) => one.null)))}
Effects: ${effectsText(effects)}
`;
}
