/** Report cards after RFC 7928. */
export * from './card.ts';
export * from './compare.ts';
export * from './cost.ts';
export * from './lines.ts';
export { CARD_ROWS, flowsOf, type CardRow, type OwnFigure } from './rows.ts';
