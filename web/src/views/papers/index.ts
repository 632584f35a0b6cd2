/** The view that is loaded when it is first looked at. */
export { PapersView } from './PapersView.tsx';
