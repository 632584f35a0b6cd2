/** Converts a value of the view to a word in a link or in the browser's storage, and back. */
export interface Codec<T> {
  /** Returns undefined if the word is not such a value. */
  readonly read: (text: string) => T | undefined;
  readonly write: (value: T) => string;
  /** The parts of a list that are no values of it; the others are taken. */
  readonly lost?: (text: string) => readonly string[];
  /** States the valid words, for a reader who wrote an invalid one. */
  readonly rule?: string;
}

export const flag: Codec<boolean> = {
  rule: '1 or 0',
  read: (text) => (/^(1|true)$/.test(text) ? true : /^(0|false)$/.test(text) ? false : undefined),
  write: (value) => (value ? '1' : '0'),
};

export const oneOf = <W extends string>(words: readonly W[]): Codec<W> => ({
  rule: `one of ${words.join(', ')}`,
  read: (text) => words.find((word) => word === text),
  write: (word) => word,
});

export const word = (pattern: RegExp): Codec<string> => ({
  read: (text) => (pattern.test(text) ? text : undefined),
  write: (text) => text,
});

export const number = (least: number, most: number): Codec<number> => ({
  rule: most === Number.MAX_VALUE ? `a number of at least ${least}` : `a number from ${least} to ${most}`,
  read: (text) => {
    const value = Number(text);
    return text.trim() !== '' && value >= least && value <= most ? value : undefined;
  },
  write: (value) => String(Number(value.toPrecision(9))),
});

export const whole = (least: number, most: number): Codec<number> => {
  const codec = number(least, most);
  return {
    ...codec,
    rule: `a whole number from ${least} to ${most}`,
    read: (text) => {
      const value = codec.read(text);
      return value !== undefined && Number.isInteger(value) ? value : undefined;
    },
  };
};

const finite = number(-Number.MAX_VALUE, Number.MAX_VALUE);

/** Two numbers, the first below the second. */
export const interval: Codec<readonly [number, number]> = {
  rule: 'two numbers with "_" between them, the first below the second',
  read: (text) => {
    const [from, to, ...more] = text.split('_').map(finite.read);
    return from !== undefined && to !== undefined && more.length === 0 && from < to ? [from, to] : undefined;
  },
  write: (ends) => ends.map(finite.write).join('_'),
};

/** A list of values with "_" between them, each at most once. */
export const several = <T>(codec: Codec<T>, most: number): Codec<readonly T[]> => ({
  read: (text) => {
    const values = text === '' ? [] : text.split('_').map(codec.read);
    return [...new Set(values)].flatMap((value) => (value === undefined ? [] : [value])).slice(0, most);
  },
  write: (values) => values.map(codec.write).join('_'),
});

/** Null is written as an empty word. */
export const optional = <T>(codec: Codec<T>): Codec<T | null> => ({
  ...(codec.rule !== undefined && { rule: codec.rule }),
  read: (text) => (text === '' ? null : codec.read(text)),
  write: (value) => (value === null ? '' : codec.write(value)),
});

/** Values by name: "name:value", separated by commas. */
export const record = <T>(codec: Codec<T>): Codec<Readonly<Record<string, T>>> => ({
  read: (text) => {
    const entries = text.split(',').flatMap((entry): [string, T][] => {
      const [, name = '', rest = ''] = /^(.*):(.*)$/.exec(entry) ?? [];
      const value = codec.read(rest);
      return name === '' || value === undefined ? [] : [[name, value]];
    });
    return Object.fromEntries(entries);
  },
  write: (values) =>
    Object.entries(values)
      .map(([name, value]) => `${name}:${codec.write(value)}`)
      .join(','),
});
