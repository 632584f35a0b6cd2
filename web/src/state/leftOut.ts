/** The parts of an address's view that the page cannot follow. Loaded only if there are any. */
import { t, wordList } from '../../../models/src/language.ts';
import { told } from '../../../models/src/told.ts';
import type { ViewFields } from '../../../models/src/index.ts';
import { HIDEABLE } from './lesson.ts';
import { MOMENT, readFields, rows, VIEW, type Table } from './view.ts';

/**
 * Values that are invalid, in general or for this scenario. Names that this page does not know come from
 * another version and are ignored.
 */
export const leftOut = (fields: ViewFields, duration: number, lanes: number): readonly string[] => [
  ...unread(VIEW, fields),
  ...unread(MOMENT, fields),
  ...beyond(fields, duration, lanes),
];

/** The number of characters that are shown of a damaged word. */
const LONG = 30;

/** For each: its name, its value, and the valid values. */
const unread = (table: Table, fields: ViewFields): readonly string[] =>
  rows(table).flatMap(([, { link = '', codec }]) => {
    const text = fields[link];
    if (text === undefined) return [];
    const lost = codec.read(text) === undefined ? [text] : (codec.lost?.(text) ?? []);
    return lost.map((part) => {
      const shown = part.length > LONG ? `${part.slice(0, LONG)}…` : part;
      return codec.rule === undefined
        ? t('{{link}}: it cannot be read.', { link: `${link}=${shown}` })
        : t('{{link}} is not {{rule}}.', { link: `${link}=${shown}`, rule: told(codec.rule) });
    });
  });

/** Times and lanes that the scenario does not have. */
function beyond(fields: ViewFields, duration: number, lanes: number): readonly string[] {
  const { span, measure, packet, lane, against } = readFields(VIEW, fields);
  const { time: at } = readFields(MOMENT, fields);
  const left = (asked: Readonly<Record<string, number | null | undefined>>, last: number, rule: string) =>
    Object.entries(asked).flatMap(([name, value]) =>
      value != null && value > last ? [`${name}=${fields[name] ?? ''}: ${rule}.`] : [],
    );
  return [
    ...left(
      { at, packet, span: span?.[1], measure: measure?.[1] },
      duration,
      t('the scenario ends at {{duration}} s', { duration }),
    ),
    ...left(
      { lane, against },
      lanes - 1,
      t('its last lane is {{lanes}}, counted from 0', { lanes: lanes - 1 }),
    ),
  ];
}

/** The words of a lesson that this page or this scenario does not know. */
export function lessonLeftOut(text: string | undefined, unknown: readonly string[]): readonly string[] {
  const hidden = text?.split('~')[1]?.split(',').filter(Boolean) ?? [];
  const known: readonly string[] = HIDEABLE;
  return [
    ...unknown.map((path) => t('lesson: the scenario has no {{path}}.', { path })),
    ...hidden
      .filter((part) => !known.includes(part))
      .map((part) =>
        t('lesson: {{part}} is nothing that can be hidden ({{known}}).', { part, known: wordList(known) }),
      ),
  ];
}
