/** Compares two pictures of a plot, pixel by pixel. */
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

export interface PictureChange {
  /** The number of different pixels, and of all pixels. */
  readonly points: number;
  readonly of: number;
  readonly message: string;
  /** A picture of the differences; absent if the sizes differ. */
  readonly png?: Uint8Array;
}

/** Null: no visible difference. Antialiased edges are ignored. */
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
