/** The runs of the last study of this tab, which a reload of the page does not lose. */
import type { Scenario } from '../../../models/src/index.ts';
import {
  parseStudy,
  readRows,
  writeRows,
  type Study,
  type StudyRow,
} from '../../../models/src/study/index.ts';
import type { App } from './app.ts';
import type { Found } from './studyRun.ts';

/** The runs of a study in the order of `aqm study --format csv`. */
export function runsOf({ expansion, samples }: Found): StudyRow[] {
  const lanes = Array.from({ length: expansion.lanes }, (_, lane) => lane);
  const points = Array.from({ length: expansion.points }, (_, point) => point);
  return expansion.seeds.flatMap((seed) =>
    lanes.flatMap((lane) =>
      points.flatMap((point) => {
        const sample = samples(point, lane).find((one) => one.seed === seed);
        return sample === undefined ? [] : [{ digest: '', ...sample, point, lane }];
      }),
    ),
  );
}

/** Where such runs come from, in the words of the view. */
export const RELOADED = 'this tab, before the page was reloaded';

const KEY = 'aqm-explorer:study:1';
/** Characters; browsers give a page some five million. */
const MOST = 2_000_000;

interface Saved {
  readonly base: Scenario;
  readonly study: Study;
  readonly rows: string;
}

export function saveStudy(found: Found): void {
  const { base, study, expansion } = found;
  const saved: Saved = { base, study, rows: writeRows(study, expansion, runsOf(found)) };
  const text = JSON.stringify(saved);
  try {
    if (text.length <= MOST) sessionStorage.setItem(KEY, text);
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage may be forbidden or full; a reload then begins without the runs.
  }
}

/** The saved study, if it is one of the scenario that is open. */
export function savedStudy(
  app: App,
): { readonly base: Scenario; readonly study: Study; readonly rows: readonly StudyRow[] } | undefined {
  try {
    const saved = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Saved | null;
    const present = app.history.get().present;
    if (saved === null || JSON.stringify(saved.base) !== JSON.stringify(present)) return undefined;
    const checked = parseStudy(JSON.stringify(saved.study), app.engine);
    if (!checked.ok) return undefined;
    const rows = readRows(saved.rows, checked.study, checked.expansion);
    return { base: present, study: checked.study, rows };
  } catch {
    return undefined; // Storage is forbidden, or another version wrote something else.
  }
}
