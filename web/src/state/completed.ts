import { complete, type CompleteScenario, type Scenario } from '../../../models/src/index.ts';

const known = new WeakMap<Scenario, CompleteScenario>();

/** A document with its defaults written out, made once a document: every field of the form asks. */
export function completed(document: Scenario): CompleteScenario {
  const found = known.get(document);
  if (found !== undefined) return found;
  const made = complete(document);
  known.set(document, made);
  return made;
}
