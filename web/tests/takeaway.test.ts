/**
 * Saved files: the structure of a PDF by its own tables, an archive by its reader, a table as LaTeX would
 * read it.
 */
import { strFromU8, unzipSync, unzlibSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { lanes as laneScenarios } from '../../models/src/index.ts';
import { resultsLatex } from '../src/lanes/latex.ts';
import type { Figure } from '../src/plots/figure.ts';
import { everything, figuresPdf, figuresSvg } from '../src/plots/files.ts';
import { pdfSurface, type Faces } from '../src/plots/pdfSurface.ts';
import { readFace } from '../src/plots/trueType.ts';
import { figureFaces } from '../../scripts/vite-font.ts';
import { plain } from '../src/plots/surface.ts';

vi.mock('../src/plots/palette.ts', () => ({
  readPalette: () => new Proxy({}, { get: () => '#123456' }),
}));

const figure = (lane: number): Figure => ({
  name: 'queue',
  lane,
  title: `Queue of lane ${lane}`,
  summary: 'A line.',
  x: { label: 'time', unit: 's', kind: 'linear', domain: [0, 1] },
  y: { label: 'queue', unit: 'packets', kind: 'linear', domain: [0, 10] },
  layers: [
    { kind: 'line', x: [0, 1], y: [0, 10], colour: 'ink', width: 2 },
    { kind: 'points', x: [0.5], y: [5], shape: 'dot', size: 4, colour: 'ink', alpha: 0.5 },
  ],
  levels: [{ axis: 'y', name: 'max_th', value: 8 }],
  edge: true,
  data: () => [
    { x: { label: 'time', unit: 's', values: [0, 1] }, series: [{ label: 'q', unit: '', values: [0, 10] }] },
  ],
});
const words = { caption: 'Drop early · seed 1', link: 'https://example.org/#s=1' };

const { regular, italic, bold } = await figureFaces();
const faces: Faces = { Regular: readFace(regular), Italic: readFace(italic), Bold: readFace(bold) };

describe('a PDF', () => {
  const file = figuresPdf([figure(0), figure(1)], 85, words, faces);
  const text = strFromU8(file, true);

  it('has every object where its table says', () => {
    const table = Number(/startxref\n(\d+)\n%%EOF/.exec(text)?.[1]);
    expect(text.slice(table, table + 4)).toBe('xref');
    const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at));
    expect(offsets).toHaveLength(Number(/\/Size (\d+)/.exec(text)?.[1]) - 1);
    offsets.forEach((at, i) => expect(text.slice(at, at + 8)).toBe(`${i + 1} 0 obj\n`.slice(0, 8)));
  });

  it('has a stream of the length that it says, in which what is begun is ended, and is 85 mm wide', () => {
    const found = /<< \/Length (\d+) [^>]*>>\nstream\n/.exec(text);
    const length = found?.[1] ?? '';
    const [index, head] = [found?.index ?? 0, found?.[0] ?? ''];
    const content = strFromU8(
      unzlibSync(file.subarray(index + head.length, index + head.length + Number(length))),
      true,
    );
    const count = (word: string) => content.match(new RegExp(`(?<![\\w/])${word}(?!\\w)`, 'g'))?.length ?? 0;
    expect(count('q')).toBe(count('Q'));
    expect(count('BT')).toBe(count('ET'));
    expect(content).not.toContain('NaN');
    expect(Number(/MediaBox \[0 0 ([\d.]+)/.exec(text)?.[1])).toBeCloseTo((85 / 25.4) * 72, 2);
  });

  it('has the faces that it is set in in it, whole', () => {
    expect(text).toContain('/BaseFont /AQMEXP+SourceSans3-Regular');
    expect(text).not.toContain('Helvetica');
    const files = [...text.matchAll(/<< \/Length (\d+) \/Length1 (\d+) [^>]*>>\nstream\n/g)];
    expect(files.length).toBe([...text.matchAll(/\/FontFile2 /g)].length);
    for (const { 0: head, 1: packed, 2: whole, index } of files) {
      const found = unzlibSync(file.subarray(index + head.length, index + head.length + Number(packed)));
      expect(found.length).toBe(Number(whole));
      expect(Object.values(faces).some(({ bytes }) => Buffer.compare(bytes, found) === 0)).toBe(true);
    }
  });

  it('sets a line at its end where that is asked for, by the widths of the font', () => {
    const page = pdfSurface(100, 100, faces);
    // Source Sans' figures are 0.497 em wide each (its AFM file).
    page.text(90, 50, plain('10'), { colour: '#000000', size: 10, anchor: 'end' });
    const bytes = page.finish({ title: 't', subject: 's' });
    const raw = strFromU8(bytes, true);
    const start = raw.indexOf('stream\n') + 7;
    const inside = strFromU8(unzlibSync(bytes.subarray(start, raw.indexOf('\nendstream'))), true);
    expect(inside).toContain(`1 0 0 -1 ${90 - 9.94} 50 Tm <3130> Tj`);
  });
});

it('colours are those of the page, in either way that a browser writes them', () => {
  const page = pdfSurface(10, 10, faces);
  page.rect(0, 0, 1, 1, '#ff0000', 1);
  page.rect(0, 0, 1, 1, 'rgb(0, 255, 51)', 1);
  const bytes = page.finish({ title: '', subject: '' });
  const raw = strFromU8(bytes, true);
  const inside = strFromU8(
    unzlibSync(bytes.subarray(raw.indexOf('stream\n') + 7, raw.indexOf('\nendstream'))),
    true,
  );
  expect(inside).toContain('1 0 0 rg');
  expect(inside).toContain('0 1 0.2 rg');
});

describe('several figures', () => {
  it('stand under each other in one picture', () => {
    const svg = figuresSvg([figure(0), figure(1)], 178, words, '<style>a</style>');
    const tops = [...svg.matchAll(/<svg [^>]*y="([\d.]+)" width/g)].map(([, y]) => Number(y));
    expect(tops).toHaveLength(2);
    expect(tops[0]).toBe(0);
    expect(tops[1]).toBeGreaterThan(200);
    expect(svg).toMatch(/^<svg [^>]*width="178mm"[^>]*><style>a<\/style><svg /);
  });

  it('under each other have the axis that they share once, below the last, with the same room for the marks', () => {
    const other = { ...figure(2), x: { ...figure(2).x, label: 'age' } };
    const svg = figuresSvg([figure(0), figure(1), other], 178, words, '');
    const panels = svg.split('<svg ').slice(2);
    const written = panels.map((panel) =>
      [...panel.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, text = '']) => text.replace(/<[^>]*>/g, '')),
    );
    expect(written.map((texts) => texts.filter((text) => text.endsWith(' (s)')))).toEqual([
      [],
      ['time (s)'],
      ['age (s)'],
    ]);
    expect(written.map((texts) => texts.includes(words.caption))).toEqual([false, false, true]);
    const rooms = panels.map((panel) => /<rect [^>]*height="([\d.]+)"/.exec(panel)?.[1]);
    expect(new Set(rooms).size).toBe(1);
    expect(Number(rooms[0])).toBeGreaterThan(100);
  });

  it('are all in the archive, with their numbers', () => {
    const files = unzipSync(
      everything([figure(0), figure(1)], words, '<style>a</style>', faces, { 'link.txt': words.link }),
    );
    expect(Object.keys(files).sort()).toEqual([
      'link.txt',
      'queue-1.csv',
      'queue-1.pdf',
      'queue-1.svg',
      'queue-2.csv',
      'queue-2.pdf',
      'queue-2.svg',
    ]);
    expect(strFromU8(files['queue-1.svg'] ?? new Uint8Array())).toMatch(
      /^<svg [^>]*><style>a<\/style><title>/,
    );
    expect(strFromU8(files['queue-1.csv'] ?? new Uint8Array())).toBe('time (s),q\r\n0,0\r\n1,10\r\n');
  });
});

describe('a table of LaTeX', () => {
  it('has a column a lane, escapes what TeX reads, and says how sure it is', () => {
    const [scenario] = laneScenarios({ version: 1, lanes: [{ label: 'RED_1 & 50%', aqm: { id: 'red' } }] });
    if (scenario === undefined) throw new Error('no lane');
    const sample = (wait: number) => ({ seed: 1, rows: [], metrics: { queueing_delay_mean: wait } }) as never;
    const table = resultsLatex([{ scenario, samples: [sample(0.04), sample(0.05), sample(0.06)] }], {
      title: 'A_b',
      link: 'x',
    });
    expect(table).toContain('RED\\_1 \\& 50\\%');
    // Student's t for two degrees of freedom: 4.303 * 10 / sqrt(3) = 24.8.
    expect(table).toContain('Waiting, mean (ms) & $50.0 \\pm 24.8$ \\\\');
    expect(table).toContain('\\begin{tabular}{lr}');
    expect(table).toContain('caption{A\\_b. Means of 3 seeds');
  });

  it('keeps a title of several lines inside the comment that names it', () => {
    const table = resultsLatex([], { title: 'A\n\\input{/etc/passwd}\r% b', link: 'x' });
    expect(table.split(/[\n\r]/).slice(0, 2)).toEqual(['% A \\input{/etc/passwd} % b: x', '\\begin{table}']);
  });
});
