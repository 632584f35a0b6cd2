export { LearnView } from './LearnView.tsx';
