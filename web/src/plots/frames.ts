/**
 * Canvases are drawn before the next frame, all together. Drawing text makes the browser bring the page's styles up to date:
 * while React is still writing, that would happen once a canvas instead of once a frame.
 */
import { drawTurnsBy } from '../base/turns.ts';

interface Drawing {
  readonly draw: () => void;
  readonly fail: (error: unknown) => void;
}
const pending = new Map<object, Drawing>();

let asked = false;

/** Draws what waits for the next frame at once: the page is taken as it is before there is one. */
export function drawNow(): void {
  asked = false;
  const all = [...pending.values()];
  pending.clear();
  for (const { draw, fail } of all) {
    try {
      draw();
    } catch (error) {
      fail(error);
    }
  }
}

/**
 * Draws once before the next frame; a later request with the same key takes the place of this one. `fail` hears what goes
 * wrong: by then nobody else does.
 */
export function drawInFrame(key: object, draw: () => void, fail: (error: unknown) => void): void {
  if (!asked) requestAnimationFrame(drawNow);
  asked = true;
  // The last to ask draws last.
  pending.delete(key);
  pending.set(key, { draw, fail });
}

/** What was asked for is wanted no more. */
export function forgetDrawing(key: object): void {
  pending.delete(key);
}

drawTurnsBy((turn) => {
  // No frame has to be asked for: this one is.
  asked = true;
  try {
    turn();
  } finally {
    // After React, which has been told by now.
    queueMicrotask(drawNow);
  }
});
