import { version } from '../version.ts';
import { manPage, SHELLS, type Completed } from '../completion.ts';
import { Refused, WrongUsage, type Command } from '../command.ts';

type Table = () => readonly Completed[];

const noTable = () => {
  throw new WrongUsage('this is no table');
};

/** `table`: all commands at the time of the call. */
export const completionOf = (table: Table): Command => ({
  summary: 'completion of the command line for bash, zsh, fish',
  help: `aqm completion <${Object.keys(SHELLS).join(' | ')}> [-o FILE]

Writes the completion of commands and options for a shell; the first line of it says where it belongs.
`,
  options: {},
  arguments: 1,
  run([shell = '']) {
    const made = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
    if (made === undefined)
      throw new WrongUsage(
        `there is no completion for ${JSON.stringify(shell)}, but for ${Object.keys(SHELLS).join(', ')}`,
      );
    return Promise.resolve({ json: null, source: made(table()), table: noTable });
  },
});

export const manOf = (table: Table): Command => ({
  summary: 'the manual page of a command, for man',
  help: `aqm man <command> [-o FILE]

Writes the manual page of a command, from the same text as its --help: aqm man run -o aqm-run.1, then man ./aqm-run.1.
`,
  options: {},
  arguments: 1,
  run([name = '']) {
    const found = table().find((command) => command.name === name);
    if (found === undefined) throw new Refused(`There is no command ${JSON.stringify(name)}.`);
    return Promise.resolve({ json: null, source: manPage(found, version), table: noTable });
  },
});
