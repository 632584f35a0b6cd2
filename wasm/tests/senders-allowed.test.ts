/** What a document may say of a TCP row is what the engine runs: every sender with every switch that has a rule. */
import { expect, it } from 'vitest';
import { CONTROL_IDS, lanes, validate, type Scenario } from '../../models/src/index.ts';
import { loadEngine } from '../src/node.ts';

const engine = await loadEngine();
const SWITCHES = ['sack', 'rack', 'ecn'] as const;

it.each(CONTROL_IDS)('%s', (tcp) => {
  for (let bits = 0; bits < 2 ** SWITCHES.length; bits++) {
    const switches = Object.fromEntries(SWITCHES.map((name, i) => [name, (bits & (1 << i)) !== 0]));
    const document: Scenario = {
      version: 1,
      duration: 0.1,
      traffic: [{ kind: 'ftp', flows: 2, tcp, ...switches }],
    };
    const [lane] = lanes(document);
    let runs = true;
    try {
      if (lane !== undefined) engine.open(lane).close();
    } catch {
      runs = false;
    }
    expect(validate(document, engine).ok, JSON.stringify({ tcp, ...switches })).toBe(runs);
  }
});
