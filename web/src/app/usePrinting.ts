import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { drawNow } from '../plots/frames.ts';
import { turns } from '../base/turns.ts';

/** Between the browser's events before and after printing. A preview of the print style only changes the medium. */
let asked = false;

const isPrinting = (): boolean => asked || window.matchMedia('print').matches;

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia('print');
  const before = () => {
    asked = true;
    // The browser takes the page as it is when this returns; no frame follows.
    turns.takeAll();
    flushSync(listener);
    drawNow();
  };
  const after = () => {
    asked = false;
    listener();
  };
  window.addEventListener('beforeprint', before);
  window.addEventListener('afterprint', after);
  media.addEventListener('change', listener);
  return () => {
    window.removeEventListener('beforeprint', before);
    window.removeEventListener('afterprint', after);
    media.removeEventListener('change', listener);
  };
}

/** Whether the page is being printed. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, isPrinting);
