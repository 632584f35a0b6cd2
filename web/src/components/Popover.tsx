import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

interface Props {
  readonly button: ReactNode;
  /** The name of the button if its content is not text. */
  readonly label?: string;
  readonly className?: string;
  readonly tip?: string;
  /** The edge of the button with which the panel is aligned. */
  readonly align?: 'start' | 'end';
  readonly onOpen?: () => void;
  readonly onClose?: () => void;
  readonly children: (close: () => void) => ReactNode;
}

const GAP = 4;

/** A button and the panel that it opens, which closes at Escape and at a click elsewhere: the browser's own popover. */
export function Popover({
  button,
  label,
  className,
  tip,
  align = 'start',
  onOpen,
  onClose,
  children,
}: Props) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  // A closed panel is not rendered.
  const [open, setOpen] = useState(false);

  const place = () => {
    const box = panel.current;
    const anchor = trigger.current?.getBoundingClientRect();
    if (box === null || anchor === undefined) return;
    const width = box.offsetWidth;
    const wanted = align === 'start' ? anchor.left : anchor.right - width;
    const left = Math.max(GAP, Math.min(wanted, window.innerWidth - width - GAP));
    const below = anchor.bottom + GAP;
    const fits = below + box.offsetHeight <= window.innerHeight - GAP;
    const top = fits ? below : Math.max(GAP, anchor.top - GAP - box.offsetHeight);
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
  };

  const enter = () =>
    panel.current?.querySelector<HTMLElement>('[data-first], input, button, [tabindex]')?.focus();

  // The content may arrive late, when its code has been loaded.
  useEffect(() => {
    const box = panel.current;
    if (!open || box === null) return undefined;
    const observer = new ResizeObserver(() => {
      if (!box.matches(':popover-open')) return;
      place();
      if (!box.contains(document.activeElement)) enter();
    });
    observer.observe(box);
    return () => observer.disconnect();
  });

  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className ?? 'button'}
        popoverTarget={id}
        aria-label={label}
        data-tip={tip}
      >
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="popover"
        onBeforeToggle={(event) => {
          if (event.newState === 'open') setOpen(true);
        }}
        onToggle={(event) => {
          if (event.newState !== 'open') {
            setOpen(false);
            onClose?.();
            return;
          }
          place();
          onOpen?.();
          enter();
        }}
      >
        {open && children(() => document.getElementById(id)?.hidePopover())}
      </div>
    </>
  );
}
