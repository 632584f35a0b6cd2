/**
 * The search index of every AQM that has a text: one chunk, loaded with the first search. Needs the Vite
 * plugin `aqmTexts`.
 */
import type { AqmIndexEntry } from './aqm-facts.ts';

const entries = import.meta.glob<AqmIndexEntry>('../aqm/*.md', {
  query: '?index',
  import: 'default',
  eager: true,
});

export const aqmIndex: ReadonlyMap<string, AqmIndexEntry> = new Map(
  Object.values(entries).map((entry) => [entry.id, entry]),
);
