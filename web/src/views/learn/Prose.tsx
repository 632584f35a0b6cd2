import { bound } from '../../components/bound.ts';
import { markup } from '../../components/trusted.ts';

interface Props {
  /** From this project's own files, rendered when it was built. */
  readonly html: string;
  readonly className?: string;
}

/** A paragraph of a story. */
export const Prose = ({ html, className }: Props) => (
  <p className={className} dangerouslySetInnerHTML={markup(bound(html))} />
);

/** The same within a line. */
export const Words = ({ html, className }: Props) => (
  <span className={className} dangerouslySetInnerHTML={markup(bound(html))} />
);
