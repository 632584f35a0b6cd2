/**
 * The views of the page, by their words in links. They are in the page's order; the first opens if a link
 * names none.
 */
export const VIEW_NAMES = {
  compare: 'Compare',
  fluid: 'Fluid and stability',
  flows: 'Flows',
  papers: 'Papers',
  learn: 'Learn',
  study: 'Study',
  cards: 'Cards',
} as const;
export type ViewId = keyof typeof VIEW_NAMES;
export const VIEW_IDS = Object.keys(VIEW_NAMES) as [ViewId, ...ViewId[]];

export const isViewId = (text: string): text is ViewId => Object.hasOwn(VIEW_NAMES, text);
