import { t } from '../../../models/src/language.ts';
import { memo, useEffect, useMemo, useRef } from 'react';
import { vars } from '../components/vars.ts';
import { Base } from '../plots/Axes.tsx';
import { layoutFigure, type Figure } from '../plots/figure.ts';
import type { Interval } from '../plots/scale.ts';
import { useBox } from '../plots/useBox.ts';
import { useTimeGestures } from './gestures.ts';

/**
 * One time axis for all plots above it, which stays visible while the page scrolls. It takes the same
 * gestures as the plots.
 */
export const TimeAxis = memo(function TimeAxis({ span }: { readonly span: Interval }) {
  const body = useRef<HTMLDivElement>(null);
  const box = useBox(body);
  const figure = useMemo(
    (): Figure => ({
      name: 'time',
      title: t('Time'),
      summary: '',
      x: { label: t('time'), unit: 's', kind: 'linear', domain: span },
      y: { label: '', unit: '', kind: 'linear', domain: [0, 1] },
      layers: [],
      levels: [],
      edge: true,
      data: () => [],
    }),
    [span],
  );
  const layout = useMemo(
    () => (box === null ? null : { ...layoutFigure(figure, box.width, box.height, box.unit), base: 0 }),
    [figure, box],
  );
  const present = useRef(layout);
  useEffect(() => {
    present.current = layout;
  }, [layout]);
  const attach = useTimeGestures();
  const ready = layout !== null;
  useEffect(() => {
    const [element, first] = [body.current, present.current];
    if (!ready || element === null || first === null) return;
    return attach(element, () => present.current ?? first);
  }, [attach, ready]);
  const drawn =
    layout === null ? undefined : vars({ '--drawn-width': layout.width, '--drawn-height': layout.height });
  return (
    <div className="time-axis">
      <div className="time-axis-frame" style={drawn}>
        <div ref={body} className="plot-body" data-gestures aria-hidden="true">
          {layout !== null && <Base axes={figure} layout={layout} />}
          <span className="time-axis-title">{t('time (s)')}</span>
        </div>
      </div>
    </div>
  );
});
