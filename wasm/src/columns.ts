/** Copies columns of an answer out of the heap, by name. */
import type { Columns, HeapColumn, NativeModule } from './module.ts';

export type NamedColumn = HeapColumn & { readonly name: string };

/** `group`: the common beginning of the names. */
export function columnsOf(native: NativeModule, columns: readonly NamedColumn[], group = '') {
  const column =
    <T extends keyof Columns>(type: T) =>
    (name: string): Columns[T] => {
      const found = columns.find((c) => c.name === group + name);
      if (found === undefined) throw new Error(`the module has no column ${group}${name}`);
      return native.copy(found, type);
    };
  const f64 = column('f64');
  /** All columns prefix.0, prefix.1, ... */
  const many = (prefix: string) =>
    columns
      .filter(({ name }) => name.startsWith(`${group}${prefix}.`))
      .map(({ name }) => f64(name.slice(group.length)));
  return { f64, u8: column('u8'), u32: column('u32'), many };
}
