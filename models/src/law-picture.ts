/**
 * The picture of a scheme without a drop curve, as data beside its text (models/pictures/<id>.json): its law,
 * drawn against recorded values of a run. Formulas are read by `readFormula`. They may use the scheme's
 * parameters and recorded states by name, and the names in `RECORDED` and `OF_THE_LINK`. The formula of a
 * line also has x, that of the drift x and y.
 */

/**
 * Values that every run records, as means of half a second: waiting packets, the queue divided by the
 * capacity (s), accepted packets per second, and packets per second that the scheme dropped or marked.
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
  /** The smallest end of the axis. */
  readonly end?: string;
}

export interface PicturePlot {
  /** The name among the plots of the page: `law-gap`. */
  readonly name: string;
  readonly title: string;
  readonly x: PictureAxis & { readonly of: string };
  readonly y: PictureAxis;
  /** Recorded values, one dot for each half second; with `when`, only while its value is 1 all the time. */
  readonly marks: readonly { readonly label: string; readonly of: string; readonly when?: string }[];
  /** The law's y as a function of x. */
  readonly lines: readonly { readonly label: string; readonly of: string; readonly from?: string }[];
  readonly levels: readonly { readonly axis: 'x' | 'y'; readonly name: string; readonly at: string }[];
  /** Positive if y grows at constant x, negative if it falls. */
  readonly drift?: string;
}

export interface LawPicture {
  /** A description of the picture, in a sentence or two. */
  readonly says: string;
  readonly plots: readonly PicturePlot[];
}

const pictures = import.meta.glob<LawPicture>('../pictures/*.json', { import: 'default' });

/** The picture of an AQM of the catalogue; undefined if it has a drop curve, or nothing to draw. */
export const loadLawPicture = async (id: string): Promise<LawPicture | undefined> =>
  pictures[`../pictures/${id}.json`]?.();
