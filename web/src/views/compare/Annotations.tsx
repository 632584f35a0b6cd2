import { decimal, t } from '../../../../models/src/language.ts';
import { useEffect, useMemo, useRef } from 'react';
import { Popover } from '../../components/Popover.tsx';
import { Handle } from '../../plots/Handle.tsx';
import type { Layer, Layout } from '../../plots/figure.ts';
import { useApp } from '../../state/context.ts';
import { LONGEST_NOTE, type Note } from '../../state/notes.ts';
import type { Span } from '../../state/span.ts';
import { useView } from '../../state/useView.ts';
import { annotations, differences, isLate, levelOf, rowOf, type Read } from './annotate.ts';
import '../../styles/notes.css';

interface Place {
  readonly layout: Layout;
  readonly read: Read;
  readonly decimals: number;
  /** The lane. */
  readonly label: string;
}
interface Props extends Place {
  readonly lane: number;
  readonly active: boolean;
  /** For several lanes in one plot: the letter before each note, and whether this lane draws the cursors. */
  readonly shared?: { readonly letter: string; readonly cursors: boolean };
  /** Receives a function that turns the annotations into marks, for files. */
  readonly onMarks: (made: () => readonly Layer[]) => void;
}

/** The reader's annotations on a lane's plot: notes, and two cursors with the differences between them. */
export function Annotations({ lane, active, onMarks, shared, ...place }: Props) {
  const { layout, read, decimals } = place;
  const notes = useView('notes');
  const measure = useView('measure');
  const own = useMemo(
    () => notes.map((note, at) => ({ ...note, at })).filter((note) => note.lane === lane),
    [notes, lane],
  );
  const letter = shared?.letter;
  const cursors = shared?.cursors === false ? null : measure;
  useEffect(() => {
    const axes = { x: layout.sx.domain, y: layout.sy.domain };
    const told = own.map((note) => ({ ...note, text: lettered(note.text, letter) }));
    onMarks(() => annotations(axes, told, cursors, read, decimals));
    return () => onMarks(() => []);
  }, [onMarks, layout, own, letter, cursors, read, decimals]);
  return (
    <>
      {cursors !== null && <Measurement {...place} measure={cursors} active={active} />}
      {own.map((note, i) => (
        <NoteMark
          key={note.at}
          {...place}
          note={note}
          at={note.at}
          row={rowOf(letter === undefined ? i : note.at)}
          letter={letter}
        />
      ))}
    </>
  );
}

const lettered = (text: string, letter: string | undefined): string =>
  letter === undefined || text === '' ? text : `${letter}: ${text}`;

const isSeen = (time: number, { sx }: Layout): boolean => time >= sx.domain[0] && time <= sx.domain[1];

/** The text stands to the right of its line, or to the left if it would leave the plot. */
const beside = (time: number, { sx, right }: Layout) =>
  isLate(time, sx.domain)
    ? { right: `calc(100% - ${sx.map(time)}px)`, maxWidth: sx.map(time) - sx.map(sx.domain[0]) }
    : { left: sx.map(time), maxWidth: right - sx.map(time) };

interface NoteProps extends Place {
  readonly note: Note;
  /** The note's index in the list. */
  readonly at: number;
  readonly row: number;
  readonly letter: string | undefined;
}

function NoteMark({ note, at, row, letter, layout, read, decimals, label }: NoteProps) {
  const app = useApp();
  const mark = useRef<HTMLDivElement>(null);
  const { time, text } = note;
  const reading = isSeen(time, layout) ? read(time) : undefined;
  // A new note is edited at once.
  const blank = text === '';
  useEffect(() => {
    if (blank) mark.current?.querySelector('button')?.click();
  }, [blank]);
  if (reading === undefined) return null;
  const write = (next: string) =>
    app.look({
      notes: app.view
        .get()
        .notes.flatMap((other, i) => (i !== at ? [other] : next === '' ? [] : [{ ...other, text: next }])),
    });
  const x = layout.sx.map(time);
  const level = layout.sy.map(levelOf(reading));
  const top = layout.top + row * ROW * layout.unit;
  return (
    <>
      <span className="note-line" style={{ left: x, top, height: Math.max(0, level - top) }} />
      <span className="note-dot" style={{ left: x, top: level }} />
      <div ref={mark} className="note" style={{ top, ...beside(time, layout) }}>
        <Popover
          className="note-button"
          label={t('Note on {{label}} at {{time}} s{{blank}}', {
            label,
            time: decimal(time.toFixed(decimals)),
            blank: blank ? '' : `: ${text}`,
          })}
          tip={blank ? t('A note') : text}
          button={blank ? '…' : lettered(text, letter)}
          onClose={() => {
            if (app.view.get().notes[at]?.text === '') write('');
          }}
        >
          {(close) => (
            <form
              className="note-form"
              onSubmit={(event) => {
                event.preventDefault();
                const typed = new FormData(event.currentTarget).get('note');
                write(typeof typed === 'string' ? typed.trim() : '');
                close();
              }}
            >
              <label>
                <span className="visually-hidden">{t('Note')}</span>
                <input
                  name="note"
                  type="text"
                  pattern={`.{0,${LONGEST_NOTE}}`}
                  title={t('At most {{longestnote}} characters', { longestnote: LONGEST_NOTE })}
                  defaultValue={text}
                  placeholder={t('What is to be seen here?')}
                  autoComplete="off"
                />
              </label>
              <button type="submit" className="button primary">
                {t('Keep')}
              </button>
              <button type="button" className="button" onClick={() => write('')}>
                {t('Remove')}
              </button>
            </form>
          )}
        </Popover>
      </div>
    </>
  );
}

/** Units from one row of notes to the next. */
const ROW = 18;
/** A cursor moves in steps of about a thousandth of the window. */
const GRAINS = 1000;

interface MeasureProps extends Place {
  readonly measure: Span;
  readonly active: boolean;
}

/** The cursors are shown on every lane and can be moved on the active lane. */
function Measurement({ measure, active, layout, read, decimals, label }: MeasureProps) {
  const app = useApp();
  const [from, to] = layout.sx.domain;
  const grain = 10 ** Math.floor(Math.log10((to - from) / GRAINS));
  const [first, second] = measure;
  const between = differences(measure, read, decimals);
  const last = measure.findLast((time) => isSeen(time, layout));
  const place = { top: layout.top, height: layout.base - layout.top };
  return (
    <>
      {measure.map((time, i) => {
        if (!isSeen(time, layout)) return null;
        const style = { left: layout.sx.map(time), ...place };
        return active ? (
          <Handle
            key={i}
            label={t('Measuring cursor {{i}}, on {{label}}', { i: i + 1, label })}
            value={time}
            valueText={`${decimal(time.toFixed(decimals))} s; ${between}`}
            min={i === 0 ? from : first + grain}
            max={i === 0 ? second - grain : to}
            axis="x"
            scale={layout.sx}
            grain={grain}
            className="measure-line measure-handle"
            style={style}
            onMove={(next) => {
              app.look({ measure: i === 0 ? [next, second] : [first, next] });
              return null;
            }}
            onSettle={() => undefined}
          >
            <span className="grip">{i + 1}</span>
          </Handle>
        ) : (
          <span key={i} className="measure-line" style={style} />
        );
      })}
      {last !== undefined && (
        <output
          className="measure-told"
          style={{ top: layout.bottom - ROW * layout.unit, ...beside(last, layout) }}
        >
          {between}
        </output>
      )}
    </>
  );
}
