import { useEffect, useRef } from 'react';

const DELAY_MS = 350;
const GAP = 6;

/**
 * One tooltip for the page: every element with data-tip shows it on hover and on keyboard focus; Escape hides
 * it. If the text says more than the element's name, it also belongs in the element's accessible description.
 */
export function Tooltip() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tip = box.current;
    if (tip === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let owner: HTMLElement | null = null;
    const hide = () => {
      clearTimeout(timer);
      owner = null;
      if (tip.matches(':popover-open')) tip.hidePopover();
    };
    const show = (element: HTMLElement) => {
      tip.textContent = element.dataset.tip ?? '';
      if (tip.textContent === '') return;
      tip.showPopover();
      const own = element.getBoundingClientRect();
      // The element is one of several side by side: the tooltip covers none of them.
      const many = element.closest('[data-tips]')?.getBoundingClientRect() ?? own;
      const at = { left: own.left, top: many.top, bottom: many.bottom };
      const left = Math.min(at.left, window.innerWidth - tip.offsetWidth - GAP);
      const below = at.bottom + GAP;
      const fits = below + tip.offsetHeight < window.innerHeight;
      tip.style.left = `${Math.max(GAP, left)}px`;
      tip.style.top = `${fits ? below : at.top - GAP - tip.offsetHeight}px`;
    };
    const ownerOf = (target: EventTarget | null) =>
      target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
    const enter = (event: Event) => {
      const next = ownerOf(event.target);
      // The reader may point at the tooltip itself, to read or copy from it.
      if (next === owner || (event.target instanceof Node && tip.contains(event.target))) return;
      hide();
      if (next === null) return;
      if (event.type === 'focusin' && !next.matches(':focus-visible')) return;
      owner = next;
      timer = setTimeout(show, DELAY_MS, next);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    };
    document.addEventListener('pointerover', enter);
    document.addEventListener('focusin', enter);
    document.addEventListener('pointerdown', hide);
    document.addEventListener('keydown', key);
    return () => {
      hide();
      document.removeEventListener('pointerover', enter);
      document.removeEventListener('focusin', enter);
      document.removeEventListener('pointerdown', hide);
      document.removeEventListener('keydown', key);
    };
  }, []);
  return <div ref={box} className="tooltip" popover="manual" role="tooltip" />;
}
