/** From an edit to the picture of its result, on the browser's own timeline: measure "aqm:edit-to-painted". */
import { turns } from '../base/turns.ts';

const EDIT = 'aqm:edit';
const PAINTED = 'aqm:painted';

let waiting = false;
/** A frame is waited for. */
let looking = false;

export function markEdit(): void {
  // The clock starts with the first edit that has not been answered yet.
  if (waiting) return;
  waiting = true;
  performance.clearMarks(EDIT);
  performance.mark(EDIT);
}

/** Called when the last lane's plots have been drawn; measured after the frame that shows the last of what waits for its turn, too. */
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
