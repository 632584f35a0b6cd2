import { t } from '../../../models/src/language.ts';
import { lazy, useState } from 'react';
import type { Lane } from '../../../models/src/index.ts';
import { leavesOf } from '../lanes/leaves.ts';
import { Arriving } from '../state/Arriving.tsx';

interface Props {
  readonly lane: Lane;
  readonly index: number;
  readonly label: string;
}

/** Loaded when the dialog is opened. */
const LaneDialog = lazy(() => import('./LaneDialog.tsx').then((found) => ({ default: found.LaneDialog })));

/**
 * A lane's differences from the scenario: a merge patch, shown as a list of its values and edited in the
 * forms of the scenario.
 */
export function LanePatch({ lane, index, label }: Props) {
  const [open, setOpen] = useState(false);
  const leaves = leavesOf(lane.set ?? {});
  return (
    <div className="lane-patch">
      {leaves.length > 0 && (
        <ul aria-label={t('What {{label}} has of its own', { label })}>
          {leaves.map(({ path, text }) => (
            <li key={path}>
              {path} <b>{text}</b>
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="link" onClick={() => setOpen(true)}>
        {leaves.length === 0 ? t('Give this lane its own network or traffic') : t('Change what is its own')}
      </button>
      {open && (
        <Arriving>
          <LaneDialog lane={lane} index={index} label={label} onClose={() => setOpen(false)} />
        </Arriving>
      )}
    </div>
  );
}
