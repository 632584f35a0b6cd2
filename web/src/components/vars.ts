import type { CSSProperties } from 'react';

/** Custom properties as style: React sets them, but its types do not name them. */
export const vars = (values: Readonly<Record<`--${string}`, string | number>>): CSSProperties => values;
