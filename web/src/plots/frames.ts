/**
 * Draws all canvases together before the next frame. Drawing text makes the browser update the page's styles:
 * while React is still writing, this would happen once for each canvas and not once for each frame.
 */
import { drawTurnsBy } from '../base/turns.ts';

interface Drawing {
  readonly draw: () => void;
  readonly fail: (error: unknown) => void;
}
const pending = new Map<object, Drawing>();

let asked = false;

/** Draws everything that waits for the next frame at once, because the page is captured before that frame. */
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
 * Draws once before the next frame; a later request with the same key replaces this one. `fail` receives
 * errors, because no caller is left to receive them.
 */
export function drawInFrame(key: object, draw: () => void, fail: (error: unknown) => void): void {
  if (!asked) requestAnimationFrame(drawNow);
  asked = true;
  // The latest request is drawn last.
  pending.delete(key);
  pending.set(key, { draw, fail });
}

/** Cancels a requested drawing. */
export function forgetDrawing(key: object): void {
  pending.delete(key);
}

drawTurnsBy((turn) => {
  // No frame has to be requested: this is one.
  asked = true;
  try {
    turn();
  } finally {
    // In a microtask, so that React has done its work first.
    queueMicrotask(drawNow);
  }
});
