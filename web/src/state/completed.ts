import { complete, type Scenario } from '../../../models/src/index.ts';
import { memoBy } from '../base/memoBy.ts';

/** A document with its defaults written out, made once a document: every field of the form asks. */
export const completed = memoBy((document: Scenario) => complete(document));
