/** Opens a study file: its scenario opens, and its axes are written to the view of studies. */
import { t } from '../../../models/src/language.ts';
import { warning, type Scenario } from '../../../models/src/index.ts';
import { MOST_SEEDS, parseStudy, planOf, writePlan } from '../../../models/src/study/index.ts';
import type { App } from './app.ts';

/** False if the study is refused. */
export function openStudy(app: App, text: string, name: string): boolean {
  const checked = parseStudy(text, app.engine);
  if (!checked.ok) {
    app.open({ ok: false, issues: checked.issues }, name);
    return false;
  }
  const { scenario, seeds: { first = 1, count = 1 } = {} } = checked.study;
  const document = { ...scenario, seed: first } as unknown as Scenario;
  app.open({ ok: true, scenario: document, warnings: [] }, name);
  app.look({ tab: 'study', study: writePlan(planOf(checked.study)) });
  if (count > MOST_SEEDS) {
    const rule = t(
      'must be at most {{mostseeds}} in the page, which takes the first {{mostseeds}}; the command line runs them all',
      { mostseeds: MOST_SEEDS },
    );
    app.notices.add('error', t('{{name}} was opened with fewer seeds.', { name }), [
      warning({ path: 'seeds.count', value: count, rule }).message,
    ]);
  }
  return true;
}
