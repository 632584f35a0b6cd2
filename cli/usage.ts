/** Splits the help of a command into parts, for completion and manual pages. */
import type { Command } from './command.ts';

export interface Named {
  readonly name: string;
  readonly command: Command;
}

export interface OptionText {
  /** "--seed", after its short form if it has one. */
  readonly flags: readonly string[];
  /** The placeholder of its value; empty if it takes no value. */
  readonly value: string;
  readonly text: string;
}

export interface Usage {
  readonly synopsis: string;
  readonly paragraphs: readonly string[];
  readonly options: readonly OptionText[];
}

/** A line of an option: two spaces, its flags, the placeholder of its value, its description. */
const OPTION = /^ {2}(?:(-\w), )?--([a-z-]+)(?: ([A-Z][A-Z0-9]*|[a-z]+\|[a-z|0-9]+))?(?: {2,}(.*))?$/;

/** The first line of a help text, its paragraphs, and its options. */
export function usageOf({ help, options }: Pick<Command, 'help' | 'options'>): Usage {
  const [synopsis = '', ...lines] = help.trimEnd().split('\n');
  const found = new Map<string, OptionText>();
  const prose: string[] = [];
  let last = '';
  for (const line of lines) {
    const [whole, short, name = '', value = '', text = ''] = OPTION.exec(line) ?? [];
    if (whole !== undefined) {
      last = name;
      found.set(name, { flags: [...(short === undefined ? [] : [short]), `--${name}`], value, text });
    } else if (last !== '' && /^ {6,}\S/.test(line)) {
      const own = found.get(last);
      if (own !== undefined) found.set(last, { ...own, text: `${own.text} ${line.trim()}`.trim() });
    } else {
      last = '';
      prose.push(line);
    }
  }
  // An option that the help text does not mention is still an option.
  const listed = Object.entries(options).map(([name, { type, short }]): OptionText => {
    const { value = '', text = '' } = found.get(name) ?? {};
    const flags = [...(short === undefined ? [] : [`-${short}`]), `--${name}`];
    return { flags, value: type === 'boolean' ? '' : value === '' ? 'VALUE' : value, text };
  });
  const paragraphs = prose
    .join('\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  return { synopsis, paragraphs, options: listed };
}
