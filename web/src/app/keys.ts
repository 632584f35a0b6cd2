/** The page's keys. A key that a focused control uses goes to this control only. */
import type { App } from '../state/app.ts';
import { addNote, toggleMeasure } from '../state/notes.ts';
import { centreOf, panSpan, zoomSpan } from '../state/span.ts';
import { VIEWS } from './views.ts';

/** Shares of the window by which a step moves the playhead. */
const STEP = 0.01;
const LONG_STEP = 0.1;

const TYPING = 'input:not([type=range], [type=checkbox]), textarea, select, [contenteditable]';
/** A field without unsaved text: undo then belongs to the page. */
const SETTLED = 'input.quantity:not([data-draft]), select';

/** The characters typed after the request for the palette and before it appears; null at other times. */
let early: string | null = null;

/** The first query of the palette. */
export function takeEarly(): string {
  const typed = early ?? '';
  early = null;
  return typed;
}

/**
 * `within`: the keys of a lesson's own replay, handled before the page's keys. All other keys go to the page.
 */
export function attachKeys(app: App, open: (dialog: 'help' | 'palette') => void, within = false): () => void {
  const press = (event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const typing = target?.matches(TYPING) === true;
    const command = event.ctrlKey || event.metaKey;
    if (within && command) return;
    if (early !== null && !typing && !command && event.key.length === 1) {
      event.preventDefault();
      early += event.key;
      return;
    }
    if (command && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      if (document.querySelector('dialog[open]') === null) {
        early ??= '';
        open('palette');
      }
      return;
    }
    if (command && !event.altKey && (!typing || target.matches(SETTLED))) {
      const key = event.key.toLowerCase();
      if (key === 'z' || key === 'y') {
        event.preventDefault();
        if (key === 'y' || event.shiftKey) app.redo();
        else app.undo();
      }
      return;
    }
    if (!app.view.get().keys) return;
    if (event.defaultPrevented || command || event.altKey || typing) return;
    if (document.querySelector('dialog[open], [popover="auto"]:popover-open') !== null) return;
    const onButton = target?.matches('button, a, summary, input[type=checkbox]') === true;
    const onSlider = target?.matches('input[type=range], [role=slider]') === true;
    if (act(event, onButton, onSlider)) event.preventDefault();
  };

  const act = (event: KeyboardEvent, onButton: boolean, onSlider: boolean): boolean => {
    const { replay, view } = app;
    const { duration, time } = replay.get();
    const { span, lane, tab } = view.get();
    const onQueues = !within && tab === 'compare';
    const length = span === null ? duration : span[1] - span[0];
    const lanes = app.lanes.get().length;
    const step = (direction: number) => {
      if (onSlider) return false;
      replay.pause();
      replay.seek(time + direction * length * (event.shiftKey ? LONG_STEP : STEP));
      return true;
    };
    const done = (action: () => void) => {
      action();
      return true;
    };
    switch (event.key) {
      case ' ':
        return !onButton && done(() => app.togglePlay());
      case 'ArrowRight':
        return step(1);
      case 'ArrowLeft':
        return step(-1);
      case 'Home':
        return !onSlider && done(() => replay.seek(0));
      case 'End':
        return !onSlider && done(() => replay.seek(duration));
      case '+':
      case '=':
        return done(() => app.look({ span: zoomSpan(span, duration, centreOf(span, time), 0.5) }));
      case '-':
        return done(() => app.look({ span: zoomSpan(span, duration, centreOf(span, time), 2) }));
      case ',':
        return done(() => app.look({ span: panSpan(span, duration, -length / 4) }));
      case '.':
        return done(() => app.look({ span: panSpan(span, duration, length / 4) }));
      case '0':
        return done(() => app.look({ span: null }));
      case '[':
        return done(() => app.look({ lane: (lane + lanes - 1) % lanes }));
      case ']':
        return done(() => app.look({ lane: (lane + 1) % lanes }));
      case 'n':
        return onQueues && done(() => addNote(app));
      case 'm':
        return onQueues && done(() => toggleMeasure(app));
      case 'p':
        return !within && done(() => app.look({ projector: !view.get().projector }));
      case '?':
        return !within && done(() => open('help'));
      default: {
        if (within) return false;
        const chosen = VIEWS.find((_, place) => event.key === String(place + 1));
        const locked = view.get().lesson !== null;
        return chosen !== undefined && !locked && done(() => app.look({ tab: chosen.id }));
      }
    }
  };

  document.addEventListener('keydown', press, within);
  return () => document.removeEventListener('keydown', press, within);
}
