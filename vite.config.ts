import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import project from './package.json' with { type: 'json' };
import { aqmTexts } from './models/tools/aqm-texts.ts';
import { galleryPages } from './models/tools/pages.ts';
import { storyTexts } from './models/tools/story-texts.ts';
import { engine } from './scripts/vite-engine.ts';
import { offline } from './scripts/vite-offline.ts';
import { font } from './scripts/vite-font.ts';
import { firstLoad } from './scripts/vite-first-load.ts';
import { preload } from './scripts/vite-preload.ts';
import { contentPolicy } from './web/content-policy.ts';

/** The hash of the module that runs packets, as in `aqm --version` and in results. */
const engineId = () =>
  /^packets (\w{16})/m.exec(readFileSync(here('./wasm/prebuilt/sources.sha256'), 'utf8'))?.[1] ?? '';

/** The entries of a release in CHANGELOG.md, without list marks. */
function news(version: string): readonly string[] {
  const sections = readFileSync(here('./CHANGELOG.md'), 'utf8').split(/^## /m);
  const own = sections.find((section) => section.startsWith(`${version}\n`)) ?? '';
  const entries = own.split(/^- /m).slice(1);
  return entries.map((entry) =>
    entry
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/\*\*|`/g, '')
      .trim(),
  );
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('./web'),
  publicDir: here('./public'),
  define: {
    'import.meta.env.AQM_VERSION': JSON.stringify(project.version),
    'import.meta.env.AQM_ENGINE': JSON.stringify(engineId()),
    'import.meta.env.AQM_NEWS': JSON.stringify(news(project.version)),
  },
  // Relative addresses: dist/ works under any path of any static host.
  base: './',
  cacheDir: here('./.cache/vite'),
  // The scales interpolate only numbers; d3-interpolate would add colours, transforms and their parsers.
  resolve: { alias: { 'd3-interpolate': here('./web/src/plots/interpolate.ts') } },
  plugins: [
    engine(),
    font(),
    react(),
    aqmTexts(),
    storyTexts(),
    galleryPages(),
    preload(),
    offline(),
    contentPolicy(),
  ],
  worker: { format: 'es' },
  server: { fs: { allow: [here('.')] } },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    target: 'es2022',
    // A strict content security policy forbids data: addresses, and wasm needs its own MIME type.
    assetsInlineLimit: 0,
    rolldownOptions: {
      preserveEntrySignatures: 'exports-only',
      input: {
        index: here('./web/index.html'),
        embed: here('./web/embed.html'),
        // For pages of other sites, which contain its address: it must not change.
        element: here('./embed/src/embed.ts'),
      },
      output: {
        entryFileNames: ({ name }) => (name === 'element' ? 'embed.js' : 'assets/[name]-[hash].js'),
        codeSplitting: { groups: [{ name: firstLoad }] },
      },
    },
  },
});
