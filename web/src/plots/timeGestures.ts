/**
 * Pointer and wheel on a plot of time. Mouse: point to read, click to set the playhead, drag to zoom into a range, Shift+drag
 * to pan, wheel to zoom (with Ctrl wherever the page itself could scroll), double click for all. Touch: drag to pan, pinch to
 * zoom, tap to set the playhead; dragging up and down scrolls the page.
 */
import type { App } from '../state/app.ts';
import { panSpan, zoomSpan } from '../state/view.ts';
import type { Layout } from './figure.ts';

const SLOP = 5;
const WHEEL_RATE = 0.0018;

/** `layout` gives the plot's present layout: it changes under the gesture, which is what the gesture is for. */
export function attachTimeGestures(app: App, element: HTMLElement, layout: () => Layout): () => void {
  const secondsPerPixel = () => {
    const { left, right, sx } = layout();
    return (sx.domain[1] - sx.domain[0]) / (right - left);
  };
  const clampX = (x: number) => Math.min(layout().right, Math.max(layout().left, x));
  const timeAt = (x: number) => layout().sx.invert(clampX(x));
  const duration = () => app.replay.get().duration;
  const span = () => app.view.get().span;
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
  const touches = new Map<number, number>();

  const pinchState = () => {
    const [a = 0, b = 0] = [...touches.values()];
    return { distance: Math.max(20, Math.abs(a - b)), middle: (a + b) / 2 };
  };

  const down = (event: PointerEvent) => {
    const at = inside(event);
    if (!at.over || event.button > 1) return;
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
    if (event.pointerType !== 'touch') app.replay.setHover(at.over ? at.time : null);
    if (touches.has(event.pointerId)) touches.set(event.pointerId, at.x);
    if (gesture.kind === 'pinch') {
      const next = pinchState();
      const about = timeAt(next.middle);
      const zoomed = zoomSpan(span(), duration(), about, gesture.distance / next.distance);
      app.look({ span: panSpan(zoomed, duration(), (gesture.middle - next.middle) * secondsPerPixel()) });
      gesture = { kind: 'pinch', ...next };
      return;
    }
    if (gesture.kind === 'none' || event.pointerId !== gesture.id) return;
    if (Math.abs(at.x - gesture.from) > SLOP) gesture.moved = true;
    if (!gesture.moved) return;
    if (gesture.kind === 'pan') {
      app.look({ span: panSpan(span(), duration(), (gesture.last - at.x) * secondsPerPixel()) });
      gesture.last = at.x;
    } else {
      app.brush.set(ordered(timeAt(gesture.from), at.time));
    }
  };

  const up = (event: PointerEvent) => {
    touches.delete(event.pointerId);
    const done = gesture;
    gesture = { kind: 'none' };
    if (done.kind === 'none' || done.kind === 'pinch' || done.id !== event.pointerId) return;
    const drawn = app.brush.get();
    app.brush.set(null);
    if (!done.moved) app.replay.seek(inside(event).time);
    else if (drawn !== null) app.look({ span: drawn });
  };
  const cancel = (event: PointerEvent) => {
    touches.delete(event.pointerId);
    gesture = { kind: 'none' };
    app.brush.set(null);
  };
  const leave = () => {
    app.replay.setHover(null);
  };
  const wheel = (event: WheelEvent) => {
    const at = inside(event);
    if (!at.over) return;
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey;
    if (sideways) {
      if (span() === null) return;
      event.preventDefault();
      const by = (event.deltaX === 0 ? event.deltaY : event.deltaX) * secondsPerPixel();
      app.look({ span: panSpan(span(), duration(), by) });
      return;
    }
    const scroller = element.closest('.scroller');
    const scrolls = scroller !== null && scroller.scrollHeight > scroller.clientHeight + 1;
    if (scrolls && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    // A pinch on a touchpad arrives as a wheel with Ctrl and small steps.
    const rate = event.ctrlKey && Math.abs(event.deltaY) < 50 ? 6 * WHEEL_RATE : WHEEL_RATE;
    app.look({ span: zoomSpan(span(), duration(), at.time, Math.exp(event.deltaY * lines * rate)) });
  };
  const reset = () => {
    app.look({ span: null });
  };

  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', cancel);
  element.addEventListener('pointerleave', leave);
  element.addEventListener('wheel', wheel, { passive: false });
  element.addEventListener('dblclick', reset);
  return () => {
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', cancel);
    element.removeEventListener('pointerleave', leave);
    element.removeEventListener('wheel', wheel);
    element.removeEventListener('dblclick', reset);
  };
}

const ordered = (a: number, b: number): readonly [number, number] => (a < b ? [a, b] : [b, a]);
