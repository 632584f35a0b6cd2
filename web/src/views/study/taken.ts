/** The files that the page saves from the view of studies. */
import { readPlan } from '../../../../models/src/study/index.ts';
import type { App } from '../../state/app.ts';
import { studyRunOf, type Found } from '../../state/studyRun.ts';

export { studyCsv, studyLatex, studyRowsCsv } from './files.ts';

export const foundOf = (app: App): Found | null => studyRunOf(app).found.get();
export const metricShown = (app: App): string => readPlan(app.view.get().study).metric;
