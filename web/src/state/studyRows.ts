/**
 * Shows runs of a study that were made elsewhere (on a cluster, by the command line), without running them
 * again.
 */
import { t } from '../../../models/src/language.ts';
import { parseJson } from '../../../models/src/index.ts';
import {
  EMPTY,
  parseStudy,
  readPlan,
  readRows,
  RowsError,
  studyOf,
  validateStudy,
  type StudyValidation,
} from '../../../models/src/study/index.ts';
import type { App } from './app.ts';
import { studyRunOf } from './studyRun.ts';

/** Rows of `aqm study --format csv`, for the study in the open form. */
export function openRows(app: App, text: string, name: string): void {
  const plan = readPlan(app.view.get().study);
  const refuse = (reason: string) =>
    app.notices.add('error', t('{{name}} was not opened; your scenario is as it was.', { name }), [reason]);
  if (plan === EMPTY) {
    refuse(t('It has runs of a study. Open the study itself first (its file or its link), then this file.'));
    return;
  }
  const reason = showRows(
    app,
    validateStudy(studyOf(app.history.get().present, plan), app.engine),
    text,
    name,
  );
  if (reason !== undefined) refuse(reason);
  else app.look({ tab: 'study' });
}

/**
 * Rows of an archive, for the archive's study, which has just been opened. Returns a sentence if that is not
 * possible.
 */
export const showArchived = (app: App, study: string, rows: string, name: string): string | undefined =>
  parseJson(study).ok ? showRows(app, parseStudy(study, app.engine), rows, name) : undefined;

function showRows(app: App, checked: StudyValidation, text: string, name: string): string | undefined {
  if (!checked.ok) return checked.issues[0]?.message;
  try {
    const rows = readRows(text, checked.study, checked.expansion);
    if (rows.length === 0) return t('It has no runs.');
    studyRunOf(app).show(app.history.get().present, checked.study, rows, name);
    return undefined;
  } catch (error) {
    if (error instanceof RowsError) return `${name}, ${error.message}.`;
    throw error;
  }
}
