/** The marks of a lane, the same in every plot, table and legend: a letter, a colour and a line style. */
const LANE_COLOURS = ['lane0', 'lane1', 'lane2', 'lane3', 'lane4', 'lane5', 'lane6', 'lane7'] as const;

/** Lengths of strokes and gaps in units of the line's width. */
const DASHES: readonly (readonly number[])[] = [
  [], [5, 2], [1.2, 1.6], [7, 2, 1.2, 2], [3, 1.5], [9, 2.5], [5, 1.6, 1.2, 1.6, 1.2, 1.6], [2, 3],
]; // prettier-ignore

const letter = (index: number): string => String.fromCharCode(65 + index);
/** A to Z, then AA to AZ. */
export const laneLetter = (lane: number): string =>
  lane < 26 ? letter(lane) : `A${letter((lane - 26) % 26)}`;
export const laneColour = (lane: number): (typeof LANE_COLOURS)[number] => LANE_COLOURS[lane % 8] ?? 'lane0';
/** The ninth lane has the colour of the first and the stroke of the second: each pair is unique. */
export const laneDash = (lane: number): readonly number[] => DASHES[(lane + Math.floor(lane / 8)) % 8] ?? [];
