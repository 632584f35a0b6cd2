/** The engine's module, which Python holds: how schemes are judged and documents encoded, as everywhere else. */
import { createLaws, type NativeLaws } from '../../wasm/src/laws.ts';

/** A function of the module, with the numbers that it reads ('': none): the text that it answers. Given by Python. */
declare const callEngine: (name: string, numbers: string) => string;

/** Numbers as Python's NumPy reads them. */
export const written = (numbers: ArrayLike<number>): string => Array.from(numbers).join(' ');

let answer = '';
const native: NativeLaws = {
  call(name) {
    answer = callEngine(name, '');
    return 0;
  },
  send(name, input) {
    answer = callEngine(name, written(input));
    return 0;
  },
  json: () => JSON.parse(answer) as unknown,
  numbers() {
    throw new Error('columns stay in Python');
  },
};

export const laws = createLaws(native);
