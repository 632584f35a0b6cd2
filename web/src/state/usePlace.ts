/**
 * Each view has its own place on the page: who comes back to one finds it as it was left, and what is new begins at its top. The parts of
 * a view may come one after the other: until they are there, or somebody scrolls, the place is looked for.
 */
import { useLayoutEffect, type RefObject } from 'react';

/** A place is looked for so long, ms. */
const LONGEST_MS = 5000;

const kept = new Map<string, number>();

/** Whether a view has been left before, and is come back to. */
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
    // Read while it is there: when a view has gone, its place has gone with it.
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
