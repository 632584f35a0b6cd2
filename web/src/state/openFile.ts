/** Opens a file that the reader chose or dropped. */
import { MOST_ARCHIVE, MOST_TRACE } from '../../../models/src/limits.ts';
import { parseScenario } from '../../../models/src/index.ts';
import type { App } from './app.ts';
import type { Admit } from './asking.ts';

/** Bytes; a scenario of this size would have ten thousand rows. */
const LARGEST_FILE = 1_000_000;
/** Bytes that tell what a file is. */
const LOOKED_AT = 1000;

export async function openFile(app: App, file: File, admit: Admit): Promise<void> {
  const begins = (await file.slice(0, LOOKED_AT).text()).replace(/^\uFEFF?(?:\s|#.*\n)*/, '');
  if (begins.startsWith('PK\u0003\u0004') && file.size <= MOST_ARCHIVE) {
    await (await import('./archiveFile.ts')).openArchive(app, file, admit);
    return;
  }
  // A trace begins with a number, or with the names of its columns; what reads it is loaded when there is one.
  if (/^[-+\d."]|^[^\n{]*\btime/i.test(begins) && file.size <= MOST_TRACE) {
    (await import('./traceFile.ts')).openTrace(app, await file.text(), file.name);
    return;
  }
  if (file.size > LARGEST_FILE) {
    const size = (file.size / 1e6).toFixed(1);
    app.notices.add('error', `${file.name} was not opened; your scenario is as it was.`, [
      `It has ${size} MB, and a scenario has at most 1 MB. Choose a scenario that was exported here (.json).`,
    ]);
    return;
  }
  const text = await file.text();
  const opened = parseScenario(text, app.engine);
  // A study is no scenario, and what opens it is loaded when there is one.
  if (!opened.ok && opened.issues.some(({ path }) => path === 'axes'))
    (await import('./studyFile.ts')).openStudy(app, text, file.name);
  else if (opened.ok) admit(opened.scenario, () => app.open(opened, file.name));
  else app.open(opened, file.name);
}
