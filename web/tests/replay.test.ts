import { describe, expect, test } from 'vitest';
import { createReplay, shownTime } from '../src/state/replay.ts';
import { FakeClock } from './fakes.ts';

function setUp(duration = 100) {
  const clock = new FakeClock();
  return { clock, replay: createReplay(duration, clock) };
}

describe('replay', () => {
  test('plays at its speed', () => {
    const { clock, replay } = setUp();
    replay.setSpeed(5);
    replay.play();
    for (let i = 0; i < 10; ++i) clock.tick(20);
    expect(replay.get().time).toBeCloseTo(1, 12);
  });
  test('what writes into the page comes after all that draw, whoever listened first', () => {
    const { replay } = setUp();
    const order: string[] = [];
    const stop = replay.subscribe(() => order.push('writes'), 'last');
    replay.subscribe(() => order.push('draws'));
    replay.seek(3);
    stop();
    replay.seek(4);
    expect(order).toEqual(['draws', 'writes', 'draws']);
  });
  test('a tab that slept does not jump', () => {
    const { clock, replay } = setUp();
    replay.setSpeed(1);
    replay.play();
    clock.tick(60_000);
    expect(replay.get().time).toBeLessThanOrEqual(0.1);
  });
  test('ends at the end, and begins again from the start', () => {
    const { clock, replay } = setUp();
    replay.seek(99.9);
    replay.play();
    clock.tick(50);
    expect(replay.get()).toMatchObject({ time: 100, playing: false });
    expect(clock.waiting).toBe(false);
    replay.play();
    expect(replay.get()).toMatchObject({ time: 0, playing: true });
  });
  test('pause stops the clock, and seeking stays inside', () => {
    const { clock, replay } = setUp();
    replay.play();
    replay.pause();
    expect(clock.waiting).toBe(false);
    replay.seek(1e9);
    expect(replay.get().time).toBe(100);
    replay.seek(-5);
    expect(replay.get().time).toBe(0);
  });
  test('what is pointed at is looked at, until the pointer leaves', () => {
    const { replay } = setUp();
    replay.seek(10);
    replay.setHover(40);
    expect(shownTime(replay.get())).toBe(40);
    replay.setHover(null);
    expect(shownTime(replay.get())).toBe(10);
  });
  test('a shorter run keeps the playhead inside; one that stood at the end stays there', () => {
    const { replay } = setUp();
    replay.seek(60);
    replay.setDuration(50);
    expect(replay.get().time).toBe(50);
    replay.setDuration(80);
    expect(replay.get().time).toBe(80);
  });
});
