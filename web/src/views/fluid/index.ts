/** The view that is loaded when it is first looked at. */
export { FluidView } from './FluidView.tsx';
export { LaneNote } from './LaneNote.tsx';
