/**
 * Opens the document of an archive made by `aqm pack` that was dropped on the page, and reports each file
 * that has changed since it was packed.
 */
import { t } from '../../../models/src/language.ts';
import { altered, ArchiveError, madeBy, NAMES, textOf, unpacked } from '../../../models/src/archive.ts';
import { parseJson, parseScenario } from '../../../models/src/index.ts';
import { looksLikeStudy } from '../../../models/src/study/index.ts';
import type { App } from './app.ts';
import type { Admit } from './asking.ts';
import { openStudy } from './studyFile.ts';
import { showArchived } from './studyRows.ts';

export async function openArchive(app: App, file: File, admit: Admit): Promise<void> {
  try {
    const files = unpacked(new Uint8Array(await file.arrayBuffer()));
    // A page served without https cannot compute hashes.
    const changed = 'subtle' in crypto ? await altered(files) : [];
    const text = textOf(files, NAMES.document);
    const parsed = parseJson(text);
    const { version, engine } = madeBy(files);
    if (changed.length > 0)
      app.notices.add(
        'error',
        t('{{name}} is not as it was packed.', { name: file.name }),
        changed.slice(0, 5),
      );
    else
      app.notices.add(
        'info',
        t('{{name}} was made by version {{version}}, engine {{engine}}.', {
          name: file.name,
          version,
          engine,
        }),
      );
    if (parsed.ok && looksLikeStudy(parsed.value)) {
      const from = t('{{name}} (version {{version}}, engine {{engine}})', {
        name: file.name,
        version,
        engine,
      });
      const told = openStudy(app, text, file.name)
        ? showArchived(app, textOf(files, NAMES.study), textOf(files, NAMES.rows), from)
        : undefined;
      if (told !== undefined)
        app.notices.add('error', t('The runs of {{name}} are not shown.', { name: file.name }), [told]);
      return;
    }
    const opened = parseScenario(text, app.engine);
    if (opened.ok) admit(opened.scenario, () => app.open(opened, file.name));
    else app.open(opened, file.name);
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    app.notices.add('error', t('{{name}} was not opened; your scenario is as it was.', { name: file.name }), [
      `${error.message}.`,
    ]);
  }
}
