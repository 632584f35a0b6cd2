// An example of the link in the tests of a transport stack: a sender in simulated time, with
// acknowledgements, a Reno window, and a timeout. Run `node example/quic.mjs` in a folder that has the
// package.
import { open } from '@aqm-explorer/engine';

const engine = await open();
const SECONDS = 1;
const BYTES = 1200;
const TIMEOUT = 0.5;

/** @param {string} aqm @returns what a test would hold a stack to */
function transfer(aqm) {
  const forth = engine.link({ aqm, rate: 10e6, buffer: 200, delay: 0.01 });
  const back = engine.link({ aqm: 'droptail', rate: 10e6, buffer: 1000, delay: 0.01 });
  let [now, next, window, threshold, delivered, lost] = [0, 0, 10, Infinity, 0, 0];
  const flying = new Map();
  let recovery = -1;
  const send = () => {
    while (flying.size < Math.floor(window)) {
      flying.set(next, now);
      forth.submit({ bytes: BYTES, number: next++ }, now);
    }
  };
  const congested = (number) => {
    if (number <= recovery) return;
    recovery = next - 1;
    threshold = window = Math.max(2, window / 2);
  };
  send();
  for (;;) {
    const timer = Math.min(Infinity, ...flying.values()) + TIMEOUT;
    const [there, here] = [forth.peek() ?? Infinity, back.peek() ?? Infinity];
    now = Math.min(timer, there, here);
    if (now > SECONDS) return { aqm, rate: (8 * delivered * BYTES) / SECONDS, lost };
    if (now === there) {
      const { packet, fate } = forth.next();
      if (fate !== 'dropped') back.submit({ bytes: 40, number: packet.number }, now);
      else lost++;
    } else if (now === here) {
      const { number } = back.next().packet;
      if (flying.delete(number)) delivered++;
      window += window < threshold ? 1 : 1 / window;
      // Three later packets were acknowledged: lost (RFC 9002 section 6.1.1).
      for (const old of flying.keys())
        if (old <= number - 3) {
          flying.delete(old);
          congested(old);
        }
      send();
    } else {
      flying.clear();
      recovery = next - 1;
      [threshold, window] = [Math.max(2, window / 2), 1];
      send();
    }
  }
}

console.log(JSON.stringify(['droptail', 'codel'].map(transfer)));
