/**
 * Pages with a path of their own for the gallery and the stories: what follows "#" in a link reaches no
 * server, so a link cannot have a preview. Each page has a title, a description, a picture (Open Graph), and
 * the discovery of its oEmbed document (oembed.com, version 1.0); it opens the page itself.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { THUMBNAILS } from '../src/generated/thumbnails.ts';
import { encodeLink, type Scenario } from '../src/index.ts';
import type { Exhibit } from '../src/generated/exhibit.ts';
import type { Story } from '../src/generated/story.ts';
import { HEIGHT, previewOf, WIDTH } from './preview.ts';

interface Page {
  /** Its folder: "gallery/early-or-late". */
  readonly path: string;
  readonly title: string;
  readonly about: string;
  /** The part of a link after the page: "#s=…". */
  readonly fragment: string;
  readonly paths: readonly string[];
}

const PROVIDER = 'AQM Explorer';
/** Pixels of the frame that an oEmbed document gives. */
const [FRAME_WIDTH, FRAME_HEIGHT] = [800, 640];

function documents(name: string): readonly unknown[] {
  const folder = fileURLToPath(new URL(`../${name}/`, import.meta.url));
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => JSON.parse(readFileSync(folder + file, 'utf8')) as unknown);
}

function pages(): readonly Page[] {
  const gallery = (documents('gallery') as readonly Exhibit[]).map(
    ({ id, finding, scenario, look }): Page => {
      const { title = id } = scenario as Scenario;
      const [from, to] = look.span ?? [];
      const fields = {
        ...(from !== undefined && to !== undefined && { span: `${from}_${to}` }),
        ...(look.extra !== undefined && { extra: look.extra }),
      };
      return {
        path: `gallery/${id}`,
        title,
        about: finding,
        fragment: encodeLink(scenario as Scenario, fields),
        paths: THUMBNAILS[id] ?? [],
      };
    },
  );
  const stories = (documents('stories') as readonly Story[]).map(({ id, title, idea, steps }): Page => ({
    path: `stories/${id}`,
    title,
    about: idea,
    fragment: `#v=learn&story=${id}`,
    paths: THUMBNAILS[steps[0]?.exhibit ?? ''] ?? [],
  }));
  return [...gallery, ...stories];
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function htmlOf({ path, title, about, fragment }: Page, base: string): string {
  const [name, told, here] = [escaped(title), escaped(about), `${base}${path}/`];
  const open = escaped(`../../${fragment}`);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self'" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta http-equiv="refresh" content="0; url=${open}" />
    <title>${name} – ${PROVIDER}</title>
    <meta name="description" content="${told}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="${PROVIDER}" />
    <meta property="og:title" content="${name}" />
    <meta property="og:description" content="${told}" />
    <meta property="og:url" content="${here}" />
    <meta property="og:image" content="${here}preview.png" />
    <meta property="og:image:width" content="${WIDTH}" />
    <meta property="og:image:height" content="${HEIGHT}" />
    <meta name="twitter:card" content="summary_large_image" />
    <link rel="alternate" type="application/json+oembed" href="${here}oembed.json" title="${name}" />
  </head>
  <body>
    <h1>${name}</h1>
    <p>${told}</p>
    <p><a href="${open}">Open in ${PROVIDER}</a></p>
    <img src="preview.png" width="${WIDTH}" height="${HEIGHT}" alt="Queues over time" />
  </body>
</html>
`;
}

function oembedOf({ path, title, fragment }: Page, base: string): string {
  const src = escaped(`${base}embed.html${fragment}`);
  return `${JSON.stringify(
    {
      version: '1.0',
      type: 'rich',
      title,
      provider_name: PROVIDER,
      provider_url: base,
      html: `<iframe src="${src}" title="${escaped(`${PROVIDER}: ${title}`)}" width="${FRAME_WIDTH}" height="${FRAME_HEIGHT}" style="border: 0; max-width: 100%"></iframe>`,
      width: FRAME_WIDTH,
      height: FRAME_HEIGHT,
      thumbnail_url: `${base}${path}/preview.png`,
      thumbnail_width: WIDTH,
      thumbnail_height: HEIGHT,
    },
    null,
    2,
  )}\n`;
}

/**
 * Every file by its path. `site`: the address of the site, "https://aqm.example.org/"; without it addresses
 * are relative to the page's folder, which other programs do not follow.
 */
export function pageFiles(site: string | undefined): ReadonlyMap<string, string | Buffer> {
  if (site !== undefined && !/^https?:\/\/[^\s"<>#?]+$/.test(site))
    throw new Error(
      `SITE_URL = ${site} is refused: an address such as https://aqm.example.org/aqm/ is needed`,
    );
  const base = site === undefined ? '../../' : site.replace(/\/*$/, '/');
  return new Map<string, string | Buffer>(
    pages().flatMap((page) => [
      [`${page.path}/index.html`, htmlOf(page, base)] as const,
      [`${page.path}/oembed.json`, oembedOf(page, base)] as const,
      [`${page.path}/preview.png`, previewOf(page.paths)] as const,
    ]),
  );
}

/** Adds the pages to a build. */
export function galleryPages(): Plugin {
  return {
    name: 'gallery-pages',
    apply: 'build',
    generateBundle() {
      for (const [fileName, source] of pageFiles(process.env.SITE_URL))
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
