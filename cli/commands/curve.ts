import { complete, parseJson, validate, type Issue, type Scenario } from '../../models/src/index.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import type { Engine } from '../../wasm/src/types.ts';
import { Refused, textOption, wholeNumber, WrongUsage, type Command } from '../command.ts';
import { note } from '../note.ts';

/** Buffers that are tried if none is given, packets: the AQM's parameters may need a larger one. */
const BUFFERS = [complete({ version: 1 }).network.bottleneck.buffer, 1000, 10_000, 100_000, 1_000_000];

export const curve: Command = {
  summary: 'the drop curves of an AQM',
  help: `aqm curve <aqm id> [--params JSON] [--points N] [--buffer N] [--rate BPS] [--packet-size BYTES] [--format json|csv]

Writes the drop probability p_b of each of the AQM's curves as columns x and p, with both sides of every kink and jump, and
the parameters and the link that they hold for.

  --params JSON         parameters, as in a scenario: '{"max_p": 0.02}'
  --points N            evenly spread samples of each curve, 2 to 100000; default 200
  --buffer N            packets; default ${BUFFERS[0]}, or the first of ${BUFFERS.slice(1).join(', ')} that the parameters allow
  --rate BPS            rate of the link, bit/s
  --packet-size BYTES   bytes of a full packet
`,
  options: {
    params: { type: 'string' },
    points: { type: 'string' },
    buffer: { type: 'string' },
    rate: { type: 'string' },
    'packet-size': { type: 'string' },
  },
  arguments: 1,
  async run([id], options) {
    if (id === undefined) throw new WrongUsage('the id of an AQM is missing');
    const points = wholeNumber(options, 'points', 2, 100_000) ?? 200;
    const buffer = wholeNumber(options, 'buffer', 1, 1e6);
    const rate = wholeNumber(options, 'rate', 1000, 1e10);
    const packetSize = wholeNumber(options, 'packet-size', 64, 9000);
    const params = paramsIn(textOption(options, 'params') ?? '{}');
    const engine = await loadEngine();

    const scenario = firstValid(engine, buffer === undefined ? BUFFERS : [buffer], (waiting) => ({
      version: 1,
      network: {
        bottleneck: { buffer: waiting, ...(rate === undefined ? {} : { rate }) },
        ...(packetSize === undefined ? {} : { packet_size: packetSize }),
      },
      lanes: [{ aqm: { id, params } }],
    }));
    const { network, lanes } = complete(scenario);
    const link = {
      rate: network.bottleneck.rate,
      buffer: network.bottleneck.buffer,
      packetSize: network.packet_size,
    };
    const aqm = lanes[0]?.aqm ?? { id, params: {} };
    const info = engine.catalogue.find((entry) => entry.id === id);
    if (info?.curves.length === 0)
      note(`Warning: ${id} has no drop curve: what it drops depends on more than one quantity\n`);
    const curves = (info?.curves ?? []).map(({ label, live }, which) => {
      const { x, p } = engine.curve({ aqm: id, params: aqm.params, link, which, points });
      return { label, live, x: [...x], p: [...p] };
    });
    return {
      json: {
        aqm: id,
        ...engine.resolve(id, aqm.params, link),
        link: { rate: link.rate, buffer: link.buffer, packet_size: link.packetSize },
        axis: info?.curveAxis,
        curves,
      },
      table: () => ({
        columns: ['curve', 'x', 'p'],
        rows: curves.flatMap(({ label, x, p }) => x.map((at, i) => [label, at, p[i]])),
      }),
    };
  },
};

export function paramsIn(text: string): unknown {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Refused(`--params: ${parsed.issue.message}`);
  return parsed.value;
}

function firstValid(engine: Engine, buffers: readonly number[], make: (buffer: number) => unknown): Scenario {
  let issues: readonly Issue[] = [];
  for (const buffer of buffers) {
    const result = validate(make(buffer), engine);
    if (result.ok) {
      for (const { message } of result.warnings) note(`Warning: ${unplaced(message)}\n`);
      return result.scenario;
    }
    // The issues for the last and largest buffer: these are not caused by the buffer.
    ({ issues } = result);
  }
  throw new Refused(issues.map(({ message }) => unplaced(message)).join('\n'));
}

/** There are no lanes here, so the path is shown without its beginning. */
const unplaced = (message: string) => message.replace('lanes[0].aqm.', '');
