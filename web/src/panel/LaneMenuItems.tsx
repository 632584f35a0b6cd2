import { t } from '../../../models/src/language.ts';
import { useApp } from '../state/context.ts';
import { duplicateLane, moveLane, removeLane } from '../state/laneEdits.ts';
import { attempt } from '../state/refused.ts';
import { writeOwn } from '../state/programEdits.ts';
import { hasProgram, programOf } from './program/programs.ts';

export interface LaneMenuOf {
  readonly index: number;
  readonly label: string;
  /** The number of lanes. */
  readonly count: number;
  readonly close: () => void;
  /** Shows the Linux commands for this lane. */
  readonly onLinux: () => void;
  /** Searches for parameter values that reach given goals. */
  readonly onTune: () => void;
}

/** The commands in the menu of a lane. */
export function LaneMenuItems({ index, count, close, onLinux, onTune }: LaneMenuOf) {
  const app = useApp();
  const item = (name: string, disabled: boolean, act: () => void) => (
    <button
      type="button"
      className="menu-item"
      disabled={disabled}
      onClick={() => {
        close();
        act();
      }}
    >
      {name}
    </button>
  );
  const id = app.lanes.get()[index]?.aqm.id ?? '';
  const own = async () => {
    const text = await programOf(id);
    if (text === undefined) return;
    const next = writeOwn(app.document(), index, text, app.engine.program(text).scheme);
    if (attempt(app, next)) app.look({ lane: count });
  };
  const move = (to: number) => {
    if (attempt(app, moveLane(app.document(), index, to))) app.look({ lane: to });
  };
  return (
    <div className="menu">
      {item(t('Duplicate'), false, () => {
        if (attempt(app, duplicateLane(app.document(), index))) app.look({ lane: count });
      })}
      {item(t('Move up'), index === 0, () => move(index - 1))}
      {item(t('Move down'), index === count - 1, () => move(index + 1))}
      {hasProgram(id) && item(t('Write your own from this one'), false, () => void own())}
      {item(t('Find values that reach goals'), false, onTune)}
      {item(t('Linux command (tc)'), false, onLinux)}
      {item(t('Remove'), count === 1, () => attempt(app, removeLane(app.document(), index)))}
    </div>
  );
}
