import { t } from '../../../models/src/language.ts';
import { nodeAt, type SchemaNode } from '../../../models/src/index.ts';
import type { Path } from '../../../models/src/path.ts';
import { printQuantity } from '../components/quantity.ts';

export interface FieldNode extends SchemaNode {
  /** A number that holds where it is left out is printed as every number of a form is. */
  readonly without?: string;
}

/** What the schema says of a place, in the language of the page. */
export function fieldNode(root: unknown, path: Path): FieldNode | undefined {
  const node = nodeAt(root, path);
  if (node === undefined) return undefined;
  const { label, description, without, names, ...rest } = node;
  return {
    ...rest,
    ...(label !== undefined && { label: t(label) }),
    ...(description !== undefined && { description: t(description) }),
    ...(without !== undefined && {
      without: typeof without === 'number' ? printQuantity(without, node.unit ?? '') : t(without),
    }),
    ...(names !== undefined && {
      names: Object.fromEntries(Object.entries(names).map(([word, name]) => [word, t(name)])),
    }),
  };
}
