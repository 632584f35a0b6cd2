/**
 * The picture of a scheme without a drop curve: its law as lines, levels and arrows, and the recorded states
 * of its lanes as dots.
 */
import { t, wordList } from '../../../../models/src/language.ts';
import type { PictureAxis, PicturePlot } from '../../../../models/src/law-picture.ts';
import type { RunResult } from '../../../../wasm/src/types.ts';
import { laneColour, laneDash } from '../../components/laneLook.ts';
import type { LaneModel } from '../../lanes/model.ts';
import { given, placeAt, placesOf, valueOf, type Place } from '../../lanes/lawPicture.ts';
import type { Axis, Figure, Layer, Level, PlotData } from '../../plots/figure.ts';
import { niceDomain, type Interval } from '../../plots/scale.ts';

/** A lane with the scheme, and its run; null while there is no run with this scheme. */
export interface LawLane {
  readonly model: LaneModel;
  readonly result: RunResult | null;
}

const LINE_POINTS = 160;
/**
 * The axis contains all dots, unless the last 2 % are more than three times as far away as the others, which
 * they would compress.
 */
const INSIDE = 0.98;
const FAR = 3;
const ROOM = 1.08;
/** Number of arrows along x and along y, and their length as a share of the height. */
const ARROWS = { columns: 8, rows: 4, length: 0.09, head: 5 };
/**
 * Distance of the outermost arrows from the edge, as a share of the width, so that their heads are complete.
 */
const EDGE = 0.008;
const SHAPES = ['dot', 'ring'] as const;

/** Room for the name of a level and the letter of a lane, as shares of the width and the height. */
const NAME = { width: 0.4, height: 0.25 };

type Along = (place: Place) => number;

function endOf(
  axis: PictureAxis,
  lanes: readonly LawLane[],
  levels: readonly number[],
  places: readonly Place[],
  along: Along,
): Interval {
  const sorted = places.map(along).sort((a, b) => a - b);
  const nearly = sorted[Math.floor(INSIDE * (sorted.length - 1))] ?? 0;
  const last = sorted.at(-1) ?? 0;
  const ends = axis.end === undefined ? [] : lanes.map(({ model }) => valueOf(axis.end ?? '', given(model)));
  const most = Math.max(
    ...ends,
    ...levels.map((level) => ROOM * level),
    ROOM * (last <= FAR * nearly ? last : nearly),
    0,
  );
  return most > 0 && Number.isFinite(most) ? niceDomain(0, most, 8) : [0, 1];
}

const unitOf = ({ label, symbol, unit }: PictureAxis): Pick<Axis, 'label' | 'symbol' | 'unit'> => ({
  label,
  ...(symbol === undefined ? {} : { symbol }),
  unit,
});

/** `active`: the lane whose levels are named; it is drawn on top of the others. */
export function lawFigure(plot: PicturePlot, lanes: readonly LawLane[], active: number): Figure {
  const order = [...lanes].sort((a, b) => Number(a.model.lane === active) - Number(b.model.lane === active));
  const recorded = order.flatMap(({ model, result }) =>
    plot.marks.map((mark, k) => ({
      model,
      mark,
      k,
      places: result === null ? [] : placesOf(model, result, plot, mark),
    })),
  );
  const all = recorded.flatMap(({ places }) => places);
  /**
   * The points of all lanes at all times, shown or not, so that pictures of one quantity have axes of the
   * same length.
   */
  const ever = order.flatMap(({ model, result }) =>
    result === null
      ? []
      : plot.marks.flatMap(({ label, of }) => placesOf(model, result, plot, { label, of })),
  );
  const levelsOf = (model: LaneModel): readonly Level[] =>
    plot.levels.map(({ axis, name, at }) => ({ axis, name, value: valueOf(at, given(model)) }));
  const along = (axis: 'x' | 'y') =>
    order
      .flatMap(({ model }) => levelsOf(model))
      .flatMap((level) => (level.axis === axis ? [level.value] : []));
  const x = endOf(plot.x, lanes, along('x'), ever, (place) => place.x);
  const y = endOf(plot.y, lanes, along('y'), all, (place) => place.y);
  const top = order.at(-1)?.model;
  const lines = order.flatMap(({ model }) =>
    plot.lines.map(({ label, of, from }) => ({ model, label, ...sampled(model, of, from, x) })),
  );
  const names = wordList(order.map(({ model }) => model.scenario.label));
  return {
    name: plot.name,
    title: plot.title,
    summary: t('{{title}} of {{names}}: {{label}} {{symbol}} against {{label2}} {{symbol2}}.', {
      title: plot.title,
      names,
      label: plot.y.label,
      symbol: plot.y.symbol ?? '',
      label2: plot.x.label,
      symbol2: plot.x.symbol ?? '',
    }),
    x: { ...unitOf(plot.x), kind: 'linear', domain: x },
    y: { ...unitOf(plot.y), kind: 'linear', domain: y },
    layers: [
      ...(top === undefined || plot.drift === undefined ? [] : arrows(top, plot.drift, x, y)),
      ...recorded.map(({ model, k, places }): Layer => ({
        kind: 'points',
        x: places.map((place) => place.x),
        y: places.map((place) => place.y),
        shape: SHAPES[k] ?? 'dot',
        size: 4,
        colour: laneColour(model.lane),
        alpha: 0.35,
      })),
      ...lines.flatMap(({ model, label, xs, ys }): Layer[] => {
        const look = { colour: laneColour(model.lane), dash: laneDash(model.lane) };
        const line: Layer = {
          kind: 'line',
          x: xs,
          y: ys,
          width: model === top ? 2.4 : 1.6,
          free: true,
          ...look,
        };
        return model === top ? [line, nameOf(label, xs, ys, y)] : [line];
      }),
    ],
    levels: top === undefined ? [] : levelsOf(top).map((level) => named(level, all, x, y)),
    legend: order.map(({ model }) => ({ lane: model.lane, label: model.scenario.label })),
    edge: false,
    data: () => [
      ...recorded.map(({ model, mark, places }): PlotData => ({
        lane: model.lane,
        label: model.scenario.label,
        x: column(
          plot.x,
          places.map((place) => place.x),
        ),
        series: [{ label: mark.label, unit: plot.y.unit, values: places.map((place) => place.y) }],
      })),
      ...lines.map(({ model, label, xs, ys }): PlotData => ({
        lane: model.lane,
        label: t('{{label}}, law', { label: model.scenario.label }),
        x: column(plot.x, xs),
        series: [{ label, unit: plot.y.unit, values: ys }],
      })),
    ],
  };
}

/**
 * A level whose name is at the end of its line where the lanes were less often, because their letters may
 * cover the name.
 */
function named(level: Level, places: readonly Place[], [, right]: Interval, [, top]: Interval): Level {
  const at = level.value / (level.axis === 'x' ? right : top);
  const near = ({ x, y }: Place, far: boolean): boolean => {
    const [across, up] = [x / right, y / top];
    return level.axis === 'x'
      ? // The name is left of its line, at the top or at the bottom.
        across > at - NAME.width && across < at + 0.1 && (far ? up < NAME.height : up > 1 - NAME.height)
      : // The name is above its line, on the left or on the right.
        Math.abs(up - at) < NAME.height && (far ? across > 1 - NAME.width : across < NAME.width);
  };
  const count = (far: boolean) => places.filter((place) => near(place, far)).length;
  return count(true) < count(false) ? { ...level, far: true } : level;
}

const column = ({ label, symbol, unit }: PictureAxis, values: readonly number[]) => ({
  label: symbol ?? label,
  unit,
  values,
});

/** The values of a line from its start to the end of the axis, with denser points near the start. */
function sampled(model: LaneModel, of: string, from: string | undefined, [, end]: Interval) {
  const fixed = given(model);
  const start = from === undefined ? 0 : valueOf(from, fixed);
  const xs = Array.from(
    { length: LINE_POINTS + 1 },
    (_, i) => start + (end - start) * (i / LINE_POINTS) ** 2,
  );
  return { xs, ys: xs.map((x) => valueOf(of, (name) => (name === 'x' ? x : fixed(name)))) };
}

/**
 * The name of a line, above it: for a rising line left of the point where it leaves the picture, for a
 * falling one right of its middle.
 */
function nameOf(text: string, xs: readonly number[], ys: readonly number[], [, top]: Interval): Layer {
  const falls = (ys[0] ?? 0) > (ys.at(-1) ?? 0);
  const leaves = falls ? -1 : ys.findIndex((y) => y > 0.9 * top);
  const at = leaves < 0 ? Math.floor((falls ? 0.5 : 0.85) * xs.length) : Math.max(0, leaves - 1);
  return { kind: 'text', x: xs[at] ?? 0, y: ys[at] ?? 0, text, side: falls ? 'right' : 'left' };
}

/** Arrows that show the direction of y at points of the plane for fixed x; none where y does not change. */
function arrows(model: LaneModel, drift: string, [, right]: Interval, [, top]: Interval): readonly Layer[] {
  const fixed = given(model);
  const length = ARROWS.length * top;
  return Array.from(
    { length: ARROWS.columns + 1 },
    (_, i) => right * (EDGE + (1 - 2 * EDGE) * (i / ARROWS.columns)),
  ).flatMap((x) =>
    Array.from({ length: ARROWS.rows }, (_, j) => ((j + 0.5) / ARROWS.rows) * top).flatMap((y): Layer[] => {
      const way = Math.sign(valueOf(drift, (name) => (name === 'x' ? x : name === 'y' ? y : fixed(name))));
      if (way === 0) return [];
      const line = {
        x: [x, x],
        y: [y - (way * length) / 2, y + (way * length) / 2],
        colour: 'muted',
        alpha: 0.7,
      } as const;
      return [
        { kind: 'line', ...line, width: 1, free: true },
        { kind: 'arrows', ...line, at: [0], size: ARROWS.head },
      ];
    }),
  );
}

/** Length of a lane's trail, in seconds and in steps. */
const TRAIL = { seconds: 6, steps: 28 };

/** The positions of the lanes at a time, with their trails. */
export function lawMoment(plot: PicturePlot, lanes: readonly LawLane[], time: number): readonly Layer[] {
  return lanes.flatMap(({ model, result }) =>
    result === null
      ? []
      : plot.marks.flatMap((mark): Layer[] => {
          const look = { kind: 'points', shape: 'dot', size: 5, colour: laneColour(model.lane) } as const;
          const past = Array.from({ length: TRAIL.steps }, (_, i) => i / TRAIL.steps).flatMap(
            (age): Layer[] => {
              const then = time - TRAIL.seconds * (1 - age);
              const place = then < 0 ? null : placeAt(model, result, plot, mark, then);
              return place === null ? [] : [{ ...look, x: [place.x], y: [place.y], alpha: 0.35 * age }];
            },
          );
          const now = placeAt(model, result, plot, mark, time);
          return now === null ? past : [...past, { kind: 'badge', ...now, lane: model.lane }];
        }),
  );
}
