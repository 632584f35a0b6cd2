import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCloseUp, isClose, type CloseUp } from '../src/state/closeUp.ts';
import { FakeClient, laneScenario } from './fakes.ts';

const lane = laneScenario({ duration: 100 });
const shown = (closeUp: CloseUp) => closeUp.slots.get().map(({ result }) => result);

describe('close-up', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is for windows in which packets can be told apart, never for the whole run', () => {
    // 10 Mbit/s and 1500 bytes: 833 packets a second.
    expect(isClose(lane, [0, 3])).toBe(true);
    expect(isClose(lane, [0, 5])).toBe(false);
    expect(isClose(laneScenario({ duration: 2 }), [0, 2])).toBe(false);
  });

  test('fetches half a window more on either side, once, and serves what is inside', async () => {
    const client = new FakeClient();
    const closeUp = createCloseUp(client);
    closeUp.show([{ lane, span: [50, 52] }]);
    expect(closeUp.busy()).toBe(true);
    await vi.runAllTimersAsync();
    expect(client.windows.map(({ from, to }) => [from, to])).toEqual([[49, 53]]);
    client.windows[0]?.finish();
    await vi.runAllTimersAsync();
    expect(closeUp.busy()).toBe(false);
    expect(shown(closeUp)[0]).toMatchObject({ from: 49, to: 53 });

    closeUp.show([{ lane, span: [51, 53] }]);
    await vi.runAllTimersAsync();
    expect(client.windows).toHaveLength(1);
    expect(shown(closeUp)[0]).not.toBeNull();

    closeUp.show([{ lane, span: [0, 100] }]);
    expect(shown(closeUp)).toEqual([null]);
  });

  test('a window in which no packet comes still knows what the queue is', async () => {
    const client = new FakeClient();
    const closeUp = createCloseUp(client);
    closeUp.show([{ lane, span: [50, 50.0001] }]);
    await vi.runAllTimersAsync();
    const [asked] = client.windows;
    // Two round trips of 70 ms through a buffer of 140 packets of 1.2 ms, including the packet itself: a
    // dropped packet is retransmitted within this time.
    expect(asked?.from).toBeCloseTo(50 - 2 * (0.07 + 0.1692), 6);
    expect(asked?.to).toBeCloseTo(50.0001 + 2 * (0.07 + 0.1692), 6);
  });

  test('asks only for where the pointer came to rest', async () => {
    const client = new FakeClient();
    const closeUp = createCloseUp(client);
    for (let from = 10; from < 20; ++from) closeUp.show([{ lane, span: [from, from + 1] }]);
    await vi.runAllTimersAsync();
    expect(client.windows).toHaveLength(1);
    expect(client.windows[0]?.from).toBeCloseTo(18.5);
  });

  test('packets of another scenario are not shown for this one', async () => {
    const client = new FakeClient();
    const closeUp = createCloseUp(client);
    closeUp.show([{ lane, span: [50, 51] }]);
    await vi.runAllTimersAsync();
    client.windows[0]?.finish();
    await vi.runAllTimersAsync();
    closeUp.show([{ lane: { ...lane, seed: 2 }, span: [50, 51] }]);
    expect(shown(closeUp)).toEqual([null]);
  });
});
