/** A study's file: its scenario is opened, what varies goes where the view of studies finds it. */
import { toBase64Url } from '../../../models/src/base64url.ts';
import type { Scenario } from '../../../models/src/index.ts';
import { parseStudy } from '../../../models/src/study/index.ts';
import { METRICS, ROW_METRICS } from '../../../wasm/src/types.ts';
import type { App } from './app.ts';

export function openStudy(app: App, text: string, name: string): void {
  const checked = parseStudy(text, { ...app.engine, metrics: METRICS, rowMetrics: ROW_METRICS });
  if (!checked.ok) {
    app.open({ ok: false, issues: checked.issues }, name);
    return;
  }
  const { scenario, axes, seeds } = checked.study;
  const { first = 1, count = 1 } = seeds ?? {};
  const document = { ...scenario, seed: first } as unknown as Scenario;
  app.open({ ok: true, scenario: document, warnings: [] }, name);
  const plan = JSON.stringify({ axes, seeds: count });
  app.look({ tab: 'study', study: toBase64Url(new TextEncoder().encode(plan)) });
}
