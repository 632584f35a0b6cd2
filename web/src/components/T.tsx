import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { decimal, t } from '../../../models/src/language.ts';

interface Props {
  /** The English sentence: {{name}} is a value, <1>…</1> the first of `tags`. */
  readonly en: string;
  readonly values?: Readonly<Record<string, ReactNode>>;
  readonly tags?: readonly ReactElement[];
}

/** A sentence with elements inside, translated as a whole. */
export function T({ en, values = {}, tags = [] }: Props) {
  const parts = t(en).split(/(<\/?\d+>|\{\{\w+\}\})/);
  let at = 0;
  const until = (end: string | null): ReactNode[] => {
    const made: ReactNode[] = [];
    while (at < parts.length) {
      const part = parts[at] ?? '';
      at += 1;
      if (part === end) break;
      const tag = /^<(\d+)>$/.exec(part)?.[1];
      const name = /^\{\{(\w+)\}\}$/.exec(part)?.[1];
      const element = tag === undefined ? undefined : tags[Number(tag) - 1];
      if (element !== undefined) made.push(cloneElement(element, { key: at }, ...until(`</${tag}>`)));
      else if (name !== undefined && Object.hasOwn(values, name)) {
        const value = values[name];
        made.push(<Fragment key={at}>{typeof value === 'number' ? decimal(String(value)) : value}</Fragment>);
      } else if (part !== '') made.push(part);
    }
    return made;
  };
  return <>{until(null)}</>;
}
