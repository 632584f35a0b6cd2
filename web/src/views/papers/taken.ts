/** What the page takes away of the papers' view: the paper that is shown, under its reading. */
import { BEST } from '../../../../models/src/papers/index.ts';
import type { App } from '../../state/app.ts';
import type { OfPaper } from './files.ts';
import { keptPaper, verdictsOf } from './loaded.ts';

export { papersCsv, papersLatex } from './files.ts';
export { tableFigures } from './tableFigures.ts';

/** Null while it is being loaded. */
export function shownPaper(app: App): OfPaper | null {
  const view = app.view.get();
  const found = keptPaper(view.paper);
  if (found === undefined) return null;
  const { paper, results } = found;
  const reading = paper.readings.some(({ id }) => id === view.reading) ? view.reading : BEST;
  return {
    paper,
    reading,
    tables: verdictsOf(found, reading).tables,
    seeds: results.seeds,
    link: app.link(),
  };
}
