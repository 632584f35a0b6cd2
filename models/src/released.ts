/**
 * Every release of every preset, for ever, because links are encoded against them. Editing a preset adds a
 * release to its earlier ones (`npm run generate`); no release is changed or removed.
 */
import { releaseIn, type Release } from './link.ts';
import { presets } from './presets.ts';

/** Canonical texts by preset, the oldest first. */
export type Releases = Readonly<Record<string, readonly string[]>>;

/** Loaded when a link needs it, or when a document made from a preset is turned into a link. */
export const loadReleases = (): Promise<Releases> =>
  import('../released/presets.json', { with: { type: 'json' } }).then(
    (module: { default: unknown }) => module.default as Releases,
  );

/** The release that a link is encoded against; null if it uses none, or one that does not exist. */
export async function releaseFor(link: string): Promise<Release | null> {
  const asked = releaseIn(link);
  if (asked === undefined) return null;
  const releases = await loadReleases();
  const text = Object.hasOwn(releases, asked.id) ? releases[asked.id]?.[asked.number - 1] : undefined;
  return text === undefined ? null : { ...asked, text };
}

/** The newest release of the preset with this title. */
export function releaseOf(releases: Releases, title: string): Release | null {
  const preset = presets.find((known) => known.title === title);
  const texts = preset === undefined ? undefined : releases[preset.id];
  const text = texts?.at(-1);
  return preset === undefined || texts === undefined || text === undefined
    ? null
    : { id: preset.id, number: texts.length, text };
}
