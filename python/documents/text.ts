/** What the language's core leaves to browsers and Node, as far as documents need it. Imported before all else. */
import { strToU8 } from 'fflate';

class Encoder {
  encode(text: string): Uint8Array {
    return strToU8(text);
  }
}

/** UTF-8 as the standard decodes it: what is none becomes U+FFFD; with `stream` what is cut off waits for the rest. */
class Decoder {
  #rest: readonly number[] = [];

  decode(
    bytes: Uint8Array = new Uint8Array(0),
    { stream = false }: { readonly stream?: boolean } = {},
  ): string {
    const all = this.#rest.length === 0 ? bytes : Uint8Array.of(...this.#rest, ...bytes);
    this.#rest = [];
    const texts: string[] = [];
    for (let at = 0; at < all.length;) {
      const first = all[at] ?? 0;
      const more =
        first < 0x80 ? 0 : first < 0xc2 || first > 0xf4 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
      const own = all.subarray(at + 1, at + 1 + Math.max(0, more));
      const whole = own.findIndex((byte) => byte >> 6 !== 2);
      if (stream && more > own.length && whole < 0) {
        this.#rest = [...all.subarray(at)];
        break;
      }
      if (more < 0 || whole >= 0 || own.length < more) {
        texts.push('\uFFFD');
        at++;
        continue;
      }
      const code = own.reduce(
        (value, byte) => (value << 6) | (byte & 0x3f),
        more === 0 ? first : first & (0x3f >> more),
      );
      texts.push(
        code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? '\uFFFD' : String.fromCodePoint(code),
      );
      at += 1 + more;
    }
    return texts.join('');
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
