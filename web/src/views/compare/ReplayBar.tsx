import { useEffect, useRef } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { useApp } from '../../state/context.ts';
import { SPEEDS, type ReplayState } from '../../state/replay.ts';
import { useReplay } from '../../state/useReplay.ts';
import { useStore } from '../../state/store.ts';

/** Positions of the scrubber; enough for a pixel on any screen. */
const STEPS = 4000;

export function ReplayBar() {
  const app = useApp();
  const { replay } = app;
  const playing = useReplay(replay, (state) => state.playing);
  const speed = useReplay(replay, (state) => state.speed);
  const duration = useReplay(replay, (state) => state.duration);
  const { span } = useStore(app.view);
  const scrubber = useRef<HTMLInputElement>(null);
  const clock = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const write = () => {
      const state = replay.get();
      if (clock.current !== null) clock.current.textContent = timeText(state);
      const input = scrubber.current;
      if (input === null) return;
      const share = state.duration > 0 ? state.time / state.duration : 0;
      input.value = String(Math.round(share * STEPS));
      input.style.setProperty('--at', `${share * 100}%`);
      input.setAttribute('aria-valuetext', `${state.time.toFixed(1)} of ${state.duration} seconds`);
    };
    write();
    return replay.subscribe(write);
  }, [replay]);

  const shown = span ?? [0, duration];
  const percent = (time: number) => `${(100 * time) / duration}%`;
  return (
    <div className="replay" role="group" aria-label="Replay">
      <button
        type="button"
        className="play"
        aria-label={playing ? 'Pause' : 'Play'}
        data-tip={playing ? 'Pause (space)' : 'Play (space)'}
        onClick={() => app.togglePlay()}
      >
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
      <label className="speed">
        <span className="visually-hidden">Speed</span>
        <select value={speed} onChange={(event) => replay.setSpeed(Number(event.target.value))}>
          {SPEEDS.map((value) => (
            <option key={value} value={value}>
              {value}×
            </option>
          ))}
        </select>
      </label>
      <span className="clock" ref={clock} aria-hidden="true" />
      <div className="scrub">
        <div
          className="scrub-window"
          data-all={span === null || undefined}
          style={{ left: percent(shown[0]), width: percent(shown[1] - shown[0]) }}
        />
        <input
          ref={scrubber}
          type="range"
          className="slider"
          aria-label="Time"
          min={0}
          max={STEPS}
          step={1}
          defaultValue={0}
          onChange={(event) => replay.seek((Number(event.target.value) / STEPS) * duration)}
        />
      </div>
      <button
        type="button"
        className="button window-reset"
        disabled={span === null}
        data-tip="Show all of the time (0)"
        onClick={() => app.look({ span: null })}
      >
        <Icon name="fit" />
        <span className="window-text">
          {digits(shown[0], shown)}–{digits(shown[1], shown)} s
        </span>
      </button>
    </div>
  );
}

function timeText({ time, duration, speed }: ReplayState): string {
  const decimals = speed < 0.1 ? 3 : speed < 1 ? 2 : 1;
  const width = duration.toFixed(0).length + 1 + decimals;
  return `${time.toFixed(decimals).padStart(width, '\u2007')} s`;
}

/** As many decimals as it takes to tell the ends of the window apart. */
function digits(time: number, [from, to]: readonly [number, number]): string {
  const decimals = Math.max(0, Math.min(5, 2 - Math.floor(Math.log10(Math.max(1e-9, to - from)))));
  return String(Number(time.toFixed(decimals)));
}
