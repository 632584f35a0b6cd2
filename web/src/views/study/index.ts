/** The view that is loaded when it is first looked at. */
export { StudyView } from './StudyView.tsx';
