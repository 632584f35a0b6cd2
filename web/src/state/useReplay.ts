import { useSyncExternalStore } from 'react';
import type { Replay, ReplayState } from './replay.ts';

/** A part of the replay's state that changes seldom: rendering sixty times a second is what overlays are for. */
export function useReplay<T extends number | boolean>(replay: Replay, select: (state: ReplayState) => T): T {
  return useSyncExternalStore(replay.subscribe, () => select(replay.get()));
}
