import { path } from 'd3-path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawLayers } from '../src/plots/draw.ts';
import { drawFigure } from '../src/plots/drawFigure.ts';
import { figureCsv, figureSvg } from '../src/plots/export.ts';
import {
  axisTicks,
  layoutFigure,
  placeLevels,
  spread,
  type Figure,
  type Hatch,
} from '../src/plots/figure.ts';
import { laneColour, laneDash, laneLetter } from '../src/components/laneLook.ts';
import { COLOURS, type Palette } from '../src/plots/palette.ts';
import { traceLine } from '../src/plots/paths.ts';
import { makeScale, niceDomain } from '../src/plots/scale.ts';
import { svgSurface } from '../src/plots/svgSurface.ts';
import { symbolParts, textParts } from '../src/components/symbol.ts';

const palette = Object.fromEntries(COLOURS.map((name, i) => [name, `#0000${10 + i}`])) as Palette;

const figure: Figure = {
  name: 'queue',
  lane: 0,
  title: 'Queue of "A & B"',
  summary: 'A queue.',
  x: { label: 'time', unit: 's', kind: 'linear', domain: [0, 10] },
  y: { label: 'queue', unit: 'packets', kind: 'linear', domain: [0, 100] },
  layers: [
    { kind: 'line', x: [0, 5, 10], y: [0, 100, 50], colour: 'lane0', width: 2 },
    { kind: 'band', x: [0, 10], low: [10, 20], high: [30, 40], colour: 'lane0', alpha: 0.4 },
    { kind: 'points', x: [1, 2], y: [10, 20], shape: 'dot', size: 4, colour: 'ink' },
  ],
  levels: [
    { axis: 'y', name: 'min_th', value: 20 },
    { axis: 'y', name: 'max_th', value: 22 },
    { axis: 'y', name: 'far', value: 1000 },
  ],
  strip: {
    kinds: [{ label: 'early', shape: 'dot', times: [1, 2, 3], certain: false }],
    weight: 1,
    most: 1,
  },
  edge: true,
  data: () => [
    {
      lane: 0,
      label: 'A',
      x: { label: 'time', unit: 's', values: [0, 5] },
      series: [
        { label: 'queue', unit: 'packets', values: [0.1, NaN] },
        { label: 'p, base', unit: '1', values: [1, 2] },
      ],
    },
  ],
};

describe('scales', () => {
  test('map and invert are inverse, and the ends of the domain are the ends of the range', () => {
    const positive = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom('linear', 'log'), positive, positive, positive, (kind, a, b, value) => {
        fc.pre(Math.abs(a - b) > 1e-3 * Math.max(a, b));
        const scale = makeScale(kind, [a, b], [0, 500]);
        expect(scale.map(a)).toBeCloseTo(0, 6);
        expect(scale.map(b)).toBeCloseTo(500, 6);
        const pixel = scale.map(value) % 1000;
        expect(scale.map(scale.invert(pixel))).toBeCloseTo(pixel, 4);
      }),
    );
  });
  test('a decade takes the same room everywhere on a logarithmic scale', () => {
    const scale = makeScale('log', [0.1, 1000], [0, 400]);
    expect(scale.map(1) - scale.map(0.1)).toBeCloseTo(100, 9);
    expect(scale.map(1000) - scale.map(100)).toBeCloseTo(100, 9);
  });
  test('ticks of one axis have the same decimals, as many as their step needs', () => {
    const written = (lo: number, hi: number, count: number) => {
      const scale = makeScale('linear', [lo, hi], [0, 1]);
      return scale.ticks(count).map(scale.format(count));
    };
    expect(written(0, 0.2, 4)).toEqual(['0.00', '0.05', '0.10', '0.15', '0.20']);
    expect(written(0, 200, 4)).toEqual(['0', '50', '100', '150', '200']);
    expect(written(-1, 1, 4)).toEqual(['−1.0', '−0.5', '0.0', '0.5', '1.0']);
    expect(written(20.023, 20.026, 3)).toEqual(['20.023', '20.024', '20.025', '20.026']);
    expect(written(0, 2e6, 2)).toEqual(['0', '1e6', '2e6']);
    // However far from zero, no two ticks are written alike.
    expect(written(5000000, 5000300, 3)).toEqual(['5e6', '5.0001e6', '5.0002e6', '5.0003e6']);
  });
  test('ticks for which there is no room beside the axis are powers of ten', () => {
    const written = (hi: number) => {
      const scale = makeScale('linear', [0, hi], [0, 1]);
      return scale.ticks(2).map(scale.format(2, 5));
    };
    expect(written(20_000)).toEqual(['0', '10000', '20000']);
    expect(written(200_000)).toEqual(['0', '1e5', '2e5']);
    expect(written(0.0002)).toEqual(['0.0000', '0.0001', '0.0002']);
    expect(written(0.00002)).toEqual(['0', '1e−5', '2e−5']);
  });
  test('ticks of a logarithmic axis are powers of ten, with 2 and 5 where there is room', () => {
    expect(makeScale('log', [0.01, 1000], [0, 1]).ticks(6)).toEqual([0.01, 0.1, 1, 10, 100, 1000]);
    expect(makeScale('log', [0.1, 10], [0, 1]).ticks(6)).toEqual([0.1, 0.2, 0.5, 1, 2, 5, 10]);
    expect(makeScale('log', [1e-6, 1e6], [0, 1]).ticks(6)).toEqual([1e-6, 1e-4, 1e-2, 1, 1e2, 1e4, 1e6]);
  });
  test('a nice domain holds the values and ends on round numbers', () => {
    expect(niceDomain(0, 138, 4)).toEqual([0, 150]);
    expect(niceDomain(3, 3)[1]).toBeGreaterThan(3);
  });
});

describe('layout', () => {
  test('the strip, the axis and the labels follow each other below the plot', () => {
    const layout = layoutFigure(figure, 800, 200, 1);
    const { strip } = layout;
    expect(layout.bottom).toBeLessThanOrEqual(strip?.top ?? 0);
    expect((strip?.top ?? 0) + (strip?.height ?? 0)).toBeLessThanOrEqual(layout.base);
    expect(layout.base).toBeLessThan(200);
    expect(layout.right).toBeLessThan(800);
  });
  test('plots of the same width share their axis, with or without a strip', () => {
    const { strip, ...without } = figure;
    expect(strip).toBeDefined();
    expect(layoutFigure(without, 800, 100, 1).sx.range).toEqual(layoutFigure(figure, 800, 200, 1).sx.range);
  });
  test('ticks lie inside, about evenly many at any size', () => {
    for (const width of [300, 800, 2000]) {
      const layout = layoutFigure(figure, width, 200, 1);
      const ticks = axisTicks(figure, layout, 'x');
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(width / 40);
      for (const { at } of ticks) {
        expect(at).toBeGreaterThanOrEqual(layout.left - 1e-6);
        expect(at).toBeLessThanOrEqual(layout.right + 1e-6);
      }
    }
  });
  test('names of close levels are moved apart, a level outside has none', () => {
    const layout = layoutFigure(figure, 800, 200, 1);
    const placed = placeLevels(figure, layout, 'y', 12);
    expect(placed.map(({ name }) => name).sort()).toEqual(['max_th', 'min_th']);
    const [a, b] = placed.map(({ labelAt }) => labelAt);
    expect(Math.abs((a ?? 0) - (b ?? 0))).toBeGreaterThanOrEqual(12);
  });
  test('of more names than a low plot has room for, the uppermost have none', () => {
    const five = [20, 40, 60, 90, 100].map((value) => ({ name: `at ${value}`, value, axis: 'y' as const }));
    const crowded = (height: number) =>
      placeLevels({ levels: five }, layoutFigure({ ...figure, levels: five }, 300, height, 1), 'y', 19)
        .filter((level) => level.crowded)
        .map(({ value }) => value);
    expect(crowded(300)).toEqual([]);
    // Frames are as low as their letters before a name goes.
    expect(crowded(105)).toEqual([100]);
  });
  test('where units have to be equal they are, and nothing of the domain is lost', () => {
    for (const [width, height] of [
      [800, 200],
      [200, 800],
    ] as const) {
      // prettier-ignore
      const { sx, sy } = layoutFigure({ ...figure, equal: true }, width, height, 1);
      expect(Math.abs(sx.map(1) - sx.map(0))).toBeCloseTo(Math.abs(sy.map(1) - sy.map(0)), 9);
      for (const [scale, axis] of [
        [sx, figure.x],
        [sy, figure.y],
      ] as const) {
        // prettier-ignore
        expect(scale.domain[0]).toBeLessThanOrEqual(axis.domain[0]);
        expect(scale.domain[1]).toBeGreaterThanOrEqual(axis.domain[1]);
      }
    }
  });
  test('ticks are multiples of the step that an axis asks for', () => {
    const phases: Figure = { ...figure, y: { ...figure.y, domain: [-360, 90], step: 90 } };
    const labels = (height: number) =>
      axisTicks(phases, layoutFigure(phases, 400, height, 1), 'y').map(({ label }) => label);
    expect(labels(600)).toEqual(['−360', '−270', '−180', '−90', '0', '90']);
    for (const label of labels(200)) expect(Math.abs(Number(label.replace('−', '-'))) % 90).toBe(0);
    expect(labels(200).length).toBeGreaterThanOrEqual(2);
  });
  test('where a coordinate is no number the pen is lifted, and a point alone is closed so that it shows', () => {
    const pen = path();
    traceLine(pen, [0, 1, 2, 3, NaN, 5, 6, 7, 8, NaN, 9, 10, 11, 12, 13, 14]);
    expect(pen.toString()).toBe('M0,1L2,3M6,7ZM9,10L11,12L13,14');
    const none = path();
    traceLine(none, [NaN, NaN]);
    expect(none.toString()).toBe('');
  });

  test('spread keeps the order and the gap', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 6 }), (raw) => {
        const out = spread(
          [...raw].sort((a, b) => a - b),
          10,
          0,
          100,
        );
        out.slice(1).forEach((at, i) => expect(at - (out[i] ?? 0)).toBeGreaterThanOrEqual(10 - 1e-9));
        for (const at of out) expect(at).toBeLessThanOrEqual(100);
      }),
    );
  });
});

describe('maps and arrows', () => {
  const draw = (...layers: Figure['layers']) => {
    const rects: number[][] = [];
    const polygons: number[][] = [];
    const lines: number[][] = [];
    const texts: { readonly x: number; readonly anchor: string | undefined }[] = [];
    const { strip, ...without } = figure;
    expect(strip).toBeDefined();
    const layout = layoutFigure({ ...without, edge: false }, 468, 250, 1);
    drawLayers(
      {
        line: (points) => lines.push(Array.from(points)),
        polygon: (points) => polygons.push(Array.from(points)),
        band: () => undefined,
        rect: (...box) => rects.push(box.slice(0, 4) as number[]),
        marks: () => undefined,
        text: (x, _y, _parts, { anchor }) => texts.push({ x, anchor }),
        clipped: (_x, _y, _w, _h, inside) => inside(),
      },
      layers,
      layout,
      { palette, ratio: 2 },
    );
    return { rects, polygons, lines, texts, layout };
  };
  const heat = (shade: number[], hatch: Hatch | undefined) =>
    draw({
      kind: 'heat',
      x: [0, 5, 10],
      y: [0, 100],
      shade,
      below: 'lane0',
      above: 'lane1',
      hatch: () => hatch,
    });

  test('a name has a ground below it, and changes sides where it would be cut', () => {
    const named = (x: number) => draw({ kind: 'text', x, y: 50, text: 'a long name', side: 'right' });
    const [free, cut] = [named(2), named(9.9)];
    expect(free.texts[0]?.anchor).toBe('start');
    expect(cut.texts[0]?.anchor).toBe('end');
    for (const { rects, texts, layout } of [free, cut]) {
      const [left = NaN, , width = NaN] = rects[0] ?? [];
      expect(left).toBeGreaterThan(layout.left);
      expect(left + width).toBeLessThan(layout.width);
      const [at] = texts;
      expect(at?.x).toBeGreaterThanOrEqual(left);
      expect(at?.x).toBeLessThanOrEqual(left + width);
    }
  });

  test('a name to the left stands on the right where it would leave the plot; names do not cover each other', () => {
    const text = (x: number, side?: 'right'): Figure['layers'][number] => ({
      kind: 'text',
      x,
      y: 50,
      text: 'a long name',
      ...(side === undefined ? {} : { side }),
    });
    expect(draw(text(0.2)).texts[0]?.anchor).toBe('start');
    expect(draw(text(5)).texts[0]?.anchor).toBe('end');
    // One to the right of its point, and one to the left of a point beyond it: the second moves up.
    const { rects } = draw(text(4, 'right'), text(5.5));
    const [
      [left = NaN, top = NaN, width = NaN, height = NaN] = [],
      [x = NaN, y = NaN, w = NaN, h = NaN] = [],
    ] = rects;
    const apart = left + width <= x || x + w <= left || top + 0.9 * height <= y || y + 0.9 * h <= top;
    expect(apart).toBe(true);
  });

  test('names of points at the top stay inside the picture and apart: who has no room above goes below', () => {
    const crowd = Array.from({ length: 6 }, (): Figure['layers'][number] => ({
      kind: 'text',
      x: 5,
      y: 99,
      text: '60',
      side: 'right',
    }));
    const { rects, texts, layout } = draw(...crowd);
    expect(texts).toHaveLength(6);
    for (const [, top = NaN, , height = NaN] of rects) {
      expect(top).toBeGreaterThanOrEqual(0);
      expect(top + height).toBeLessThanOrEqual(layout.height);
    }
    const tops = rects.map(([, top = NaN]) => top).toSorted((a, b) => a - b);
    const height = rects[0]?.[3] ?? NaN;
    tops.slice(1).forEach((top, i) => expect(top - (tops[i] ?? NaN)).toBeGreaterThan(0.9 * height));
  });

  test('the cells of a map fill the plot without gap or overlap; equal neighbours are one', () => {
    const { rects, layout } = heat([1, 1, -1, -1, 1, 0.4], undefined);
    expect(rects).toHaveLength(5);
    const area = rects.reduce((sum, [, , w = 0, h = 0]) => sum + w * h, 0);
    const width = layout.right - layout.left;
    // A half, a whole and a half cell along x; two halves along y.
    expect(area).toBeCloseTo(width * (layout.bottom - layout.top), 6);
    expect(Math.max(...rects.map(([, , w = 0]) => w))).toBeCloseTo((3 * width) / 4, 6);
  });
  test('what has no value is hatched inside its own cell, or left empty', () => {
    expect(heat([NaN, NaN, NaN, NaN, NaN, NaN], undefined).rects).toEqual([]);
    for (const hatch of ['rising', 'falling', 'crossed', 'level'] as const) {
      const { lines, layout } = heat([NaN, 1, 1, 1, 1, 1], hatch);
      const [points = []] = lines;
      expect(points.length).toBeGreaterThan(6);
      const middle = [
        layout.left + (layout.right - layout.left) / 4,
        (layout.top + layout.bottom) / 2,
      ] as const;
      points.forEach((value, i) => {
        if (Number.isNaN(value)) return;
        if (i % 2 === 0) {
          expect(value).toBeGreaterThanOrEqual(layout.left - 1);
          expect(value).toBeLessThanOrEqual(middle[0] + 1);
        } else {
          expect(value).toBeGreaterThanOrEqual(middle[1] - 1);
          expect(value).toBeLessThanOrEqual(layout.bottom + 1);
        }
      });
    }
  });
  test('an arrow points the way that the line goes, as it is seen', () => {
    const arrows = (x: number[], y: number[]) =>
      draw({ kind: 'arrows', x, y, at: [0], size: 10, colour: 'ink' }).polygons[0];
    const [tipX = NaN, tipY = NaN, ax = NaN, ay = NaN, bx = NaN, by = NaN] = arrows([5, 6], [50, 50]) ?? [];
    expect(tipX).toBeGreaterThan(Math.max(ax, bx));
    expect(tipY).toBeCloseTo((ay + by) / 2, 9);
    const up = arrows([5, 5], [50, 60]) ?? [];
    expect(up[1]).toBeLessThan(Math.min(up[3] ?? 0, up[5] ?? 0));
    expect(arrows([5, 5], [50, 50])).toBeUndefined();
  });
});

describe('symbols', () => {
  const print = (name: string) =>
    symbolParts(name)
      .map(({ text, italic, sub }) => `${sub ? '_' : ''}${italic ? `/${text}/` : text}`)
      .join('');
  test.each([
    ['min_th', '/min/_th'],
    ['max_p', '/max/_/p/'],
    ['w_q', '/w/_/q/'],
    ['avg', '/avg/'],
    ['epsilon', '/ε/'],
    ['rho_low', '/ρ/_low'],
    ['mean_pkt_size', 'mean pkt size'],
    ['buffer', 'buffer'],
    ['max_p_bottom', '/max/_/p/_,_bottom'],
    ['target_delay', 'target delay'],
    ['p_b at max_th', '/p/_/b/ at /max/_th'],
  ])('%s is set as %s', (name, set) => {
    expect(print(name)).toBe(set);
  });
  test('a lane’s name keeps its words, and has its symbols set', () => {
    const set = (text: string) => textParts(text).map((part) => (part.italic ? `/${part.text}/` : part.text));
    expect(set('RED, 200 ms, max_p 0.02')).toEqual(['RED, 200 ms, ', '/max/', '/p/', ' 0.02']);
    expect(set('P_a: current probability')).toEqual(['/P/', '/a/', ': current probability']);
    expect(set('my_own_run')).toEqual(['my_own_run']);
  });
});

describe('lanes', () => {
  test('no two of the thirty-two lanes of a document look the same', () => {
    const looks = Array.from({ length: 32 }, (_, lane) =>
      [laneColour(lane), laneDash(lane).join()].join('/'),
    );
    expect(new Set(looks).size).toBe(32);
    expect(new Set(Array.from({ length: 32 }, (_, lane) => laneLetter(lane))).size).toBe(32);
  });
});

describe('export', () => {
  test('a CSV has a row a point, units in its head, nothing where nothing was observed', () => {
    expect(figureCsv(figure)).toBe('time (s),queue (packets),"p, base"\r\n0,0.1,1\r\n5,,2\r\n');
  });
  test('a CSV says in its first row of which scenario it is, and is as wide everywhere', () => {
    const origin = { scenario: 'Early, drop', seed: 7 };
    const words = { caption: '', link: 'https://a/#s=1', origin };
    const rows = figureCsv(figure, words).trimEnd().split('\r\n');
    expect(rows).toEqual([
      'time (s),queue (packets),"p, base",scenario,seed,address',
      '0,0.1,1,"Early, drop",7,https://a/#s=1',
      '5,,2,,,',
    ]);
  });
  test('several lanes follow each other', () => {
    const [part] = figure.data();
    if (part === undefined) throw new Error('the figure has no data');
    const two = { ...figure, data: () => [part, { ...part, label: 'B' }] };
    expect(
      figureCsv(two)
        .split('\r\n')
        .map((line) => line.split(',')[0]),
    ).toEqual(['lane', 'A', 'A', 'B', 'B', '']);
  });
  test('an SVG has the printed width, real text, and nothing unescaped', () => {
    const svg = figureSvg(figure, 85, { caption: 'Seed <1>', link: 'https://a/#s=1' }, palette);
    expect(svg).toContain('width="85mm"');
    expect(svg).toContain('<title>Queue of &quot;A &amp; B&quot;</title>');
    expect(svg).toContain('Seed &lt;1&gt;');
    expect(svg).toMatch(/<tspan font-style="italic">min<\/tspan><tspan dy="[\d.]+" font-size="[\d.]+">th/);
    expect(svg).toContain('https://a/#s=1</desc>');
    expect(svg).not.toContain('NaN');
  });
  test('files of two figures can stand in one page: they share no id', () => {
    const ids = (caption: string, widthMm: 85 | 178) =>
      figureSvg(figure, widthMm, { caption, link: '' }, palette).match(/id="[^"]+"/g) ?? [];
    const all = [...ids('seed 1', 85), ...ids('seed 1', 178), ...ids('seed 2', 85)];
    expect(all.length).toBeGreaterThanOrEqual(3);
    expect(new Set(all).size).toBe(all.length);
  });
  test('the same figure gives the same file', () => {
    const words = { caption: '', link: '' };
    expect(figureSvg(figure, 178, words, palette)).toBe(figureSvg(figure, 178, words, palette));
  });
  test('marks end where the plot ends', () => {
    const surface = svgSurface(400, 200);
    const layout = layoutFigure(figure, 400, 200, 1);
    drawFigure(surface, figure, layout, { palette, ratio: 1 }, '');
    const text = surface.finish({ widthMm: 85, title: '', description: '' });
    const [, x, , width] = /<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"/.exec(text) ?? [];
    expect(Number(x) + Number(width)).toBeCloseTo(layout.right, 1);
  });
});

test('letters of lanes at one value stand above one another, and each at its value', () => {
  const at = (lane: number, x: number, y: number) => ({ kind: 'badge', lane, x, y }) as const;
  const badges = {
    ...figure,
    levels: [],
    layers: [at(0, 5, 20), at(1, 5, 20), at(2, 5.1, 20), at(3, 8, 100)],
  };
  const surface = svgSurface(400, 200);
  const layout = layoutFigure(badges, 400, 200, 1);
  drawLayers(surface, badges.layers, layout, { palette, ratio: 1 });
  const letters = Array.from(
    surface
      .finish({ widthMm: 85, title: '', description: '' })
      .matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*>(?:<tspan[^>]*>)?([A-D])</g),
    ([, x, y, letter]) => ({ letter, x: Number(x), y: Number(y) }),
  );
  expect(letters.map(({ letter }) => letter)).toEqual(['A', 'B', 'C', 'D']);
  for (const [i, { x, y }] of letters.entries()) {
    expect(x).toBeCloseTo(layout.sx.map(badges.layers[i]?.x ?? NaN), 1);
    for (const other of letters.slice(0, i)) expect(Math.hypot(other.x - x, other.y - y)).toBeGreaterThan(14);
  }
});
