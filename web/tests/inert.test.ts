/** What a link says (titles, labels) goes into files that are opened elsewhere: there it is text and nothing else. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { figureSvg } from '../src/plots/export.ts';
import type { Figure } from '../src/plots/figure.ts';
import { COLOURS, type Palette } from '../src/plots/palette.ts';

const palette = Object.fromEntries(COLOURS.map((name, i) => [name, `#0000${10 + i}`])) as Palette;
const figure = (words: string): Figure => ({
  name: 'queue',
  title: words,
  summary: words,
  x: { label: words, unit: 's', kind: 'linear', domain: [0, 10] },
  y: { label: words, unit: words, kind: 'linear', domain: [0, 100] },
  layers: [{ kind: 'text', x: 5, y: 50, text: words }],
  levels: [{ axis: 'y', name: words, value: 20 }],
  legend: [{ lane: 0, label: words }],
  edge: true,
  data: () => [],
});

/** Elements that a drawing has, with attributes that draw; no script, no handler, no address. */
const TAG = /<\/?(?:svg|title|desc|path|rect|circle|text|tspan|clipPath|g)(?: [a-zA-Z-]+="[^"<>]*")*\/?>/g;

function judge(words: string) {
  const svg = figureSvg(figure(words), 85, { caption: words, link: words }, palette);
  expect(svg.replace(TAG, '')).not.toMatch(/[<>]/);
  for (const tag of svg.match(TAG) ?? []) expect(tag).not.toMatch(/ (on\w+|href|style|src)=/i);
  // What XML 1.0 has no place for would keep the file from opening.
  const wrong = (c: string) => (c < ' ' && !'\t\n\r'.includes(c)) || /^[\ud800-\udfff\ufffe\uffff]$/.test(c);
  expect(Array.from(svg).filter(wrong)).toEqual([]);
}

test.each([
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</title></svg><svg onload=alert(1)>',
  '&lt;script&gt; &#60;script&#62; &amp;',
  ']]><!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>',
  'a\u0000b\u0008c\u001bd\ud800e\ufffff',
])('a drawing with %j in every place is inert', judge);

test('a drawing with any text is inert', () => {
  // Names that every object has are words like others.
  for (const name of ['constructor', '__proto__', 'valueOf', 'a_toString b']) judge(name);
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), judge));
});
