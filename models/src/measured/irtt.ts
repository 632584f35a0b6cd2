/** irtt client -o FILE.json: round trips and one-way delays of every packet, in ns. */
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

export const irtt: Reader = {
  id: 'irtt',
  name: 'irtt',
  knows: (_, text) => /^\s*\{\s*"version":\s*\{\s*"irtt":/.test(text),
  async read(bytes, file) {
    const document = await jsonOf(bytes);
    const rtt = new SeriesBuilder('rtt', 'round_trip', 's');
    const there = new SeriesBuilder('delay there', 'delay', 's');
    const back = new SeriesBuilder('delay back', 'delay', 's');
    let lost = 0;
    for (const [i, trip] of listAt(document, 'round_trips', '').entries()) {
      const at = `round_trips[${i}].`;
      const fate = member(trip, 'lost', at);
      if (!['false', 'true', 'true_up', 'true_down'].includes(String(fate)))
        throw new MeasuredError(`${at}lost`, 'must be false, true, true_up or true_down');
      const sent = member(
        member(member(trip, 'timestamps', at), 'client', `${at}timestamps.`),
        'send',
        `${at}timestamps.client.`,
      );
      const time = numberAt(sent, 'wall', `${at}timestamps.client.send.`) / 1e9;
      if (String(fate) !== 'false') {
        lost++;
        continue;
      }
      const delay = member(trip, 'delay', at);
      rtt.add(time, numberAt(delay, 'rtt', `${at}delay.`) / 1e9, at);
      for (const [series, key] of [
        [there, 'send'],
        [back, 'receive'],
      ] as const)
        if (isObject(delay) && delay[key] !== undefined)
          series.add(time, numberAt(delay, key, `${at}delay.`) / 1e9, at);
    }
    const notes = ['One-way delays are as exact as the clocks of the two hosts agree.'];
    return measured({ format: 'irtt', file, counts: { lost }, notes }, [rtt, there, back], true);
  },
};
