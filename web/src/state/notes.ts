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
