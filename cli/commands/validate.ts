import { loadEngine } from '../../wasm/src/node.ts';
import type { AqmRules, Issue } from '../../models/src/index.ts';
import type { Command } from '../command.ts';
import { judge, placeOf } from '../input.ts';
import { note } from '../note.ts';

export const validate: Command = {
  summary: 'check scenarios and studies, and list what is wrong',
  help: `aqm validate <scenario.json | study.json | link | preset:ID | - ...> [--format json|csv]

Writes nothing if everything is valid, otherwise a list of what is wrong: for each place its severity (error or warning), path,
value, rule and, where there is one, the nearest valid value; of several files also which. The same for people on standard error. Exit
status 1 where there is an error; warnings alone (a run of hours) leave it 0.
`,
  options: {},
  arguments: 1,
  optional: 10_000,
  async run(sources) {
    const engine = await loadEngine();
    const several = sources.length > 1;
    const found: { readonly source: string; readonly issue: Issue }[] = [];
    for (const source of sources) {
      const issues = await issuesOf(source, engine);
      for (const issue of issues) {
        note(`${issue.severity === 'error' ? '' : 'Warning: '}${placeOf(source)}${issue.message}\n`);
        found.push({ source, issue });
      }
    }
    if (found.length === 0) return undefined;
    return {
      json: found.map(({ source, issue }) => (several ? { file: source, ...issue } : issue)),
      table: () => ({
        columns: [...(several ? ['file'] : []), 'severity', 'path', 'value', 'rule', 'nearest'],
        rows: found.map(({ source, issue: { severity, path, value, rule, nearest } }) => [
          ...(several ? [source] : []),
          severity,
          path,
          value === undefined ? null : JSON.stringify(value),
          rule,
          nearest,
        ]),
      }),
      ...(found.some(({ issue }) => issue.severity === 'error') ? { status: 1 } : {}),
    };
  },
};

async function issuesOf(source: string, engine: AqmRules): Promise<readonly Issue[]> {
  const result = await judge(source, engine);
  if (!result.ok) return result.issues;
  return 'warnings' in result ? result.warnings : [];
}
