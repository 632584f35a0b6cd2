/** The line along which a sampled field has one value: marching squares. */
import type { Values } from './m4.ts';

/**
 * Segments of the line `level` over cells (i, j) with value `values[j * columns + i]`, as x0, y0, x1, y1,
 * NaN, NaN, ... in units of indices: 1.5 is halfway between samples 1 and 2. Crossings are interpolated
 * linearly; cells that touch a NaN are left out. At a saddle, the pairing that agrees with the mean of the
 * four corners is used.
 */
export function contour(values: Values, columns: number, rows: number, level: number): number[] {
  const out: number[] = [];
  const at = (i: number, j: number) => (values[j * columns + i] ?? NaN) - level;
  const share = (a: number, b: number) => a / (a - b);
  for (let j = 0; j + 1 < rows; ++j) {
    for (let i = 0; i + 1 < columns; ++i) {
      const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      if (Number.isNaN(a + b + c + d)) continue;
      // Crossings around the cell: below, right, above, left.
      const below = a < 0 !== b < 0 ? ([i + share(a, b), j] as const) : null;
      const right = b < 0 !== c < 0 ? ([i + 1, j + share(b, c)] as const) : null;
      const above = d < 0 !== c < 0 ? ([i + share(d, c), j + 1] as const) : null;
      const left = a < 0 !== d < 0 ? ([i, j + share(a, d)] as const) : null;
      const joined = (p: typeof below, q: typeof below) => {
        if (p !== null && q !== null) out.push(...p, ...q, NaN, NaN);
      };
      if (below !== null && right !== null && above !== null && left !== null) {
        const same = a < 0 === a + b + c + d < 0;
        joined(below, same ? right : left);
        joined(above, same ? left : right);
      } else {
        const [p, q] = [below, right, above, left].filter((crossing) => crossing !== null);
        joined(p ?? null, q ?? null);
      }
    }
  }
  return out;
}
