/**
 * The properties of a TrueType font that a PDF states besides its bytes (ISO 32000-1, 9.8), read from the
 * font's tables (OpenType: head, hhea, hmtx, cmap, OS/2, post).
 */
export interface Face {
  readonly bytes: Uint8Array;
  /**
   * Thousandths of the font size. For a character that the font does not have: the width of its placeholder
   * box.
   */
  widthOf(codePoint: number): number;
  /** Thousandths of the font size: left, bottom, right and top of the area that letters cover. */
  readonly box: readonly number[];
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  /** Degrees; negative if letters lean to the right. */
  readonly italicAngle: number;
}

export function readFace(bytes: Uint8Array): Face {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, number>();
  for (let i = 0; i < view.getUint16(4); ++i) {
    const at = 12 + 16 * i;
    tables.set(String.fromCharCode(...bytes.subarray(at, at + 4)), view.getUint32(at + 8));
  }
  const table = (name: string): number => {
    const at = tables.get(name);
    if (at === undefined) throw new Error(`the font has no table "${name}"`);
    return at;
  };
  const [head, hhea, os2] = [table('head'), table('hhea'), table('OS/2')];
  const thousandths = (units: number) => (1000 * units) / view.getUint16(head + 18);
  const long = view.getUint16(hhea + 34);
  const glyphOf = glyphs(view, table('cmap'));
  return {
    bytes,
    widthOf: (codePoint) =>
      thousandths(view.getUint16(table('hmtx') + 4 * Math.min(glyphOf(codePoint), long - 1))),
    box: [36, 38, 40, 42].map((at) => thousandths(view.getInt16(head + at))),
    ascent: thousandths(view.getInt16(hhea + 4)),
    descent: thousandths(view.getInt16(hhea + 6)),
    capHeight: thousandths(view.getInt16(os2 + 88)),
    italicAngle: view.getInt32(table('post') + 4) / 65536,
  };
}

/** From a character of the basic plane to its glyph, 0 if there is none: the Windows table, format 4. */
function glyphs(view: DataView, cmap: number): (codePoint: number) => number {
  const subtables = Array.from({ length: view.getUint16(cmap + 2) }, (_, i) => cmap + 4 + 8 * i);
  const windows = subtables.find((at) => view.getUint16(at) === 3 && view.getUint16(at + 2) === 1);
  const at = windows === undefined ? NaN : cmap + view.getUint32(windows + 4);
  if (Number.isNaN(at) || view.getUint16(at) !== 4)
    throw new Error('the font has no Unicode table of format 4');
  const twice = view.getUint16(at + 6);
  const [ends, starts, deltas, offsets] = [
    at + 14,
    at + 16 + twice,
    at + 16 + 2 * twice,
    at + 16 + 3 * twice,
  ];
  return (codePoint) => {
    for (let i = 0; i < twice; i += 2) {
      if (codePoint > view.getUint16(ends + i)) continue;
      const start = view.getUint16(starts + i);
      if (codePoint < start) return 0;
      const offset = view.getUint16(offsets + i);
      const found = offset === 0 ? codePoint : view.getUint16(offsets + i + offset + 2 * (codePoint - start));
      return found === 0 ? 0 : (found + view.getUint16(deltas + i)) % 65536;
    }
    return 0;
  };
}
