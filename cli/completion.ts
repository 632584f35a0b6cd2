/** Completion of the command line for three shells, made from the table of commands. */
import type { Usage } from './usage.ts';

export interface Completed {
  readonly name: string;
  readonly summary: string;
  readonly usage: Usage;
}

/** The first sentence, short enough for one line of a menu. */
const brief = (text: string) =>
  (/^.*?[.;:](?= |$)/.exec(text)?.[0] ?? text).replace(/[.;:]$/, '').slice(0, 72);
/** Text in single quotes of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const wordsOf = ({ usage }: Completed) => usage.options.flatMap(({ flags }) => flags).join(' ');
const takesValue = ({ usage }: Completed) =>
  usage.options
    .flatMap(({ flags, value }) => (value === '' || flags.includes('--format') ? [] : flags))
    .join('|');

function bash(commands: readonly Completed[]): string {
  return `# bash completion of aqm: source <(aqm completion bash)
_aqm() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} options= values=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W ${quoted(`${commands.map(({ name }) => name).join(' ')} --help --version`)} -- "$current")
    return
  fi
  if [[ $before == --format ]]; then
    mapfile -t COMPREPLY < <(compgen -W 'json csv' -- "$current")
    return
  fi
  case \${COMP_WORDS[1]} in
${commands.map((command) => `    ${command.name}) options=${quoted(wordsOf(command))} values=${quoted(takesValue(command))} ;;`).join('\n')}
  esac
  if [[ $current == -* && ! $before =~ ^($values)$ ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -o filenames -F _aqm aqm
`;
}

function zsh(commands: readonly Completed[]): string {
  const plain = (text: string) => text.replace(/[[\]:]/g, ' ').replaceAll("'", '’');
  const argument = ({ flags, value, text }: Usage['options'][number]) => {
    const after =
      value === '' ? '' : flags.includes('--format') ? ':format:(json csv)' : `:${plain(value)}:_files`;
    return flags.map((flag) => `'${flag}[${plain(brief(text))}]${after}'`);
  };
  return `#compdef aqm
# zsh completion of aqm: aqm completion zsh > a folder of $fpath, as _aqm
_aqm() {
  if ((CURRENT == 2)); then
    local -a commands=(
${commands.map(({ name, summary }) => `      ${quoted(`${name}:${plain(summary)}`)}`).join('\n')}
    )
    _describe command commands
    return
  fi
  case $words[2] in
${commands
  .map(
    ({ name, usage }) =>
      `    ${name}) _arguments ${[...usage.options.flatMap(argument), "'*:file:_files'"].join(' ')} ;;`,
  )
  .join('\n')}
  esac
}
compdef _aqm aqm
`;
}

function fish(commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ name, summary, usage }) => [
    `complete -c aqm -n __fish_use_subcommand -f -a ${name} -d ${quoted(brief(summary))}`,
    ...usage.options.map(({ flags, value, text }) => {
      const names = flags
        .map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`))
        .join(' ');
      const after = value === '' ? '' : flags.includes('--format') ? " -x -a 'json csv'" : ' -r';
      return `complete -c aqm -n '__fish_seen_subcommand_from ${name}' ${names}${after} -d ${quoted(brief(text))}`;
    }),
  ]);
  return `# fish completion of aqm: aqm completion fish > ~/.config/fish/completions/aqm.fish\n${lines.join('\n')}\n`;
}

export const SHELLS: Readonly<Record<string, (commands: readonly Completed[]) => string>> = {
  bash,
  zsh,
  fish,
};

/** Escapes for roff: a dash is written as a minus, and a line must not begin with a dot. */
const roff = (text: string) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1');

/** A manual page (man(7)) of one command. */
export function manPage({ name, summary, usage }: Completed, version: string): string {
  const { synopsis, paragraphs, options } = usage;
  return [
    `.TH ${roff(`AQM-${name.toUpperCase()}`)} 1 "" "AQM Explorer ${version}"`,
    '.SH NAME',
    `${roff(`aqm-${name}`)} \\- ${roff(summary)}`,
    '.SH SYNOPSIS',
    roff(synopsis),
    '.SH DESCRIPTION',
    paragraphs.map((text) => roff(text.replace(/\s*\n\s*/g, ' '))).join('\n.PP\n'),
    '.SH OPTIONS',
    ...options.flatMap(({ flags, value, text }) => [
      '.TP',
      `.B ${roff(flags.join(', '))}${value === '' ? '' : `\\fR ${roff(value)}`}`,
      text === '' ? '\\&' : roff(text),
    ]),
    '',
  ].join('\n');
}
