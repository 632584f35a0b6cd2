import { validate, type Scenario } from '../../../../models/src/index.ts';
import type { Exhibit } from '../../../../models/src/stories/index.ts';
import type { App } from '../../state/app.ts';

export const titleOf = ({ scenario }: Pick<Exhibit, 'scenario'>): string =>
  (scenario as Scenario).title ?? '';

/** Opens a scenario of the gallery at the window and time that show its point. */
export function openExhibit(app: App, exhibit: Exhibit): void {
  const { span, time, extra } = exhibit.look;
  app.open(validate(exhibit.scenario, app.engine), titleOf(exhibit));
  app.look({ tab: 'compare', span: span ?? null, ...(extra !== undefined && { extra }) });
  app.replay.pause();
  app.replay.seek(time ?? (span === undefined ? app.duration.get() : (span[0] + span[1]) / 2));
}
