/** iperf3 -J: the bytes of each interval, and for TCP its round trip and window. */
import {
  isObject,
  jsonOf,
  listAt,
  measured,
  member,
  MeasuredError,
  numberAt,
  SeriesBuilder,
  type Reader,
} from './measured.ts';

export const iperf3: Reader = {
  id: 'iperf3',
  name: 'iperf3 -J',
  knows: (_, text) => /"version":\s*"iperf/.test(text),
  async read(bytes, file) {
    const document = await jsonOf(bytes);
    if (isObject(document) && typeof document.error === 'string')
      throw new MeasuredError('error', `iperf3 failed: ${document.error}`);
    const start = member(document, 'start', '');
    const epoch = numberAt(member(start, 'timestamp', 'start.'), 'timesecs', 'start.timestamp.');
    const rate = new SeriesBuilder('throughput', 'rate', 'bit/s');
    const streams = new Map<number, { readonly rtt: SeriesBuilder; readonly window: SeriesBuilder }>();
    const counts: Record<string, number> = {};
    for (const [i, interval] of listAt(document, 'intervals', '').entries()) {
      const at = `intervals[${i}].`;
      const sum = member(interval, 'sum', at);
      const begin = numberAt(sum, 'start', `${at}sum.`);
      const end = numberAt(sum, 'end', `${at}sum.`);
      if (!(end > begin)) throw new MeasuredError(`${at}sum.end`, `must be after its start, ${begin} s`);
      rate.add(
        epoch + (begin + end) / 2,
        numberAt(sum, 'bits_per_second', `${at}sum.`),
        `${at}sum.bits_per_second`,
      );
      if (isObject(sum) && sum.retransmits !== undefined)
        counts.retransmissions = (counts.retransmissions ?? 0) + numberAt(sum, 'retransmits', `${at}sum.`);
      for (const [k, stream] of listAt(interval, 'streams', at).entries()) {
        if (!isObject(stream) || stream.rtt === undefined) continue;
        const of = `${at}streams[${k}].`;
        const socket = numberAt(stream, 'socket', of);
        const name =
          streams.size === 0 || (streams.size === 1 && streams.has(socket)) ? '' : ` of socket ${socket}`;
        const own = streams.get(socket) ?? {
          rtt: new SeriesBuilder(`rtt${name}`, 'round_trip', 's'),
          window: new SeriesBuilder(`window${name}`, 'other', 'bytes'),
        };
        streams.set(socket, own);
        // TCP_INFO is read at the end of the interval.
        own.rtt.add(epoch + end, numberAt(stream, 'rtt', of) / 1e6, `${of}rtt`);
        if (stream.snd_cwnd !== undefined) own.window.add(epoch + end, numberAt(stream, 'snd_cwnd', of), of);
      }
    }
    const all = [rate, ...[...streams.values()].flatMap(({ rtt, window }) => [rtt, window])];
    return measured({ format: 'iperf3', file, counts }, all, true);
  },
};
