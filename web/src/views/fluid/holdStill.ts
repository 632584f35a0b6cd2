/** The map below the verdicts must not move under the pointer. */
const HELD = '.fluid-map:hover, .fluid-map:focus-within';

/**
 * Keeps the page below an element in place while the element's content changes. The element keeps the largest
 * height that it has needed. If it grows while the pointer is on the map, or out of sight, the page scrolls
 * by the same amount. A change of width, or folding a part, resets the height. Returns a function that ends
 * this.
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
