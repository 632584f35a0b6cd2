/**
 * The app as one lane sees it: its document is the scenario with the lane's own patch applied, and changes
 * are written to that patch. So the scenario's forms also serve as forms of a lane.
 */
import { mergePatch, patchBetween, type Issue, type Scenario } from '../../../models/src/index.ts';
import { showPath, without, type Path } from '../../../models/src/path.ts';
import type { App } from './app.ts';
import { changeAt, withLists } from './edits.ts';
import { derived } from './store.ts';

export function laneApp(app: App, lane: number): App {
  const baseOf = (document: Scenario) => without(withLists(document), 'lanes');
  const seenOf = (document: Scenario): Scenario => {
    const full = withLists(document);
    return { ...(mergePatch(baseOf(document), full.lanes[lane]?.set ?? {}) as Scenario), lanes: full.lanes };
  };
  const present = derived(() => seenOf(app.history.get().present));
  const history = derived(() => ({ ...app.history.get(), present: present.get() }));
  const at: Path = ['lanes', lane, 'set'];
  const prefix = `${showPath(at)}.`;
  /** Issues found in the patch are reported at the path that the patch changes. */
  const fromHere = (issue: Issue): Issue =>
    issue.path.startsWith(prefix) ? { ...issue, path: issue.path.slice(prefix.length) } : issue;
  const change = (next: Scenario, gesture?: string): readonly Issue[] => {
    const patch = patchBetween(baseOf(app.document()), without(next, 'lanes'));
    return app.edit(at, patch, gesture).map(fromHere);
  };
  return {
    ...app,
    history: { ...app.history, get: history.get, subscribe: history.subscribe },
    document: present.get,
    change,
    edit: (path, value, gesture) => change(changeAt(present.get(), path, value), gesture),
  };
}
