export { FlowsView } from './FlowsView.tsx';
