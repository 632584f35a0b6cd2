/** The pages of gallery and stories: oEmbed documents by their specification, previews, links that open. */
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import { decodeLink } from '../src/index.ts';
import { EXHIBITS, STORIES } from '../src/stories/index.ts';
import { pageFiles } from '../tools/pages.ts';

const engine = await loadEngine();
const SITE = 'https://aqm.example.org/x/';
const files = pageFiles('https://aqm.example.org/x');
const text = (path: string) => String(files.get(path));
const folders = [...EXHIBITS.map(({ id }) => `gallery/${id}`), ...STORIES.map(({ id }) => `stories/${id}`)];
const entities = (html: string) =>
  html.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const attribute = (html: string, before: string) =>
  entities(new RegExp(`${before}="([^"]*)"`).exec(html)?.[1] ?? '');

describe('a page for each scenario of the gallery and each story', () => {
  it('has an oEmbed document of version 1.0, type rich, that the page discovers', () => {
    expect(files.size).toBe(3 * folders.length);
    for (const folder of folders) {
      const found = JSON.parse(text(`${folder}/oembed.json`)) as Record<string, unknown>;
      // oembed.com, 2.3.4: the members that a rich document must have, and those of a thumbnail go together.
      expect(found).toMatchObject({ version: '1.0', type: 'rich', provider_url: SITE });
      expect([found.width, found.height, found.thumbnail_width, found.thumbnail_height]).toEqual([
        800, 640, 600, 314,
      ]);
      const html = String(found.html);
      expect(html).toMatch(/^<iframe src="[^"]*"( [a-z]+="[^"<>]*")*><\/iframe>$/);
      expect(attribute(html, 'src')).toMatch(
        /^https:\/\/aqm\.example\.org\/x\/embed\.html#(s=2|v=learn&story=)/,
      );
      expect(files.has(String(found.thumbnail_url).replace(SITE, ''))).toBe(true);
      const page = text(`${folder}/index.html`);
      expect(attribute(page, 'application/json\\+oembed" href')).toBe(`${SITE}${folder}/oembed.json`);
      expect(attribute(page, 'og:image" content')).toBe(found.thumbnail_url);
    }
  });

  it('opens its scenario: the link is whole', () => {
    for (const { id, scenario } of EXHIBITS) {
      const link = attribute(text(`gallery/${id}/index.html`), 'a href');
      const linked = decodeLink(link.replace('../../', ''), engine);
      expect(linked.ok && linked.scenario.title).toBe((scenario as { title?: string }).title);
    }
  });

  it('has a picture on which lines are', () => {
    for (const folder of folders) {
      const { width, height, data } = PNG.sync.read(files.get(`${folder}/preview.png`) as Buffer);
      expect([width, height]).toEqual([600, 314]);
      // Two lanes may cover each other; one is a line from end to end.
      const columns = new Set<number>();
      for (let at = 0; at < width * height; ++at) if ((data[4 * at] ?? 0) < 240) columns.add(at % width);
      expect(columns.size, folder).toBeGreaterThan(550);
    }
  });

  it('keeps relative addresses without an address of the site, and refuses a wrong one', () => {
    expect(() => pageFiles('aqm.example.org')).toThrow('SITE_URL = aqm.example.org is refused');
    expect(() => pageFiles('https://a.example/"><script>')).toThrow('is refused');
  });
});
