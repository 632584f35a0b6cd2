import { describe, expect, test } from 'vitest';
import { phaseFigure, phaseName, piecesOf, sharesOf } from '../src/views/flows/phaseStrip.ts';
import { phaseAt } from '../src/lanes/follows.ts';
import { figureSvg } from '../src/plots/export.ts';
import { COLOURS, type Palette } from '../src/plots/palette.ts';
import type { LaneScenario, Overview } from '../../wasm/src/types.ts';

/**
 * Ten seconds in bins of 1 ms: nothing for a second, then slow start (1), a recovery (3), and avoidance (2)
 * with a single bin of recovery.
 */
const phases = Float64Array.from({ length: 10_000 }, (_, i) =>
  i < 1000 ? NaN : i < 2000 ? 1 : i < 2500 ? 3 : i === 7003 ? 3 : 2,
);
const overview = { bins: 10_000, binSeconds: 0.001, phases: [phases] } as unknown as Overview;

describe('the strip of phases', () => {
  test('has a piece for what was done for most of each part, and none where nothing is sent', () => {
    expect(piecesOf(overview, 0, [0, 10]).map(({ phase, from, to }) => [phase, from * 10, to * 10])).toEqual([
      [1, 1, 2],
      [3, 2, 2.5],
      [2, 2.5, 10],
    ]);
    expect(piecesOf(overview, 1, [0, 10])).toEqual([]);
  });
  test('shows a single bin where there is room for it, and ends with the run', () => {
    const close = piecesOf(overview, 0, [7, 7.3]);
    expect(close.map(({ phase }) => phase)).toEqual([2, 3, 2]);
    expect(piecesOf(overview, 0, [5, 15]).at(-1)?.to).toBeCloseTo(0.5, 9);
  });
  test('tells shares of the time in which something is sent', () => {
    const shares = sharesOf(piecesOf(overview, 0, [0, 10]));
    expect([...shares.keys()]).toEqual([1, 3, 2]);
    expect(shares.get(1)).toBeCloseTo(1 / 9, 9);
    expect([...shares.values()].reduce((a, b) => a + b)).toBeCloseTo(1, 9);
  });
  test('has the names of the engine, and those of a sender of its own after them', () => {
    expect(phaseName('newreno', 1)).toBe('slow start');
    expect(phaseName('bbr', 5)).toBe('Startup');
    expect(phaseName('newreno', 5)).toBe('');
    expect(phaseAt(overview, 2.2)).toBe(3);
  });
  test('has a strip for each flow of each lane, and a file has all of them with their key', () => {
    const bbr = phases.map((phase) => (phase === 2 ? 7 : phase));
    const lanes = (['newreno', 'bbr'] as const).map((tcp, lane) => ({
      of: { traffic: [{ tcp, flows: 5 }] } as unknown as LaneScenario,
      windows: {
        lane,
        label: tcp,
        flows: [3],
        overview: { ...overview, phases: [lane === 0 ? phases : bbr] },
      },
    }));
    const figure = phaseFigure(lanes, [0, 10]);
    expect(figure?.y.places?.map(({ label }) => label)).toEqual(['A 4', 'B 4']);
    expect(figure?.summary).toContain(
      'Flow A 4: slow start 11 %, recovery from a loss 6 %, congestion avoidance 83 %.',
    );
    expect(figure?.summary).toContain(
      'Flow B 4: slow start 11 %, recovery from a loss 6 %, ProbeBW Down 83 %.',
    );
    if (figure === undefined) return;
    const palette = Object.fromEntries(COLOURS.map((name) => [name, name])) as Palette;
    const svg = figureSvg(figure, 178, { caption: '', link: '' }, palette);
    for (const name of ['A 4', 'B 4', 'slow start', 'congestion avoidance', 'ProbeBW Down'])
      expect(svg).toContain(`>${name}<`);
    expect(svg.match(/fill="lane2"/g)).toHaveLength(3); // slow start of both, and its key
    const unanswered = lanes.map(({ windows }) => ({
      of: { traffic: [{ kind: 'cbr', flows: 5 }] } as unknown as LaneScenario,
      windows,
    }));
    expect(phaseFigure(unanswered, [0, 10])).toBeUndefined();
  });
});
