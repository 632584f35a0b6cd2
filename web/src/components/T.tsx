import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { decimal, t } from '../../../models/src/language.ts';

interface Props {
  /** The English sentence: {{name}} is a value, <1>…</1> the first of `tags`. */
  readonly en: string;
  readonly values?: Readonly<Record<string, ReactNode>>;
  readonly tags?: readonly ReactElement[];
}

/** The nodes up to the end of an element, taken from the front of `parts`. */
function nodesOf(
  parts: string[],
  end: string | null,
  { values = {}, tags = [] }: Omit<Props, 'en'>,
): ReactNode[] {
  const made: ReactNode[] = [];
  for (let part = parts.shift(); part !== undefined && part !== end; part = parts.shift()) {
    const tag = /^<(\d+)>$/.exec(part)?.[1];
    const name = /^\{\{(\w+)\}\}$/.exec(part)?.[1];
    const element = tag === undefined ? undefined : tags[Number(tag) - 1];
    const key = made.length;
    if (element !== undefined)
      made.push(cloneElement(element, { key }, ...nodesOf(parts, `</${tag}>`, { values, tags })));
    else if (name !== undefined && Object.hasOwn(values, name)) {
      const value = values[name];
      made.push(<Fragment key={key}>{typeof value === 'number' ? decimal(String(value)) : value}</Fragment>);
    } else if (part !== '') made.push(part);
  }
  return made;
}

/** A sentence with elements inside, translated as a whole. */
export const T = ({ en, ...marked }: Props) => (
  <>{nodesOf(t(en).split(/(<\/?\d+>|\{\{\w+\}\})/), null, marked)}</>
);
