import { decimal, t } from '../../../models/src/language.ts';
import { memo, useEffect, useRef } from 'react';
import { Icon } from '../components/Icon.tsx';
import { useApp } from '../state/context.ts';
import { SPEEDS, type ReplayState } from '../state/replay.ts';
import { useSelected } from '../state/store.ts';
import { useView } from '../state/useView.ts';
import { decimalsOf, timeInWindow } from './text.ts';

/** Positions of the slider: at least one for each pixel of any screen. */
const STEPS = 4000;

export const ReplayBar = memo(function ReplayBar() {
  const app = useApp();
  const { replay } = app;
  const playing = useSelected(replay, (state) => state.playing);
  const speed = useSelected(replay, (state) => state.speed);
  const duration = useSelected(replay, (state) => state.duration);
  const span = useView('span');
  const length = span === null ? null : span[1] - span[0];
  const scrubber = useRef<HTMLInputElement>(null);
  const clock = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const write = () => {
      const state = replay.get();
      const time = timeText(state, length ?? state.duration);
      if (clock.current !== null) clock.current.textContent = `${time} s`;
      const input = scrubber.current;
      if (input === null) return;
      const share = state.duration > 0 ? state.time / state.duration : 0;
      input.value = String(Math.round(share * STEPS));
      input.style.setProperty('--at', `${share * 100}%`);
      input.setAttribute('aria-valuetext', `${time.trim()} of ${state.duration} seconds`);
    };
    write();
    return replay.subscribe(write, 'last');
  }, [replay, length]);

  const shown = span ?? [0, duration];
  const percent = (time: number) => `${(100 * time) / duration}%`;
  // A story or a link may have a speed between those in the list.
  const speeds = [...new Set([...SPEEDS, speed])].sort((a, b) => a - b);
  return (
    <div className="replay" role="group" aria-label={t('Replay')}>
      <button
        type="button"
        className="play"
        aria-label={playing ? t('Pause') : t('Play')}
        data-tip={playing ? t('Pause (space)') : t('Play (space)')}
        onClick={() => app.togglePlay()}
      >
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
      <label className="speed">
        <span className="visually-hidden">{t('Speed')}</span>
        <select value={speed} onChange={(event) => replay.setSpeed(Number(event.target.value))}>
          {speeds.map((value) => (
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
          aria-label={t('Time')}
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
        data-tip={t('Show all of the time (0)')}
        onClick={() => app.look({ span: null })}
      >
        <Icon name="fit" />
        <span className="window-text">
          {timeInWindow(shown[0], shown)}–{timeInWindow(shown[1], shown)} s
        </span>
      </button>
    </div>
  );
});

/** The playhead's time, with more decimals if it moves slowly or the window is short. */
function timeText({ time, duration, speed }: ReplayState, length: number): string {
  const decimals = Math.max(speed < 0.1 ? 3 : speed < 1 ? 2 : 1, decimalsOf(length));
  const width = duration.toFixed(0).length + 1 + decimals;
  return decimal(time.toFixed(decimals)).padStart(width, '\u2007');
}
