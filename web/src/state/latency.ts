/** From an edit to the picture of its result, on the browser's own timeline: measure "aqm:edit-to-painted". */
const EDIT = 'aqm:edit';
const PAINTED = 'aqm:painted';

let waiting = false;

export function markEdit(): void {
  // The clock starts with the first edit that has not been answered yet.
  if (waiting) return;
  waiting = true;
  performance.clearMarks(EDIT);
  performance.mark(EDIT);
}

/** Everything is drawn: called when the last lane's plots have been, measured after the frame that shows them. */
export function markPainted(): void {
  if (!waiting) return;
  requestAnimationFrame(() => {
    setTimeout(() => {
      if (!waiting) return;
      waiting = false;
      performance.clearMarks(PAINTED);
      performance.mark(PAINTED);
      performance.measure('aqm:edit-to-painted', EDIT, PAINTED);
    }, 0);
  });
}
