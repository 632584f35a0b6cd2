import { unitWord } from '../../../../models/src/unit-words.ts';
import { t } from '../../../../models/src/language.ts';
import { memo } from 'react';
import type { ParamInfo } from '../../../../wasm/src/types.ts';
import { Sym } from '../../components/Sym.tsx';
import { vars } from '../../components/vars.ts';
import { formatLevel } from '../../plots/draw.ts';
import { spread, type Layout } from '../../plots/figure.ts';
import { Handle } from '../../plots/Handle.tsx';
import { laneColour } from '../../components/laneLook.ts';
import { useApp } from '../../state/context.ts';
import { curveThresholds, handleParams, laneModel, type LaneModel } from '../../lanes/model.ts';
import { limitsOf, moveParam, pathOf } from './moveParam.ts';

interface HandlesProps {
  readonly role: 'queue_threshold' | 'probability';
  readonly model: LaneModel;
  readonly layout: Layout;
  /** Whether to show a hint that the handle can be dragged. */
  readonly hint: boolean;
}

/** Size of a handle with its name along x and along y, units. */
const GRIP = { x: 64, y: 20 };

/** The handles along one axis: thresholds along x, probabilities along y. Their names do not overlap. */
export function CurveHandles({ role, model, layout, hint }: HandlesProps) {
  const app = useApp();
  const axis = role === 'queue_threshold' ? 'x' : 'y';
  const scale = axis === 'x' ? layout.sx : layout.sy;
  const [lo, hi] = scale.domain;
  const shown = [...(axis === 'x' ? curveThresholds(model) : handleParams(model, role))]
    .filter(({ param, value }) => value >= lo && value <= hi && app.allows(pathOf(model.lane, param.name)))
    .sort((a, b) => scale.map(a.value) - scale.map(b.value));
  const [from, to] = [Math.min(...scale.range), Math.max(...scale.range)];
  const gap = GRIP[axis] * layout.unit;
  const places = spread(
    shown.map(({ value }) => scale.map(value)),
    gap,
    from,
    axis === 'x' ? layout.width - gap / 2 : to,
  );
  return shown.map((handle, i) => (
    <CurveHandle
      key={handle.param.name}
      param={handle.param}
      value={handle.value}
      lane={model.lane}
      label={model.scenario.label}
      layout={layout}
      axis={axis}
      shift={(places[i] ?? 0) - scale.map(handle.value)}
      hint={hint && i === shown.length - 1}
    />
  ));
}

interface HandleProps {
  readonly param: ParamInfo;
  readonly value: number;
  readonly lane: number;
  readonly label: string;
  readonly layout: Layout;
  readonly axis: 'x' | 'y';
  /** Pixels from the value's position to the middle of its name. */
  readonly shift: number;
  readonly hint: boolean;
}

/** Memoised: a drag changes one handle, and the others need not render. */
const CurveHandle = memo(function CurveHandle(props: HandleProps) {
  const { param, value, lane, label, layout, axis, shift, hint } = props;
  const app = useApp();
  const scale = axis === 'x' ? layout.sx : layout.sy;
  const [lo, hi] = scale.domain;
  const at = scale.map(value);
  const { left, right, top, bottom } = layout;
  // Moved by a transform, which needs no new layout.
  const style =
    axis === 'x'
      ? { left: 0, translate: `${at}px 0`, top, height: bottom - top }
      : { left, top: 0, translate: `0 ${at}px`, width: right - left };
  const grain = axis === 'x' ? 1 : 10 ** Math.floor(Math.log10((hi - lo) / 100));
  const least = param.min ?? -Infinity;
  const bounds = [
    Math.max(lo, param.minExclusive === true ? least + grain : least),
    Math.min(hi, param.max ?? hi),
  ] as const;
  return (
    <Handle
      label={t('{{name}} of {{label}}, on the curve', { name: param.name, label })}
      value={value}
      valueText={`${formatLevel(value)}${param.unit === '1' ? '' : ` ${unitWord(param.unit)}`}`}
      min={bounds[0]}
      max={bounds[1]}
      limits={() => {
        const scenario = app.lanes.get()[lane];
        if (scenario === undefined) return bounds;
        return limitsOf(app, laneModel(app.engine, scenario, lane), param.name, value, bounds, grain);
      }}
      axis={axis}
      scale={scale}
      grain={grain}
      className={`curve-handle along-${axis}`}
      style={{
        ...style,
        ...vars({ '--lane': `var(--${laneColour(lane)})`, '--shift': `${shift}px` }),
      }}
      onMove={(next) => moveParam(app, 'curves', lane, param.name, next)}
      onSettle={() => app.settle()}
    >
      <span className="grip">
        <Sym name={param.name} /> <b>{formatLevel(value)}</b>
      </span>
      {hint && (
        <span className="hint" style={vars({ '--at': `${at}px` })}>
          {t('drag me')}
        </span>
      )}
    </Handle>
  );
});
