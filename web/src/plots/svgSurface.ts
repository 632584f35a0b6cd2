import { pathRound, type Path } from 'd3-path';
import { bandOutline, outlineOf, traceLine, traceMarks } from './paths.ts';
import type { Values } from './m4.ts';
import { FONT_FAMILY, SUB_DROP, SUB_SIZE, type Surface } from './surface.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/**
 * Characters that XML 1.0 (section 2.2) does not allow: control characters, lone surrogates, and two
 * noncharacters.
 */
const NO_CHARACTER = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const escapeXml = (text: string): string =>
  text.replace(NO_CHARACTER, '\ufffd').replace(/[&<>"]/g, (c) => ENTITIES[c] ?? c);

const round = (value: number): string => String(Math.round(value * 100) / 100);

export interface SvgDocument extends Surface {
  /** The drawing, for use inside an SVG element. */
  readonly markup: () => string;
  /** The whole file. Lengths are CSS pixels; `widthMm` is the printed width. */
  finish(options: { readonly widthMm: number; readonly title: string; readonly description: string }): string;
}

/** Collects elements; text stays text, so that the figure can be searched, edited and read aloud. */
/** `name` is part of the ids inside, so that the clip paths of two drawings in one page do not conflict. */
export function svgSurface(width: number, height: number, name = ''): SvgDocument {
  const body: string[] = [];
  let clips = 0;
  const paint = (name: string, colour: string, alpha: number) =>
    `${name}="${escapeXml(colour)}"${alpha < 1 ? ` ${name}-opacity="${round(alpha)}"` : ''}`;
  const pathOf = (trace: (pen: Path) => void): string => {
    const pen = pathRound(2);
    trace(pen);
    return pen.toString();
  };
  const fill = (points: Values, colour: string, alpha: number) => {
    body.push(`<path d="${pathOf((pen) => traceLine(pen, points))}Z" ${paint('fill', colour, alpha)}/>`);
  };
  return {
    line(points, stroke) {
      const dash = (stroke.dash ?? []).map((length) => round(length * stroke.width)).join(' ');
      body.push(
        `<path d="${pathOf((pen) => traceLine(pen, points))}" fill="none" ` +
          `${paint('stroke', stroke.colour, stroke.alpha ?? 1)} ` +
          `stroke-width="${round(stroke.width)}" ` +
          `stroke-linejoin="round"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}/>`,
      );
    },
    polygon: fill,
    band: (x, upper, lower, colour, alpha) => fill(bandOutline(x, upper, lower), colour, alpha),
    rect(x, y, w, h, colour, alpha) {
      body.push(
        `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" ` +
          `${paint('fill', colour, alpha)} shape-rendering="crispEdges"/>`,
      );
    },
    marks(points, shape, size, colour, alpha) {
      const path = pathOf((pen) => traceMarks(pen, points, shape, size));
      const outline = outlineOf(shape, size);
      body.push(
        outline === null
          ? `<path d="${path}" ${paint('fill', colour, alpha)}/>`
          : `<path d="${path}" fill="none" ${paint('stroke', colour, alpha)} stroke-width="${round(outline)}"/>`,
      );
    },
    text(x, y, parts, style) {
      const spans = parts.map((part, i) => {
        const lowered = part.sub ? style.size * SUB_DROP : 0;
        const before = parts[i - 1]?.sub === true ? style.size * SUB_DROP : 0;
        const dy = lowered - before;
        return (
          `<tspan${dy === 0 ? '' : ` dy="${round(dy)}"`}${part.italic ? ' font-style="italic"' : ''}` +
          `${part.sub ? ` font-size="${round(style.size * SUB_SIZE)}"` : ''}>${escapeXml(part.text)}</tspan>`
        );
      });
      body.push(
        `<text ${style.upright === true ? `transform="translate(${round(x)} ${round(y)}) rotate(-90)"` : `x="${round(x)}" y="${round(y)}"`} font-size="${round(style.size)}" fill="${escapeXml(style.colour)}" ` +
          `text-anchor="${style.anchor ?? 'start'}"${style.weight === undefined ? '' : ` font-weight="${style.weight}"`}>` +
          `${spans.join('')}</text>`,
      );
    },
    clipped(x, y, w, h, draw) {
      const id = `clip${name}-${++clips}`;
      body.push(
        `<clipPath id="${id}"><rect x="${round(x)}" y="${round(y)}" width="${round(w)}" ` +
          `height="${round(h)}"/></clipPath>`,
        `<g clip-path="url(#${id})">`,
      );
      draw();
      body.push('</g>');
    },
    markup: () => body.join(''),
    finish({ widthMm, title, description }) {
      return (
        `<svg xmlns="http://www.w3.org/2000/svg" width="${widthMm}mm" ` +
        `height="${round((widthMm * height) / width)}mm" ` +
        `viewBox="0 0 ${round(width)} ${round(height)}" font-family="${escapeXml(FONT_FAMILY)}">` +
        `<title>${escapeXml(title)}</title><desc>${escapeXml(description)}</desc>${body.join('\n')}</svg>\n`
      );
    },
  };
}
