/**
 * Embeds the page's font in a file, so that an SVG looks the same on a machine without the font. Text stays
 * text.
 */
import address from '../../../.cache/fonts/source-sans-3-first.woff2?url';

const FACE = 'Source Sans 3 Variable';

/**
 * A style element with the characters that pages and figures use; other characters of a title appear in the
 * reader's own font.
 */
export async function fontStyle(): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The font of the figures could not be loaded: ${answer.status}`);
  const letters = new Uint8Array(await answer.arrayBuffer());
  const data = btoa(Array.from(letters, (byte) => String.fromCharCode(byte)).join(''));
  return (
    `<style>@font-face{font-family:'${FACE}';font-weight:300 700;src:url(data:font/woff2;base64,${data}) ` +
    "format('woff2')}</style>"
  );
}
