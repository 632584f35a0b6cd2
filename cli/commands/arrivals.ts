import { complete, validate } from '../../models/src/index.ts';
import { figuresOf } from '../../models/src/measured/beside.ts';
import type { Arrival } from '../../models/src/measured/index.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import { Refused, textOption, wholeNumber, WrongUsage, type Command } from '../command.ts';
import { measuredIn } from '../measured.ts';
import { paramsIn } from './curve.ts';

export const arrivals: Command = {
  summary: 'packets of a trace through any AQM, and the fate of each',
  help: `aqm arrivals FILE --aqm ID [--params JSON] [--rate BPS] [--buffer N] [--packet-size BYTES] [--seed N] [--format json|csv]

Sends the packets of a capture (pcap, pcapng: the way that carries more), of a trace of ns-2 or ns-3 (the queue that drops, or the
busiest), or of a CSV ("time, size, flow, ecn", or "dt_ns, len, ecn, flow" as Linux's vectors have it) to one AQM before one link, at the times of
the trace: an open loop, in which nobody hears of a loss. Writes {"file", "aqm", "params", "link", "packets", "sent", "marked", "dropped",
"loss_ratio", "wait": {"mean", "p95"}}; as CSV a line for each packet: time, bytes, flow, ecn, fate, wait.

  --aqm ID             the scheme ("aqm catalog" lists them)
  --params JSON        its parameters, as in a scenario
  --rate BPS           of the link; default ${complete({ version: 1 }).network.bottleneck.rate}
  --buffer N           packets; default ${complete({ version: 1 }).network.bottleneck.buffer}
  --packet-size BYTES  what the scheme takes for a full packet; default ${complete({ version: 1 }).network.packet_size}
  --seed N             of the scheme's random numbers; default 1
`,
  options: {
    aqm: { type: 'string' },
    params: { type: 'string' },
    rate: { type: 'string' },
    buffer: { type: 'string' },
    'packet-size': { type: 'string' },
    seed: { type: 'string' },
  },
  arguments: 1,
  async run([file], options) {
    const id = textOption(options, 'aqm');
    if (file === undefined || id === undefined)
      throw new WrongUsage('--aqm is missing: the scheme that the packets meet');
    const rate = wholeNumber(options, 'rate', 1000, 1e10);
    const buffer = wholeNumber(options, 'buffer', 1, 1e6);
    const packetSize = wholeNumber(options, 'packet-size', 64, 9000);
    const drawSeed = wholeNumber(options, 'seed', 0, Number.MAX_SAFE_INTEGER) ?? 1;
    const params = paramsIn(textOption(options, 'params') ?? '{}');
    const engine = await loadEngine();
    const checked = validate(
      {
        version: 1,
        network: {
          bottleneck: {
            ...(rate === undefined ? {} : { rate }),
            ...(buffer === undefined ? {} : { buffer }),
          },
          ...(packetSize === undefined ? {} : { packet_size: packetSize }),
        },
        lanes: [{ aqm: { id, params } }],
      },
      engine,
    );
    if (!checked.ok)
      throw new Refused(checked.issues.map(({ message }) => message.replace('lanes[0].aqm.', '')).join('\n'));
    const { network, lanes } = complete(checked.scenario);
    const link = {
      rate: network.bottleneck.rate,
      buffer: network.bottleneck.buffer,
      packetSize: network.packet_size,
    };
    const { arrivals: given, format } = await measuredIn(file);
    if (given === undefined)
      throw new Refused(
        `${file}: ${format} has no packets that arrive, or more than can be kept; captures, traces of ` +
          'ns-2 and ns-3, and CSV with a size have them',
      );
    const own = lanes[0]?.aqm.params ?? {};
    const ends = engine.oneLink({
      aqm: id,
      params: own,
      link,
      drawSeed,
      timers: 'exact',
      arrivals: flat(given),
    });
    const words = engine.layout.packetEnds;
    const fates = given.map((_, i) => ({
      fate: words[ends[2 * i] ?? -1] ?? '',
      wait: (ends[2 * i + 1] ?? NaN) / 1e9,
    }));
    const count = (...kinds: readonly string[]) => fates.filter(({ fate }) => kinds.includes(fate)).length;
    const dropped = count('dropped_arriving', 'dropped_waiting', 'dropped_leaving');
    const waits = fates.filter(({ fate }) => fate === 'sent' || fate === 'marked').map(({ wait }) => wait);
    return {
      json: {
        file,
        aqm: id,
        params: engine.resolve(id, own, link).params,
        link: { rate: link.rate, buffer: link.buffer, packet_size: link.packetSize },
        packets: given.length,
        sent: waits.length,
        marked: count('marked'),
        dropped,
        loss_ratio: dropped / given.length,
        wait: figuresOf(waits) ?? null,
      },
      table: () => ({
        columns: ['time', 'bytes', 'flow', 'ecn', 'fate', 'wait'],
        rows: given.map(({ at, bytes, flow, ecn }, i) => [
          at / 1e9,
          bytes,
          flow,
          ecn,
          fates[i]?.fate,
          fates[i]?.fate === 'sent' || fates[i]?.fate === 'marked' ? fates[i].wait : null,
        ]),
      }),
    };
  },
};

/**
 * The engine's form of arrivals: time since the previous one, bytes, ECN (a marked packet counts as
 * ECN-capable), flow.
 */
function flat(given: readonly Arrival[]): number[] {
  let before = 0;
  return given.flatMap(({ at, bytes, ecn, flow }) => {
    const gap = at - before;
    before = at;
    return [gap, bytes, ecn === 3 ? 2 : ecn, flow];
  });
}
