/**
 * Keeps the keyboard focus in place. The focused element may disappear because of a key (a lane is removed, a
 * card closed, a button disabled). A browser then moves the focus to the whole page, where a screen reader
 * starts again. Here the focus moves to the element that is now in the same place. Loaded with the first key.
 */

const FOCUSABLE = ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not(:disabled)';
/** Milliseconds between checks: browsers send no event when a focused element is removed. */
const EVERY = 120;

interface Level {
  readonly parent: Element;
  readonly at: number;
}

const canTake = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.matches(FOCUSABLE) &&
  element.tabIndex >= 0 &&
  element.checkVisibility({ visibilityProperty: true });

const firstIn = (element: Element): HTMLElement | undefined =>
  canTake(element) ? element : [...element.querySelectorAll(FOCUSABLE)].find(canTake);

/**
 * The first focusable element after the old place, or else before it, in the nearest ancestor that still
 * exists.
 */
function inPlaceOf(levels: readonly Level[]): HTMLElement | undefined {
  for (const { parent, at } of levels) {
    if (!parent.isConnected) continue;
    const children = [...parent.children];
    for (const child of [...children.slice(at), ...children.slice(0, at).reverse()]) {
      const found = firstIn(child);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** All ancestors of an element up to the page, each with the element's position in it. */
function levelsOf(element: Element): readonly Level[] {
  const levels: Level[] = [];
  for (let at = element; at.parentElement !== null && at !== document.body; at = at.parentElement)
    levels.push({ parent: at.parentElement, at: [...at.parentElement.children].indexOf(at) });
  return levels;
}

export function keepFocus(): void {
  let had: Element | null = null;
  let levels: readonly Level[] = [];
  let watch: ReturnType<typeof setInterval> | undefined;

  const remember = () => {
    const now = document.activeElement;
    if (now === null || now === document.body) return;
    had = now;
    levels = levelsOf(now);
  };
  const look = () => {
    if (had === null || (document.activeElement !== null && document.activeElement !== document.body)) return;
    // An element that still exists was left on purpose: a number finished with Enter.
    if (had.isConnected && !had.matches(':disabled') && had.checkVisibility()) return;
    inPlaceOf(levels)?.focus();
  };

  document.addEventListener('focusin', remember);
  document.addEventListener(
    'keydown',
    () => {
      remember();
      watch ??= setInterval(look, EVERY);
    },
    true,
  );
  // A reader with a mouse needs no help.
  document.addEventListener(
    'pointerdown',
    () => {
      clearInterval(watch);
      watch = undefined;
      had = null;
    },
    true,
  );
  remember();
  watch = setInterval(look, EVERY);
}
