/**
 * The reader's marks on plots over time: notes at a time of a lane, and two cursors that measure an interval.
 */
import type { App } from './app.ts';
import { number, whole, type Codec } from './codec.ts';
import { shownTime } from './replay.ts';

export interface Note {
  readonly lane: number;
  /** Seconds. */
  readonly time: number;
  /** Empty while it is being written. */
  readonly text: string;
}

/** The most characters in a note, and the most notes: a link carries all of them and must fit into a mail. */
export const LONGEST_NOTE = 120;
const MOST = 24;

const lanes = whole(0, 1000);
const times = number(0, Number.MAX_VALUE);

/** A lone surrogate is not a character, and an address cannot contain it. */
const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '');

function readNote(written: string): readonly Note[] {
  const [first = '', second = '', rest = '', ...more] = written.split(':');
  const lane = lanes.read(first);
  const time = times.read(second);
  let text = '';
  try {
    text = wellFormed(decodeURIComponent(rest.replaceAll('_', ' ')).slice(0, LONGEST_NOTE)).trim();
  } catch {
    // A truncated escape sequence is not a note.
  }
  return lane === undefined || time === undefined || text === '' || more.length > 0
    ? []
    : [{ lane, time, text }];
}

/**
 * "lane:time:text", separated by commas. The words of a text are joined by "_", which an address does not
 * escape.
 */
export const notesCodec: Codec<readonly Note[]> = {
  rule: 'a note: lane:seconds:text',
  read: (text) => text.split(',').flatMap(readNote).slice(0, MOST),
  lost: (text) => text.split(',').filter((written) => written !== '' && readNote(written).length === 0),
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

/** Adds an empty note at the time under the pointer or the playhead. */
export function addNote(app: App): void {
  const { notes, lane } = app.view.get();
  const written = notes.filter(({ text }) => text !== '').slice(1 - MOST);
  app.look({ notes: [...written, { lane, time: shownTime(app.replay.get()), text: '' }] });
}

/** Places two cursors, a tenth of the window apart, or removes them. */
export function toggleMeasure(app: App): void {
  const { measure, span } = app.view.get();
  const [from, to] = span ?? [0, app.duration.get()];
  const apart = (to - from) / 10;
  const first = Math.max(from, Math.min(shownTime(app.replay.get()), to - apart));
  app.look({ measure: measure === null ? [first, first + apart] : null });
}
