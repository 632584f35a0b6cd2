import { deflateSync, strToU8 } from 'fflate';
import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  complete,
  decodeLink,
  encodeLink,
  isLink,
  normalise,
  releaseFor,
  releaseIn,
  validate,
  type Release,
  type Scenario,
} from '../src/index.ts';
import { fromBase64Url, toBase64Url } from '../src/base64url.ts';
import { crc32 } from '../src/crc32.ts';
import { LINK_WORDS } from '../src/link-words.ts';
import { wellFormed } from './arbitrary.ts';

const scenario: Scenario = {
  version: 1,
  title: 'Über ✓',
  lanes: [{ aqm: { params: { max_p: 0.2 } } }],
};

/** A payload around any text, as the format says, but made here. */
function payload(text: string, checksum = crc32(strToU8(text))): string {
  const bytes = new Uint8Array([0, 0, 0, 0, ...deflateSync(strToU8(text))]);
  new DataView(bytes.buffer).setUint32(0, checksum);
  return `#s=1${toBase64Url(bytes)}`;
}
const message = (link: string) => {
  const result = decodeLink(link);
  return result.ok ? 'opened' : result.issues.map((issue) => issue.message).join(' ');
};
const DAMAGED = 'The link is damaged: it was cut off or changed on its way; ask for it again.';

describe('encodeLink and decodeLink', () => {
  it('carry any valid scenario, in its canonical form', () => {
    fc.assert(
      fc.property(wellFormed, (document) => {
        fc.pre(validate(document).ok);
        expect(decodeLink(encodeLink(document))).toMatchObject({ ok: true, scenario: normalise(document) });
      }),
    );
  });

  it('carry a chain of links', () => {
    const chain: Scenario = {
      version: 1,
      network: {
        topology: 'chain',
        links: [
          { rate: 15e6, managed: false },
          { rate: 8e6, delay: 0.04, buffer: 120 },
        ],
        observed: 1,
      },
      traffic: [
        { kind: 'ftp', flows: 25 },
        { kind: 'cbr', from: 1, to: 2 },
      ],
      lanes: [{ aqm: { id: 'red' } }, { aqm: { id: 'pie' }, set: { network: { observed: 0 } } }],
    };
    const opened = decodeLink(encodeLink(chain));
    expect(opened).toMatchObject({ ok: true, scenario: normalise(chain) });
    expect(opened.ok && complete(opened.scenario)).toEqual(complete(chain));
  });

  it('carry the view beside the scenario', () => {
    const link = encodeLink(scenario, 'fluid & stability');
    expect(link).toMatch(/^#s=2[\w-]+&v=fluid%20%26%20stability$/);
    expect(decodeLink(link)).toMatchObject({ ok: true, view: { v: 'fluid & stability' } });
    expect(decodeLink(encodeLink(scenario))).toMatchObject({ ok: true, view: {} });
  });

  it('open from a whole address, from a fragment, and with space around', () => {
    const link = encodeLink(scenario);
    for (const text of [`https://example.org/aqm/?x=1${link}`, link, link.slice(1), ` ${link}\n`]) {
      expect(isLink(text)).toBe(true);
      expect(decodeLink(text)).toMatchObject({ ok: true, scenario });
    }
    for (const text of ['scenario.json', '-', '', 'https://example.org/#about'])
      expect(isLink(text)).toBe(false);
  });

  it('use raw DEFLATE behind a CRC-32, as zlib reads it and the check value of CRC catalogues says', () => {
    expect(crc32(strToU8('123456789'))).toBe(0xcbf43926);
    const bytes = fromBase64Url(encodeLink(scenario).slice('#s=2'.length)) ?? new Uint8Array();
    const text = inflateRawSync(bytes.subarray(4), { dictionary: LINK_WORDS });
    expect(JSON.parse(text.toString())).toEqual(scenario);
    expect(new DataView(bytes.buffer).getUint32(0)).toBe(crc32(text));
  });
});

/** A release of a preset, and what somebody made of it. */
const release = { id: 'some-preset', number: 2, text: JSON.stringify(normalise(scenario)) };
const edited: Scenario = { ...scenario, duration: 77 };

describe('links on a preset', () => {
  const link = encodeLink(edited, {}, undefined, release);

  it('say the preset, its release and what is different', () => {
    expect(encodeLink(scenario, {}, undefined, release)).toBe('#s=p.some-preset.2');
    expect(encodeLink(scenario, 'fluid', undefined, release)).toBe('#s=p.some-preset.2&v=fluid');
    expect(link).toMatch(/^#s=p\.some-preset\.2\.[\w-]+$/);
    expect(releaseIn(`https://example.org/${link}`)).toEqual({ id: 'some-preset', number: 2 });
    expect(decodeLink(link, undefined, release)).toMatchObject({ ok: true, scenario: normalise(edited) });
    expect(decodeLink('#s=p.some-preset.2', undefined, release)).toMatchObject({ ok: true, scenario });
  });

  it('are no shorter than what they would be without it', () => {
    const stranger: Release = { ...release, text: 'x' };
    expect(encodeLink(edited, {}, undefined, stranger)).toBe(encodeLink(edited));
  });

  it('carry any valid scenario', () => {
    fc.assert(
      fc.property(wellFormed, (document) => {
        fc.pre(validate(document).ok);
        const told = encodeLink(document, {}, undefined, release);
        expect(decodeLink(told, undefined, release)).toMatchObject({
          ok: true,
          scenario: normalise(document),
        });
      }),
    );
  });

  it('without that release say so, and open nothing else', () => {
    for (const other of [null, { ...release, number: 3 }, { ...release, id: 'other' }]) {
      const opened = decodeLink(link, undefined, other);
      expect(opened.ok ? 'opened' : opened.issues[0]?.message).toContain(
        'release 2 of the preset some-preset',
      );
    }
    // Another text under that name: the checksum is of what comes out.
    expect(decodeLink(link, undefined, { ...release, text: release.text.replace('ber', 'bar') }).ok).toBe(
      false,
    );
  });

  it('that are cut off or changed are noticed', () => {
    for (let length = '#s=p.some-preset.2.'.length; length < link.length; length++)
      expect(decodeLink(link.slice(0, length), undefined, release).ok).toBe(false);
    for (const text of [
      '#s=p',
      '#s=p.',
      '#s=p.A.1',
      '#s=p.a.0',
      '#s=p.a.1e3',
      '#s=p.__proto__.1',
      '#s=p.constructor.1',
    ])
      expect(decodeLink(text, undefined, release).ok).toBe(false);
  });
});

describe('links made once', () => {
  it('open for ever', async () => {
    const stored = JSON.parse(
      await readFile(new URL('../schema/examples/links.json', import.meta.url), 'utf8'),
    ) as readonly { link: string; view?: string; scenario: Scenario }[];
    expect(stored.length).toBeGreaterThan(3);
    for (const { link, view, scenario } of stored) {
      // Rules that warn may come; what opens stays.
      expect(decodeLink(link, undefined, await releaseFor(link))).toMatchObject({
        ok: true,
        scenario,
        view: view === undefined ? {} : { v: view },
      });
    }
  });
});

describe('broken links', () => {
  const link = encodeLink(scenario);

  it.each([
    ['without payload', '#s=', 'The link holds no scenario: nothing follows "s=".'],
    ['without fragment', 'https://example.org/', 'The link has no scenario: "#s=" is missing.'],
    [
      'of a later format',
      link.replace('#s=2', '#s=3'),
      'The link is of a format that this program does not know; a newer version may have made it.',
    ],
    ['with a letter that is not base64url', `${link}!`, DAMAGED],
    ['with other data inside', '#s=1AAAAAAAA', DAMAGED],
    ['whose checksum is wrong', payload('{"version":1}', 7), DAMAGED],
    ['longer than any', `#s=1${'A'.repeat(3e6)}`, 'The link is too long: 3000004 characters.'],
    [
      'that holds no JSON',
      payload('{"version":1'),
      'No JSON at line 1, column 13: the text ends before the { of line 1, column 1 is closed.',
    ],
    [
      'that holds a wrong document',
      payload('{"version":1,"seed":-1}'),
      'seed = -1 is refused: must be >= 0. Nearest valid value: 0.',
    ],
    [
      'of a later version',
      payload('{"version":2}'),
      'version = 2 is refused: this program reads versions up to 1; the document was made by a newer one.',
    ],
  ])('%s: a clear message', (_, text, expected) => {
    expect(message(text)).toBe(expected);
  });

  it('cut off anywhere are noticed', () => {
    for (let length = 4; length < link.length; length++) expect(message(link.slice(0, length))).toBe(DAMAGED);
  });

  it('with any one character changed are noticed', () => {
    for (let at = 4; at < link.length; at++) {
      for (const other of ['A', '_', '3']) {
        const changed = link.slice(0, at) + other + link.slice(at + 1);
        if (changed === link) continue;
        const result = decodeLink(changed);
        // The last character may hold bits that no byte uses.
        if (at < link.length - 1) expect(result.ok, changed).toBe(false);
        else if (result.ok) expect(result.scenario).toEqual(scenario);
      }
    }
  });

  it('that would unpack to a hundred megabytes are given up at one', () => {
    const bomb = deflateSync(new Uint8Array(1e8));
    const bytes = new Uint8Array([0, 0, 0, 0, ...bomb]);
    expect(message(`#s=1${toBase64Url(bytes)}`)).toBe('The link unpacks to more than 1000000 bytes.');
  });

  it('never make decodeLink throw', () => {
    const noise = fc.oneof(
      fc.string(),
      fc.base64String().map((s) => `#s=1${s}`),
      fc.uint8Array().map((b) => `#s=1${toBase64Url(b)}`),
    );
    fc.assert(
      fc.property(noise, (text) => void decodeLink(text)),
      { numRuns: 2000 },
    );
  });
});

describe('base64url', () => {
  it('agrees with Node in both directions', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = toBase64Url(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64url'));
        expect(fromBase64Url(text)).toEqual(bytes);
      }),
    );
  });
});
