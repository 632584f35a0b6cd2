import { loadEngine } from '../../wasm/src/node.ts';
import { WrongUsage, type Command } from '../command.ts';
import { judge } from '../input.ts';

export const validate: Command = {
  summary: 'say what is wrong with a scenario',
  help: `aqm validate <scenario.json | link | -> [--format json|csv]

Writes nothing when the scenario is valid, else the list of what is wrong: for each place its path, value, rule and, where
there is one, the nearest valid value. Warnings alone go to standard error and leave the status 0.
`,
  options: {},
  arguments: 1,
  async run([source]) {
    if (source === undefined) throw new WrongUsage('a scenario is missing');
    const result = await judge(source, await loadEngine());
    for (const { severity, message } of result.ok ? result.warnings : result.issues) {
      process.stderr.write(`${severity === 'error' ? '' : 'Warning: '}${message}\n`);
    }
    if (result.ok) return undefined;
    const { issues } = result;
    return {
      json: issues,
      table: () => ({
        columns: ['severity', 'path', 'value', 'rule', 'nearest'],
        rows: issues.map(({ severity, path, value, rule, nearest }) => [
          severity,
          path,
          value === undefined ? null : JSON.stringify(value),
          rule,
          nearest,
        ]),
      }),
      status: 1,
    };
  },
};
