import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { decodeLink, encodeLink, type Scenario } from '../../models/src/index.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import type { Engine } from '../../wasm/src/types.ts';
import { createApp } from '../src/state/app.ts';
import { FakeClient, fakePlace, fakeStorage } from './fakes.ts';

const SAVED = 'aqm-explorer:document:1';
const fallback: Scenario = {
  version: 1,
  title: 'Fallback',
  duration: 10,
  lanes: [{ label: 'RED', aqm: { id: 'red' } }],
};
const other: Scenario = {
  version: 1,
  title: 'Other',
  duration: 20,
  lanes: [{ label: 'Tail', aqm: { id: 'droptail' } }],
};

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

function setUp({ fragment = '', saved }: { fragment?: string; saved?: string } = {}) {
  const client = new FakeClient();
  const place = fakePlace(fragment);
  const storage = fakeStorage(saved === undefined ? {} : { [SAVED]: saved });
  const app = createApp({ engine, client, storage, place, fallback });
  const title = () => app.document().title;
  const notices = () => app.notices.store.get().map(({ text, details }) => [text, ...details].join(' '));
  return { app, client, place, storage, title, notices };
}

const maxTh = ['lanes', 0, 'aqm', 'params', 'max_th'] as const;

describe('what opens', () => {
  test('a link, before the work of last time, before the default', () => {
    expect(setUp().title()).toBe('Fallback');
    expect(setUp({ saved: JSON.stringify(other) }).title()).toBe('Other');
    const linked = { ...other, title: 'Linked' };
    expect(setUp({ saved: JSON.stringify(other), fragment: encodeLink(linked) }).title()).toBe('Linked');
  });
  test('a broken link: the default, and why', () => {
    const { title, notices } = setUp({ fragment: encodeLink(other).slice(0, 30) });
    expect(title()).toBe('Fallback');
    expect(notices()[0]).toContain('cannot be opened');
    expect(notices()[0]).toContain('damaged');
  });
  test('a link of which a part cannot be: the rest of it, and why', async () => {
    const fragment = encodeLink(other, { span: '9_1', speed: 'abc', v: 'fluid', later: 'x' });
    const { app, title, notices } = setUp({ fragment });
    expect(title()).toBe('Other');
    expect(app.view.get()).toMatchObject({ tab: 'fluid', span: null });
    await vi.waitFor(() => expect(notices()).not.toEqual([]));
    expect(notices()).toEqual([
      'Part of this link is left out. ' +
        'span=9_1 is not two numbers with "_" between them, the first below the second. ' +
        'speed=abc is not a number from 0.001 to 1000.',
    ]);
  });
  test('a link to times and lanes that the scenario does not have: the rest of it, and why', async () => {
    const fields = { span: '1_900', at: '901', lane: '7', against: '9', measure: '1_2', v: 'fluid' };
    const { app, notices } = setUp({ fragment: encodeLink(other, fields) });
    const end = app.duration.get();
    expect(app.view.get()).toMatchObject({
      tab: 'fluid',
      span: null,
      lane: 0,
      against: null,
      measure: [1, 2],
    });
    await vi.waitFor(() => expect(notices()).not.toEqual([]));
    expect(notices()).toEqual([
      `Part of this link is left out. at=901: the scenario ends at ${end} s. ` +
        `span=1_900: the scenario ends at ${end} s. lane=7: its last lane is 0, counted from 0. ` +
        'against=9: its last lane is 0, counted from 0.',
    ]);
  });
  test('an address without a scenario: what is open, at its moment, and when it is followed at another', async () => {
    const { app, place, notices } = setUp({ fragment: '#at=2&speed=0.5&span=1_5' });
    expect(app.replay.get()).toMatchObject({ time: 2, speed: 0.5, playing: false });
    expect(app.view.get().span).toEqual([1, 5]);
    place.set('#at=3');
    app.followLink();
    expect(app.replay.get()).toMatchObject({ time: 3, speed: 0.5 });
    expect(notices()).toEqual([]);
    place.set('#span=1_2000');
    app.followLink();
    expect(app.replay.get().time).toBe(3);
    expect(app.view.get().span).toBeNull();
    await vi.waitFor(() => expect(notices()).not.toEqual([]));
    expect(notices()[0]).toContain('span=1_2000: the scenario ends at 10 s.');
  });
  test('a link of this page names no time that an edit has taken away', () => {
    const { app } = setUp({ fragment: encodeLink(other) });
    app.look({ measure: [1, 5], packet: 5, span: [1, 5] });
    app.edit(['duration'], 3);
    expect(app.view.get()).toMatchObject({ measure: null, packet: null, span: null });
    expect(app.link()).not.toMatch(/measure|packet|span/);
  });
  test('damaged work of last time: the default, and why', () => {
    const { title, notices } = setUp({ saved: '{"version":1,"duraton":3}' });
    expect(title()).toBe('Fallback');
    expect(notices()[0]).toContain('duraton');
  });
  test('it runs at once', () => {
    expect(setUp().client.runs.map(({ lane }) => lane.label)).toEqual(['RED']);
  });
});

describe('edits', () => {
  test('a good one changes the document and runs', () => {
    const { app, client } = setUp();
    expect(app.edit(maxTh, 100)).toEqual([]);
    expect(app.document().lanes?.[0]?.aqm?.params?.max_th).toBe(100);
    expect(client.runs.at(-1)?.lane.aqm.params).toEqual({ max_th: 100 });
  });
  test('a bad one changes nothing and says what is wrong', () => {
    const { app, client } = setUp();
    const before = app.document();
    const issues = app.edit(maxTh, 1000);
    expect(issues).toHaveLength(1);
    expect(issues[0]).toMatchObject({ path: 'lanes[0].aqm.params.max_th', nearest: 140 });
    expect(app.document()).toBe(before);
    expect(client.runs).toHaveLength(1);
    expect(app.history.get().past).toEqual([]);
  });
  test('undefined gives a key back its default', () => {
    const { app } = setUp();
    app.edit(maxTh, 100);
    app.edit(maxTh, undefined);
    expect(app.document().lanes?.[0]?.aqm).toEqual({ id: 'red' });
  });
  test('a change of view is no step and clears none', () => {
    const { app } = setUp();
    app.edit(maxTh, 100);
    app.undo();
    app.look({ span: [1, 2], lane: 0, extra: 'throughput' });
    expect(app.history.get().future).toHaveLength(1);
    app.redo();
    expect(app.document().lanes?.[0]?.aqm?.params?.max_th).toBe(100);
    expect(app.view.get().span).toEqual([1, 2]);
  });
  test('the view follows what it looks at: no lane that is gone, no time after the end', () => {
    const { app } = setUp();
    app.change({ ...app.document(), lanes: [...(app.document().lanes ?? []), { aqm: { id: 'droptail' } }] });
    app.look({ lane: 1, span: [8, 9] });
    app.undo();
    expect(app.view.get().lane).toBe(0);
    app.edit(['duration'], 5);
    expect(app.view.get().span).toBeNull();
    expect(app.replay.get().duration).toBe(5);
  });
});

describe('work that another document takes the place of', () => {
  const kept = (storage: { content: Record<string, string> }) =>
    (JSON.parse(storage.content['aqm-explorer:earlier:1'] ?? '[]') as { title: string }[]).map(
      ({ title }) => title,
    );

  test('a link leaves the work of last time where it is, until there is other work to keep', () => {
    const { app, storage, notices } = setUp({ saved: JSON.stringify(other), fragment: encodeLink(fallback) });
    app.saveNow();
    expect(kept(storage)).toEqual([]);
    app.edit(['title'], 'Mine');
    app.saveNow();
    expect(kept(storage)).toEqual(['Other']);
    expect(notices()[0]).toContain('“Other” is kept');
    app.notices.store.get()[0]?.action?.act();
    expect(app.document().title).toBe('Other');
    expect(kept(storage)).toEqual(['Mine', 'Other']);
  });
  test('work that cannot be read is not written over', () => {
    const { app, storage } = setUp({ saved: '{"version":1,"duraton":3}' });
    app.edit(['title'], 'Mine');
    app.saveNow();
    expect(storage.content['aqm-explorer:earlier:1']).toContain('duraton');
  });
  test('what is only looked at is no work; what was edited is', () => {
    const { app, storage } = setUp();
    app.open({ ok: true, scenario: other, warnings: [] }, 'a file');
    expect(kept(storage)).toEqual([]);
    app.edit(['duration'], 21);
    app.open({ ok: true, scenario: fallback, warnings: [] }, 'a file');
    expect(kept(storage)).toEqual(['Other']);
  });
  test('two tabs on one scenario: neither loses what it wrote', () => {
    const storage = fakeStorage({ [SAVED]: JSON.stringify(other) });
    const tab = (owner: string) =>
      createApp({ engine, client: new FakeClient(), storage, place: fakePlace('', owner), fallback });
    const [a, b] = [tab('a'), tab('b')];
    const write = (app: typeof a, title: string) => {
      app.edit(['title'], title);
      app.saveNow();
    };
    write(a, 'A1');
    write(b, 'B1');
    write(b, 'B2');
    write(a, 'A2');
    expect(storage.content[SAVED]).toContain('A2');
    expect(kept(storage)).toEqual(['B2', 'A1']);
  });
  test('a browser that keeps nothing: what was put away is there as long as the page', () => {
    const storage = { ...fakeStorage({}), write: () => false };
    const app = createApp({ engine, client: new FakeClient(), storage, place: fakePlace(''), fallback });
    app.edit(['title'], 'Mine');
    app.open({ ok: true, scenario: other, warnings: [] }, 'a file');
    app.earlier.refresh();
    expect(app.earlier.works.get().map(({ title }) => title)).toEqual(['Mine']);
  });
});

describe('keeping and sharing', () => {
  test('work is saved, and the address follows it', () => {
    vi.useFakeTimers();
    const { app, storage, place } = setUp();
    app.edit(['title'], 'Mine');
    vi.runAllTimers();
    vi.useRealTimers();
    expect(storage.content[SAVED]).toContain('Mine');
    expect(setUp({ fragment: place.fragment() }).title()).toBe('Mine');
    expect(app.link()).toBe(`https://example.org/${place.fragment()}`);
  });
  test('who leaves at once loses nothing', () => {
    const { app, storage } = setUp();
    app.saveNow();
    expect(storage.content[SAVED]).toBeUndefined();
    app.edit(['title'], 'Mine');
    app.saveNow();
    expect(storage.content[SAVED]).toContain('Mine');
  });
  test('a reload opens what was kept, whichever address of its own it takes; a link from elsewhere opens as it is', () => {
    vi.useFakeTimers();
    const { app, storage, place } = setUp();
    app.edit(['title'], 'Earlier');
    vi.runAllTimers();
    const earlier = place.fragment();
    app.edit(['title'], 'Later');
    app.saveNow();
    vi.useRealTimers();
    const load = (fragment: string, owner: string, before: string | null) => {
      const there = fakePlace(fragment, owner, before);
      return createApp({ engine, client: new FakeClient(), storage, place: there, fallback });
    };
    expect(load(earlier, 'second', 'this load').document().title).toBe('Later');
    expect(load(encodeLink(other), 'third', null).document().title).toBe('Other');
    // The same tab once more, and then its duplicate, which goes its own way.
    expect(load(earlier, 'fourth', 'second').document().title).toBe('Later');
    const duplicate = load(encodeLink(other), 'fifth', 'fourth');
    duplicate.edit(['title'], 'Duplicate');
    duplicate.saveNow();
    expect(load(earlier, 'sixth', 'fourth').document().title).toBe('Earlier');
    expect(load(earlier, 'seventh', 'fifth').document().title).toBe('Duplicate');
  });
  test('what was only opened is nobody’s work, after a reload neither', async () => {
    const { app, storage, place } = setUp();
    place.set(encodeLink(other));
    app.followLink();
    app.saveNow();
    const reloaded = (owner: string, before: string) =>
      createApp({
        ...{ engine, storage, fallback, client: new FakeClient() },
        place: fakePlace(place.fragment(), owner, before),
      });
    const second = reloaded('second', 'this load');
    expect(second.document().title).toBe('Other');
    const third = { ...other, title: 'Third' };
    const into = (app: ReturnType<typeof reloaded>) =>
      app.openFile(new File([JSON.stringify(third)], 'x.json'));
    await into(second);
    expect([second.asking.get(), second.document().title]).toEqual([null, 'Third']);
    second.edit(['title'], 'Mine');
    second.saveNow();
    expect(storage.content['aqm-explorer:as-opened:1']).toBe('');
  });
  test('what a page before this one only opened is not kept as earlier work', () => {
    const { app, storage } = setUp();
    app.open({ ok: true, scenario: other, warnings: [] }, 'a paper');
    app.saveNow();
    const load = (owner: string) =>
      createApp({
        ...{ engine, storage, fallback, client: new FakeClient() },
        place: fakePlace(encodeLink({ ...other, title: 'Linked' }), owner, null),
      });
    const mine = (app: ReturnType<typeof load>, title: string) => {
      app.edit(['title'], title);
      app.saveNow();
    };
    const second = load('second');
    mine(second, 'Mine');
    expect(second.earlier.works.get()).toEqual([]);
    // What was edited is.
    const third = load('third');
    mine(third, 'Third');
    expect(third.earlier.works.get().map(({ title }) => title)).toEqual(['Mine']);
  });
  test('a link that comes later opens, and undo brings the old scenario back', () => {
    const { app, place, title } = setUp();
    place.set(encodeLink(other));
    app.followLink();
    expect(title()).toBe('Other');
    app.undo();
    expect(title()).toBe('Fallback');
  });
  test('a broken link that comes later: the scenario as it was, why, and its own address again', () => {
    const { app, place, title, notices } = setUp({ fragment: encodeLink(other) });
    place.set(encodeLink(fallback).slice(0, 30));
    app.followLink();
    expect(title()).toBe('Other');
    expect(app.history.get().past).toEqual([]);
    expect(notices()[0]).toMatch(/^The link was not opened; your scenario is as it was.*damaged/);
    expect(place.fragment()).toBe(encodeLink(other, undefined, engine.catalogue));
  });
  test('a link shows its view, where the page has it', () => {
    expect(setUp({ fragment: encodeLink(other, 'fluid') }).app.view.get().tab).toBe('fluid');
    expect(setUp({ fragment: encodeLink(other, 'nowhere') }).app.view.get().tab).toBe('compare');
  });
  test('a link or a file asks before it takes the place of work; what is kept has its own address again', async () => {
    const { app, place, title } = setUp();
    app.edit(['title'], 'Mine');
    const link = encodeLink(other, 'fluid');
    place.set(link);
    app.followLink();
    expect([title(), app.view.get().tab]).toEqual(['Mine', 'compare']);
    expect(app.asking.get()).toMatchObject({ next: 'Other', now: 'Mine' });
    app.asking.get()?.answer(false);
    expect([title(), app.asking.get()]).toEqual(['Mine', null]);
    const own = decodeLink(place.fragment(), engine);
    expect(own.ok && own.scenario.title).toBe('Mine');
    await app.openFile(new File([JSON.stringify(other)], 'x.json'));
    expect(title()).toBe('Mine');
    app.asking.get()?.answer(true);
    expect(title()).toBe('Other');
    expect(app.earlier.works.get().map((work) => work.title)).toEqual(['Mine']);
    // What was only opened is no work.
    place.set(encodeLink(fallback));
    app.followLink();
    expect([title(), app.asking.get()]).toEqual([fallback.title, null]);
  });
  test('an address that only names a view opens it, on the work of last time or the default', () => {
    const { app, place, title } = setUp({ fragment: '#v=flows' });
    expect([app.view.get().tab, title()]).toEqual(['flows', fallback.title]);
    const again = setUp({ fragment: '#v=flows', saved: JSON.stringify(other) });
    expect([again.app.view.get().tab, again.title()]).toEqual(['flows', 'Other']);
    place.set('#v=papers');
    app.followLink();
    expect(app.view.get().tab).toBe('papers');
    place.set('#content');
    app.followLink();
    expect(app.view.get().tab).toBe('papers');
  });
  test('a link to what is already open is no step', () => {
    const { app, place } = setUp();
    place.set(encodeLink(fallback, undefined, engine.catalogue));
    app.followLink();
    expect(app.history.get().past).toEqual([]);
  });
  test('storage that is full is told once, and nothing stops', () => {
    vi.useFakeTimers();
    const client = new FakeClient();
    const storage = { read: () => null, write: () => false };
    const app = createApp({ engine, client, storage, place: fakePlace(), fallback });
    app.edit(['title'], 'A');
    vi.advanceTimersByTime(1000);
    app.edit(['title'], 'B');
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect(app.notices.store.get()).toHaveLength(1);
  });
});

describe('files', () => {
  const file = (text: string, name = 'x.json') => new File([text], name);
  test('a scenario opens as a step that can be undone', async () => {
    const { app, title } = setUp();
    await app.openFile(file(JSON.stringify(other)));
    expect(title()).toBe('Other');
    app.undo();
    expect(title()).toBe('Fallback');
  });
  test.each([
    ['not JSON', 'Dear diary', 'line 1'],
    ['something else', '[1, 2]', 'object'],
    ['an unknown scheme', '{"version":1,"lanes":[{"aqm":{"id":"rde"}}]}', 'Did you mean red?'],
    ['ten megabytes', 'x'.repeat(10_000_000), '10.0 MB'],
  ])('%s is refused with a reason, and nothing is lost', async (_, text, said) => {
    const { app, notices } = setUp();
    const before = app.document();
    await app.openFile(file(text));
    expect(app.document()).toBe(before);
    expect(notices()[0]).toContain('x.json was not opened');
    expect(notices()[0]).toContain(said);
  });
});

describe('the view', () => {
  test('a link opens as it was looked at, and a moment stands still', () => {
    const { app } = setUp();
    app.look({ tab: 'fluid', span: [2, 3], mapX: 'buffer', panelOpen: false });
    app.replay.seek(2.5);
    app.replay.setSpeed(0.1);
    const there = setUp({ fragment: new URL(app.link()).hash }).app;
    expect(there.view.get()).toEqual(app.view.get());
    expect(there.replay.get()).toMatchObject({ time: 2.5, speed: 0.1, playing: false });
  });
  test('what is read at the pointer is in sight', () => {
    const { app } = setUp();
    app.replay.setHover(5);
    app.look({ span: [4, 6] });
    expect(app.replay.get().hover).toBe(5);
    app.look({ span: [1, 2] });
    expect(app.replay.get().hover).toBeNull();
  });
  test('the address follows it, and who only looks keeps the work of last time', () => {
    vi.useFakeTimers();
    const { app, place, storage } = setUp({ saved: JSON.stringify(fallback), fragment: encodeLink(other) });
    app.look({ span: [1, 2] });
    vi.runAllTimers();
    app.saveNow();
    vi.useRealTimers();
    expect(place.fragment()).toContain('span=1_2');
    expect(storage.content[SAVED]).toContain('Fallback');
  });
  test('an address that has just come is followed before it is written over', () => {
    vi.useFakeTimers();
    const { app, place, title } = setUp();
    app.look({ tab: 'papers' });
    vi.runAllTimers();
    app.edit(['title'], 'Mine');
    // Back, before the edit is in the address and before the page has heard of it.
    const there = encodeLink(other, 'papers');
    place.set(there);
    vi.runAllTimers();
    expect(place.fragment()).toBe(there);
    app.followLink();
    app.asking.get()?.answer(true);
    expect(title()).toBe('Other');
    app.look({ tab: 'flows' });
    vi.runAllTimers();
    vi.useRealTimers();
    expect(place.fragment()).toContain('v=flows');
  });
  test('another view of what is open is no step', () => {
    const { app, place } = setUp();
    place.set(encodeLink(fallback, { span: '1_2' }, engine.catalogue));
    app.followLink();
    expect(app.history.get().past).toEqual([]);
    expect(app.view.get().span).toEqual([1, 2]);
  });
  test('what a link says of lanes holds, whatever lanes were there before', () => {
    const { app, place } = setUp();
    const two: Scenario = { ...other, lanes: [{ label: 'A' }, { label: 'B' }] };
    place.set(encodeLink(two, { notes: '1:3:here', against: '1', lane: '1' }, engine.catalogue));
    app.followLink();
    expect(app.view.get()).toMatchObject({ against: 1, lane: 1, notes: [{ lane: 1, text: 'here' }] });
    app.change({ ...app.document(), lanes: [...(app.document().lanes ?? [])].reverse() });
    expect(app.view.get()).toMatchObject({ against: 0, lane: 0, notes: [{ lane: 0, text: 'here' }] });
    app.undo();
    expect(app.view.get()).toMatchObject({ against: 1, lane: 1, notes: [{ lane: 1, text: 'here' }] });
  });
  test('the browser keeps the reader’s own keys', () => {
    const { app, storage } = setUp();
    app.look({ theme: 'dark', lane: 0 });
    expect(JSON.parse(storage.content['aqm-explorer:settings:1'] ?? '')).toEqual({
      draft: '',
      language: 'auto',
      panelOpen: true,
      theme: 'dark',
      projector: false,
      keys: true,
      hintSeen: false,
    });
  });
});

describe('a lesson', () => {
  test('changes what it leaves open and nothing else, and says so', () => {
    const { app } = setUp();
    app.look({ lesson: { open: ['lanes.0.aqm.params.max_th'], hidden: [] } });
    expect(app.allows(maxTh)).toBe(true);
    expect(app.allows(['lanes', 0, 'aqm', 'params', 'max_th_2'])).toBe(false);
    expect(app.edit(maxTh, 80)).toEqual([]);
    expect(app.document().lanes?.[0]?.aqm?.params?.max_th).toBe(80);
    for (const locked of [
      () => app.edit(['duration'], 20),
      () => app.edit(['lanes', 0, 'aqm', 'params', 'min_th'], 10),
      () =>
        app.change({ ...app.document(), lanes: [...(app.document().lanes ?? []), { aqm: { id: 'pie' } }] }),
    ]) {
      const before = app.document();
      expect(locked()[0]?.message).toContain('locked in this lesson');
      expect(app.document()).toBe(before);
    }
    app.look({ lesson: null });
    expect(app.edit(['duration'], 20)).toEqual([]);
  });
});

describe('a window that is played', () => {
  /** Frames by hand, and a clock that goes as far in each. */
  function frames() {
    let clock = 0;
    let next: (() => void) | undefined;
    vi.spyOn(performance, 'now').mockImplementation(() => clock);
    vi.stubGlobal('requestAnimationFrame', (act: () => void) => {
      next = act;
      return 1;
    });
    vi.stubGlobal('cancelAnimationFrame', () => {
      next = undefined;
    });
    return (ms: number) => {
      clock += ms;
      const act = next;
      next = undefined;
      act?.();
    };
  }
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  /** Nothing runs: else the playhead moves in some of the frames only. */
  const idle = () => {
    const { app } = setUp({ fragment: encodeLink(other) });
    app.runner.cancel();
    app.look({ span: [4, 6] });
    app.replay.seek(5.95);
    return app;
  };

  test('is followed by the next one at its end', () => {
    const frame = frames();
    const app = idle();
    app.replay.setSpeed(2);
    app.togglePlay();
    frame(50);
    expect(app.view.get().span).toEqual([6, 8]);
    expect(app.replay.get()).toMatchObject({ playing: true });
  });
  test('of less than a second is played to its end, however late a frame comes, and from its beginning again', () => {
    const frame = frames();
    const app = idle();
    app.replay.setSpeed(100);
    app.togglePlay();
    // Five windows further.
    frame(100);
    expect(app.view.get().span).toEqual([4, 6]);
    expect(app.replay.get()).toMatchObject({ playing: false, time: 6 });
    app.togglePlay();
    expect(app.replay.get()).toMatchObject({ playing: true, time: 4 });
  });
});
