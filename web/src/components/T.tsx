import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { decimal, isTight, t } from '../../../models/src/language.ts';

interface Props {
  /** The English sentence: {{name}} is a value, <1>…</1> the first of `tags`. */
  readonly en: string;
  readonly values?: Readonly<Record<string, ReactNode>>;
  readonly tags?: readonly ReactElement[];
}

/** Leaves out the space before a value, and the one after it, where the language has none. */
function closeUp(made: ReactNode[], value: string, parts: string[]): void {
  const [before, after] = [made.at(-1), parts[0]];
  if (typeof before === 'string' && before.endsWith(' ') && isTight(before.at(-2), value[0]))
    made[made.length - 1] = before.slice(0, -1);
  if (after?.startsWith(' ') === true && isTight(value.at(-1), after[1])) parts[0] = after.slice(1);
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
      if (typeof value === 'string') closeUp(made, value, parts);
      made.push(<Fragment key={key}>{typeof value === 'number' ? decimal(String(value)) : value}</Fragment>);
    } else if (part !== '') made.push(part);
  }
  return made;
}

/** A sentence with elements inside, translated as a whole. */
export const T = ({ en, ...marked }: Props) => (
  <>{nodesOf(t(en).split(/(<\/?\d+>|\{\{\w+\}\})/), null, marked)}</>
);
