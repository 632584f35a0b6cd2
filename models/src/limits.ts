/** What a document may measure, so that a hostile one is refused quickly and in words. */

/** Characters of JSON text, and bytes that a link may inflate to. */
export const MAX_TEXT = 1_000_000;
/** Objects and arrays inside each other. */
export const MAX_DEPTH = 32;
/** Values in all, counted before the schema looks at them. */
export const MAX_VALUES = 100_000;
/** Characters of one string or key. */
export const MAX_STRING = 10_000;
/** Flows of one lane over all its rows of traffic. */
export const MAX_FLOWS = 10_000;
/** Bytes of an archive of a study. */
export const MOST_ARCHIVE = 100_000_000;
/** Characters of the trace of a link. */
export const MOST_TRACE = 32_000_000;
