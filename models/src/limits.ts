/** Size limits of a document, so that a hostile one is refused quickly and with a clear message. */
import { LIMITS } from './generated/facts.ts';

/** Characters of JSON text, and bytes after a link is inflated. */
export const MAX_TEXT = 1_000_000;
/** Nesting depth of objects and arrays. */
export const MAX_DEPTH = 32;
/** Values in total, counted before the schema check. */
export const MAX_VALUES = 100_000;
/** Characters of one string or key. */
export const MAX_STRING = 10_000;
/** Flows of one lane over all its rows of traffic. */
export const MAX_FLOWS = LIMITS.flows;
/** Bytes of an archive of a study. */
export const MOST_ARCHIVE = 100_000_000;
/** Characters of a link trace. */
export const MOST_TRACE = 32_000_000;
