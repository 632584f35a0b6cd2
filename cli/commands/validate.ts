import { loadEngine } from '../../wasm/src/node.ts';
import { WrongUsage, type Command } from '../command.ts';
import { judge } from '../input.ts';

export const validate: Command = {
  summary: 'say what is wrong with a scenario',
  help: `aqm validate <scenario.json | link | -> [--format json|csv]

Writes nothing when there is nothing to say, else the list of what is wrong: for each place its severity (error or warning), path,
value, rule and, where there is one, the nearest valid value. The same for people on standard error. Exit status 1 where there is an
error; warnings alone (a run of hours) leave it 0.
`,
  options: {},
  arguments: 1,
  async run([source]) {
    if (source === undefined) throw new WrongUsage('a scenario is missing');
    const result = await judge(source, await loadEngine());
    const issues = result.ok ? result.warnings : result.issues;
    for (const { severity, message } of issues) {
      process.stderr.write(`${severity === 'error' ? '' : 'Warning: '}${message}\n`);
    }
    if (issues.length === 0) return undefined;
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
      ...(result.ok ? {} : { status: 1 }),
    };
  },
};
