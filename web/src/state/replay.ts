/**
 * The playhead. It moves sixty times a second, so it lives outside React: overlays subscribe to it and draw,
 * and nothing renders. Times are simulated seconds; speed is simulated seconds per second of the clock.
 */
export interface ReplayState {
  readonly time: number;
  readonly playing: boolean;
  readonly speed: number;
  readonly duration: number;
  /** The time under the pointer on any plot over time. While it is set, it is shown instead of `time`. */
  readonly hover: number | null;
}

export const SPEEDS = [0.001, 0.01, 0.1, 1, 2, 5, 10, 20, 50, 100, 1000] as const;

export interface Clock {
  now(): number;
  /** Calls back before the next frame; returns a function that cancels the call. */
  nextFrame(callback: () => void): () => void;
}

const browserClock: Clock = {
  now: () => performance.now(),
  nextFrame: (callback) => {
    const id = requestAnimationFrame(callback);
    return () => cancelAnimationFrame(id);
  },
};

export interface Replay {
  readonly get: () => ReplayState;
  /**
   * Listeners that write to the page are called `last`: if canvases were drawn after them, the browser would
   * compute the layout once more for the texts of the canvases.
   */
  readonly subscribe: (listener: () => void, last?: 'last') => () => void;
  play(): void;
  pause(): void;
  toggle(): void;
  seek(time: number): void;
  setSpeed(speed: number): void;
  setDuration(duration: number): void;
  setHover(time: number | null): void;
}

export const shownTime = (state: ReplayState): number => state.hover ?? state.time;

/**
 * While lanes are simulated, the playhead moves only once in this many frames, to leave the processor to the
 * simulation.
 */
const BUSY_FRAMES = 6;

export function createReplay(
  duration: number,
  clock: Clock = browserClock,
  busy: () => boolean = () => false,
): Replay {
  let state: ReplayState = { time: 0, playing: false, speed: 10, duration, hover: null };
  const listeners = new Set<() => void>();
  const lastListeners = new Set<() => void>();
  let stopFrame: (() => void) | null = null;
  let before = 0;

  const set = (change: Partial<ReplayState>) => {
    state = { ...state, ...change };
    for (const listener of [...listeners, ...lastListeners]) listener();
  };
  const halt = () => {
    stopFrame?.();
    stopFrame = null;
  };
  let frames = 0;
  const frame = () => {
    if (++frames % BUSY_FRAMES !== 0 && busy()) {
      stopFrame = clock.nextFrame(frame);
      return;
    }
    const now = clock.now();
    // After a pause in a sleeping tab the playhead must not jump ahead.
    const elapsed = Math.min(0.1, (now - before) / 1000);
    before = now;
    const time = state.time + elapsed * state.speed;
    if (time >= state.duration) {
      stopFrame = null;
      set({ time: state.duration, playing: false });
      return;
    }
    stopFrame = clock.nextFrame(frame);
    set({ time });
  };

  const replay: Replay = {
    get: () => state,
    subscribe: (listener, last) => {
      const all = last === undefined ? listeners : lastListeners;
      all.add(listener);
      return () => all.delete(listener);
    },
    play: () => {
      if (state.playing) return;
      before = clock.now();
      stopFrame = clock.nextFrame(frame);
      set({ playing: true, time: state.time >= state.duration ? 0 : state.time });
    },
    pause: () => {
      halt();
      if (state.playing) set({ playing: false });
    },
    toggle: () => {
      if (state.playing) replay.pause();
      else replay.play();
    },
    seek: (time) => {
      set({ time: Math.min(state.duration, Math.max(0, time)) });
    },
    setSpeed: (speed) => {
      set({ speed });
    },
    setDuration: (next) => {
      if (next === state.duration) return;
      const atEnd = state.time >= state.duration;
      set({ duration: next, time: atEnd ? next : Math.min(state.time, next) });
    },
    setHover: (hover) => {
      if (hover !== state.hover) set({ hover });
    },
  };
  return replay;
}
