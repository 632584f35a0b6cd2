import { t } from '../../../../models/src/language.ts';
import { useRef, type PointerEvent } from 'react';
import { vars } from '../../components/vars.ts';
import { laneColour } from '../../components/laneLook.ts';
import { curveThresholds, handleParams, type LaneModel } from '../../lanes/model.ts';
import type { Layout } from '../../plots/figure.ts';
import { useApp } from '../../state/context.ts';
import { changeAt } from '../../state/edits.ts';
import { gestureIn } from '../../state/dragged.ts';
import { pathOf } from './moveParam.ts';

interface Props {
  readonly model: LaneModel;
  readonly layout: Layout;
}

/** The largest distance of the curve from the corner, as a share of the probability. */
const NEAR = 0.02;

/**
 * The handle at the corner of a curve, where its highest threshold and its probability meet. The pointer
 * moves both at once; by keyboard each has a handle of its own.
 */
export function Knee({ model, layout }: Props) {
  const app = useApp();
  /** The grip on the corner, and the plot's layout at that time: its axes may change as the corner moves. */
  const grip = useRef<{ readonly dx: number; readonly dy: number; readonly layout: Layout } | null>(null);
  const [threshold] = [...curveThresholds(model)].sort((a, b) => b.value - a.value);
  const [probability, another] = handleParams(model, 'probability');
  if (threshold === undefined || probability === undefined || another !== undefined) return null;
  const { lane, info, scenario, link } = model;
  const paths = [pathOf(lane, threshold.param.name), pathOf(lane, probability.param.name)] as const;
  const asked = { aqm: info.id, params: scenario.aqm.params, link, which: 0 };
  const height = app.engine.curveAt(asked, threshold.value * (1 - 1e-9));
  const meets = Math.abs(height - probability.value) < NEAR * probability.value;
  const { sx, sy } = layout;
  const inside = probability.value <= sy.domain[1] && threshold.value <= sx.domain[1];
  if (info.curves.length !== 1 || !meets || !inside || !paths.every(app.allows)) return null;
  const [x, y] = [sx.map(threshold.value), sy.map(probability.value)];

  const move = (event: PointerEvent) => {
    if (grip.current === null) return;
    event.stopPropagation();
    const { dx, dy, layout: taken } = grip.current;
    const place = Math.min(link.buffer, Math.max(1, Math.round(taken.sx.invert(event.clientX - dx))));
    const level = Number(Math.min(1, Math.max(0.001, taken.sy.invert(event.clientY - dy))).toPrecision(2));
    const moved = changeAt(changeAt(app.document(), paths[0], place), paths[1], level);
    app.change(moved, gestureIn('curves', t('{{lane}} knee', { lane })));
    if (!app.view.get().hintSeen) app.look({ hintSeen: true });
  };
  const end = () => {
    grip.current = null;
    app.settle();
  };
  return (
    <div
      className="knee"
      style={{
        translate: `calc(${x}px - 50%) calc(${y}px - 50%)`,
        ...vars({ '--lane': `var(--${laneColour(lane)})` }),
      }}
      data-tip={t('{{name}} and {{name2}} together', {
        name: threshold.param.name,
        name2: probability.param.name,
      })}
      aria-hidden="true"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = { dx: event.clientX - x, dy: event.clientY - y, layout };
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}
