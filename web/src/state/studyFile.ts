/** A study's file: its scenario is opened, what varies goes where the view of studies finds it. */
import type { Scenario } from '../../../models/src/index.ts';
import { parseStudy, planOf, writePlan } from '../../../models/src/study/index.ts';
import { METRICS, ROW_METRICS } from '../../../wasm/src/types.ts';
import type { App } from './app.ts';

export function openStudy(app: App, text: string, name: string): void {
  const checked = parseStudy(text, { ...app.engine, metrics: METRICS, rowMetrics: ROW_METRICS });
  if (!checked.ok) {
    app.open({ ok: false, issues: checked.issues }, name);
    return;
  }
  const { scenario, seeds: { first = 1 } = {} } = checked.study;
  const document = { ...scenario, seed: first } as unknown as Scenario;
  app.open({ ok: true, scenario: document, warnings: [] }, name);
  app.look({ tab: 'study', study: writePlan(planOf(checked.study, METRICS)) });
}
