import { describe, expect, it } from 'vitest';
import { lanes, seenAtLink, type Scenario } from '../src/index.ts';

const links = [{ rate: 15e6 }, { rate: 8e6, buffer: 120 }, { rate: 2e6, managed: false }];
const chain = (observed: number): Scenario => ({
  version: 1,
  network: { topology: 'chain', links, observed },
});

describe('a lane seen at a link of its chain', () => {
  it('is what it is in a document that names this link, and the same object where it names it already', () => {
    const [named] = lanes(chain(1));
    if (named === undefined) throw new Error('a document has at least one lane');
    for (const shown of [0, 1, 2]) expect(seenAtLink(named, shown)).toEqual(lanes(chain(shown))[0]);
    expect(seenAtLink(named, 1)).toBe(named);
  });
  it('is seen at the last link where the chain is shorter, and as it is where there is no chain', () => {
    const [named] = lanes(chain(0));
    const [alone] = lanes({ version: 1 });
    if (named === undefined || alone === undefined) throw new Error('a document has at least one lane');
    expect(seenAtLink(named, 7)).toEqual(lanes(chain(2))[0]);
    expect(seenAtLink(alone, 7)).toBe(alone);
  });
});
