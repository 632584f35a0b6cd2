/** The parts of a command of the command line. */
import type { ParseArgsConfig } from 'node:util';
import type { Issue } from '../models/src/index.ts';

/** Values of a command's options, by name; an option that was not given is absent. */
export type Options = Readonly<Record<string, string | boolean | undefined>>;

export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** The whole text of --help. */
  readonly help: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** The number of arguments besides the options. */
  readonly arguments: number;
  /** The number of further optional arguments. */
  readonly optional?: number;
  /** Exit status for refused input, if 1 has another meaning; absent: 1. */
  readonly refused?: 3;
  /** Does the work; the returned output is written to standard output. */
  readonly run: (args: readonly string[], options: Options) => Promise<Output | undefined>;
}

/** A command's single document; as CSV it is a table. */
export interface Output {
  readonly json: unknown;
  readonly table: () => Table;
  /** Always written in place of the JSON: a file in another language. */
  readonly source?: string | Uint8Array;
  /** Written to a terminal in place of the JSON. */
  readonly text?: string;
  /** Exit status; absent: 0. */
  readonly status?: 1;
}

export interface Table {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;
}
export type Cell = string | number | boolean | null | undefined;

/** The input is refused: exit status 1, or the command's own. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly status: 1 | 3 = 1,
  ) {
    super(message);
  }

  /** `place`: the beginning of each message. */
  static for(issues: readonly Issue[], place = ''): Refused {
    return new Refused(issues.map(({ message }) => `${place}${message}`).join('\n'));
  }
}

/** The command line itself is wrong: exit status 2. */
export class WrongUsage extends Error {}

/** The whole number of an option; undefined if the option was not given. */
export function wholeNumber(options: Options, name: string, min: number, max: number): number | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  // 10e6 is a whole number too.
  const value = typeof text === 'string' && /^\d+(\.\d+)?(e\+?\d+)?$/i.test(text) ? Number(text) : NaN;
  if (!(Number.isInteger(value) && value >= min && value <= max)) {
    throw new WrongUsage(`--${name} takes a whole number from ${min} to ${max}, not ${JSON.stringify(text)}`);
  }
  return value;
}

export function textOption(options: Options, name: string): string | undefined {
  const text = options[name];
  return typeof text === 'string' ? text : undefined;
}
