/** A paper's figure over time, of one run: its series over its named values. */
import { unitWord } from '../../../../models/src/unit-words.ts';
import { decimal, t } from '../../../../models/src/language.ts';
import { COURSES, type PaperCourse } from '../../../../models/src/papers/index.ts';
import { hasWords, shown } from '../../../../models/src/papers/shown.ts';
import type { AqmInfo, RunResult } from '../../../../wasm/src/types.ts';
import { laneColour } from '../../components/laneLook.ts';
import type { Figure } from '../../plots/figure.ts';
import { niceDomain } from '../../plots/scale.ts';

export interface Drawn {
  readonly condition: string;
  readonly scheme: string;
  readonly run: RunResult;
  readonly states: AqmInfo['states'];
}

interface Line {
  readonly label: string;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

function linesOf({ series }: PaperCourse, { run: { overview }, states }: Drawn): readonly Line[] {
  return series.flatMap(({ of, label }): Line[] => {
    const column = COURSES[of]?.(overview) ?? overview.state[states.findIndex(({ name }) => name === of)];
    if (column === undefined) return [];
    const y = column.subarray(0, overview.bins);
    return [
      { label: shown(label), x: Float64Array.from(y, (_, bin) => (bin + 0.5) * overview.binSeconds), y },
    ];
  });
}

/** A figure for each run, all on one scale. */
export function courseFigures(course: PaperCourse, drawn: readonly Drawn[]): readonly Figure[] {
  const { unit = 'packets', levels = [] } = course;
  const all = drawn.map((one) => linesOf(course, one));
  let low = Math.min(0, ...levels.map(({ value }) => value));
  let high = Math.max(...levels.map(({ value }) => value), 0);
  for (const { y } of all.flat())
    for (const value of y) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  const domain = niceDomain(low, high);
  const many = course.conditions.length > 1;
  return drawn.map(({ condition, scheme }, k): Figure => {
    const lines = all[k] ?? [];
    const title = `${shown(course.title)}: ${scheme}${many ? `, ${shown(condition)}` : ''}`;
    const end = lines[0]?.x.at(-1) ?? 1;
    const last = lines.length - 1;
    return {
      name: `paper-${course.id}`,
      lane: k,
      title,
      summary: `${title}. ${lines.map(({ label, y }) => t('{{label}} ends at {{value}} {{unit}}', { label, value: decimal((y.at(-1) ?? NaN).toPrecision(3)), unit: unitWord(unit) })).join(', ')}.`,
      x: { label: t('time'), unit: 's', kind: 'linear', domain: [0, end] },
      y: { label: shown(course.series[0]?.label ?? ''), unit, kind: 'linear', domain },
      layers: lines.map(({ x, y }, i) => ({
        kind: 'line',
        x,
        y,
        colour: i < last ? 'muted' : laneColour(course.schemes.indexOf(scheme)),
        width: i < last ? 1 : 1.75,
        ...(i < last && { alpha: 0.6 }),
      })),
      levels: levels.map(({ name, value }) => ({
        axis: 'y',
        name: shown(name),
        ...(hasWords(name) && { word: true }),
        value,
      })),
      edge: levels.length > 0,
      data: () => [
        {
          x: { label: t('time'), unit: 's', values: lines[0]?.x ?? new Float64Array() },
          series: lines.map(({ label, y }) => ({ label, unit, values: y })),
        },
      ],
    };
  });
}
