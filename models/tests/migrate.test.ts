import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { CURRENT_VERSION, migrate, normalise, parseScenario, type Scenario } from '../src/index.ts';
import type { Step } from '../src/migrate.ts';

const examples = new URL('../schema/examples/', import.meta.url);
const read = (name: string) => readFile(new URL(name, examples), 'utf8');

describe('stored examples', () => {
  it('exist for every version', async () => {
    const names = await readdir(examples);
    for (let version = 1; version <= CURRENT_VERSION; version++) expect(names).toContain(`v${version}.json`);
  });

  it.each(Array.from({ length: CURRENT_VERSION }, (_, i) => i + 1))(
    'of version %i opens as it always has',
    async (version) => {
      const result = parseScenario(await read(`v${version}.json`));
      expect(result).toMatchObject({ ok: true });
      if (!result.ok) return;
      expect(normalise(result.scenario)).toEqual(
        JSON.parse(await read(`v${version}.golden.json`)) as Scenario,
      );
    },
  );

  it('of what version 1 has learned since opens as it always has', async () => {
    const result = parseScenario(await read('v1.rows.json'));
    expect(result).toMatchObject({ ok: true });
    if (!result.ok) return;
    expect(normalise(result.scenario)).toEqual(JSON.parse(await read('v1.rows.golden.json')) as Scenario);
  });

  it('of version 1 use every key that there is', async () => {
    const text = (await read('v1.json')) + (await read('v1.rows.json'));
    const schema = JSON.parse(
      await readFile(new URL('../scenario.v1.schema.json', examples), 'utf8'),
    ) as object;
    const keys = new Set<string>();
    JSON.stringify(schema, (key, value: unknown) => {
      if (key === 'properties') for (const name of Object.keys(value as object)) keys.add(name);
      return value;
    });
    for (const key of keys) expect(text).toContain(`"${key}":`);
  });
});

describe('migrate', () => {
  // Two made-up steps: version 2 renamed `seconds`, version 3 counts in milliseconds.
  const steps: Step[] = [
    ({ seconds, ...rest }) => ({ ...rest, duration: seconds }),
    ({ duration, ...rest }) => ({ ...rest, milliseconds: Number(duration) * 1000 }),
  ];

  it('takes every step from the version of the document on', () => {
    expect(migrate({ version: 1, seconds: 2, title: 't' }, steps)).toEqual({
      ok: true,
      from: 1,
      document: { version: 3, milliseconds: 2000, title: 't' },
    });
    expect(migrate({ version: 2, duration: 2 }, steps)).toEqual({
      ok: true,
      from: 2,
      document: { version: 3, milliseconds: 2000 },
    });
    expect(migrate({ version: 3, milliseconds: 1 }, steps)).toMatchObject({ from: 3 });
  });

  it.each([
    [{}, 'version', 'must be given; the current version is 3'],
    [{ version: '1' }, 'version', 'must be a whole number from 1 to 3'],
    [{ version: 0 }, 'version', 'must be a whole number from 1 to 3'],
    [{ version: 1.5 }, 'version', 'must be a whole number from 1 to 3'],
    [{ version: 4 }, 'version', 'this program reads versions up to 3; the document was made by a newer one'],
    [[], '', 'a scenario is an object, {"version": 1, …}'],
    [null, '', 'a scenario is an object, {"version": 1, …}'],
  ])('refuses %j', (document, path, rule) => {
    expect(migrate(document, steps)).toMatchObject({ ok: false, issue: { path, rule } });
  });
});
