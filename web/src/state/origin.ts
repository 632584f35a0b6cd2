/** The preset that a document was made from, found by its title, and whether the document still equals it. */
import { useEffect, useState } from 'react';
import { normalise, presets, type Scenario } from '../../../models/src/index.ts';
import { without } from '../../../models/src/path.ts';
import type { AqmInfo } from '../../../wasm/src/types.ts';
import { withLists } from './edits.ts';
import { useApp } from './context.ts';
import { useSelected } from './store.ts';
import { memoBy } from '../base/memoBy.ts';

/**
 * A document's experiment without its words, computed once for each document because the menu of every plot
 * needs it.
 */
const experimentOf = memoBy((document: Scenario, catalogue: readonly AqmInfo[]) =>
  JSON.stringify(without(normalise(withLists(document), catalogue), 'title', 'question', 'source')),
);

/** Whether two documents describe the same experiment, whatever their titles and questions. */
export const sameExperiment = (a: Scenario, b: Scenario, catalogue: readonly AqmInfo[]): boolean =>
  experimentOf(a, catalogue) === experimentOf(b, catalogue);

/** Whether the document has the title of a preset but differs from it. */
export function useEdited(): boolean {
  const app = useApp();
  const titled = useSelected(app.history, ({ present }) => present.title);
  const preset = presets.find(({ title }) => title === titled);
  const [loaded, setLoaded] = useState<{ readonly id: string; readonly document: Scenario } | null>(null);
  useEffect(() => {
    if (preset === undefined) return;
    let shown = true;
    preset.load().then(
      (document) => {
        if (shown) setLoaded({ id: preset.id, document });
      },
      // Without the preset, nothing can be compared.
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, [preset]);
  const original = preset !== undefined && loaded?.id === preset.id ? loaded.document : null;
  return useSelected(
    app.history,
    ({ present }) => original !== null && !sameExperiment(present, original, app.engine.catalogue),
  );
}
