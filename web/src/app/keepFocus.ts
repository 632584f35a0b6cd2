/**
 * The keyboard's place. What has the focus may go away by what a key did to it (a lane is removed, a card closed, a button switched off):
 * a browser then lets the focus fall to the page as a whole, where a screen reader begins anew. Here it goes to what stands there now.
 * Loaded with the first key.
 */

const FOCUSABLE = ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not(:disabled)';
/** Milliseconds between looks: removal tells nobody. */
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

/** What stands where an element stood: from there on, else before it, in the nearest of what held it and is still there. */
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

/** Each element around one, up to the page, and the place in it. */
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
    // What is there still was left: a number that Enter has finished.
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
  // A hand on the mouse finds its own place.
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
