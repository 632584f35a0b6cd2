import { describe, expect, test } from 'vitest';
import { createPace } from '../src/state/pace.ts';
import { batch, createStore } from '../src/state/store.ts';
import { frames } from './fakes.ts';

describe('turns', () => {
  test('one piece a frame, first come, first served', () => {
    const { turns, pass } = frames();
    const done: string[] = [];
    turns.ask(() => done.push('a'));
    turns.ask(() => done.push('b'));
    expect(done).toEqual([]);
    pass();
    expect(done).toEqual(['a']);
    expect(turns.waiting()).toBe(true);
    pass();
    expect(done).toEqual(['a', 'b']);
    expect(turns.waiting()).toBe(false);
  });

  test('who waits already is not put behind, nor done twice', () => {
    const { turns, pass } = frames();
    const done: string[] = [];
    const a = () => done.push('a');
    turns.ask(a);
    turns.ask(() => done.push('b'));
    turns.ask(a);
    pass();
    pass();
    pass();
    expect(done).toEqual(['a', 'b']);
  });

  test('a page that is taken as it is has everything, once', () => {
    const { turns, pass } = frames();
    const done: string[] = [];
    turns.ask(() => done.push('a'));
    turns.askFirst(() => done.push('first'));
    turns.takeAll();
    expect(done).toEqual(['first', 'a']);
    pass();
    expect(done).toEqual(['first', 'a']);
  });

  test('what comes first goes before all who wait, and has the frame to itself', () => {
    const { turns, pass } = frames();
    const done: string[] = [];
    const late = () => done.push('late');
    turns.ask(() => done.push('a'));
    turns.ask(late);
    turns.askFirst(late);
    pass();
    expect(done).toEqual(['late']);
    pass();
    pass();
    expect(done).toEqual(['late', 'a']);
  });

  test('a frame with an edit is left alone, but not every one: where each has an edit, all have their turns', () => {
    const { turns, pass } = frames();
    const done: string[] = [];
    turns.ask(() => done.push('other'));
    turns.askFirst(() => done.push('first'));
    turns.pass();
    pass();
    expect(done).toEqual([]);
    turns.pass();
    pass();
    expect(done).toEqual(['first']);
    turns.pass();
    pass();
    turns.pass();
    pass();
    expect(done).toEqual(['first', 'other']);
  });

  test('what always comes first keeps the others waiting for four frames at most', () => {
    const { turns, pass } = frames();
    const done: string[] = [];
    turns.ask(() => done.push('other'));
    for (let frame = 0; frame < 5; ++frame) {
      turns.askFirst(() => done.push(`first ${frame}`));
      pass();
    }
    expect(done).toEqual(['first 0', 'first 1', 'first 2', 'first 3', 'first 4', 'other']);
  });

  test('one that fails takes nobody along', () => {
    const { turns, pass } = frames();
    const done: string[] = [];
    turns.ask(() => {
      throw new Error('broken');
    });
    turns.ask(() => done.push('b'));
    expect(pass).toThrow('broken');
    pass();
    expect(done).toEqual(['b']);
  });

  test('that nobody waits is told once, at once where it is so', () => {
    const { turns, pass } = frames();
    const done: string[] = [];
    turns.whenNone(() => done.push('none'));
    expect(done).toEqual(['none']);
    turns.ask(() => done.push('a'));
    turns.whenNone(() => done.push('none again'));
    expect(done).toEqual(['none']);
    pass();
    expect(done).toEqual(['none', 'a', 'none again']);
    pass();
    expect(done).toEqual(['none', 'a', 'none again']);
  });
});

describe('the pace of a part of the page', () => {
  function part() {
    const { turns, pass } = frames();
    const [waits, source, other, urgent] = [
      createStore(false),
      createStore(1),
      createStore('a'),
      createStore(0),
    ];
    const pace = createPace(waits, turns, urgent);
    const seen: unknown[] = [];
    const [paced, pacedOther] = [pace.of(source), pace.of(other)];
    const ends = [paced, pacedOther].map((one) =>
      one.subscribe(() => seen.push([paced.get(), pacedOther.get()])),
    );
    const leave = () => {
      for (const end of ends) end();
    };
    return { waits, source, other, urgent, pace, paced, pacedOther, seen, pass, leave };
  }

  test('while nothing is dragged elsewhere everything is there at once', () => {
    const { source, paced } = part();
    source.set(2);
    expect(paced.get()).toBe(2);
  });

  test('else it comes with its turn, all of it together, as it is by then', () => {
    const { waits, source, other, paced, seen, pass } = part();
    waits.set(true);
    source.set(2);
    other.set('b');
    source.set(3);
    expect(paced.get()).toBe(1);
    expect(seen).toEqual([]);
    pass();
    // Both who follow are told, and neither ever sees half of it.
    expect(seen).toEqual([
      [3, 'b'],
      [3, 'b'],
    ]);
  });

  test('the edit that begins a drag waits as well', async () => {
    const { waits, source, paced, pass } = part();
    batch(() => {
      waits.set(true);
      source.set(2);
    });
    await Promise.resolve();
    expect(paced.get()).toBe(1);
    pass();
    expect(paced.get()).toBe(2);
  });

  test('a drag that ends lets nothing wait', async () => {
    const { waits, source, paced } = part();
    waits.set(true);
    source.set(2);
    waits.set(false);
    await Promise.resolve();
    expect(paced.get()).toBe(2);
  });

  test('what hurries takes the rest along', () => {
    const { waits, source, urgent, paced, pass } = part();
    waits.set(true);
    source.set(2);
    urgent.set(1);
    pass();
    expect(paced.get()).toBe(2);
  });

  test('what nobody follows is as it is, and the same source has the same pace', () => {
    const { waits, source, pace, paced, pass, leave } = part();
    expect(pace.of(source)).toBe(paced);
    waits.set(true);
    leave();
    source.set(2);
    expect(paced.get()).toBe(2);
    pass();
    expect(paced.get()).toBe(2);
  });
});
