import type { Issue } from '../../../models/src/index.ts';
import type { App } from './app.ts';

const TOLD = 'This name is not kept.';

/** Whether a name was refused. Why is told, until it is mended. */
export function isRefused({ notices }: Pick<App, 'notices'>, issues: readonly Issue[]): boolean {
  if (issues.length > 0) {
    const why = issues.map(({ message }) => message);
    notices.add('error', TOLD, why);
    return true;
  }
  for (const { id, text } of notices.store.get()) if (text === TOLD) notices.dismiss(id);
  return false;
}
