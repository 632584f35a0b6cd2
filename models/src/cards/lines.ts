/**
 * The links for which report cards are made: rate and buffer. All have a round trip of 100 ms (RFC 7928
 * section 3, as its public suite).
 */
export interface CardLine {
  readonly id: string;
  readonly name: string;
  /** bit/s */
  readonly rate: number;
  /** packets */
  readonly buffer: number;
}

/** Seconds: propagation in both directions. */
export const ROUND_TRIP = 0.1;
/** bytes */
export const PACKET = 1500;

/** The bandwidth-delay product is 83 packets at 10 Mbit/s, 417 at 50 Mbit/s, and 833 at 100 Mbit/s. */
export const CARD_LINES = [
  { id: '10', name: '10 Mbit/s, large buffer', rate: 10e6, buffer: 333 },
  { id: '10-small', name: '10 Mbit/s, small buffer', rate: 10e6, buffer: 83 },
  { id: '1', name: '1 Mbit/s', rate: 1e6, buffer: 333 },
  { id: '50', name: '50 Mbit/s', rate: 50e6, buffer: 417 },
  { id: '100', name: '100 Mbit/s', rate: 100e6, buffer: 833 },
] as const satisfies readonly CardLine[];

export type CardLineId = (typeof CARD_LINES)[number]['id'];
export const isCardLine = (text: string): text is CardLineId => CARD_LINES.some(({ id }) => id === text);
export const cardLine = (wanted: CardLineId): CardLine =>
  CARD_LINES.find(({ id }) => id === wanted) ?? CARD_LINES[0];

/** How many flows a network has at a time. */
export const FLOWS = ['few', 'some', 'many'] as const;
export type Flows = (typeof FLOWS)[number];

/** The bandwidth-delay product in packets. */
export const bdpOf = ({ rate }: CardLine): number => Math.round((rate * ROUND_TRIP) / (8 * PACKET));
