import type { ReactNode } from 'react';
import type { App } from './app.ts';
import { useApp } from './context.ts';
import { isElsewhere, type PartOfPage } from './dragged.ts';
import { createPace, type Pace } from './pace.ts';
import { PaceContext } from './paceContext.ts';
import { derived, derivedList, type Readable } from './store.ts';
import { memoBy } from '../base/memoBy.ts';
import { turns } from '../base/turns.ts';

interface Props {
  readonly part: PartOfPage;
  readonly children: ReactNode;
}

/** The value in this part that the reader watches while something is dragged in another part. */
function hurryOf({ runner }: App, part: PartOfPage): Readable<unknown> | undefined {
  if (part === 'curves') return runner.asked;
  if (part !== 'queues') return undefined;
  return derivedList<unknown>(() => [runner.begun.get(), ...runner.slots.get().map(({ result }) => result)]);
}

/** All components of one part share one pace, so they have one turn. */
const pacesOf = memoBy((app: App) => {
  const paces = new Map<PartOfPage, Pace>();
  return (part: PartOfPage): Pace => {
    const found = paces.get(part);
    if (found !== undefined) return found;
    const waits = derived(() => isElsewhere(app.history.get().gesture, part));
    const pace = createPace(waits, turns, hurryOf(app, part));
    paces.set(part, pace);
    return pace;
  };
});

/** A part of the page that updates by turns while something is dragged in another part. */
export function Paced({ part, children }: Props) {
  return <PaceContext value={pacesOf(useApp())(part)}>{children}</PaceContext>;
}
