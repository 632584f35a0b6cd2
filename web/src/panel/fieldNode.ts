import { t } from '../../../models/src/language.ts';
import { nodeAt, type SchemaNode } from '../../../models/src/index.ts';
import type { Path } from '../../../models/src/path.ts';

/** What the schema says of a place, in the language of the page. */
export function fieldNode(root: unknown, path: Path): SchemaNode | undefined {
  const node = nodeAt(root, path);
  if (node === undefined) return undefined;
  const { label, description, without, names } = node;
  return {
    ...node,
    ...(label !== undefined && { label: t(label) }),
    ...(description !== undefined && { description: t(description) }),
    ...(without !== undefined && { without: t(without) }),
    ...(names !== undefined && {
      names: Object.fromEntries(Object.entries(names).map(([word, name]) => [word, t(name)])),
    }),
  };
}
