/** Renders the texts of stories and of the gallery during the build: so the page needs no renderer of TeX. */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { renderStory } from '../src/stories/render.ts';
import { mathMl } from './aqm-texts.ts';

const FOLDERS = ['../stories/', '../gallery/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** Vite's own plugin makes a module of what this one gives back, which is JSON again. */
export function storyTexts(): Plugin {
  return {
    name: 'story-texts',
    enforce: 'pre',
    transform(source, id) {
      if (!id.endsWith('.json') || !FOLDERS.some((folder) => id.startsWith(folder))) return undefined;
      return { code: JSON.stringify(renderStory<unknown>(JSON.parse(source), mathMl)), map: null };
    },
  };
}
