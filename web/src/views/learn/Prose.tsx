import { bound } from '../../components/bound.ts';
import { markup } from '../../components/trusted.ts';

interface Props {
  /** HTML from this project's own files, rendered when it was built. */
  readonly html: string;
  readonly className?: string;
}

/** A paragraph of a story. */
export const Prose = ({ html, className }: Props) => (
  <p className={className} dangerouslySetInnerHTML={markup(bound(html))} />
);

/** The same inside a line of text. */
export const Words = ({ html, className }: Props) => (
  <span className={className} dangerouslySetInnerHTML={markup(bound(html))} />
);
