import { FONT_FAMILY, SUB_DROP, SUB_SIZE, type Surface } from './surface.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (c) => ENTITIES[c] ?? c);

const round = (value: number): string => String(Math.round(value * 100) / 100);

export interface SvgDocument extends Surface {
  /** The whole file. Lengths are CSS pixels; `widthMm` is the printed width. */
  finish(options: { readonly widthMm: number; readonly title: string; readonly description: string }): string;
}

/** Collects elements; text stays text, so that the figure can be searched, edited and read aloud. */
export function svgSurface(width: number, height: number): SvgDocument {
  const body: string[] = [];
  let clips = 0;
  const paint = (name: string, colour: string, alpha: number) =>
    `${name}="${escapeXml(colour)}"${alpha < 1 ? ` ${name}-opacity="${round(alpha)}"` : ''}`;
  const pathOf = (points: ArrayLike<number>): string => {
    let path = '';
    let down = false;
    for (let i = 0; i + 1 < points.length; i += 2) {
      const x = points[i] ?? NaN;
      const y = points[i + 1] ?? NaN;
      if (Number.isNaN(x + y)) down = false;
      else {
        path += `${down ? 'L' : 'M'}${round(x)} ${round(y)}`;
        down = true;
      }
    }
    return path;
  };
  return {
    line(points, stroke) {
      const dash = (stroke.dash ?? []).map((length) => round(length * stroke.width)).join(' ');
      body.push(
        `<path d="${pathOf(points)}" fill="none" ${paint('stroke', stroke.colour, stroke.alpha ?? 1)} ` +
          `stroke-width="${round(stroke.width)}" stroke-linejoin="round"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}/>`,
      );
    },
    polygon(points, colour, alpha) {
      body.push(`<path d="${pathOf(points)}Z" ${paint('fill', colour, alpha)}/>`);
    },
    rect(x, y, w, h, colour, alpha) {
      body.push(
        `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" ${paint('fill', colour, alpha)} shape-rendering="crispEdges"/>`,
      );
    },
    marks(points, shape, size, colour, alpha) {
      const r = size / 2;
      let path = '';
      for (let i = 0; i + 1 < points.length; i += 2) {
        const x = points[i] ?? NaN;
        const y = points[i + 1] ?? NaN;
        switch (shape) {
          case 'dot':
          case 'ring':
            path += `M${round(x - r)} ${round(y)}a${round(r)} ${round(r)} 0 1 0 ${round(size)} 0a${round(r)} ${round(r)} 0 1 0 ${round(-size)} 0`;
            break;
          case 'square':
            path += `M${round(x - r)} ${round(y - r)}h${round(size)}v${round(size)}h${round(-size)}z`;
            break;
          case 'triangle':
            path += `M${round(x)} ${round(y - r)}l${round(r)} ${round(size)}h${round(-size)}z`;
            break;
          case 'tick':
            path += `M${round(x)} ${round(y - r)}v${round(size)}`;
            break;
        }
      }
      const open = shape === 'ring' || shape === 'tick';
      body.push(
        open
          ? `<path d="${path}" fill="none" ${paint('stroke', colour, alpha)} stroke-width="${round(Math.max(1, size / 4))}"/>`
          : `<path d="${path}" ${paint('fill', colour, alpha)}/>`,
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
      const id = `clip${++clips}`;
      body.push(
        `<clipPath id="${id}"><rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}"/></clipPath>`,
        `<g clip-path="url(#${id})">`,
      );
      draw();
      body.push('</g>');
    },
    finish({ widthMm, title, description }) {
      return (
        `<svg xmlns="http://www.w3.org/2000/svg" width="${widthMm}mm" height="${round((widthMm * height) / width)}mm" ` +
        `viewBox="0 0 ${round(width)} ${round(height)}" font-family="${escapeXml(FONT_FAMILY)}">` +
        `<title>${escapeXml(title)}</title><desc>${escapeXml(description)}</desc>${body.join('\n')}</svg>\n`
      );
    },
  };
}
