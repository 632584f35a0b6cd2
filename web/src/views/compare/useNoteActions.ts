import { useMemo } from 'react';
import type { PlotAction } from '../../plots/menu.ts';
import { useApp } from '../../state/context.ts';
import { addNote, toggleMeasure } from '../../state/notes.ts';
import { useView } from '../../state/useView.ts';

/** What a reader may leave on a plot of queues, in its menu: notes are of one lane, cursors of all. */
export function useNoteActions(lane: number): readonly PlotAction[] {
  const app = useApp();
  const measure = useView('measure');
  return useMemo(
    () => [
      { label: measure === null ? 'Measure' : 'Measure no more', act: () => toggleMeasure(app) },
      {
        label: 'Write a note',
        act: () => {
          app.look({ lane });
          addNote(app);
        },
      },
    ],
    [app, lane, measure],
  );
}
