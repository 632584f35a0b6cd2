import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../src/index.ts';

describe('parseJson', () => {
  it.each([
    ['{"version":1,}', 'line 1, column 14', 'a comma before } is one too many'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3', '"," or "}" is expected'],
    ['', 'line 1, column 1', 'the text ends where a value is expected'],
    ['{"a": NaN}', 'line 1, column 7', 'NaN is not a number of JSON'],
    ["{'a': 1}", 'line 1, column 2', 'a key in double quotes is expected'],
    ["['a']", 'line 1, column 2', 'strings take double quotes'],
    ['{"a":\r\n  [1, 2', 'line 2, column 8', 'the text ends before the [ of line 2, column 3 is closed'],
    ['{"a": [1, 2}', 'line 1, column 12', '"," or "]" is expected'],
    ['{"a": 1, "a": 2}', 'line 1, column 10', 'the key "a" is given twice'],
    ['[1, ]', 'line 1, column 5', 'a value is expected before ]'],
    [
      '["x\ny"]',
      'line 1, column 4',
      String.raw`a string ends on its own line; a line break in it is written \n`,
    ],
    ['{} {}', 'line 1, column 4', 'the text goes on after the end of its value'],
    ['{"a": tru}', 'line 1, column 7', '"tru" is not a value; words take double quotes'],
    ['// c\n{}', 'line 1, column 1', 'JSON has no comments'],
    ['["abc', 'line 1, column 2', 'this string is not closed'],
    [String.raw`["\q"]`, 'line 1, column 4', String.raw`after \ comes one of " \ / b f n r t u`],
    [String.raw`["\u12"]`, 'line 1, column 4', String.raw`\u takes four hexadecimal digits`],
    ['{"a" 1}', 'line 1, column 6', '":" is expected after a key'],
    ['<html>', 'line 1, column 1', 'a value is expected'],
    ['['.repeat(33), 'line 1, column 33', 'nothing may be nested deeper than 32'],
  ])('tells where %j is no JSON', (text, path, rule) => {
    expect(parseJson(text)).toMatchObject({
      ok: false,
      issue: { path, rule, message: `No JSON at ${path}: ${rule}.` },
    });
  });

  it('refuses text above the limit of size at once', () => {
    const rule = 'a document has at most 1000000 characters, this one has 1000001';
    expect(parseJson(' '.repeat(1_000_001))).toMatchObject({ ok: false, issue: { path: '', rule } });
  });

  it('is not exhausted by a million brackets', () => {
    expect(parseJson('['.repeat(1_000_000))).toMatchObject({ issue: { path: 'line 1, column 33' } });
  });

  it('reads a file that begins with a byte order mark', () => {
    expect(parseJson('\uFEFF{"a":1}')).toEqual({ ok: true, value: { a: 1 } });
  });

  it('reads what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        const parsed: unknown = JSON.parse(text);
        expect(parseJson(text)).toEqual({ ok: true, value: parsed });
      }),
    );
  });

  it('agrees with JSON.parse on text that has been tampered with', () => {
    const glyphs = fc.constantFrom(...'{}[]",:-+.eE01\\utrfn \n\u0000'.split(''), '');
    let refused = 0;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.nat(), fc.nat(2), glyphs, (value, where, cut, glyph) => {
        const text = JSON.stringify(value);
        const at = where % (text.length + 1);
        const changed = text.slice(0, at) + glyph + text.slice(at + cut);
        const result = parseJson(changed);
        // A key given twice is the one thing that JSON.parse lets through.
        if (!result.ok && result.issue.rule.endsWith('is given twice')) return;
        let parsed: unknown;
        try {
          parsed = JSON.parse(changed);
        } catch {
          refused++;
          expect(result.ok).toBe(false);
          return;
        }
        expect(result).toEqual({ ok: true, value: parsed });
      }),
      { numRuns: 5000 },
    );
    expect(refused).toBeGreaterThan(500);
  });
});
