import { told } from '../../../models/src/told.ts';
import { t } from '../../../models/src/language.ts';
import type { Issue, Scenario } from '../../../models/src/index.ts';
import type { App } from './app.ts';

/** The message names the lane or the row instead of its index in the document. */
function inWords({ path, rule, message }: Issue): string {
  const lane = /^lanes\[(\d+)\]\.label$/.exec(path)?.[1];
  const name =
    path === 'title'
      ? t('The title')
      : lane === undefined
        ? null
        : t('The name of lane {{lane}}', { lane: Number(lane) + 1 });
  return name === null ? message : `${name}: ${told(rule)}.`;
}

/** Whether a change was refused. The reason stays visible until the same action succeeds. */
export function isRefused(
  { notices }: Pick<App, 'notices'>,
  issues: readonly Issue[],
  what = t('The name was not saved.'),
): boolean {
  if (issues.length > 0) {
    const why = issues.map(inWords);
    notices.add('error', what, why);
    return true;
  }
  for (const { id, text } of notices.store.get()) if (text === what) notices.dismiss(id);
  return false;
}

const TOLD = 'These values do not fit together; nothing was changed.';

/** Makes a change after a click where there is no field to show an error. Returns whether it was made. */
export function attempt(app: App, next: Scenario): boolean {
  const issues = app.change(next);
  if (issues.length === 0) return !isRefused(app, issues, TOLD);
  import('./mend.ts').then(
    ({ tellWhy }) => tellWhy(app, next, issues, TOLD),
    () => isRefused(app, issues, TOLD),
  );
  return false;
}
