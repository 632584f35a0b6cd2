import { loadEngine } from '../../wasm/src/node.ts';
import { WrongUsage, type Cell, type Command } from '../command.ts';
import { load } from '../input.ts';

export const open: Command = {
  summary: 'the scenario in a share link',
  help: `aqm open <link | -> [--format json|csv]

Writes the scenario document that a link carries. Quote the link: its # and & mean something to a shell.
As CSV: a row for each value, with its path.
`,
  options: {},
  arguments: 1,
  async run([source]) {
    if (source === undefined) throw new WrongUsage('a link is missing');
    const scenario = await load(source, await loadEngine());
    return { json: scenario, table: () => ({ columns: ['path', 'value'], rows: leaves('', scenario) }) };
  },
};

/** Every value that is neither an object nor a list, with its path. */
function* leaves(path: string, node: unknown): Generator<[string, Cell]> {
  if (typeof node !== 'object' || node === null) {
    yield [path, node as Cell];
    return;
  }
  for (const [key, value] of Object.entries(node)) {
    const step = Array.isArray(node) ? `[${key}]` : path === '' ? key : `.${key}`;
    yield* leaves(path + step, value);
  }
}
