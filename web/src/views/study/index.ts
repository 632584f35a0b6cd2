/** This view is loaded when it is first opened. */
export { StudyView } from './StudyView.tsx';
