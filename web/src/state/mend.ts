/**
 * What a click asked for and the document would not hold: why, and the nearest that it would hold, to be taken instead. Loaded with the
 * first such click.
 */
import { validate, type Issue, type Scenario } from '../../../models/src/index.ts';
import { readPath } from '../../../models/src/read-path.ts';
import type { App } from './app.ts';
import { changeAt } from './edits.ts';

interface Mended {
  readonly document: Scenario;
  /** What differs from what was asked for: "max_th = 140". */
  readonly values: ReadonlyMap<string, number | string>;
}

/** The document with the nearest valid values; null where there are none for all that is wrong, or they do not go together. */
export function mended(
  { engine }: Pick<App, 'engine'>,
  asked: Scenario,
  wrong: readonly Issue[],
): Mended | null {
  const values = new Map<string, number | string>();
  let document = asked;
  for (const issue of wrong) {
    if (issue.nearest === undefined) return null;
    const path = readPath(issue.path);
    values.set(String(path.at(-1)), issue.nearest);
    document = changeAt(document, path, issue.nearest);
  }
  return validate(document, engine).ok ? { document, values } : null;
}

export function tellWhy(app: App, asked: Scenario, issues: readonly Issue[], told: string): void {
  const found = mended(app, asked, issues);
  const base = app.document();
  // An offer is one for the document that it was made of.
  const end = app.history.subscribe(() => {
    if (app.document() === base) return;
    end();
    for (const { id, text } of app.notices.store.get()) if (text === told) app.notices.dismiss(id);
  });
  const act = () => {
    const before = app.lanes.get().length;
    if (found === null || app.change(found.document).length > 0) return;
    const { length } = app.lanes.get();
    if (length > before) app.look({ lane: length - 1 });
  };
  app.notices.add(
    'error',
    told,
    issues.map(({ message }) => message),
    found === null
      ? undefined
      : { label: `Use ${[...found.values].map(([name, value]) => `${name} = ${value}`).join(', ')}`, act },
  );
}
