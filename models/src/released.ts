/**
 * Every release of every preset, for ever: links are written against them. A preset that is edited gets another release beside those
 * that it had (`npm run generate`); none is changed or taken away.
 */
import { releaseIn, type Release } from './link.ts';
import { presets } from './presets.ts';

/** Canonical texts by preset, the oldest first. */
export type Releases = Readonly<Record<string, readonly string[]>>;

/** Loaded when a link asks for it, or a document that began as a preset is to become a link. */
export const loadReleases = (): Promise<Releases> =>
  import('../released/presets.json', { with: { type: 'json' } }).then(
    (module: { default: unknown }) => module.default as Releases,
  );

/** The release that a link is written against; null: it is on none, or on one that there is not. */
export async function releaseFor(link: string): Promise<Release | null> {
  const asked = releaseIn(link);
  if (asked === undefined) return null;
  const releases = await loadReleases();
  const text = Object.hasOwn(releases, asked.id) ? releases[asked.id]?.[asked.number - 1] : undefined;
  return text === undefined ? null : { ...asked, text };
}

/** The newest release of the preset of that title. */
export function releaseOf(releases: Releases, title: string): Release | null {
  const preset = presets.find((known) => known.title === title);
  const texts = preset === undefined ? undefined : releases[preset.id];
  const text = texts?.at(-1);
  return preset === undefined || texts === undefined || text === undefined
    ? null
    : { id: preset.id, number: texts.length, text };
}
