import { useEffect, useLayoutEffect } from 'react';
import { useApp } from '../state/context.ts';
import { useView } from '../state/useView.ts';

/**
 * Projector mode is the page's look and, where the browser lets it, the whole screen. Who leaves the full screen (Escape) leaves the
 * mode; a browser that refuses the screen, as it does when nobody has just asked, still gives the look.
 */
export function useProjector(): boolean {
  const app = useApp();
  const projector = useView('projector');
  useLayoutEffect(() => {
    document.documentElement.classList.toggle('projector', projector);
  }, [projector]);
  useEffect(() => {
    if (!projector) {
      if (document.fullscreenElement !== null) void document.exitFullscreen();
      return;
    }
    let full = false;
    const changed = () => {
      if (document.fullscreenElement !== null) full = true;
      else if (full) app.look({ projector: false });
    };
    document.addEventListener('fullscreenchange', changed);
    if (navigator.userActivation.isActive && document.fullscreenEnabled)
      document.documentElement.requestFullscreen().catch(() => undefined);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, [projector, app]);
  return projector;
}
