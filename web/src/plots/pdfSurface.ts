/**
 * Writes a figure as a page of PDF 1.4 (ISO 32000-1): vectors with embedded fonts, as journals require. The
 * file is small and searchable, and needs no library.
 */
import { strToU8, zlibSync } from 'fflate';
import type { Path } from 'd3-path';
import { bandOutline, outlineOf, traceLine, traceMarks } from './paths.ts';
import { SUB_DROP, SUB_SIZE, type Stroke, type Surface, type TextStyle } from './surface.ts';
import type { Face } from './trueType.ts';

/** Points per CSS pixel. */
const POINTS = 72 / 96;

/** The font styles in figures. */
export type Faces = Readonly<Record<'Regular' | 'Italic' | 'Bold', Face>>;

/** The characters whose codes in WinAnsiEncoding differ from Unicode (annex D.2). */
const ENCODED: Readonly<Record<string, number>> = {
  '\u2013': 0x96, '\u2014': 0x97, '\u2018': 0x91, '\u2019': 0x92, '\u201c': 0x93, '\u201d': 0x94, '\u2026': 0x85,
  '\u2212': 0x96, '\u2009': 0x20, '\u2007': 0x20,
}; // prettier-ignore

const codesOf = (text: string): readonly number[] =>
  Array.from(text, (letter) => {
    const code = ENCODED[letter] ?? letter.codePointAt(0) ?? 63;
    return code > 255 ? 63 : code;
  });
const BACK = new Map(Object.entries(ENCODED).map(([letter, code]) => [code, letter.codePointAt(0) ?? 32]));
BACK.set(0x96, 0x2013).set(0x20, 0x20);
/** The character with a code. */
const letterOf = (code: number): number => BACK.get(code) ?? code;
const widthOf = (face: Face, text: string, size: number): number =>
  (codesOf(text).reduce((sum, code) => sum + face.widthOf(letterOf(code)), 0) * size) / 1000;
const hex = (text: string): string =>
  `<${codesOf(text)
    .map((code) => code.toString(16).padStart(2, '0'))
    .join('')}>`;

const number = (value: number): string => String(Math.round(value * 1000) / 1000);

/** "#rrggbb" or "rgb(r, g, b)", as browsers write colours. */
function rgb(colour: string): string {
  const parts = colour.startsWith('#')
    ? [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16))
    : [...colour.matchAll(/[\d.]+/g)].slice(0, 3).map(([part]) => Number(part));
  return parts.map((part) => number(part / 255)).join(' ');
}

/** A circle made of four Bézier curves differs by 0.03 % of its radius. */
const ROUND = 0.5522847498;

export interface PdfPage extends Surface {
  /** Draws lower by this many pixels. */
  lowered(by: number, draw: () => void): void;
  finish(options: { readonly title: string; readonly subject: string }): Uint8Array;
}

export function pdfSurface(width: number, height: number, faces: Faces): PdfPage {
  const [w, h] = [width * POINTS, height * POINTS];
  const body: string[] = [`${number(POINTS)} 0 0 ${number(-POINTS)} 0 ${number(h)} cm`];
  const alphas = new Map<string, string>();
  const used = new Set<keyof Faces>();
  const put = (...words: readonly string[]) => body.push(words.join(' '));
  const xy = (x: number, y: number) => `${number(x)} ${number(y)}`;

  /** The pen that d3-path draws with. */
  const pen = {
    moveTo: (x: number, y: number) => put(xy(x, y), 'm'),
    lineTo: (x: number, y: number) => put(xy(x, y), 'l'),
    closePath: () => put('h'),
    rect: (x: number, y: number, rw: number, rh: number) => put(xy(x, y), xy(rw, rh), 're'),
    arc: (x: number, y: number, r: number) => {
      const k = ROUND * r;
      put(xy(x + r, y), 'm');
      put(xy(x + r, y + k), xy(x + k, y + r), xy(x, y + r), 'c');
      put(xy(x - k, y + r), xy(x - r, y + k), xy(x - r, y), 'c');
      put(xy(x - r, y - k), xy(x - k, y - r), xy(x, y - r), 'c');
      put(xy(x + k, y - r), xy(x + r, y - k), xy(x + r, y), 'c h');
    },
  } as unknown as Path;

  const inked = (alpha: number, draw: () => void) => {
    put('q');
    if (alpha < 1) {
      const value = number(alpha);
      const name = alphas.get(value) ?? `G${alphas.size}`;
      alphas.set(value, name);
      put(`/${name} gs`);
    }
    draw();
    put('Q');
  };
  const stroked = ({ colour, width: thick, dash, alpha = 1 }: Stroke, draw: () => void) =>
    inked(alpha, () => {
      put(rgb(colour), 'RG', number(thick), 'w 1 j');
      if (dash !== undefined && dash.length > 0)
        put(`[${dash.map((length) => number(length * thick)).join(' ')}] 0 d`);
      draw();
      put('S');
    });
  const filled = (colour: string, alpha: number, draw: () => void) =>
    inked(alpha, () => {
      put(rgb(colour), 'rg');
      draw();
      put('f');
    });

  return {
    line: (points, stroke) => stroked(stroke, () => traceLine(pen, points)),
    polygon: (points, colour, alpha) => filled(colour, alpha, () => traceLine(pen, points)),
    band: (x, upper, lower, colour, alpha) =>
      filled(colour, alpha, () => traceLine(pen, bandOutline(x, upper, lower))),
    rect: (x, y, rw, rh, colour, alpha) => filled(colour, alpha, () => pen.rect(x, y, rw, rh)),
    marks: (points, shape, size, colour, alpha) => {
      const outline = outlineOf(shape, size);
      const draw = () => traceMarks(pen, points, shape, size);
      if (outline === null) filled(colour, alpha, draw);
      else stroked({ colour, width: outline, alpha }, draw);
    },
    text: (x, y, parts, { colour, size, anchor = 'start', weight = 400, upright = false }: TextStyle) => {
      const sizeOf = (sub: boolean) => (sub ? size * SUB_SIZE : size);
      const faceOf = (italic: boolean) => (weight > 500 ? 'Bold' : italic ? 'Italic' : 'Regular');
      const long = parts.reduce(
        (sum, { text, italic, sub }) => sum + widthOf(faces[faceOf(italic)], text, sizeOf(sub)),
        0,
      );
      let at = anchor === 'middle' ? -long / 2 : anchor === 'end' ? -long : 0;
      for (const { text, italic, sub } of parts) {
        const face = faceOf(italic);
        used.add(face);
        const down = sub ? size * SUB_DROP : 0;
        const matrix = upright ? `0 -1 -1 0 ${xy(x + down, y - at)}` : `1 0 0 -1 ${xy(x + at, y + down)}`;
        put('BT', rgb(colour), 'rg', `/${face} ${number(sizeOf(sub))} Tf ${matrix} Tm ${hex(text)} Tj ET`);
        at += widthOf(faces[face], text, sizeOf(sub));
      }
    },
    clipped: (x, y, cw, ch, draw) => {
      put('q', xy(x, y), xy(cw, ch), 're W n');
      draw();
      put('Q');
    },
    lowered: (by, draw) => {
      put('q 1 0 0 1 0', number(by), 'cm');
      draw();
      put('Q');
    },
    finish: ({ title, subject }) => {
      const content = zlibSync(strToU8(body.join('\n'), true));
      const states = [...alphas].map(([value, name]) => `/${name} << /ca ${value} /CA ${value} >>`).join(' ');
      const set = [...used];
      const fonts = set.map((name, i) => `/${name} ${FIRST_FONT + 3 * i} 0 R`).join(' ');
      const unicode = (text: string) =>
        `<feff${Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0')).join('')}>`;
      return written([
        ['<< /Type /Catalog /Pages 2 0 R >>'],
        ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
        [
          `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${number(w)} ${number(h)}] /Contents 4 0 R ` +
            `/Resources << /Font << ${fonts} >> /ExtGState << ${states} >> >> >>`,
        ],
        [`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`, content, '\nendstream'],
        [`<< /Title ${unicode(title)} /Subject ${unicode(subject)} /Creator (AQM Explorer) >>`],
        ...set.flatMap((name, i) => embedded(`AQMEXP+SourceSans3-${name}`, faces[name], FIRST_FONT + 3 * i)),
      ]);
    },
  };
}

/** The number of the first font's first object. */
const FIRST_FONT = 6;

/** A font, its descriptor and its file, as the objects from `first` on (9.6.3, 9.8, 9.9). */
function embedded(name: string, face: Face, first: number): (string | Uint8Array)[][] {
  const widths = Array.from({ length: 224 }, (_, i) => Math.round(face.widthOf(letterOf(32 + i))));
  const [ascent, descent, capital] = [face.ascent, face.descent, face.capHeight].map(Math.round);
  // Flags (9.8.2): letters of the standard set, and italic.
  const flags = face.italicAngle === 0 ? 32 : 96;
  const packed = zlibSync(face.bytes);
  return [
    [
      `<< /Type /Font /Subtype /TrueType /BaseFont /${name} /FirstChar 32 /LastChar 255 /Widths ` +
        `[${widths.join(' ')}] ` +
        `/Encoding /WinAnsiEncoding /FontDescriptor ${first + 1} 0 R >>`,
    ],
    [
      `<< /Type /FontDescriptor /FontName /${name} /Flags ${flags} /FontBBox [${face.box.map(Math.round).join(' ')}] ` +
        `/ItalicAngle ${number(face.italicAngle)} /Ascent ${ascent} /Descent ${descent} /CapHeight ${capital} ` +
        `/StemV 80 /FontFile2 ${first + 2} 0 R >>`,
    ],
    [
      `<< /Length ${packed.length} /Length1 ${face.bytes.length} /Filter /FlateDecode >>\nstream\n`,
      packed,
      '\nendstream',
    ],
  ];
}

/**
 * A file of these objects, numbered from 1, with the table of their offsets (7.5.4). The first object is the
 * root, the fifth has the file's metadata.
 */
function written(objects: readonly (readonly (string | Uint8Array)[])[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  const add = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? strToU8(part, true) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  add('%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n');
  const starts = objects.map((object, i) => {
    const start = length;
    add(`${i + 1} 0 obj\n`);
    for (const part of object) add(part);
    add('\nendobj\n');
    return start;
  });
  const table = length;
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`);
  for (const start of starts) add(`${String(start).padStart(10, '0')} 00000 n \n`);
  add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  const file = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}
