/**
 * The part of the page in which something is dragged: it shows every step of the drag, other parts follow
 * later.
 */
export type PartOfPage = 'curves' | 'queues' | 'words' | 'panel';

/** The name of a gesture in a part. All steps of one gesture have the same name. */
export const gestureIn = (part: PartOfPage, name: string): string => `${part} ${name}`;

/** Whether the present gesture belongs to another part. */
export const isElsewhere = (gesture: string | null, part: PartOfPage): boolean =>
  gesture !== null && !gesture.startsWith(`${part} `);
