import { SvgSym } from '../components/Sym.tsx';
import {
  axisTicks,
  axisUnit,
  levelGapOf,
  placeLevels,
  type Axis,
  type Figure,
  type Layout,
} from './figure.ts';
import { formatLevel } from './draw.ts';

interface Props {
  readonly figure: Figure;
  readonly layout: Layout;
  /** Names of levels that have a handle of their own, which carries the label. */
  readonly handled: ReadonlySet<string>;
}

const crisp = (value: number) => Math.round(value) + 0.5;

/** The light grid, which lies under the marks. */
export function Grid({ figure, layout }: Pick<Props, 'figure' | 'layout'>) {
  if (figure.grid === false) return null;
  const { left, right, width, height } = layout;
  return (
    <svg className="axes" width={width} height={height} aria-hidden="true">
      {axisTicks(figure, layout, 'y').map(({ at, label }) => (
        <line key={label} className="grid" x1={left} x2={right} y1={crisp(at)} y2={crisp(at)} />
      ))}
    </svg>
  );
}

/** Ticks, labels and named levels, as SVG: text stays text. */
export function Axes({ figure, layout, handled }: Props) {
  const { left, right, top, bottom, base, unit, width, height } = layout;
  const levelGap = levelGapOf(handled.size > 0) * unit;
  return (
    <svg className="axes" width={width} height={height} aria-hidden="true">
      {axisTicks(figure, layout, 'y').map(({ at, label }) => (
        <text key={label} className="tick" x={left - 8 * unit} y={at} dy="0.32em" textAnchor="end">
          {label}
        </text>
      ))}
      <line className="axis" x1={left} x2={right} y1={crisp(base)} y2={crisp(base)} />
      {axisTicks(figure, layout, 'x').map(({ at, label }) => (
        <g key={label}>
          <line className="axis" x1={crisp(at)} x2={crisp(at)} y1={base} y2={base + 4 * unit} />
          {figure.x.quiet !== true && (
            <text className="tick" x={at} y={base + 17 * unit} textAnchor="middle">
              {label}
            </text>
          )}
        </g>
      ))}
      {placeLevels(figure, layout, 'y', levelGap).map((level) => (
        <g key={level.name}>
          <line className="level" x1={left} x2={right} y1={crisp(level.at)} y2={crisp(level.at)} />
          {!handled.has(level.name) && (
            <text className="level-name" x={right + 6 * unit} y={level.labelAt} dy="0.32em">
              <SvgSym name={level.name} />
              <tspan dx="0.4em">{level.shown ?? formatLevel(level.value)}</tspan>
            </text>
          )}
        </g>
      ))}
      {placeLevels(figure, layout, 'x', 0).map((level) => (
        <line
          key={level.name}
          className="level"
          x1={crisp(level.at)}
          x2={crisp(level.at)}
          y1={top}
          y2={bottom}
        />
      ))}
      {figure.strip?.map((row, i) => {
        const place = layout.strip[i];
        return (
          place !== undefined && (
            <text
              key={row.label}
              className="strip-name"
              x={right + 6 * unit}
              y={place.top + place.height / 2}
              dy="0.34em"
            >
              {row.label}
            </text>
          )
        );
      })}
      <text
        className="axis-title"
        transform={`translate(${left - 38 * unit} ${(top + bottom) / 2}) rotate(-90)`}
        textAnchor="middle"
      >
        <AxisTitle axis={figure.y} />
      </text>
      {figure.x.quiet !== true && (
        <text className="axis-title" x={right} y={base + 33 * unit} textAnchor="end">
          <AxisTitle axis={figure.x} />
        </text>
      )}
    </svg>
  );
}

function AxisTitle({ axis }: { readonly axis: Axis }) {
  const unit = axisUnit(axis);
  return (
    <>
      {axis.label}
      {axis.symbol !== undefined && (
        <>
          {' '}
          <SvgSym name={axis.symbol} />
        </>
      )}
      {unit !== '' && <tspan>{` (${unit})`}</tspan>}
    </>
  );
}
