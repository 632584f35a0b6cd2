import { didYouMean } from '../../models/src/nearest.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import { textOption, WrongUsage, type Command } from '../command.ts';
import { compare, type Comparison } from '../vectors/compare.ts';
import { readVectors } from '../vectors/folder.ts';

export const vectors: Command = {
  summary: 'compare the AQMs with what Linux does, packet by packet',
  help: `aqm vectors <folder> [--only ID] [--json] [--format json|csv]

Repeats the runs of a folder of vectors (index.json, arrivals, fates, draws; docs/linux.md) with the profile linux of
each scheme, the same arrivals and the same random numbers, and compares the fate and the time of every packet, to the
nanosecond.

  --only ID   only this run
  --json      JSON also at a terminal, which otherwise gets a table

JSON has for each run its id, its module, whether all packets are equal, the number of compared packets, the first
difference (packet from 0, fate and nanoseconds expected and got), and the reason if a run is not equal. The exit
status is 1 if the folder or one of its files breaks a rule.
`,
  options: { only: { type: 'string' }, json: { type: 'boolean' } },
  arguments: 1,
  async run([folder], options) {
    if (folder === undefined) throw new WrongUsage('a folder of vectors is missing');
    const read = await readVectors(folder);
    const wanted = textOption(options, 'only');
    const chosen = read.runs.filter(({ id }) => wanted === undefined || id === wanted);
    if (chosen.length === 0 && wanted !== undefined) {
      const nearest = didYouMean(
        wanted,
        read.runs.map(({ id }) => id),
      );
      throw new WrongUsage(
        `${folder} has no run ${JSON.stringify(wanted)}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
      );
    }
    const engine = await loadEngine();
    const runs: Comparison[] = [];
    for (const run of chosen) runs.push(await compare(engine, read, run));
    return {
      json: { runs },
      ...(options.json === true ? {} : { text: textOf(runs) }),
      table: () => ({
        columns: ['id', 'module', 'equal', 'packets', 'first_difference', 'reason'],
        rows: runs.map(({ id, module, equal, packets, first_difference: first, reason }) => [
          id,
          module,
          equal,
          packets,
          first?.packet,
          reason,
        ]),
      }),
    };
  },
};

function textOf(runs: readonly Comparison[]): string {
  const width = Math.max(...runs.map(({ id }) => id.length));
  const lines = runs.map(
    ({ id, equal, packets, reason }) =>
      `${id.padEnd(width)}  ${String(packets).padStart(6)}  ${equal ? 'equal' : `differs: ${reason ?? ''}`}`,
  );
  const equal = runs.filter((run) => run.equal);
  const packets = equal.reduce((sum, run) => sum + run.packets, 0);
  return `${lines.join('\n')}\n${equal.length} of ${runs.length} runs equal, ${packets} packets\n`;
}
