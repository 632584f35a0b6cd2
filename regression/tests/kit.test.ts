import { describe, expect, it } from 'vitest';
import { documentChanges } from '../src/document.ts';
import { compare, goldenText, keep, readGolden, type Golden } from '../src/golden.ts';
import type { Seen, SeenPlot } from '../src/page.ts';
import { explain } from '../src/probes.ts';
import { compareFacets, facetsOf, normaliseSvg } from '../src/svg.ts';

const x = Array.from({ length: 200 }, (_, i) => i / 2);
const y = x.map((at) => 50 + 20 * Math.sin(at / 10));
const svg = (colour: string, tick: string, d = 'M0,0L1,1') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="178mm" font-family="f"><title>t</title><desc>d ${Math.random()}</desc>` +
  `<clipPath id="clip${Math.random()}-1"><rect x="0" y="0" width="1" height="1"/></clipPath>\n` +
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="2"/>\n<text x="1" y="2" font-size="9" fill="black"><tspan>${tick}</tspan></text></svg>\n`;
const plot = (values: readonly (number | null)[], drawn = svg('red', '20')): SeenPlot => ({
  name: 'queue',
  lane: 0,
  title: 'Queue of RED',
  parts: [
    {
      lane: 0,
      x: { label: 'time', unit: 's', values: x },
      series: [{ label: 'queue mean', unit: 'packets', values }],
    },
  ],
  view: { x: [0, 100], y: [0, 100] },
  svg: drawn,
});
const seen = (values: readonly (number | null)[], drawn?: string, digest = 'aa'): Seen => ({
  runs: [{ lane: 0, label: 'RED', aqm: 'red', seed: 1, digest }],
  plots: [plot(values, drawn)],
});
const kept = (blocks: number): Golden =>
  readGolden(goldenText(keep(seen(y), { name: 'n', source: 'document', link: '#s=', blocks })), 'n.json');
const changed = y.map((value, i) => (i >= 100 && i < 110 ? value + 7 : value));

describe.each([0, 10])('numbers that are kept in %i blocks', (blocks) => {
  it('are the same when nothing has changed, whatever ids and descriptions a drawing has', () => {
    expect(compare(kept(blocks), seen(y), 0)).toEqual([]);
  });

  it('say which plot and series has changed, where and by how much', () => {
    const [change, ...more] = compare(kept(blocks), seen(changed), 0);
    expect(more).toEqual([]);
    expect(change).toMatchObject({ kind: 'numbers', plot: 'queue', lane: 0, series: 'queue mean' });
    // The block of the changed points begins where they begin.
    expect(change?.difference).toMatchObject({ from: 50 });
    const mean = blocks === 0 ? 7 : 3.5;
    const { was = null, now = null } = change?.difference ?? {};
    expect((now ?? 0) - (was ?? 0)).toBeCloseTo(mean, 2);
    expect(change?.difference?.relative).toBeCloseTo(mean / 70, 1);
    expect(change?.message).toContain('time, s');
  });

  it('may differ within the tolerance', () => {
    expect(compare(kept(blocks), seen(changed), 0.2)).toEqual([]);
    expect(compare(kept(blocks), seen(changed), 0.02)).toHaveLength(1);
  });

  it('tell a difference of the last kept digit, unless the tolerance is coarser', () => {
    const nearly = y.map((value) => value * (1 + 1e-6));
    expect(compare(kept(blocks), seen(nearly), 0)).toHaveLength(1);
    expect(compare(kept(blocks), seen(nearly), 1e-3)).toEqual([]);
  });

  it('tell what is not observed any more, and other lengths', () => {
    expect(compare(kept(blocks), seen(y.map((value, i) => (i === 3 ? null : value))), 0)).toHaveLength(1);
    expect(compare(kept(blocks), seen(y.slice(1)), 0)[0]?.message).toMatch(/199.*200|blocks|points/);
  });
});

describe('what is kept of a page', () => {
  it('says that a run is another one, and of which scheme', () => {
    const [change] = compare(kept(0), seen(y, undefined, 'bb'), 0);
    expect(change).toMatchObject({ kind: 'run', lane: 0 });
    expect(change?.message).toContain('red');
    expect(change?.message).toContain('aa became bb');
  });

  it('tells colours and ticks apart from numbers', () => {
    const said = (drawn: string) =>
      compare(kept(0), seen(y, drawn), 0).map(({ kind, message }) => `${kind} ${message}`);
    expect(said(svg('blue', '20'))).toEqual([expect.stringMatching(/^svg .*stroke=red became stroke=blue/)]);
    expect(said(svg('red', '20.0'))).toEqual([expect.stringMatching(/^svg .*words: "20" became "20.0"/)]);
    expect(said(svg('red', '20', 'M0,0L2,2'))).toEqual([expect.stringMatching(/^svg .*another shape/)]);
  });

  it('tells plots that come and go, and axes that show something else', () => {
    const one = seen(y);
    expect(compare(kept(0), { ...one, plots: [] }, 0)[0]?.message).toContain('not on the page');
    const [first] = one.plots;
    if (first === undefined) throw new Error('there is a plot');
    const other = { ...first, name: 'window' };
    expect(compare(kept(0), { ...one, plots: [first, other] }, 0)).toMatchObject([
      { kind: 'plot', plot: 'window' },
    ]);
    const wider = { ...first, view: { x: [0, 120], y: [0, 100] } };
    expect(compare(kept(0), { ...one, plots: [wider] }, 0)[0]?.message).toContain('0 to 120');
  });
});

describe('a drawing', () => {
  it('has one element a line, and no name that changes', () => {
    const lines = normaliseSvg(svg('red', '1')).split('\n');
    expect(lines.filter((line) => line.startsWith('<path'))).toHaveLength(1);
    expect(normaliseSvg(svg('red', '1'))).toBe(normaliseSvg(svg('red', '1')));
  });
  it('is compared by its words and styles', () => {
    expect(compareFacets(facetsOf(svg('red', 'a &lt; b')), facetsOf(svg('red', 'a &lt; b')))).toEqual([]);
    expect(facetsOf(svg('red', 'a &lt; b')).words).toEqual(['a < b']);
  });
});

describe('the reason of a changed run', () => {
  const was = {
    link: '1',
    chance: '1',
    'control newreno': '1',
    'control cubic': '1',
    'source cbr': '1',
    'scheme red': '1',
    'scheme red with TCP': '1',
    'scheme codel': '1',
    'law red': '1',
    'defaults red': 'max_p=0.1 w_q=0.002',
  };
  const names = (...changed: string[]) =>
    explain(was, { ...was, ...Object.fromEntries(changed.map((name) => [name, '2'])) }, ['red']).join('; ');

  it('is the simplest part that has changed', () => {
    expect(names('scheme red')).toBe('the scheme red');
    expect(names('scheme red', 'law red')).toContain('drop law');
    expect(names('link', 'chance', 'scheme red', 'scheme codel')).toContain('the link');
    expect(names('chance', 'scheme red')).toContain('random numbers');
    expect(names('control cubic')).toBe('the congestion control cubic');
    expect(names('control cubic', 'control newreno', 'scheme red with TCP')).toMatch(/^TCP: what all/);
    expect(names('source cbr')).toBe('the source cbr');
    expect(names()).toContain('no part that is probed alone');
  });
  it('names a default that is another one', () => {
    const now = { ...was, 'scheme red': '2', 'law red': '2', 'defaults red': 'max_p=0.2 w_q=0.002' };
    expect(explain(was, now, ['red'])).toEqual(['the scheme red, whose defaults are others: max_p=0.2']);
  });
});

it('documents are compared by the paths of their values', () => {
  expect(documentChanges({ a: [{ b: 1 }], c: 2 }, { a: [{ b: 3 }] })).toEqual([
    'a[0].b is 3, it was 1',
    'c is the default, it was 2',
  ]);
});
