/** TeX to MathML in the page, for lessons of somebody's own; loaded when such a lesson has TeX. */
import katex from 'katex';
import type { Maths } from '../../../../models/src/stories/render.ts';

/**
 * TeX that is not understood is shown as it was written, with the place in red. A link may hold any TeX: it
 * gets neither addresses nor HTML, no macro that grows without end, and no box larger than the page.
 */
export const mathMl: Maths = (tex, displayMode) =>
  katex.renderToString(tex, {
    displayMode,
    output: 'mathml',
    throwOnError: false,
    strict: 'ignore',
    trust: false,
    maxExpand: 200,
    maxSize: 20,
  });
