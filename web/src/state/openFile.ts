/**
 * Opens a file that the reader chose or dropped. Readers for anything but scenarios are loaded only when
 * needed.
 */
import { decimal, t } from '../../../models/src/language.ts';
import { MOST_ARCHIVE, MOST_TRACE } from '../../../models/src/limits.ts';
import { parseScenario } from '../../../models/src/index.ts';
import type { App } from './app.ts';
import type { Admit } from './asking.ts';

/** Bytes. A scenario of this size would have ten thousand rows. */
const LARGEST_FILE = 1_000_000;
/** The first bytes, from which the kind of a file is found. */
const LOOKED_AT = 65_536;
/** A link trace begins with a number, or with a header line that has only the column names of such traces. */
const TRACE = /^[-+\d."]|^(?:"?(?:time|rate|delay|loss)(?:[_ ([][^,;\t\n]*)?"?[ ]*(?:[,;\t ]|\r?\n|$)){2,}/i;
/** The columns that every table of runs has (docs/scale.md). */
const ROWS = /^[^\n]*\blane,aqm,seed,digest\b/;

export async function openFile(app: App, file: File, admit: Admit): Promise<void> {
  const head = new Uint8Array(await file.slice(0, LOOKED_AT).arrayBuffer());
  const begins = new TextDecoder().decode(head).replace(/^\uFEFF?(?:\s|#.*\n)*/, '');
  const json = begins.startsWith('{');
  if (begins.startsWith('PK\u0003\u0004') && file.size <= MOST_ARCHIVE) {
    await (await import('./archiveFile.ts')).openArchive(app, file, admit);
    return;
  }
  if (ROWS.test(begins) && file.size <= MOST_ARCHIVE) {
    (await import('./studyRows.ts')).openRows(app, await file.text(), file.name);
    return;
  }
  // JSON is first tried as a scenario.
  const large = file.size > LARGEST_FILE;
  const measured = json && !large ? undefined : await kindOf(head, file.name);
  if (measured !== 'csv' && measured !== undefined) {
    await (await import('./measuredFile.ts')).openMeasured(app, file);
    return;
  }
  if (!json && TRACE.test(begins) && file.size <= MOST_TRACE) {
    (await import('./traceFile.ts')).openTrace(app, await file.text(), file.name);
    return;
  }
  if (measured === 'csv') {
    await (await import('./measuredFile.ts')).openMeasured(app, file);
    return;
  }
  const refuse = (why: string) =>
    app.notices.add('error', t('{{name}} was not opened; your scenario is as it was.', { name: file.name }), [
      why,
    ]);
  if (large) {
    const size = decimal((file.size / 1e6).toFixed(1));
    refuse(
      t(
        'It has {{size}} MB, and a scenario has at most 1 MB. Choose a scenario that was exported here (.json).',
        { size },
      ),
    );
    return;
  }
  // No text has this byte.
  if (head.includes(0)) {
    refuse(t('It is no text, as a scenario is, and no capture or archive of a kind that is read here.'));
    return;
  }
  const text = await file.text();
  const opened = parseScenario(text, app.engine);
  // It is a study, not a scenario.
  if (!opened.ok && opened.issues.some(({ path }) => path === 'axes'))
    (await import('./studyFile.ts')).openStudy(app, text, file.name);
  else if (!opened.ok && opened.issues.some(({ path }) => path === 'steps'))
    (await import('./storyFile.ts')).openStory(app, text, file.name);
  else if (!opened.ok && json && (await kindOf(head, file.name)) !== undefined)
    await (await import('./measuredFile.ts')).openMeasured(app, file);
  else if (opened.ok) admit(opened.scenario, () => app.open(opened, file.name));
  else app.open(opened, file.name);
}

/** The reader of measurements that knows the format. A gzip file always counts as measurements. */
async function kindOf(head: Uint8Array, name: string): Promise<string | undefined> {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  return (await import('../../../models/src/measured/index.ts')).readerOf(head, name)?.id;
}
