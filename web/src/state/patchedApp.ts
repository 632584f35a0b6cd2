/**
 * The app as seen through a merge patch over the scenario: its document is the patched scenario, and changes are
 * written to the patch. So the scenario's forms also serve as forms of a lane, and of a case of a study.
 */
import { mergePatch, patchBetween, validate, type Issue, type Scenario } from '../../../models/src/index.ts';
import { showPath, without, type Path } from '../../../models/src/path.ts';
import { readPlan, writePlan, type Axis } from '../../../models/src/study/index.ts';
import type { App } from './app.ts';
import { changeAt, withLists } from './edits.ts';
import { derived } from './store.ts';

type Patch = NonNullable<Axis['cases']>[string];

const baseOf = (document: Scenario) => without(withLists(document), 'lanes');

/** `patchOf` may read stores; `write` returns the issues, and changes nothing if there are any. */
function patchedApp(
  app: App,
  patchOf: (document: Scenario) => unknown,
  write: (patch: Patch | undefined, gesture?: string) => readonly Issue[],
): App {
  const seenOf = (document: Scenario): Scenario => {
    const { lanes } = withLists(document);
    return { ...(mergePatch(baseOf(document), patchOf(document) ?? {}) as Scenario), lanes };
  };
  const present = derived(() => seenOf(app.history.get().present));
  const history = derived(() => ({ ...app.history.get(), present: present.get() }));
  const change = (next: Scenario, gesture?: string): readonly Issue[] =>
    write(patchBetween(baseOf(app.document()), without(next, 'lanes')) as Patch | undefined, gesture);
  return {
    ...app,
    history: { ...app.history, get: history.get, subscribe: history.subscribe },
    document: present.get,
    change,
    edit: (path, value, gesture) => change(changeAt(present.get(), path, value), gesture),
  };
}

/** The scenario of one lane, with what the lane has of its own. */
export function laneApp(app: App, lane: number): App {
  const at: Path = ['lanes', lane, 'set'];
  const prefix = `${showPath(at)}.`;
  /** Issues found in the patch are reported at the path that the patch changes. */
  const fromHere = (issue: Issue): Issue =>
    issue.path.startsWith(prefix) ? { ...issue, path: issue.path.slice(prefix.length) } : issue;
  return patchedApp(
    app,
    (document) => withLists(document).lanes[lane]?.set,
    (patch, gesture) => app.edit(at, patch, gesture).map(fromHere),
  );
}

/** The scenario of one case of the study's axis: its patch is part of the study's plan. */
export function caseApp(app: App, axis: number, label: string): App {
  const plan = () => readPlan(app.view.get().study);
  return patchedApp(
    app,
    () => plan().axes[axis]?.cases?.[label],
    (patch) => {
      const checked = validate(mergePatch(withLists(app.document()), patch ?? {}), app.engine);
      if (!checked.ok) return checked.issues;
      const now = plan();
      const axes = now.axes.map((one, i) =>
        i === axis ? { ...one, cases: { ...one.cases, [label]: patch ?? {} } } : one,
      );
      app.look({ study: writePlan({ ...now, axes }) });
      return [];
    },
  );
}
