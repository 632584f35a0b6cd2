/**
 * The files in a ZIP from the page that are needed to reproduce its numbers: the whole document, the digests,
 * engine and version.
 */
import { t } from '../../../models/src/language.ts';
import { version } from '../../../package.json' with { type: 'json' };
import sources from '../../../wasm/prebuilt/sources.sha256?raw';
import { complete, type Scenario } from '../../../models/src/index.ts';
import { csvCell } from '../../../models/src/csv.ts';
import type { LaneResults } from '../lanes/results.ts';

export function repeatFiles(
  document: Scenario,
  lanes: readonly LaneResults[],
): Readonly<Record<string, string>> {
  const engine = /^packets (\w{16})/m.exec(sources)?.[1] ?? '';
  const rows = lanes.flatMap(({ scenario: { label, aqm }, samples }) =>
    samples.map(({ seed, digest }) => [label, aqm.id, seed, digest]),
  );
  return {
    'resolved.json': `${JSON.stringify(complete(document), null, 2)}\n`,
    'digests.csv': [['lane', 'aqm', 'seed', 'digest'], ...rows]
      .map((row) => `${row.map(csvCell).join(',')}\n`)
      .join(''),
    'README.txt': t(
      'AQM Explorer {{version}}, engine {{engine}}.\n\nresolved.json   the scenario with every default written out\ndigests.csv     of each run a hash over all its events: the same scenario and seed give the same on every machine\nscenario.json   the scenario as the page has it\n\nAgain: npm run -s aqm -- run resolved.json\nAn archive that others can check: npm run -s aqm -- pack resolved.json --out F.zip\n',
      { version, engine },
    ),
  };
}
