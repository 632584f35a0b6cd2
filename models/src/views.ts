/** The views that a link can name, in the page's order; the first is the one that opens without a name. */
export const VIEW_IDS = ['compare', 'fluid', 'flows', 'papers', 'learn', 'study'] as const;
export type ViewId = (typeof VIEW_IDS)[number];

export const isViewId = (text: string): text is ViewId => VIEW_IDS.some((id) => id === text);
