/** Two pictures of a plot, point by point. */
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

export interface PictureChange {
  /** Points that differ, of all. */
  readonly points: number;
  readonly of: number;
  readonly message: string;
  /** The picture of what differs; absent where the sizes do. */
  readonly png?: Uint8Array;
}

/** Null: no point that an eye would see differs. Antialiased edges are no difference. */
export function comparePictures(was: Uint8Array, now: Uint8Array): PictureChange | null {
  const [a, b] = [PNG.sync.read(Buffer.from(was)), PNG.sync.read(Buffer.from(now))];
  if (a.width !== b.width || a.height !== b.height) {
    const message = `the picture has ${b.width} × ${b.height} points, it had ${a.width} × ${a.height}`;
    return { points: b.width * b.height, of: a.width * a.height, message };
  }
  const diff = new PNG({ width: a.width, height: a.height });
  const points = pixelmatch(a.data, b.data, diff.data, a.width, a.height, { threshold: 0.1 });
  if (points === 0) return null;
  const of = a.width * a.height;
  const message = `${points} of the picture's ${of} points differ (${((100 * points) / of).toPrecision(2)} %)`;
  return { points, of, message, png: PNG.sync.write(diff) };
}
