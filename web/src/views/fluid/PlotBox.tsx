import type { ReactNode } from 'react';

interface Props {
  readonly title: ReactNode;
  readonly label: string;
  readonly className: string;
  /** A note beside the title. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A plot with its name above. */
export function PlotBox({ title, label, className, note, children }: Props) {
  return (
    <section className={`plot-box ${className}`} aria-label={label}>
      <header>
        <h2>{title}</h2>
        {note}
      </header>
      {children}
    </section>
  );
}
