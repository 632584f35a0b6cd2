import { t } from '../../../models/src/language.ts';
import { validate, type Preset } from '../../../models/src/index.ts';
import type { App } from '../state/app.ts';

/** Opens a preset, which is a file of its own; or says that the file did not arrive. */
export async function openPreset(app: App, preset: Preset): Promise<void> {
  const done = app.pending.add(() => true);
  const document = await preset
    .load()
    .catch(() => null)
    .finally(done);
  if (document !== null) app.open(validate(document, app.engine), preset.title);
  else {
    app.notices.add(
      'error',
      t('“{{title}}” could not be loaded. Are you online?', { title: t(preset.title) }),
    );
  }
}
