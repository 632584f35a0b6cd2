/**
 * The report of changes: a list in words, then the pictures side by side. One file that contains the
 * pictures.
 */
import type { Change } from './golden.ts';

export interface Pictures {
  readonly title: string;
  readonly message: string;
  readonly was: Uint8Array;
  readonly now: Uint8Array;
  readonly diff?: Uint8Array;
}
export interface Reported {
  readonly name: string;
  readonly tolerance: string;
  readonly changes: readonly Change[];
  readonly because: readonly string[];
  readonly pictures: readonly Pictures[];
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const image = (png: Uint8Array | undefined, what: string): string =>
  png === undefined
    ? ''
    : `<figure><figcaption>${what}</figcaption><img alt="${what}" ` +
      `src="data:image/png;base64,${Buffer.from(png).toString('base64')}"></figure>`;

export function reportHtml(all: readonly Reported[]): string {
  const sections = all.map(
    ({ name, tolerance, changes, because, pictures }) => `<section><h2>${escape(name)}</h2>
<p>Tolerance: ${escape(tolerance)}.</p>
${because.length === 0 ? '' : `<p><strong>What changed the runs: ${because.map(escape).join('; ')}.</strong></p>`}
<ul>${changes.map(({ kind, message }) => `<li><b>${kind}</b> ${escape(message)}</li>`).join('\n')}</ul>
${pictures.map(({ title, message, was, now, diff }) => `<h3>${escape(title)}</h3><p>${escape(message)}</p><div class="three">${image(was, 'was')}${image(now, 'is now')}${image(diff, 'difference')}</div>`).join('\n')}
</section>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>What changed of the plots</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<style>body{font:15px/1.45 system-ui,sans-serif;margin:2rem;max-width:120rem;color:#222;background:#fff}
.three{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(24rem,1fr))}figure{margin:0}img{max-width:100%;border:1px solid #ccc}
li{margin:.2rem 0;overflow-wrap:anywhere}section{border-top:1px solid #ccc}</style>
<h1>What changed of the plots</h1>
${sections.join('\n')}
</html>
`;
}
