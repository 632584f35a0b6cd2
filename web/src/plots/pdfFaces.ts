/**
 * The page's font for figures in PDF (scripts/vite-font.ts makes the files). Loaded when the reader saves a
 * PDF.
 */
import bold from '../../../.cache/fonts/figure-bold.ttf?url';
import italic from '../../../.cache/fonts/figure-italic.ttf?url';
import regular from '../../../.cache/fonts/figure-regular.ttf?url';
import type { Faces } from './pdfSurface.ts';
import { readFace } from './trueType.ts';

async function face(address: string) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the font was answered with status ${answer.status}`);
  return readFace(new Uint8Array(await answer.arrayBuffer()));
}

export async function pdfFaces(): Promise<Faces> {
  const [Regular, Italic, Bold] = await Promise.all([regular, italic, bold].map(face));
  if (Regular === undefined || Italic === undefined || Bold === undefined)
    throw new Error('a face is missing');
  return { Regular, Italic, Bold };
}
