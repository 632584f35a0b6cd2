/**
 * What a teacher lets students change, and what is hidden for them to find out. The link carries it in the
 * open: it is a plan for a lesson, not a protection.
 */
import {
  infoOf,
  lanes as lanesOf,
  nodeAt,
  refusal,
  type Issue,
  type Scenario,
} from '../../../models/src/index.ts';
import { showPath, valueAt, type Path } from '../../../models/src/path.ts';
import type { AqmInfo } from '../../../wasm/src/types.ts';
import { readTask, writeTask, type Task } from '../../../models/src/lesson/task.ts';
import { withLists } from './edits.ts';
import type { Codec } from './codec.ts';

/** The parts of the comparison that can be hidden. */
export const HIDEABLE = ['answer', 'curves', 'metrics', 'queues', 'extra', 'rows'] as const;
export type Hideable = (typeof HIDEABLE)[number];

export interface Lesson {
  /** Places in the document that students may change: "lanes.0.aqm.params.max_p". */
  readonly open: readonly string[];
  readonly hidden: readonly Hideable[];
  /** The task and its goals; absent: there is no task. */
  readonly task?: Task;
}

/** "open,open~hidden,hidden", and a task as one more word. */
export const lessonCodec: Codec<Lesson> = {
  read: (text) => {
    const [open, hidden, word, ...more] = text.split('~');
    const task = word === undefined ? undefined : readTask(word);
    if (open === undefined || hidden === undefined || more.length > 0) return undefined;
    if (word !== undefined && task === undefined) return undefined;
    const listed = (part: string) => part.split(',').filter(Boolean);
    return {
      open: listed(open).filter((path) => /^[a-z]\w*(\.\w+)*$/i.test(path)),
      hidden: HIDEABLE.filter((part) => listed(hidden).includes(part)),
      ...(task && { task }),
    };
  },
  write: ({ open, hidden, task }) =>
    `${open.join()}~${hidden.join()}${task === undefined ? '' : `~${writeTask(task)}`}`,
};

/** The path for a place named in a lesson: "traffic.0.flows". */
export const pathOf = (text: string): Path =>
  text.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/**
 * The part of the lesson that its scenario has; the rest is reported and left out. Null if nothing remains.
 */
export function knownLesson(
  lesson: Lesson,
  document: Scenario,
  catalogue: readonly AqmInfo[],
): { readonly lesson: Lesson | null; readonly unknown: readonly string[] } {
  const lanes = lanesOf(document);
  const isThere = (path: string): boolean => {
    const [, lane, param] = /^lanes\.(\d+)\.aqm\.params\.(\w+)$/.exec(path) ?? [];
    if (lane === undefined) {
      const place = pathOf(path);
      const row = place[0] === 'traffic' ? valueAt(withLists(document), place.slice(0, 2)) : true;
      return row !== undefined && nodeAt(withLists(document), place) !== undefined;
    }
    const aqm = lanes[Number(lane)]?.aqm;
    return aqm !== undefined && infoOf(catalogue, aqm)?.params.some(({ name }) => name === param) === true;
  };
  const open = lesson.open.filter(isThere);
  const unknown = lesson.open.filter((path) => !open.includes(path));
  const empty = open.length === 0 && lesson.hidden.length === 0;
  if (unknown.length === 0) return { lesson, unknown };
  return { lesson: empty ? null : { ...lesson, open }, unknown };
}

export const isOpen = ({ open }: Lesson, path: Path): boolean =>
  open.some((one) => `${path.join('.')}.`.startsWith(`${one}.`));

const keysOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : [];

/** The paths at which two documents differ. Equal parts are mostly the same object. */
function changes(before: unknown, after: unknown, path: Path = []): readonly Path[] {
  if (Object.is(before, after)) return [];
  const isList = Array.isArray(before) || Array.isArray(after);
  const keys = new Set([before, after].flatMap(keysOf));
  return keys.size === 0 || [before, after].some((value) => value !== undefined && keysOf(value).length === 0)
    ? [path]
    : [...keys].flatMap((key) => {
        const step = isList ? Number(key) : key;
        return changes(valueAt(before, [step]), valueAt(after, [step]), [...path, step]);
      });
}

/** The reasons why the lesson does not allow a change; empty if it does. */
export function lockedBy(lesson: Lesson | null, before: Scenario, after: Scenario): readonly Issue[] {
  if (lesson === null) return [];
  const path = changes(before, after).find((one) => !isOpen(lesson, one));
  if (path === undefined) return [];
  const rule = 'is locked in this lesson: “Unlock everything” unlocks it';
  return [refusal({ path: showPath(path), rule }, `${showPath(path)} ${rule}.`)];
}
