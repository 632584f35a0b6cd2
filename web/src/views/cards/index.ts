/** Report cards: the view's code, in one piece. */
export { CardsView } from './CardsView.tsx';
