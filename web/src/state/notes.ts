/** What readers leave on a plot of time: notes at a moment of a lane, and two cursors between which they measure. */
import type { App } from './app.ts';
import { number, whole, type Codec } from './codec.ts';
import { shownTime } from './replay.ts';

export interface Note {
  readonly lane: number;
  /** s. */
  readonly time: number;
  /** Empty while it is being written. */
  readonly text: string;
}

/** Characters of a note, and notes: a link holds them all, and is still sent by mail. */
export const LONGEST_NOTE = 120;
const MOST = 24;

const lanes = whole(0, 1000);
const times = number(0, Number.MAX_VALUE);

/** Half of a pair of surrogates is no character, and no address can hold it. */
const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '');

function readNote(written: string): readonly Note[] {
  const [first = '', second = '', rest = '', ...more] = written.split(':');
  const lane = lanes.read(first);
  const time = times.read(second);
  let text = '';
  try {
    text = wellFormed(decodeURIComponent(rest.replaceAll('_', ' ')).slice(0, LONGEST_NOTE)).trim();
  } catch {
    // A sign that is cut in two: no note.
  }
  return lane === undefined || time === undefined || text === '' || more.length > 0
    ? []
    : [{ lane, time, text }];
}

/** "lane:time:text", a comma between them; the words of a text are joined by "_", which an address leaves as it is. */
export const notesCodec: Codec<readonly Note[]> = {
  read: (text) => text.split(',').flatMap(readNote).slice(0, MOST),
  write: (notes) =>
    notes
      .filter(({ text }) => text !== '')
      .map(
        ({ lane, time, text }) =>
          `${lanes.write(lane)}:${times.write(time)}:` +
          encodeURIComponent(wellFormed(text)).replaceAll('_', '%5F').replaceAll('%20', '_'),
      )
      .join(','),
};

/**
 * Notes stay with their lanes when lanes are removed, moved or duplicated; those of a lane that is gone come back when an undo brings it
 * back. A lane is the same object from document to document, and one that is edited keeps its place.
 */
export function createNoteKeeper<Lane>() {
  let away: readonly { readonly of: Lane; readonly note: Note }[] = [];
  return (notes: readonly Note[], before: readonly Lane[], now: readonly Lane[]): readonly Note[] => {
    const placeOf = (lane: Lane | undefined, was: number): number => {
      const found = lane === undefined ? -1 : now.indexOf(lane);
      const edited = before.length === now.length && now[was] !== undefined && !before.includes(now[was]);
      return found < 0 && edited ? was : found;
    };
    const back = away.filter(({ of }) => now.includes(of));
    const moved = notes.map((note) => ({
      note,
      of: before[note.lane],
      to: placeOf(before[note.lane], note.lane),
    }));
    const gone = moved.flatMap(({ note, of, to }) => (to < 0 && of !== undefined ? [{ of, note }] : []));
    if (back.length === 0 && moved.every(({ note, to }) => note.lane === to)) return notes;
    away = [...away.filter((one) => !back.includes(one)), ...gone];
    return [
      ...moved.flatMap(({ note, to }) => (to < 0 ? [] : [{ ...note, lane: to }])),
      ...back.map(({ of, note }) => ({ ...note, lane: now.indexOf(of) })),
    ];
  };
}

/** A note to be written, at the time that is looked at. */
export function addNote(app: App): void {
  const { notes, lane } = app.view.get();
  const written = notes.filter(({ text }) => text !== '').slice(1 - MOST);
  app.look({ notes: [...written, { lane, time: shownTime(app.replay.get()), text: '' }] });
}

/** Two cursors from the time that is looked at, a tenth of the window apart; or none any more. */
export function toggleMeasure(app: App): void {
  const { measure, span } = app.view.get();
  const [from, to] = span ?? [0, app.duration.get()];
  const apart = (to - from) / 10;
  const first = Math.max(from, Math.min(shownTime(app.replay.get()), to - apart));
  app.look({ measure: measure === null ? [first, first + apart] : null });
}
