/** What the language's core leaves to browsers and Node, as far as documents need it. Imported before all else. */
import { strFromU8, strToU8 } from 'fflate';

class Encoder {
  encode(text: string): Uint8Array {
    return strToU8(text);
  }
}

class Decoder {
  decode(bytes: Uint8Array): string {
    return strFromU8(bytes);
  }
}

/** Of a link's fields: what models/src/link.ts uses of it. */
class Fields {
  readonly #fields: Map<string, string>;

  constructor(text: string) {
    const pairs = text.split('&').map((field): [string, string] => {
      const [name = '', ...value] = field.split('=');
      return [plain(name), plain(value.join('='))];
    });
    this.#fields = new Map(pairs);
  }
  get(name: string): string | null {
    return this.#fields.get(name) ?? null;
  }
  delete(name: string): void {
    this.#fields.delete(name);
  }
  [Symbol.iterator]() {
    return this.#fields.entries();
  }
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

Object.assign(globalThis, { URLSearchParams: Fields, TextEncoder: Encoder, TextDecoder: Decoder });
