/**
 * The time from an edit to the drawn result, on the browser's own timeline: measure "aqm:edit-to-painted".
 */
import { turns } from '../base/turns.ts';

const EDIT = 'aqm:edit';
const PAINTED = 'aqm:painted';

let waiting = false;
/** Whether the measurement waits for a frame. */
let looking = false;

export function markEdit(): void {
  // The clock starts with the first edit whose result is not drawn yet.
  if (waiting) return;
  waiting = true;
  performance.clearMarks(EDIT);
  performance.mark(EDIT);
}

/**
 * Called when the plots of the last lane have been drawn. The time is measured after the frame that also
 * shows the last part in the queue of turns.
 */
export function markPainted(): void {
  if (!waiting || looking) return;
  looking = true;
  turns.whenNone(() => {
    requestAnimationFrame(() => {
      setTimeout(() => {
        looking = false;
        if (!waiting) return;
        waiting = false;
        performance.clearMarks(PAINTED);
        performance.mark(PAINTED);
        performance.measure('aqm:edit-to-painted', EDIT, PAINTED);
      }, 0);
    });
  });
}
