/** The command line: `npm run -s aqm -- <command>`. */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { didYouMean } from '../models/src/nearest.ts';
import { EngineError } from '../wasm/src/types.ts';
import { Refused, WrongUsage, type Command, type Options, type Output } from './command.ts';
import { agreement } from './commands/agreement.ts';
import { arrivals } from './commands/arrivals.ts';
import { card } from './commands/card.ts';
import { catalog } from './commands/catalog.ts';
import { completionOf, manOf } from './commands/completion.ts';
import { defaults } from './commands/defaults.ts';
import { design } from './commands/design.ts';
import { curve } from './commands/curve.ts';
import { exported } from './commands/export.ts';
import { fluid } from './commands/fluid.ts';
import { link } from './commands/link.ts';
import { check } from './commands/check.ts';
import { measured } from './commands/measured.ts';
import { open } from './commands/open.ts';
import { pack } from './commands/pack.ts';
import { packets } from './commands/packets.ts';
import { program } from './commands/program.ts';
import { replicate } from './commands/replicate.ts';
import { run } from './commands/run.ts';
import { statistics } from './commands/statistics.ts';
import { study } from './commands/study.ts';
import { snapshot } from './commands/snapshot.ts';
import { tc } from './commands/tc.ts';
import { tune } from './commands/tune.ts';
import { validate } from './commands/validate.ts';
import { verify } from './commands/verify.ts';
import { vectors } from './commands/vectors.ts';
import { linesOf, openDraft } from './answer.ts';
import { engineId } from './kept.ts';
import { beQuiet } from './note.ts';
import { usageOf } from './usage.ts';
import { version } from './version.ts';

const commands = new Map<string, Command>(
  Object.entries({
    run,
    fluid,
    agreement,
    curve,
    catalog,
    validate,
    link,
    open,
    replicate,
    study,
    statistics,
    snapshot,
    check,
    vectors,
    card,
    tc,
    tune,
    design,
    defaults,
    program,
    measured,
    arrivals,
    pack,
    verify,
    packets,
    export: exported,
  }),
);

const COMMON = {
  help: { type: 'boolean', short: 'h' },
  format: { type: 'string' },
  output: { type: 'string', short: 'o' },
  quiet: { type: 'boolean', short: 'q' },
} as const;

/** The options of every command, as the help describes them. */
const COMMON_HELP = `  --format json|csv   what is written
  -o, --output FILE   the answer goes into this file in place of standard output; the file is there whole or not at all
  -q, --quiet         nothing on standard error except why a command fails
  -h, --help          this text
`;

const table = () =>
  [...commands].map(([name, { summary, help, options }]) => ({
    name,
    summary,
    usage: usageOf({ help: `${help}${COMMON_HELP}`, options: { ...options, ...COMMON } }),
  }));
commands.set('completion', completionOf(table));
commands.set('man', manOf(table));

const HELP = `aqm <command> …   simulate, compare and share queue management scenarios

${[...commands].map(([name, { summary }]) => `  ${name.padEnd(12)}${summary}\n`).join('')}
aqm <command> --help tells more; aqm --version names this version and its engine. Every command writes one JSON document, or with --format csv a table, to standard output.
${COMMON_HELP}
Exit status: 0 done, 1 the input is refused, 2 the command line is wrong; of aqm check and aqm verify 1 changed, 3 cannot be judged.
`;

async function main([name, ...rest]: readonly string[]): Promise<number> {
  if (name === undefined) throw new WrongUsage(`a command is missing\n\n${HELP}`);
  if (name === 'help' && rest[0] !== undefined) return main([rest[0], '--help']);
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(HELP);
    return 0;
  }
  if (name === '--version') {
    process.stdout.write(`aqm ${version}, engine ${await engineId()}\n`);
    return 0;
  }
  const command = commands.get(name);
  if (command === undefined) {
    const nearest = didYouMean(name, [...commands.keys()]);
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    throw new WrongUsage(`there is no command ${JSON.stringify(name)}${hint}\n\n${HELP}`);
  }
  const { values, positionals } = parse(name, command, rest);
  if (values.help === true) {
    process.stdout.write(command.help);
    return 0;
  }
  const format = values.format ?? 'json';
  if (format !== 'json' && format !== 'csv')
    throw new WrongUsage(`--format is json or csv, not ${JSON.stringify(format)}`);
  if (format === 'csv' && values.json === true)
    throw new WrongUsage('--json and --format csv exclude each other');
  const most = command.arguments + (command.optional ?? 0);
  if (positionals.length < command.arguments || positionals.length > most) {
    const bound = most === command.arguments ? '' : positionals.length > most ? 'at most ' : 'at least ';
    const wanted = positionals.length > most ? most : command.arguments;
    throw new WrongUsage(
      `${name} takes ${bound}${wanted} argument${wanted === 1 ? '' : 's'}, not ${positionals.length}; aqm ${name} --help tells more`,
    );
  }
  if (values.quiet === true) beQuiet();
  const path = typeof values.output === 'string' ? values.output : undefined;
  const draft = path === undefined ? undefined : await openDraft(path);
  try {
    const output = await command.run(positionals, values);
    if (draft !== undefined) await draft.keep(output, format);
    else if (output !== undefined) await write(output, format);
    return output?.status ?? 0;
  } catch (error) {
    if (error instanceof Refused && command.refused !== undefined)
      throw new Refused(error.message, command.refused);
    throw error;
  } finally {
    await draft?.close();
  }
}

function parse(
  name: string,
  command: Command,
  args: readonly string[],
): { values: Options; positionals: string[] } {
  const options = { ...COMMON, ...command.options };
  try {
    const parsed = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
    const given = new Set<string>();
    for (const token of parsed.tokens) {
      if (token.kind !== 'option' || token.value === undefined) continue;
      // One of the two values would be ignored.
      if (given.has(token.name)) throw new Error(`${token.rawName} is given twice`);
      given.add(token.name);
    }
    return { values: parsed.values, positionals: parsed.positionals };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    // Node's message describes Node's own rules, so it is replaced.
    const dashed = /^Option '(-[^' ]+).*argument is ambiguous/.exec(said)?.[1];
    if (dashed !== undefined) {
      const value = args[args.indexOf(dashed) + 1] ?? '';
      throw new WrongUsage(
        `${dashed} takes a value, and ${value} begins with a dash; a value that does so is written ` +
          `${dashed}=${value}; aqm ${name} --help tells more`,
      );
    }
    const unknown = /^Unknown option '(-[^']*)'/.exec(said)?.[1];
    const nearest = unknown === undefined ? undefined : didYouMean(unknown.slice(2), Object.keys(options));
    const hint = nearest === undefined ? '' : `; did you mean --${nearest}?`;
    const what = unknown === undefined ? said : `there is no option ${unknown}${hint}`;
    throw new WrongUsage(`${what}${what.endsWith('?') ? '' : ';'} aqm ${name} --help tells more`);
  }
}

async function write(output: Output, format: 'json' | 'csv'): Promise<void> {
  const { text, source } = output;
  if (source instanceof Uint8Array && process.stdout.isTTY)
    throw new WrongUsage('the answer is not text: write it to a file with -o FILE, or to a pipe');
  if (format === 'json' && text !== undefined && process.stdout.isTTY) {
    process.stdout.write(text);
    return;
  }
  for await (const line of linesOf(output, format)) {
    if (!process.stdout.write(line)) await once(process.stdout, 'drain');
  }
}

// A reader that stops early (`aqm … | head`) is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.stderr.write(`aqm: the answer cannot be written: ${error.message}\n`);
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});
process.stderr.on('error', () => undefined);

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof WrongUsage) {
    process.stderr.write(`aqm: ${error.message}\n`);
    process.exitCode = 2;
  } else {
    // Errors of the system (no such folder, no space left) are not defects, so the stack is not shown.
    const told = error instanceof Refused || error instanceof EngineError;
    const text =
      told || (error instanceof Error && 'syscall' in error)
        ? error.message
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = error instanceof Refused ? error.status : 1;
  }
}
