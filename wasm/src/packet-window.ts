/** What the events of a window are, in which every packet at a link was recorded. */
import type { PacketWindow } from './types.ts';

/** Values of `PacketWindow.event`. */
export const EVENT = { accepted: 0, marked: 1, early: 2, forced: 3, overflow: 4, departure: 5 } as const;

/** Whether an event is a decision about a packet; the other events are departures. */
export const decides = (event: number): boolean => event !== EVENT.departure;
export const drops = (event: number): boolean => event >= EVENT.early && event <= EVENT.overflow;
export const enters = (event: number): boolean => event === EVENT.accepted || event === EVENT.marked;

/**
 * Whether the decision of a row is about a packet that has been waiting (CoDel decides at the head of the
 * queue). A decision at an arrival has a random number, used or not.
 */
export const isLate = ({ drawn }: Pick<PacketWindow, 'drawn'>, row: number): boolean =>
  Number.isNaN(drawn[row] ?? NaN);

/**
 * How many packets wait beside the packet of a decision. The recorded queue is the one after the decision,
 * without a packet that has found the link idle.
 */
export const foundBy = ({ event, queue }: Pick<PacketWindow, 'event' | 'queue'>, row: number): number =>
  Math.max(0, (queue[row] ?? NaN) - (enters(event[row] ?? NaN) ? 1 : 0));
