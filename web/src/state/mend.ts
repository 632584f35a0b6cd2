/**
 * Explains why the document cannot have the value that a click asked for, and offers the nearest valid one.
 * Loaded with the first such click.
 */
import { listMark, t } from '../../../models/src/language.ts';
import { validate, type Issue, type Scenario } from '../../../models/src/index.ts';
import { readPath } from '../../../models/src/read-path.ts';
import type { App } from './app.ts';
import { changeAt } from './edits.ts';

interface Mended {
  readonly document: Scenario;
  /** The values that differ from the requested ones: "max_th = 140". */
  readonly values: ReadonlyMap<string, number | string>;
}

/**
 * The document with the nearest valid values; null if some invalid value has none, or if they are invalid
 * together.
 */
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
  // An offer holds only for the document that it was made from.
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
      : {
          label: t('Use {{nearest}}', {
            nearest: [...found.values].map(([name, value]) => `${name} = ${value}`).join(listMark()),
          }),
          act,
        },
  );
}
