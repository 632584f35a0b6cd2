/**
 * The picture of a scheme that has no drop curve, as data beside its text (models/pictures/<id>.json): what its law says, drawn against
 * what a run recorded. Formulas are read by `readFormula`. They may use the scheme's parameters and recorded states by their names, and
 * what `RECORDED` and `OF_THE_LINK` list; a formula of a line has x besides, that of the drift x and y.
 */

/**
 * What every run records, as means of half a second: packets that wait, that queue over the capacity (s), packets let in a second, and
 * packets that the scheme dropped or marked a second.
 */
export const RECORDED = ['queue', 'delay', 'accepted', 'signals'] as const;
export type Recorded = (typeof RECORDED)[number];

/** The link that the scheme manages: packets/s and packets. */
export const OF_THE_LINK = ['capacity', 'buffer'] as const;
export type OfTheLink = (typeof OF_THE_LINK)[number];

export interface PictureAxis {
  readonly label: string;
  readonly symbol?: string;
  readonly unit: string;
  /** The axis reaches this at least. */
  readonly end?: string;
}

export interface PicturePlot {
  /** Among the plots of the page: `law-gap`. */
  readonly name: string;
  readonly title: string;
  readonly x: PictureAxis & { readonly of: string };
  readonly y: PictureAxis;
  /** What was recorded, a dot each half second; with `when` only where that is 1 all the time. */
  readonly marks: readonly { readonly label: string; readonly of: string; readonly when?: string }[];
  /** What the law says of y at an x. */
  readonly lines: readonly { readonly label: string; readonly of: string; readonly from?: string }[];
  readonly levels: readonly { readonly axis: 'x' | 'y'; readonly name: string; readonly at: string }[];
  /** Above 0: y grows while x stays what it is; below: it falls. */
  readonly drift?: string;
}

export interface LawPicture {
  /** What is seen, in a sentence or two. */
  readonly says: string;
  readonly plots: readonly PicturePlot[];
}

const pictures = import.meta.glob<LawPicture>('../pictures/*.json', { import: 'default' });

/** The picture of an AQM of the catalogue; undefined where it has a drop curve, or nothing to draw. */
export const loadLawPicture = async (id: string): Promise<LawPicture | undefined> =>
  pictures[`../pictures/${id}.json`]?.();
