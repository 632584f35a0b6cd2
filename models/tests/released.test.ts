import { describe, expect, it } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import { crc32 } from '../src/crc32.ts';
import {
  encodeLink,
  loadReleases,
  normalise,
  parseScenario,
  presets,
  releaseFor,
  releaseOf,
} from '../src/index.ts';

const SUMS = ['c00bf38', '8564e305', '763a6c71'];

describe('the releases of the presets', () => {
  it('have every preset as it is now (npm run generate adds what is missing)', async () => {
    const { catalogue } = await loadEngine();
    const releases = await loadReleases();
    for (const { id, title, load } of presets) {
      const text = JSON.stringify(normalise(await load(), catalogue));
      expect(releases[id]?.at(-1), id).toBe(text);
      expect(releaseOf(releases, title)).toEqual({ id, number: releases[id]?.length, text });
    }
  });

  it('are documents that open', async () => {
    const engine = await loadEngine();
    for (const [id, texts] of Object.entries(await loadReleases()))
      for (const text of texts) expect(parseScenario(text, engine), id).toMatchObject({ ok: true });
  });

  it('are never changed: the first ones say what they said', async () => {
    const releases = await loadReleases();
    const sums = ['early-drop', 'parking-lot', 'sared-tables'].map((id) =>
      crc32(new TextEncoder().encode(releases[id]?.[0])).toString(16),
    );
    expect(sums).toEqual(SUMS);
  });

  it('are found by the link, and not by names that every object has', async () => {
    expect(await releaseFor('https://example.org/#s=p.early-drop.1')).toMatchObject({
      id: 'early-drop',
      number: 1,
    });
    for (const link of ['#s=p.early-drop.999', '#s=p.constructor.1', '#s=p.tostring.1', '#s=2AAAA', ''])
      expect(await releaseFor(link)).toBeNull();
  });

  it('make links short: a preset, a preset with a change, a scenario of two lanes, one of six with a curve', async () => {
    const { catalogue } = await loadEngine();
    const releases = await loadReleases();
    for (const { title, load } of presets) {
      const document = await load();
      const base = releaseOf(releases, title);
      expect(encodeLink(document, {}, catalogue, base).length).toBeLessThan(40);
      const edited = { ...document, duration: 77, seed: 12_345 };
      expect(encodeLink(edited, {}, catalogue, base).length).toBeLessThan(120);
      const own = {
        ...document,
        title: 'My own',
        question: '',
        source: '',
        lanes: document.lanes?.slice(0, 2) ?? [],
      };
      expect(encodeLink(own, {}, catalogue).length).toBeLessThan(400);
    }
    const points = Array.from({ length: 40 }, (_, i) => [
      3 * i,
      3 * i + 1.5,
      Number((1 - Math.exp(-i / 17)).toPrecision(6)),
    ]);
    const lanes = ['red', 'gred', 'pie', 'codel', 'sared', 'wred'].map((id, i) => ({
      label: `Lane ${i + 1}: ${id} as of Tuesday`,
      aqm: { id, params: id === 'wred' ? { profiles: points } : { ecn: true } },
      set: { traffic: [{ kind: 'ftp', flows: 10 + 7 * i, tcp: 'cubic', start: [0, i + 1] }] },
    }));
    const large = { version: 1, title: 'Six lanes', question: 'Which one?', duration: 300, lanes } as never;
    expect(encodeLink(large, {}, catalogue).length).toBeLessThan(2000);
  });
});
