import { useEffect, useLayoutEffect } from 'react';
import { useApp } from '../state/context.ts';
import { useView } from '../state/useView.ts';

/**
 * Projector mode changes the page's look and, if the browser allows it, fills the screen. Leaving the full
 * screen (Escape) ends the mode. A browser that refuses the full screen, because no click came just before,
 * still shows the look.
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
