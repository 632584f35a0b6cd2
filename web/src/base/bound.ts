/** A number and its unit stay on one line: "71 %", "15 ms", "140 Pakete". */
const UNITS = [
  ...['%', '[mµn]?s', '[kMG]?bit/s', 'rad/s', '1/s', 'dB'],
  ...['k?[bB]ytes?', 'packets?', 'segments?', 'points?', 'percentage'],
  ...['Paket(?:en?)?', 'Segment(?:en?)?', 'Punkt(?:en?)?', 'Prozent(?:punkten?)?'],
  ...['paquetes?', 'segmentos?', 'puntos?'],
].join('|');
/** What stands before the unit is a digit or, in a text that is not filled in yet, the place of a value. */
const UNIT = new RegExp(`(\\d|\\}\\}) (?=(?:${UNITS})(?![\\p{L}\\p{N}_/]))`, 'gu');

export const bound = (text: string): string => text.replace(UNIT, '$1\u00a0');
