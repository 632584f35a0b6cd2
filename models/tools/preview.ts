/** The picture of a page in other programs: the small picture of the gallery, larger and as PNG. */
import { PNG } from 'pngjs';

export const [WIDTH, HEIGHT] = [600, 314];
const MARGIN = 20;
/** The size of the paths (models/src/generated/thumbnails.ts). */
const [FROM_WIDTH, FROM_HEIGHT] = [120, 48];
/** Half of a line's width, pixels. */
const HALF = 2;
const GROUND = [253, 252, 250] as const;
/** The first two lanes in the page's light colours. */
const COLOURS = [
  [0, 114, 178],
  [213, 94, 0],
] as const;

interface Point {
  readonly x: number;
  readonly y: number;
}

const pointsOf = (path: string): readonly Point[] =>
  [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => ({
    x: MARGIN + (Number(x) / FROM_WIDTH) * (WIDTH - 2 * MARGIN),
    y: MARGIN + (Number(y) / FROM_HEIGHT) * (HEIGHT - 2 * MARGIN),
  }));

function distance({ x, y }: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / length));
  return Math.hypot(x - a.x - along * dx, y - a.y - along * dy);
}

/** The covered share of each pixel by a line through the points. */
function coverage(points: readonly Point[]): Float32Array {
  const covered = new Float32Array(WIDTH * HEIGHT);
  points.slice(1).forEach((b, i) => {
    const a = points[i] ?? b;
    const reach = HALF + 1;
    for (let y = Math.floor(Math.min(a.y, b.y) - reach); y <= Math.max(a.y, b.y) + reach; ++y)
      for (let x = Math.floor(Math.min(a.x, b.x) - reach); x <= Math.max(a.x, b.x) + reach; ++x) {
        if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT) continue;
        const share = Math.max(0, Math.min(1, HALF + 0.5 - distance({ x: x + 0.5, y: y + 0.5 }, a, b)));
        const at = y * WIDTH + x;
        covered[at] = Math.max(covered[at] ?? 0, share);
      }
  });
  return covered;
}

export function previewOf(paths: readonly string[]): Buffer {
  const png = new PNG({ width: WIDTH, height: HEIGHT, colorType: 2 });
  const layers = paths.map((path) => coverage(pointsOf(path)));
  for (let at = 0; at < WIDTH * HEIGHT; ++at) {
    for (const channel of [0, 1, 2] as const) {
      const value = layers.reduce<number>((under, layer, lane) => {
        const share = layer[at] ?? 0;
        return under * (1 - share) + (COLOURS[lane % 2]?.[channel] ?? 0) * share;
      }, GROUND[channel]);
      png.data[4 * at + channel] = Math.round(value);
    }
    png.data[4 * at + 3] = 255;
  }
  return PNG.sync.write(png, { colorType: 2, deflateLevel: 9 });
}
