/**
 * Every scheme explains its decisions with the sentences of its own text, and each name in them has a value
 * in a real run.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { lanes as laneScenarios } from '../../models/src/index.ts';
import { readAqmFacts } from '../../models/tools/front-matter.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import type { LocalEngine } from '../../wasm/src/engine.ts';
import type { PacketWindow } from '../../wasm/src/types.ts';
import { tellDecision } from '../src/lanes/decision.ts';
import { laneModel } from '../src/lanes/model.ts';
import { storyOf } from '../src/lanes/packet.ts';

let engine: LocalEngine;
beforeAll(async () => {
  engine = await loadEngine();
});

/** Many flows with marks where a scheme sets them, over a queue that is short of room. */
function run(id: string, params: Readonly<Record<string, string>> = {}) {
  const [scenario] = laneScenarios({
    version: 1,
    duration: 12,
    warmup: 1,
    network: { bottleneck: { rate: 10e6, delay: 0.02, buffer: 400 } },
    traffic: [{ flows: 40 }, { kind: 'cbr', flows: 1, rate: 3e6 }],
    lanes: [{ aqm: { id, params: { ...params } } }],
  });
  if (scenario === undefined) throw new Error('no lane');
  const open = engine.open(scenario, { bins: 10, from: 0, to: 12 });
  while (!open.advance(1e9));
  return { model: laneModel(engine, scenario, 0), window: open.window() };
}
const words = (parts: ReturnType<typeof tellDecision>['parts']) =>
  parts.map((part) => (part.kind === 'text' ? part.text : `${part.name ?? ''} ${part.text}`.trim())).join('');
const first = ({ event }: PacketWindow, wanted: (event: number) => boolean) =>
  event.findIndex((e, i) => i > 6000 && wanted(e));

describe('decisions', () => {
  test('of all schemes are told, when a packet is let in and when it is dropped', async () => {
    const dropless: string[] = [];
    for (const { id } of engine.catalogue) {
      const { model, window } = run(id);
      const text = await readAqmFacts(id);
      if (text === undefined) throw new Error(`${id} has no text`);
      const tell = (at: number, sentence: string) => {
        const { parts, unknown } = tellDecision(sentence, model, storyOf(window, at, model));
        expect(unknown, id).toEqual([]);
        expect(words(parts), id).not.toMatch(/[{}]|undefined|NaN/);
        return words(parts);
      };
      tell(
        first(window, (event) => event === 0),
        text.decision.accepted,
      );
      const drop = first(window, (event) => event >= 1 && event <= 3);
      if (drop < 0) dropless.push(id);
      const told = tell(Math.max(drop, 0), text.decision.dropped);
      if (drop >= 0) expect(told, id).not.toContain('–');
    }
    // DropTail only knows a full buffer; fq drops from the longest queue when the buffer is full; the others
    // mark packets if they can.
    expect(dropless).toEqual(['droptail', 'fq']);
  }, 120_000);

  test('of independent drops do not tell of a count that plays no part', async () => {
    const text = await readAqmFacts('red');
    const told = (params: Readonly<Record<string, string>>) => {
      const { model, window } = run('red', params);
      const drop = first(window, (event) => event === 2);
      return words(tellDecision(text?.decision.dropped ?? '', model, storyOf(window, drop, model)).parts);
    };
    expect(told({ count_mode: 'none' })).toMatch(
      /Drops are independent here, so p_a (\S+) is p_b \1, and drawn/,
    );
    expect(told({ count_mode: 'none' })).not.toContain('before it');
    expect(told({})).toContain('before it and itself counted');
  });

  test('of RED: dropped by chance where the number that was drawn is below p_a, and nowhere else', () => {
    const { model, window } = run('red');
    let drops = 0;
    window.event.forEach((event, at) => {
      if (event !== 0 && event !== 2) return;
      const { parts } = tellDecision('{drawn ? p_a}', model, storyOf(window, at, model));
      expect(words(parts).includes('<'), `${at}`).toBe(event === 2);
      drops += Number(event === 2);
    });
    expect(drops).toBeGreaterThan(20);
  });
});
