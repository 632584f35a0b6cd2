import { EXPORTS, obstacle, written } from '../../models/src/program/exports.ts';
import { readProgram, told } from '../programs.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import { textOption, WrongUsage, type Command } from '../command.ts';

export const program: Command = {
  summary: 'describe a program (your own AQM as text), or translate it',
  help: `aqm program <file.aqm> [--as ${EXPORTS.map(({ id }) => id).join('|')}] [--format json|csv]

Reads a program (docs/programs.md) and tells its parameters, its states, and warns of what is probably a mistake; an error is told with line and column. --format csv writes the parameters.

  --as KIND   writes the program otherwise:
${EXPORTS.map(({ id, name }) => `              ${id.padEnd(6)}${name}`).join('\n')}
`,
  options: { as: { type: 'string' } },
  arguments: 1,
  async run([source], options) {
    if (source === undefined) throw new WrongUsage('a program is missing');
    const as = textOption(options, 'as');
    const kind = EXPORTS.find(({ id }) => id === as);
    if (as !== undefined && kind === undefined) {
      throw new WrongUsage(`--as takes ${EXPORTS.map(({ id }) => id).join(', ')}, not ${JSON.stringify(as)}`);
    }
    if (as !== undefined && options.format === 'csv')
      throw new WrongUsage('--format csv writes the parameters, and --as the program: leave one of them out');
    const engine = await loadEngine();
    const { program: read } = await readProgram(source, engine);
    const { name, params, states } = read.scheme;
    const own = params.filter(({ kind: sort }) => sort !== 'text');
    const table = () => ({
      columns: ['parameter', 'unit', 'default', 'min', 'max', 'help'],
      rows: own.map(({ name: of, unit, default: value, min, max, help }) => [
        of,
        unit,
        typeof value === 'number' || typeof value === 'boolean' ? value : null,
        min,
        max,
        help,
      ]),
    });
    if (kind === undefined) {
      return { json: { name, params: own, states, warnings: told(read.warnings) }, table };
    }
    const why = obstacle(kind, read.tree);
    if (why !== undefined) throw new WrongUsage(why);
    const { file, text } = written(kind, read);
    return { json: { as: kind.id, file }, source: text, table };
  },
};
