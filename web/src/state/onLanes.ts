/**
 * Moves the parts of the view that belong to lanes when an edit or an undo removes, moves or duplicates
 * lanes.
 */
import type { ViewState } from './view.ts';

export type OnLanes = Pick<ViewState, 'notes' | 'against' | 'lane'>;

/**
 * A lane is the same object in every document, and an edited lane keeps its index. Notes on a removed lane
 * return when an undo restores the lane. The result is the same object if nothing moves.
 */
export function createLaneKeeper<Lane>() {
  let away: readonly { readonly of: Lane; readonly note: OnLanes['notes'][number] }[] = [];
  let left: Lane | undefined;
  /** For each new lane, the lane that was open when it appeared: often the new lane is a copy of it. */
  const model = new Map<Lane, Lane>();
  return <V extends OnLanes>(view: V, before: readonly Lane[], now: readonly Lane[]): V => {
    const placeOf = (was: number): number => {
      const lane = before[was];
      const found = lane === undefined ? -1 : now.indexOf(lane);
      const edited = before.length === now.length && now[was] !== undefined && !before.includes(now[was]);
      return found < 0 && edited ? was : found;
    };
    const back = away.filter(({ of }) => now.includes(of));
    const moved = view.notes.map((note) => ({ note, of: before[note.lane], to: placeOf(note.lane) }));
    const gone = moved.flatMap(({ note, of, to }) => (to < 0 && of !== undefined ? [{ of, note }] : []));
    away = [...away.filter((one) => !back.includes(one)), ...gone];
    const stay = back.length === 0 && moved.every(({ note, to }) => note.lane === to);
    const notes = stay
      ? view.notes
      : [
          ...moved.flatMap(({ note, to }) => (to < 0 ? [] : [{ ...note, lane: to }])),
          ...back.map(({ of, note }) => ({ ...note, lane: now.indexOf(of) })),
        ];

    let { against } = view;
    if (against !== null) {
      const to = placeOf(against);
      left = to < 0 ? before[against] : undefined;
      against = to < 0 ? null : to;
    } else if (left !== undefined && now.includes(left)) {
      against = now.indexOf(left);
      left = undefined;
    }

    const open = placeOf(view.lane);
    const shown = before[view.lane];
    if (now.length > before.length && shown !== undefined)
      for (const lane of now) if (!before.includes(lane)) model.set(lane, shown);
    // If the open lane is removed, the lane that it was copied from opens, or else the lane above it.
    const made = shown === undefined ? undefined : model.get(shown);
    const above = before.slice(0, view.lane).findLastIndex((_, was) => placeOf(was) >= 0);
    const next =
      now.length < before.length
        ? Math.max(0, made === undefined ? placeOf(above) : now.indexOf(made))
        : view.lane;
    const lane = open < 0 ? next : open;
    const same = notes === view.notes && against === view.against && lane === view.lane;
    return same ? view : { ...view, notes, against, lane };
  };
}
