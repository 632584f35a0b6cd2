import { complete, type Scenario } from '../../../models/src/index.ts';
import { memoBy } from '../base/memoBy.ts';

/**
 * A document with its defaults written out, computed once for each document because every field of the form
 * needs it.
 */
export const completed = memoBy((document: Scenario) => complete(document));
