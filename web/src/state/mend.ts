/**
 * What a click asked for and the document would not hold: why, and the nearest that it would hold, to be taken instead. Loaded with the
 * first such click.
 */
import { validate, type Issue, type Scenario } from '../../../models/src/index.ts';
import type { Path } from '../../../models/src/path.ts';
import type { App } from './app.ts';
import { changeAt } from './edits.ts';

/** One value may be bound to another that is mended before it: max_th to the buffer, then min_th to max_th. */
const ROUNDS = 4;

interface Mended {
  readonly document: Scenario;
  /** What differs from what was asked for: "max_th = 140". */
  readonly values: ReadonlyMap<string, number | string>;
}

/** "lanes[1].aqm.params.max_th" as a path. */
const pathOf = (shown: string): Path =>
  [...shown.matchAll(/\[(\d+)\]|([\w-]+)/g)].map(([, index, key]) =>
    index === undefined ? (key ?? '') : Number(index),
  );

/** The document with the nearest valid values; null where there are none for all that is wrong. */
export function mended(
  { engine }: Pick<App, 'engine'>,
  asked: Scenario,
  wrong: readonly Issue[],
): Mended | null {
  const values = new Map<string, number | string>();
  let document = asked;
  let issues = wrong;
  for (let round = 0; round < ROUNDS; ++round) {
    for (const { path, nearest } of issues) {
      if (nearest === undefined) return null;
      values.set(String(pathOf(path).at(-1)), nearest);
      document = changeAt(document, pathOf(path), nearest);
    }
    const checked = validate(document, engine);
    if (checked.ok) return { document, values };
    issues = checked.issues.filter(({ severity }) => severity === 'error');
  }
  return null;
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
