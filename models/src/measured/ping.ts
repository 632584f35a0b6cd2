/** The output of ping from iputils; with -D each answer has its time. */
import { linesOf, measured, MeasuredError, SeriesBuilder, type Reader } from './measured.ts';

const ANSWER =
  /^(?:\[(\d+\.\d+)\] )?\d+ bytes from .*?: icmp_seq=(\d+)(?: ttl=\d+)?(?: time=([\d.]+) ms)?(?: \(DUP!\)| \(truncated\))*$/;
/** The other lines that ping prints. */
const OTHER =
  /^(?:\[\d+\.\d+\] )?(?:PING .*|--- .* ---|\d+ packets transmitted.*|rtt min\/avg\/max.*|pipe \d+|no answer yet for icmp_seq=\d+|From .* icmp_seq=\d+ .*|\s*)$/;

export const ping: Reader = {
  id: 'ping',
  name: 'ping',
  knows: (_, text) => /^PING .* bytes of data/m.test(text) || ANSWER.test(text.split('\n', 1)[0] ?? ''),
  async read(bytes, file) {
    const rtt = new SeriesBuilder('rtt', 'round_trip', 's');
    let stamped: boolean | undefined;
    let lost = 0;
    let ended = false;
    for await (const [line, number] of linesOf(bytes)) {
      const place = `line ${number}`;
      if (line.includes('bytes from')) {
        const [, stamp, sequence = '', time] = ANSWER.exec(line) ?? [];
        if (time === undefined) throw new MeasuredError(place, 'an answer has icmp_seq= and time= in ms');
        if (line.includes('DUP!')) continue;
        if (stamped !== undefined && stamped !== (stamp !== undefined))
          throw new MeasuredError(place, 'some answers have the time that ping -D writes and others do not');
        stamped = stamp !== undefined;
        const value = Number(time) / 1000;
        // The time stamp is that of the answer; the measurement started one round trip earlier.
        rtt.add(stamp === undefined ? Number(sequence) - 1 : Number(stamp) - value, value, place);
        continue;
      }
      if (!OTHER.test(line)) throw new MeasuredError(place, 'this is no line of ping');
      if (line.includes('no answer yet')) lost++;
      const [, sent, received] = /^(\d+) packets transmitted, (\d+) received/.exec(line) ?? [];
      if (sent !== undefined) {
        lost = Number(sent) - Number(received);
        ended = true;
      }
    }
    return measured(
      {
        format: 'ping',
        file,
        counts: { lost },
        notes: [
          ...(stamped === false
            ? ['The file has no times (ping -D writes them): one packet a second is assumed.']
            : []),
          ...(ended ? [] : ['The summary at the end is missing: ping was stopped, or the file is cut off.']),
        ],
      },
      [rtt],
      stamped === true,
    );
  },
};
