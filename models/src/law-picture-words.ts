/** The words of the picture of a law, as they are shown and as they are listed for translators. */
import type { LawPicture } from './law-picture.ts';
import type { AqmInfo } from './types.ts';

/** A picture with each of its words replaced by what `turn` makes of it. Names of the scheme's own stay. */
export function mapWords(
  picture: LawPicture,
  { params, states }: Pick<AqmInfo, 'params' | 'states'>,
  turn: (words: string) => string,
): LawPicture {
  const own = new Set([...params, ...states].map(({ name }) => name));
  const words = (text: string) => (own.has(text) ? text : turn(text));
  return {
    says: words(picture.says),
    plots: picture.plots.map((plot) => ({
      ...plot,
      title: words(plot.title),
      x: { ...plot.x, label: words(plot.x.label) },
      y: { ...plot.y, label: words(plot.y.label) },
      marks: plot.marks.map((mark) => ({ ...mark, label: words(mark.label) })),
      lines: plot.lines.map((line) => ({ ...line, label: words(line.label) })),
      levels: plot.levels.map((level) => ({ ...level, name: words(level.name) })),
    })),
  };
}
