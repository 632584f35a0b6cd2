import { rename, writeFile } from 'node:fs/promises';
import { version } from '../version.ts';
import { lanes } from '../../models/src/index.ts';
import { qlogText } from '../../models/src/out/qlog.ts';
import { HEADERS } from '../../models/src/round-trip.ts';
import { createClient, loadEngine } from '../../wasm/src/node.ts';
import type { LaneScenario } from '../../wasm/src/types.ts';
import { Refused, textOption, wholeNumber, WrongUsage, type Command, type Options } from '../command.ts';
import { load } from '../input.ts';
import { packetsIn, pcapngOf } from '../packetsOut.ts';
import { parquetOf } from '../parts.ts';
import { toldBySystem } from '../told-by-system.ts';

export const packets: Command = {
  summary: 'every packet at the observed link: its fate and its wait',
  help: `aqm packets <scenario.json | link | preset:ID | -> [--lane K] [--from S] [--to S] [--as parquet|qlog] [--pcapng FILE] [--format json|csv]

Runs a lane and writes every packet that arrives at the observed link in a window of time: {"lane", "from", "to", "packets": [{"time", "flow",
"seq", "fate", "queue", "sojourn"}]}; as CSV a line each. Fates are accepted, marked, dropped early, dropped forced, dropped overflow; "queue" is in
packets, as it stands at the arrival; "sojourn" in s, until its last bit has left, null of what was dropped or had not left at the end of the window.

  --lane K        this lane; the first is 0, which is the default
  --from S        the window's beginning, s; default: the end of the warm-up
  --to S          its end; default: 1 s later
  --as KIND       parquet: the table as a Parquet file, for DuckDB, pandas and Polars; qlog: a sequence of JSON texts (name it .sqlog); -o FILE
                  takes them
  --pcapng FILE   also a capture that Wireshark opens: each packet with its fate and wait as a comment, a mark as CE. Packets are UDP there,
                  with the flow in address and port and the size of a full packet of their row
`,
  options: {
    lane: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    pcapng: { type: 'string' },
    as: { type: 'string' },
  },
  arguments: 1,
  async run([source], options) {
    if (source === undefined) throw new WrongUsage('a scenario is missing');
    const as = textOption(options, 'as');
    if (as !== undefined && as !== 'parquet' && as !== 'qlog')
      throw new WrongUsage(`--as takes parquet or qlog, not ${JSON.stringify(as)}`);
    if (as !== undefined && options.format !== undefined)
      throw new WrongUsage('--as and --format exclude each other');
    const scenario = await load(source, await loadEngine());
    const all = lanes(scenario);
    const lane = all[wholeNumber(options, 'lane', 0, all.length - 1) ?? 0];
    if (lane === undefined) throw new Refused(`${source}: there is no lane`);
    const from = seconds(options, 'from') ?? lane.warmup;
    const to = seconds(options, 'to') ?? Math.min(from + 1, lane.duration);
    if (!(from < to && to <= lane.duration))
      throw new WrongUsage(`the window from ${from} s to ${to} s is not within a run of ${lane.duration} s`);
    const client = createClient({ size: 1 });
    const window = await client.ask('window', { lane, from, to }).finally(() => client.close());
    if (window.truncated)
      throw new Refused(
        `From ${from} s to ${to} s there are more packets than a window has; choose a shorter one`,
      );
    const found = packetsIn(window);
    const file = textOption(options, 'pcapng');
    if (file !== undefined)
      await write(file, pcapngOf(found, sizesOf(lane), `AQM Explorer: ${lane.label}, seed ${lane.seed}`));
    const columns = PACKET_COLUMNS.map(({ name }) => name);
    const rows = found.map((packet) => PACKET_COLUMNS.map(({ name }) => packet[name]));
    return {
      json: { lane: lane.label, from, to, packets: found },
      table: () => ({ columns, rows }),
      ...(as === 'parquet' && { source: parquetOf(PACKET_COLUMNS, rows) }),
      ...(as === 'qlog' && {
        source: qlogText(found, {
          title: scenario.title ?? '',
          lane: `${lane.label}, seed ${lane.seed}`,
          version,
        }),
      }),
    };
  },
};

const PACKET_COLUMNS = [
  { name: 'time', type: 'number' },
  { name: 'flow', type: 'integer' },
  { name: 'seq', type: 'integer' },
  { name: 'fate', type: 'text' },
  { name: 'queue', type: 'integer' },
  { name: 'sojourn', type: 'number' },
] as const;

function seconds(options: Options, name: string): number | undefined {
  const text = textOption(options, name);
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? NaN : Number(text);
  if (!(value >= 0 && value < Infinity))
    throw new WrongUsage(`--${name} takes seconds, not ${JSON.stringify(text)}`);
  return value;
}

/** The size of a flow's full packets, bytes; in the reverse direction, the size of an acknowledgement. */
function sizesOf({ traffic, network }: LaneScenario): (flow: number) => number {
  const sizes = traffic.flatMap((row) =>
    new Array<number>(row.flows).fill(
      row.direction === 'reverse' ? (row.headers ?? HEADERS) : (row.packet_size ?? network.packet_size),
    ),
  );
  return (flow) => sizes[flow] ?? network.packet_size;
}

async function write(file: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(`${file}.draft`, bytes);
    await rename(`${file}.draft`, file);
  } catch (error) {
    throw new Refused(`Cannot write ${file}: ${toldBySystem(error)}`);
  }
}
