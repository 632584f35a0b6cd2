/**
 * The page's address: what it says about the document, the view and the playhead, and how it follows them.
 */
import { t } from '../../../models/src/language.ts';
import {
  decodeLink,
  encodeLink,
  loadReleases,
  releaseFor,
  releaseIn,
  releaseOf,
  type DecodedLink,
  type Release,
  type Releases,
  type Scenario,
  type ViewFields,
} from '../../../models/src/index.ts';
import type { Engine } from '../../../wasm/src/types.ts';
import { knownLesson } from './lesson.ts';
import type { Notices } from './notices.ts';
import type { Place } from './place.ts';
import type { Replay } from './replay.ts';
import type { Store } from './store.ts';
import {
  initialMoment,
  linkedView,
  linkFields,
  MOMENT,
  readFields,
  VIEW,
  within,
  type Moment,
  type ViewState,
} from './view.ts';

export interface Address {
  /** Decodes the link in the address and sets the view to what the link says. */
  readonly enter: () => DecodedLink;
  /** For an address without a scenario: sets the view to what the address says. */
  readonly look: () => void;
  /**
   * After the view has been set: moves the playhead to the time in the address, and reports what the address
   * names but the scenario does not have.
   */
  readonly arrive: (replay: Replay, lanes: number, duration: number) => void;
  /** A link that opens exactly this page, with the playhead at its present time. */
  readonly link: (replay: Replay) => string;
  /**
   * Loads the releases of the presets, which make links of presets short. Until then such links are longer.
   */
  readonly shorten: () => Promise<void>;
  /** Writes what is shown into the address. */
  readonly write: () => void;
  /**
   * The same, and again with a shorter link when the releases are loaded. Does nothing while the page has yet
   * to follow another address.
   */
  readonly renew: () => void;
  readonly follow: (arrival: Arrival) => void;
}

/** What to do when the address has changed. */
export interface Arrival {
  /** The new address has the same document with another view, or no document. */
  readonly same: (show: () => void) => void;
  /** The new address has another document, or one that cannot be read. */
  readonly other: (linked: DecodedLink, show: () => void) => void;
}

interface Parts {
  readonly engine: Pick<Engine, 'check' | 'catalogue'>;
  readonly place: Place;
  readonly notices: Notices;
  readonly view: Store<ViewState>;
  readonly document: () => Scenario;
  /** The release of a preset that the address's link is encoded against. */
  readonly release: Release | null;
}

export function createAddress({ engine, place, notices, view, document, release }: Parts): Address {
  /** The last view and playhead that the address named. */
  let said: ViewFields = {};
  let moment: Partial<Moment> = initialMoment;
  let releases: Releases | null = null;
  /**
   * The address as the page last wrote or followed it. If the browser has a different one, the page has yet
   * to follow it and must not overwrite it.
   */
  let followed = place.fragment();

  const fragment = (more: ViewFields = {}) =>
    encodeLink(
      document(),
      { ...linkFields(VIEW, view.get()), ...more },
      engine.catalogue,
      releases && releaseOf(releases, document().title ?? ''),
    );
  const showAs = (fields: ViewFields) => {
    said = fields;
    view.update((now) => linkedView(now, fields));
    moment = { ...initialMoment, ...readFields(MOMENT, fields) };
  };
  const look = () => {
    said = place.view();
    view.update((now) => ({ ...now, ...readFields(VIEW, said) }));
    // Fields of the playhead that the address does not name keep their values, too.
    moment = readFields(MOMENT, said);
  };
  const write = () => {
    place.replace(fragment());
    followed = place.fragment();
  };

  const shorten = async () => {
    releases ??= await loadReleases();
  };
  const renew = () => {
    if (place.fragment() !== followed) return;
    write();
    // Without the releases the link is longer, but it opens the same page.
    if (releases === null) shorten().then(renew, () => undefined);
  };

  return {
    enter: () => {
      const linked = decodeLink(place.fragment(), engine, release);
      if (linked.ok) showAs(linked.view);
      return linked;
    },
    look,
    arrive: (replay, lanes, duration) => {
      const { time, speed } = moment;
      if (speed !== undefined) replay.setSpeed(speed);
      if (time != null) {
        replay.pause();
        replay.seek(time);
      }
      view.update((now) => within(now, lanes, duration));
      const { lesson } = view.get();
      const known = lesson === null ? null : knownLesson(lesson, document(), engine.catalogue);
      if (known !== null && known.lesson !== lesson) view.update((now) => ({ ...now, lesson: known.lesson }));
      if (Object.keys(said).length === 0) return;
      const tell = async () => {
        const { leftOut, lessonLeftOut } = await import('./leftOut.ts');
        const left = [...leftOut(said, duration, lanes), ...lessonLeftOut(said.lesson, known?.unknown ?? [])];
        if (left.length > 0) notices.add('error', t('Part of this link is left out.'), left);
      };
      tell().catch(() => undefined);
    },
    link: (replay) => {
      const { time, speed, playing, duration: end } = replay.get();
      // A link does not name the start or the end: there a page begins by itself.
      const stands = !playing && time > 0 && time < end;
      return place.base() + fragment(linkFields(MOMENT, { time: stands ? time : null, speed }));
    },
    shorten,
    write,
    renew,
    follow: ({ same, other }) => {
      const asked = place.fragment();
      if (asked === '') same(look);
      if (asked === '' || asked === fragment()) {
        followed = asked;
        return;
      }
      const open = (linked: DecodedLink) => {
        followed = place.fragment();
        const show = () => {
          if (linked.ok) showAs(linked.view);
        };
        const text = (scenario: Scenario) => encodeLink(scenario, {}, engine.catalogue);
        const isOpen = linked.ok && text(linked.scenario) === text(document());
        if (isOpen) same(show);
        else other(linked, show);
      };
      if (releaseIn(asked) === undefined) open(decodeLink(asked, engine));
      else {
        const wanted = releaseFor(asked).catch(() => null);
        void wanted.then((found) => {
          // The reader may have opened another address meanwhile.
          if (place.fragment() === asked) open(decodeLink(asked, engine, found));
        });
      }
    },
  };
}
