/** Opens the file of a lesson: a document with steps. */
import { t } from '../../../models/src/language.ts';
import { faultsOfStory } from '../../../models/src/stories/check.ts';
import { EXHIBITS, type Story } from '../../../models/src/stories/index.ts';
import { packStory } from '../../../models/src/stories/pack.ts';
import type { App } from './app.ts';

export function openStory(app: App, text: string, name: string): void {
  const found: unknown = JSON.parse(text);
  const issues = faultsOfStory(found, EXHIBITS, app.engine);
  if (issues.length > 0)
    app.notices.add(
      'error',
      t('{{name}} was not opened; your scenario is as it was.', { name }),
      issues.slice(0, 5).map(({ message }) => message),
    );
  else app.look({ tab: 'learn', story: 'own', tale: packStory(found as Story), step: '', teach: '' });
}
