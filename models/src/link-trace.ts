/** A trace of a link: text with a line for each change, `time, rate` in s and bit/s, and if wanted `delay` in s and `loss`. */
import type { LinkChange } from './types.ts';

export class TraceError extends Error {
  override readonly name = 'TraceError';
}

const COLUMNS = ['time', 'rate', 'delay', 'loss'] as const;
type Column = (typeof COLUMNS)[number];

const isColumn = (word: string): word is Column => (COLUMNS as readonly string[]).includes(word);

/**
 * Reads commas, semicolons, tabs or blanks between the columns; a first line may name them, lines with # are skipped, an empty
 * place keeps the value of before. Throws a TraceError that names the line.
 */
export function parseLinkTrace(text: string): LinkChange[] {
  let columns: readonly Column[] = COLUMNS;
  const changes: LinkChange[] = [];
  for (const [i, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const cells = trimmed.split(/\s*[,;\t]\s*|\s+/);
    const words = cells.map((cell) => cell.replaceAll('"', '').toLowerCase());
    if (changes.length === 0 && words.some((word) => /^[a-z]/.test(word))) {
      const unknown = words.find((word) => !isColumn(word));
      if (unknown !== undefined)
        throw new TraceError(`line ${i + 1}: "${unknown}" is no column; they are ${COLUMNS.join(', ')}`);
      columns = words.filter(isColumn);
      if (!columns.includes('time')) throw new TraceError(`line ${i + 1}: the column time is missing`);
      continue;
    }
    changes.push(changeOf(words, columns, i + 1));
  }
  if (changes.length === 0) throw new TraceError('there is no line of numbers in it');
  return changes;
}

function changeOf(words: readonly string[], columns: readonly Column[], line: number): LinkChange {
  if (words.length > columns.length)
    throw new TraceError(`line ${line}: ${words.length} values for the columns ${columns.join(', ')}`);
  const values = words.flatMap((word, k): [Column, number][] => {
    const column = columns[k];
    if (word === '' || column === undefined) return [];
    const value = Number(word);
    if (!Number.isFinite(value)) throw new TraceError(`line ${line}: ${column} = "${word}" is no number`);
    return [[column, value]];
  });
  const { time, ...rest } = Object.fromEntries(values) as Partial<Record<Column, number>>;
  if (time === undefined) throw new TraceError(`line ${line}: the time is missing`);
  return { time, ...rest };
}
