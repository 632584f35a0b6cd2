// Checks whether commit subjects name the room that they touch, in at most 75 characters. `node
// scripts/subjects.mjs` lists those that do not.
import { pathToFileURL } from 'node:url';
import { capture, say } from './lib/project.mjs';

/** The rule applies to commits after this one. */
const SINCE = '7a2f080b0a56013569a4f68bad7b579aeac5d86a';
const MOST = 75;

/** What is wrong with a subject. @param {string} subject @returns {string[]} */
export function faultsOfSubject(subject) {
  const faults = [];
  if (subject.length > MOST) faults.push(`has ${subject.length} characters, at most ${MOST}`);
  if (!/^[a-z][a-z0-9 ,-]*: \S/.test(subject))
    faults.push('begins with the room that it touches: "page: ..."');
  return faults.map((fault) => `${JSON.stringify(subject)} ${fault}`);
}

/** The faults of all commits since the rule except merges; none without the history. @returns {Promise<string[]>} */
export async function checkSubjects() {
  const { status, output } = await capture('git', ['log', '--no-merges', '--format=%s', `${SINCE}..HEAD`]);
  if (status !== 0) return [];
  return output
    .split('\n')
    .filter((line) => line !== '')
    .flatMap(faultsOfSubject);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = await checkSubjects();
  for (const fault of faults) say(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
