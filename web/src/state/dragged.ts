/** In which part of the page something is dragged: that part shows each step of it, others follow. */
export type PartOfPage = 'curves' | 'queues' | 'words' | 'panel';

/** A name for a gesture of a part: one that goes on has the same. */
export const gestureIn = (part: PartOfPage, name: string): string => `${part} ${name}`;

/** Whether a gesture goes on that is of another part. */
export const isElsewhere = (gesture: string | null, part: PartOfPage): boolean =>
  gesture !== null && !gesture.startsWith(`${part} `);
