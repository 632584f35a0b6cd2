/** This view is loaded when it is first opened. */
export { FluidView } from './FluidView.tsx';
export { LaneNote } from './LaneNote.tsx';
