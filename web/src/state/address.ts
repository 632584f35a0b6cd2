/** The page's address: what it says of document, view and playhead, and how it follows them. */
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
  /** What a link in the address opens, and shows the view as it says. */
  readonly enter: () => DecodedLink;
  /** An address without a scenario: shows the view as it says. */
  readonly look: () => void;
  /** After the view has been shown so: the playhead goes where the address says, and what the scenario does not have is told. */
  readonly arrive: (replay: Replay, lanes: number, duration: number) => void;
  /** A link that opens exactly this, with the playhead where it stands. */
  readonly link: (replay: Replay) => string;
  /** Loads what makes the link of a preset short; until then it is longer. */
  readonly shorten: () => Promise<void>;
  /** The address names what is shown. */
  readonly write: () => void;
  /** The same, shorter as soon as it can be, and not while another address is on its way to be followed. */
  readonly renew: () => void;
  readonly follow: (arrival: Arrival) => void;
}

/** What is done with an address that has changed. */
export interface Arrival {
  /** It says of the same document how to look at it, or of none. */
  readonly same: (show: () => void) => void;
  /** It has another document, or one that cannot be read. */
  readonly other: (linked: DecodedLink, show: () => void) => void;
}

interface Parts {
  readonly engine: Pick<Engine, 'check' | 'catalogue'>;
  readonly place: Place;
  readonly notices: Notices;
  readonly view: Store<ViewState>;
  readonly document: () => Scenario;
  /** The release of a preset that the link of the address is written against. */
  readonly release: Release | null;
}

export function createAddress({ engine, place, notices, view, document, release }: Parts): Address {
  /** What the address said last, of the view and of the playhead. */
  let said: ViewFields = {};
  let moment: Partial<Moment> = initialMoment;
  let releases: Releases | null = null;
  /** The address as it was last written or followed: another one is on its way to be followed, and is not written over. */
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
    // What it does not say of the playhead stays, too.
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
    // Without the releases it is longer, and as good.
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
        if (left.length > 0) notices.add('error', 'Part of this link is left out.', left);
      };
      tell().catch(() => undefined);
    },
    link: (replay) => {
      const { time, speed, playing, duration: end } = replay.get();
      // Start and end are where a page begins by itself.
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
          // Meanwhile the reader may have gone on.
          if (place.fragment() === asked) open(decodeLink(asked, engine, found));
        });
      }
    },
  };
}
