/** A number and its unit stay on one line: "71 %", "15 ms". */
const UNIT =
  /(\d) (?=(?:%|[mµn]?s|[kMG]?bit\/s|k?bytes?|packets?|segments?|rad\/s|1\/s|dB|points?)(?![\w/]))/g;

export const bound = (text: string): string => text.replace(UNIT, '$1\u00a0');
