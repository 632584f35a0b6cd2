/**
 * Pointer and wheel on a plot over time. Mouse: point to read values, click to set the playhead, drag to zoom
 * into a range, Shift+drag to pan, wheel to zoom (with Ctrl where the page itself can scroll), double click
 * to show all. Touch: drag to pan, pinch to zoom, tap to set the playhead; a vertical drag scrolls the page.
 */
import type { Layout } from './figure.ts';

/** The actions that gestures ask for. Times are seconds. */
export interface TimeIntents {
  /** The pointer is at this time; null: it has left the plot. */
  point(time: number | null): void;
  seek(time: number): void;
  /** The reader is selecting this range; null: the selection has ended. */
  draw(range: Range | null): void;
  /** Shows this range; null: all. */
  show(range: Range | null): void;
  zoom(about: number, factor: number): void;
  pan(by: number): void;
  /** Whether a part of the run is outside of the window. */
  canPan(): boolean;
}
type Range = readonly [number, number];

/** Whether the pressed element is on the plot, such as a handle, and not the plot itself. */
export const isOnSomething = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('button, [role=slider], form') !== null;

const SLOP = 5;
const WHEEL_RATE = 0.0018;

/** `layout` returns the plot's present layout, because the gesture changes it. */
export function attachTimeGestures(
  intents: TimeIntents,
  element: HTMLElement,
  layout: () => Layout,
): () => void {
  const secondsPerPixel = () => {
    const { left, right, sx } = layout();
    return (sx.domain[1] - sx.domain[0]) / (right - left);
  };
  const clampX = (x: number) => Math.min(layout().right, Math.max(layout().left, x));
  const timeAt = (x: number) => layout().sx.invert(clampX(x));
  const inside = (event: PointerEvent | WheelEvent) => {
    const box = element.getBoundingClientRect();
    const x = event.clientX - box.left;
    return { x, time: timeAt(x), over: x >= layout().left && x <= layout().right };
  };

  type Gesture =
    | { readonly kind: 'none' }
    | {
        readonly kind: 'brush' | 'pan';
        readonly id: number;
        readonly from: number;
        last: number;
        moved: boolean;
      }
    | { readonly kind: 'pinch'; distance: number; middle: number };
  let gesture: Gesture = { kind: 'none' };
  let drawn: Range | null = null;
  const draw = (range: Range | null) => {
    drawn = range;
    intents.draw(range);
  };
  const touches = new Map<number, number>();

  const pinchState = () => {
    const [a = 0, b = 0] = [...touches.values()];
    return { distance: Math.max(20, Math.abs(a - b)), middle: (a + b) / 2 };
  };

  const down = (event: PointerEvent) => {
    const at = inside(event);
    if (!at.over || event.button > 1 || isOnSomething(event)) return;
    if (event.pointerType === 'touch') {
      touches.set(event.pointerId, at.x);
      if (touches.size === 2) {
        gesture = { kind: 'pinch', ...pinchState() };
        return;
      }
    }
    const pan = event.pointerType === 'touch' || event.shiftKey || event.button === 1;
    gesture = { kind: pan ? 'pan' : 'brush', id: event.pointerId, from: at.x, last: at.x, moved: false };
    if (event.pointerType !== 'touch') element.setPointerCapture(event.pointerId);
  };

  const move = (event: PointerEvent) => {
    const at = inside(event);
    if (event.pointerType !== 'touch') intents.point(at.over ? at.time : null);
    if (touches.has(event.pointerId)) touches.set(event.pointerId, at.x);
    if (gesture.kind === 'pinch') {
      const next = pinchState();
      const by = (gesture.middle - next.middle) * secondsPerPixel();
      intents.zoom(timeAt(next.middle), gesture.distance / next.distance);
      intents.pan(by);
      gesture = { kind: 'pinch', ...next };
      return;
    }
    if (gesture.kind === 'none' || event.pointerId !== gesture.id) return;
    if (Math.abs(at.x - gesture.from) > SLOP) gesture.moved = true;
    if (!gesture.moved) return;
    if (gesture.kind === 'pan') {
      intents.pan((gesture.last - at.x) * secondsPerPixel());
      gesture.last = at.x;
    } else {
      draw(ordered(timeAt(gesture.from), at.time));
    }
  };

  const up = (event: PointerEvent) => {
    touches.delete(event.pointerId);
    const done = gesture;
    gesture = { kind: 'none' };
    if (done.kind === 'none' || done.kind === 'pinch' || done.id !== event.pointerId) return;
    const range = drawn;
    draw(null);
    if (!done.moved) intents.seek(inside(event).time);
    else if (range !== null) {
      intents.show(range);
      // Another time is under the pointer now.
      intents.point(null);
    }
  };
  const cancel = (event: PointerEvent) => {
    touches.delete(event.pointerId);
    gesture = { kind: 'none' };
    draw(null);
  };
  const wheel = (event: WheelEvent) => {
    const at = inside(event);
    if (!at.over) return;
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey;
    if (sideways) {
      if (!intents.canPan()) return;
      event.preventDefault();
      intents.pan((event.deltaX === 0 ? event.deltaY : event.deltaX) * secondsPerPixel());
      return;
    }
    const scroller = element.closest('.scroller');
    const scrolls = scroller !== null && scroller.scrollHeight > scroller.clientHeight + 1;
    if (scrolls && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    // A touchpad reports a pinch as a wheel event with Ctrl and small steps.
    const rate = event.ctrlKey && Math.abs(event.deltaY) < 50 ? 6 * WHEEL_RATE : WHEEL_RATE;
    intents.zoom(at.time, Math.exp(event.deltaY * lines * rate));
  };

  const attached = new AbortController();
  const { signal } = attached;
  element.addEventListener('pointerdown', down, { signal });
  element.addEventListener('pointermove', move, { signal });
  element.addEventListener('pointerup', up, { signal });
  element.addEventListener('pointercancel', cancel, { signal });
  element.addEventListener('pointerleave', () => intents.point(null), { signal });
  element.addEventListener('wheel', wheel, { passive: false, signal });
  element.addEventListener('dblclick', () => intents.show(null), { signal });
  return () => attached.abort();
}

const ordered = (a: number, b: number): Range => (a < b ? [a, b] : [b, a]);
