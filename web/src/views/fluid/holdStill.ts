/** What is below and must not move under the hand. */
const HELD = '.fluid-map:hover, .fluid-map:focus-within';

/**
 * Keeps what stands below an element where it is while the element's content changes: the element keeps the height that it once
 * needed, and when it needs more under a pointer that rests on the map, or out of sight, the page scrolls as far. Another width, or
 * something folded away begin anew. Gives what ends it.
 */
export function holdStill(element: HTMLElement): () => void {
  let [width, height] = [0, 0];
  const begin = () => {
    element.style.minHeight = '';
    [width, height] = [element.offsetWidth, element.offsetHeight];
    element.style.minHeight = `${height}px`;
  };
  const look = () => {
    if (element.offsetWidth !== width) begin();
    const grown = element.offsetHeight - height;
    if (grown === 0) return;
    height = element.offsetHeight;
    element.style.minHeight = `${height}px`;
    const page = element.closest('.scroller');
    if (page === null || grown < 0) return;
    const away = element.getBoundingClientRect().bottom - grown <= page.getBoundingClientRect().top;
    if (away || document.querySelector(HELD) !== null) page.scrollBy({ top: grown, behavior: 'instant' });
  };
  begin();
  const observer = new ResizeObserver(look);
  observer.observe(element);
  element.addEventListener('toggle', begin, true);
  return () => {
    observer.disconnect();
    element.removeEventListener('toggle', begin, true);
    element.style.minHeight = '';
  };
}
