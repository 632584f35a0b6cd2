/**
 * Each view has its own scroll position: a view that the reader left before is restored, a new one begins at
 * its top. The parts of a view may appear one after the other, so the position is restored again until it is
 * reached or the reader scrolls.
 */
import { useLayoutEffect, type RefObject } from 'react';

/** Milliseconds during which the position is restored. */
const LONGEST_MS = 5000;

const kept = new Map<string, number>();

/** Whether the reader has left this view before. */
export const hasPlace = (key: string): boolean => kept.has(key);

export function usePlace(scroller: RefObject<HTMLElement | null>, key: string): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const wanted = kept.get(key) ?? 0;
    const stop = new AbortController();
    const seek = () => {
      element.scrollTo({ top: wanted, behavior: 'instant' });
      if (element.scrollTop >= wanted - 1) stop.abort();
    };
    seek();
    if (!stop.signal.aborted) {
      const grown = new ResizeObserver(seek);
      const added = new MutationObserver(() => {
        grown.disconnect();
        for (const child of element.children) grown.observe(child);
      });
      added.observe(element, { childList: true });
      for (const child of element.children) grown.observe(child);
      const timer = setTimeout(() => stop.abort(), LONGEST_MS);
      stop.signal.addEventListener('abort', () => {
        grown.disconnect();
        added.disconnect();
        clearTimeout(timer);
      });
      for (const moves of ['wheel', 'pointerdown', 'keydown'])
        element.addEventListener(moves, () => stop.abort(), { signal: stop.signal, passive: true });
    }
    // The position is read while the view exists: once the view is gone, its position is lost.
    let place = element.scrollTop;
    const read = () => (place = element.scrollTop);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      stop.abort();
      element.removeEventListener('scroll', read);
      kept.set(key, place);
    };
  }, [scroller, key]);
}
