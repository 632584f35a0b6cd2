import { useEffect, useState, type RefObject } from 'react';

export interface Box {
  readonly width: number;
  readonly height: number;
  /** Pixels per sixteenth of the root's font size. */
  readonly unit: number;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
}

/**
 * The size of an element, followed through every change of layout, zoom, font size and screen. Printing is
 * not followed: a browser does not wait for a second drawing, so print.css scales the first one.
 */
export function useBox(ref: RefObject<HTMLElement | null>): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => {
      const { width, height } = element.getBoundingClientRect();
      if (width < 1 || height < 1) return;
      const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
      const ratio = window.devicePixelRatio;
      const printing = window.matchMedia('print').matches;
      setBox((old) =>
        old !== null &&
        (printing ||
          (old.width === width && old.height === height && old.unit === unit && old.ratio === ratio))
          ? old
          : { width, height, unit, ratio },
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // Zooming changes values that are not observed. They are measured with the observed ones, after the
    // layout is complete: a value measured earlier in a frame would stay wrong if the size then returned to
    // the last observed one.
    const again = () => {
      observer.unobserve(element);
      observer.observe(element);
    };
    window.addEventListener('resize', again);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', again);
    };
  }, [ref]);
  return box;
}
