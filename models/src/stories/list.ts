/**
 * All stories and the gallery: one file each in models/stories/ and models/gallery/, found by the folder. One
 * chunk of the page, loaded with its view. The Vite plugin `storyTexts`, if present, converts their texts to
 * HTML.
 */
import type { Exhibit } from '../generated/exhibit.ts';
import type { Story } from '../generated/story.ts';

const stories = import.meta.glob<Story>('../../stories/*.json', { eager: true, import: 'default' });
const exhibits = import.meta.glob<Exhibit>('../../gallery/*.json', { eager: true, import: 'default' });

/** In the order of a course. */
export const STORIES: readonly Story[] = Object.values(stories).sort((a, b) => a.order - b.order);

/** In the order of these themes, and then in each theme's own order. */
export const THEMES = [
  'Buffers',
  'Drop early',
  "RED's knobs",
  'Control',
  'Delay',
  'Fairness',
  'Marks and losses',
  'Papers',
] as const satisfies readonly Exhibit['theme'][];
export const EXHIBITS: readonly Exhibit[] = Object.values(exhibits).sort(
  (a, b) => THEMES.indexOf(a.theme) - THEMES.indexOf(b.theme) || a.order - b.order,
);
