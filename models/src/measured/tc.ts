/**
 * A log of `tc -s -j qdisc`: each answer is preceded by a line with the time, s since 1970 (`date +%s.%N`).
 */
import {
  isObject,
  linesOf,
  measured,
  member,
  MeasuredError,
  numberAt,
  SeriesBuilder,
  type Reader,
} from './measured.ts';

interface Qdisc {
  readonly backlog: SeriesBuilder;
  readonly queue: SeriesBuilder;
  readonly rate: SeriesBuilder;
  readonly drops: SeriesBuilder;
  readonly marks: SeriesBuilder;
  last?: { readonly time: number; readonly bytes: number };
}

export const tc: Reader = {
  id: 'tc',
  name: 'tc -s -j qdisc',
  knows: (_, text) => /^\s*\[?\{"kind":/m.test(text) && text.includes('"backlog"'),
  async read(bytes, file) {
    const found = new Map<string, Qdisc>();
    let time: number | undefined;
    for await (const [line, number] of linesOf(bytes)) {
      const place = `line ${number}`;
      if (line.trim() === '') continue;
      if (/^\d+(\.\d+)?$/.test(line.trim())) {
        time = Number(line);
        continue;
      }
      if (time === undefined)
        throw new MeasuredError(place, 'each answer of tc must follow a line with its time (date +%s.%N)');
      let answer: unknown;
      try {
        answer = JSON.parse(line);
      } catch {
        throw new MeasuredError(place, 'this is neither a time nor an answer of tc -s -j qdisc');
      }
      if (!Array.isArray(answer)) throw new MeasuredError(place, 'an answer of tc -j is a list');
      for (const one of answer as readonly unknown[]) take(found, one, time, place);
      time = undefined;
    }
    if (time !== undefined)
      throw new MeasuredError('the last line', 'a time must be followed by an answer of tc');
    const all = [...found.values()].flatMap(({ queue, backlog, rate, drops, marks }) => [
      queue,
      backlog,
      rate,
      drops,
      marks,
    ]);
    return measured({ format: 'tc', file }, all, true);
  },
};

function take(found: Map<string, Qdisc>, one: unknown, time: number, line: string): void {
  const place = `${line}: `;
  const kind = member(one, 'kind', place);
  const handle = isObject(one) && typeof one.handle === 'string' ? one.handle : '';
  const of = `${String(kind)} ${handle}`.trim();
  const qdisc = found.get(of) ?? {
    queue: new SeriesBuilder(`queue of ${of}`, 'queue', 'packets'),
    backlog: new SeriesBuilder(`backlog of ${of}`, 'backlog', 'bytes'),
    rate: new SeriesBuilder(`throughput of ${of}`, 'rate', 'bit/s'),
    drops: new SeriesBuilder(`drops of ${of}`, 'drops', 'packets'),
    marks: new SeriesBuilder(`marks of ${of}`, 'marks', 'packets'),
  };
  found.set(of, qdisc);
  qdisc.queue.add(time, numberAt(one, 'qlen', place), line);
  qdisc.backlog.add(time, numberAt(one, 'backlog', place), line);
  qdisc.drops.add(time, numberAt(one, 'drops', place), line);
  if (isObject(one) && typeof one.ecn_mark === 'number') qdisc.marks.add(time, one.ecn_mark, line);
  const sent = numberAt(one, 'bytes', place);
  const { last } = qdisc;
  if (last !== undefined) {
    if (sent < last.bytes)
      throw new MeasuredError(line, `the bytes of ${of} fall: the qdisc was created again`);
    if (time > last.time)
      qdisc.rate.add((time + last.time) / 2, (8 * (sent - last.bytes)) / (time - last.time), line);
  }
  qdisc.last = { time, bytes: sent };
}
