import { t } from '../../../../models/src/language.ts';
import { bound } from '../../base/bound.ts';
import { Symbols } from '../../components/Symbols.tsx';
import { markup } from '../../components/trusted.ts';

interface Props {
  /** HTML of models/src/stories/render.ts: rendered in the build, or in the page for a lesson of one's own. */
  readonly html: string;
  readonly className?: string;
  /** Without the full stop at its end. */
  readonly bare?: boolean;
}

/** The text of which the HTML was made: it is the key of its translation. */
const textOf = (html: string): string =>
  html
    .replace(/<span class="sym"><i>(\w+)<\/i><sub>(?:<i>)?(\w+)(?:<\/i>)?<\/sub><\/span>/g, '$1_$2')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

function contentOf({ html, bare = false }: Props) {
  const text = textOf(html);
  const told = t(text);
  const cut = (sentence: string) => (bare ? sentence.replace(/[.。]$/, '') : sentence);
  return told === text
    ? { dangerouslySetInnerHTML: markup(bound(cut(html))) }
    : { children: <Symbols text={cut(told)} /> };
}

/** A paragraph of a story. */
export const Prose = (props: Props) => <p className={props.className} {...contentOf(props)} />;

/** The same inside a line of text. */
export const Words = (props: Props) => <span className={props.className} {...contentOf(props)} />;
