/** The keys of keys.ts as the help lists them. */
import { VIEWS } from './views.ts';

export interface Key {
  readonly keys: string;
  readonly does: string;
}

export const KEY_WORDS: readonly Key[] = [
  { keys: 'Space', does: 'play or pause' },
  { keys: '← →', does: 'a step in time; with Shift, a long one' },
  { keys: 'Home End', does: 'to the start, to the end' },
  { keys: '+ −', does: 'zoom time about the playhead, or the middle where it is out of sight' },
  { keys: ', .', does: 'pan the window' },
  { keys: '0', does: 'show all of the time' },
  { keys: '[ ]', does: 'previous lane, next lane' },
  { keys: 'N', does: 'a note on the active lane, at the playhead or under the pointer' },
  { keys: 'M', does: 'measure between two cursors, or stop measuring' },
  ...(VIEWS.length > 1 ? [{ keys: `1 ${VIEWS.length > 2 ? '… ' : ''}${VIEWS.length}`, does: 'views' }] : []),
  { keys: 'Ctrl+K', does: 'commands: open a view, a scenario or a scheme, or do anything else' },
  { keys: 'Ctrl+Z', does: 'undo; with Shift, redo' },
  { keys: 'P', does: 'projector mode' },
  { keys: '?', does: 'this help' },
];
