/** The page's font inside a file: an SVG then looks the same on a machine that has not got it. Text stays text. */
import address from '../../../.cache/fonts/source-sans-3-first.woff2?url';

const FACE = 'Source Sans 3 Variable';

/** A style element with the characters that pages and figures are written in; what else a title has is set in the reader's own font. */
export async function fontStyle(): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The font of the figures did not come: ${answer.status}`);
  const letters = new Uint8Array(await answer.arrayBuffer());
  const data = btoa(Array.from(letters, (byte) => String.fromCharCode(byte)).join(''));
  return `<style>@font-face{font-family:'${FACE}';font-weight:300 700;src:url(data:font/woff2;base64,${data}) format('woff2')}</style>`;
}
