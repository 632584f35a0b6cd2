/**
 * Event traces of ns-2 (its manual, chapter 26) and ns-3 (`EnableAscii`): the queue at each link, waiting
 * times, drops.
 */
import {
  linesOf,
  measured,
  MeasuredError,
  MOST_ARRIVALS,
  SeriesBuilder,
  type Arrival,
  type Reader,
} from './measured.ts';

interface Event {
  readonly kind: string;
  readonly time: number;
  /** The place of the link. */
  readonly place: string;
  readonly packet: string;
  readonly bytes: number;
  readonly flow: string;
}

interface Queue {
  readonly length: SeriesBuilder;
  readonly wait: SeriesBuilder;
  readonly came: Map<string, number>;
  waiting: number;
  dropped: number;
  readonly arrivals: { readonly time: number; readonly bytes: number; readonly flow: string }[];
}

const NS2 =
  /^([+\-rdhe]) (\d+(?:\.\d+)?(?:e[-+]?\d+)?) (\d+) (\d+) (\S+) (\d+) (\S+) (\d+) (\S+) (\S+) (-?\d+) (\d+)\s*$/;
const NS3 = /^([+\-rdt]) (\d+(?:\.\d+)?(?:e[-+]?\d+)?) (\/NodeList\/\d+\/DeviceList\/\d+)\/(\S+) (.*)$/;

function ns2(line: string): Event | undefined {
  const [, kind, time, from, to, , bytes, , flow, , , , packet] = NS2.exec(line) ?? [];
  if (kind === undefined) return undefined;
  return {
    kind,
    time: Number(time),
    place: `${from} to ${to}`,
    packet: packet ?? '',
    bytes: Number(bytes),
    flow: flow ?? '',
  };
}

/** In ns-3's text a packet has no number: its headers identify it. */
function ns3(line: string): Event | undefined {
  const [, kind, time, place, , headers = ''] = NS3.exec(line) ?? [];
  if (kind === undefined) return undefined;
  const [, length] = /\blength: (\d+)/.exec(headers) ?? [];
  const [, from = '', to = ''] = /(\d+\.\d+\.\d+\.\d+) > (\d+\.\d+\.\d+\.\d+)/.exec(headers) ?? [];
  return {
    kind,
    time: Number(time),
    place: place ?? '',
    packet: headers,
    bytes: Number(length ?? 0),
    flow: `${from} ${to}`,
  };
}

const readerOf = (
  id: string,
  name: string,
  pattern: RegExp,
  eventIn: (line: string) => Event | undefined,
): Reader => ({
  id,
  name,
  knows: (_, text) => pattern.test(text.split('\n', 1)[0] ?? ''),
  async read(bytes, file) {
    const queues = new Map<string, Queue>();
    for await (const [line, number] of linesOf(bytes)) {
      if (line.trim() === '') continue;
      const event = eventIn(line);
      if (event === undefined) throw new MeasuredError(`line ${number}`, `this is no event of ${name}`);
      take(queues, event, `line ${number}`, name);
    }
    const entries = [...queues.values()];
    const dropped = entries.reduce((sum, queue) => sum + queue.dropped, 0);
    // Arrivals are those of the queue with the most drops, or else with the most packets.
    const [busiest] = entries.toSorted(
      (a, b) => b.dropped - a.dropped || b.arrivals.length - a.arrivals.length,
    );
    const arrivals =
      busiest === undefined || busiest.arrivals.length > MOST_ARRIVALS ? undefined : arrivalsOf(busiest);
    return measured(
      { format: id, file, counts: { dropped }, ...(arrivals === undefined ? {} : { arrivals }) },
      entries.flatMap(({ length, wait }) => [length, wait]),
      false,
    );
  },
});

function take(
  queues: Map<string, Queue>,
  { kind, time, place, packet, bytes, flow }: Event,
  at: string,
  name: string,
): void {
  if (!['+', '-', 'd'].includes(kind)) return;
  const queue = queues.get(place) ?? {
    length: new SeriesBuilder(`queue of ${place}`, 'queue', 'packets', 'changes'),
    wait: new SeriesBuilder(`wait of ${place}`, 'delay', 's'),
    came: new Map<string, number>(),
    waiting: 0,
    dropped: 0,
    arrivals: [],
  };
  queues.set(place, queue);
  if (kind === '+') {
    queue.waiting++;
    queue.came.set(packet, time);
    if (queue.arrivals.length <= MOST_ARRIVALS) queue.arrivals.push({ time, bytes, flow });
  } else {
    const came = queue.came.get(packet);
    // ns-3 reports a packet that is dropped before it is queued; ns-2 reports one that has been queued.
    if (came === undefined && kind === '-')
      throw new MeasuredError(
        at,
        `a packet leaves the queue of ${place} that did not enter it, so that this is no whole trace of ${name}`,
      );
    if (came !== undefined) queue.waiting--;
    queue.came.delete(packet);
    if (kind === 'd') queue.dropped++;
    else if (came !== undefined) queue.wait.add(time, time - came, at);
  }
  queue.length.add(time, queue.waiting, at);
}

function arrivalsOf({ arrivals }: Queue): Arrival[] {
  const flows = new Map<string, number>();
  const begin = arrivals[0]?.time ?? 0;
  return arrivals.map(({ time, bytes, flow }) => {
    const number = flows.get(flow) ?? flows.size;
    flows.set(flow, number);
    return { at: Math.round((time - begin) * 1e9), bytes, flow: number, ecn: 0 };
  });
}

export const ns2Trace: Reader = readerOf('ns-2', 'ns-2', NS2, ns2);
export const ns3Trace: Reader = readerOf('ns-3', 'ns-3', NS3, ns3);
