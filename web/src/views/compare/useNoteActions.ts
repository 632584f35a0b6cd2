import { t } from '../../../../models/src/language.ts';
import { useMemo } from 'react';
import type { PlotAction } from '../../plots/menu.ts';
import { useApp } from '../../state/context.ts';
import { addNote, toggleMeasure } from '../../state/notes.ts';
import { useView } from '../../state/useView.ts';

/**
 * Menu entries for the reader's annotations on a queue plot: notes belong to one lane, cursors to all lanes.
 */
export function useNoteActions(lane: number): readonly PlotAction[] {
  const app = useApp();
  const measure = useView('measure');
  return useMemo(
    () => [
      { label: measure === null ? t('Measure') : t('Measure no more'), act: () => toggleMeasure(app) },
      {
        label: t('Write a note'),
        act: () => {
          app.look({ lane });
          addNote(app);
        },
      },
    ],
    [app, lane, measure],
  );
}
