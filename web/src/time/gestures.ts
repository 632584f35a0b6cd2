import { useMemo } from 'react';
import type { Layout } from '../plots/figure.ts';
import { attachTimeGestures, type TimeIntents } from '../plots/timeGestures.ts';
import type { App } from '../state/app.ts';
import { useApp } from '../state/context.ts';
import { panSpan, zoomSpan } from '../state/span.ts';

/** The actions of the gestures on a plot over time. */
function intentsOf(app: App): TimeIntents {
  const duration = () => app.replay.get().duration;
  const span = () => app.view.get().span;
  return {
    point: (time) => app.replay.setHover(time),
    seek: (time) => app.replay.seek(time),
    draw: app.brush.set,
    show: (range) => {
      app.look({ span: range });
      // The values shown are those at the playhead, so the playhead moves into the window.
      const { time, playing } = app.replay.get();
      if (range === null || (time >= range[0] && time <= range[1])) return;
      app.replay.seek(playing || time < range[0] ? range[0] : range[1]);
    },
    zoom: (about, factor) => app.look({ span: zoomSpan(span(), duration(), about, factor) }),
    pan: (by) => app.look({ span: panSpan(span(), duration(), by) }),
    canPan: () => span() !== null,
  };
}

export function useTimeGestures(): (element: HTMLElement, layout: () => Layout) => () => void {
  const app = useApp();
  return useMemo(() => {
    const intents = intentsOf(app);
    return (element, layout) => attachTimeGestures(intents, element, layout);
  }, [app]);
}
