import type { Issue, Scenario } from '../../../models/src/index.ts';
import type { App } from './app.ts';

/** Names are told by what they name, not by where they stand in a document. */
function inWords({ path, rule, message }: Issue): string {
  const lane = /^lanes\[(\d+)\]\.label$/.exec(path)?.[1];
  const name =
    path === 'title' ? 'The title' : lane === undefined ? null : `The name of lane ${Number(lane) + 1}`;
  return name === null ? message : `${name}: ${rule}.`;
}

/** Whether something was refused. Why is told, until the same is done well. */
export function isRefused(
  { notices }: Pick<App, 'notices'>,
  issues: readonly Issue[],
  told = 'The name was not saved.',
): boolean {
  if (issues.length > 0) {
    const why = issues.map(inWords);
    notices.add('error', told, why);
    return true;
  }
  for (const { id, text } of notices.store.get()) if (text === told) notices.dismiss(id);
  return false;
}

const TOLD = 'These values do not fit together; nothing was changed.';

/** A change at a click, where no field stands that could tell what is wrong. Whether it was made. */
export function attempt(app: App, next: Scenario): boolean {
  const issues = app.change(next);
  if (issues.length === 0) return !isRefused(app, issues, TOLD);
  import('./mend.ts').then(
    ({ tellWhy }) => tellWhy(app, next, issues, TOLD),
    () => isRefused(app, issues, TOLD),
  );
  return false;
}
