/**
 * The commands of Linux's `tc` that would make a lane's queue, as far as there are any (docs/linux.md): names, units
 * and defaults of iproute2 6.1, `dualpi2` of 6.17.
 */
import { ETHERNET, tcLink, tcLinkDiffers, tcRate as rate } from './tc-link.ts';
import type { LaneScenario, LinkInfo, ParamValue } from './types.ts';

export interface TcLane {
  /** Without one: why Linux has no such queue. */
  readonly none?: string;
  /** The queue discipline alone, as it follows `tc qdisc add dev DEV parent 1:1`. */
  readonly qdisc?: string;
  /** All that a link takes, line by line; DEV is the interface. */
  readonly commands: readonly string[];
  /** What the command does otherwise than the lane. */
  readonly differs: readonly string[];
}

interface Found {
  readonly words: readonly (string | false)[];
  readonly differs?: readonly (string | false)[];
}

interface Place extends LinkInfo {
  number(name: string): number;
  is(name: string): boolean;
  word(name: string): string;
  readonly linux: boolean;
}

/** Seconds as tc takes them: whole microseconds, in the largest unit that holds them. */
function time(seconds: number): string {
  const us = Math.round(seconds * 1e6);
  return us % 1e6 === 0 ? `${us / 1e6}s` : us % 1000 === 0 ? `${us / 1000}ms` : `${us}us`;
}
const fraction = (value: number) => String(Number(value.toPrecision(6)));
const ms = (seconds: number) => String(Math.round(seconds * 1000));

/** How many packets in a row tc turns into RED's weight 2^-w: the middle of those that give it (tc_red_eval_ewma). */
export function burstOf(w: number, min: number, avpkt: number, largest = 100_000): number | undefined {
  /** What tc makes of a burst; 0: too small a one, 32: too large a one. */
  const weight = (burst: number): number => {
    const over = burst + 1 - min / avpkt;
    if (over < 1) return 0;
    for (let log = 1; log < 32; log++) if (over <= (1 - (1 - 2 ** -log) ** burst) * 2 ** log) return log;
    return 32;
  };
  /** The least burst of at least that weight, which grows with it. */
  const first = (wanted: number) => {
    let low = 1;
    let high = largest;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (weight(middle) >= wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const middle = Math.floor((first(w) + first(w + 1) - 1) / 2);
  return weight(middle) === w ? middle : undefined;
}

/** Bytes of a packet of the thresholds: a full one, unless the queue is counted in bytes. */
const packetOf = (p: Place) => (p.linux || p.is('byte_mode') ? p.number('mean_pkt_size') : p.packetSize);

/** min, max, avpkt, burst, probability of RED and CHOKe; `unit` is what a packet of the thresholds counts. */
function redWords(p: Place, unit: number): Found | string {
  const size = packetOf(p);
  const weight = Math.min(31, Math.max(1, Math.round(-Math.log2(p.number('w_q')))));
  const [min, max] = [Math.round(p.number('min_th') * unit), Math.round(p.number('max_th') * unit)];
  if (max >= 2 ** (31 - weight)) return `tc refuses a weight of ${p.number('w_q')} beside ${max}`;
  const burst = burstOf(weight, unit === 1 ? min * size : min, size);
  if (burst === undefined) return `no burst of tc gives the weight ${p.number('w_q')}`;
  return {
    words: [
      `min ${min}`,
      `max ${max}`,
      `avpkt ${Math.round(size)}`,
      `burst ${burst}`,
      `bandwidth ${rate(p.rate)}`,
      `probability ${fraction(p.number('max_p'))}`,
      p.is('ecn') && 'ecn',
    ],
    differs: [
      2 ** -weight !== p.number('w_q') &&
        `the weight is ${2 ** -weight}, a power of two, and not ${p.number('w_q')}`,
      !p.linux &&
        'drops are spaced by one random number a gap, and the average hardly decays while the link idles (profile linux)',
    ],
  };
}

const besides = (p: Place, what: string): readonly (string | false)[] => [
  !p.linux && `${what} (profile linux)`,
];

const QDISCS: Readonly<Record<string, (p: Place) => Found | string>> = {
  droptail: (p) => ({ words: [p.is('front') ? 'pfifo_head_drop' : 'pfifo', `limit ${p.buffer}`] }),
  codel: (p) => ({
    words: [
      'codel',
      `limit ${p.buffer}`,
      `target ${time(p.number('target'))}`,
      `interval ${time(p.number('interval'))}`,
      p.is('ecn') ? 'ecn' : 'noecn',
      p.number('ce_threshold') > 0 && `ce_threshold ${time(p.number('ce_threshold'))}`,
    ],
    differs: besides(p, "the root takes one step of Newton's a drop"),
  }),
  fq_codel: (p) => ({
    words: [
      'fq_codel',
      `limit ${p.buffer}`,
      `flows ${p.number('flows')}`,
      `quantum ${p.number('quantum') + ETHERNET}`,
      `target ${time(p.number('target'))}`,
      `interval ${time(p.number('interval'))}`,
      p.is('ecn') ? 'ecn' : 'noecn',
      `drop_batch ${p.number('drop_batch')}`,
      p.number('ce_threshold') > 0 && `ce_threshold ${time(p.number('ce_threshold'))}`,
    ],
    differs: besides(
      p,
      "the root takes one step of Newton's a drop, and the spared packet is one of all queues",
    ),
  }),
  pie: (p) => ({
    words: ['pie', `limit ${p.buffer}`, ...pieWords(p), p.is('dq_rate_estimator') && 'dq_rate_estimator'],
    differs: [...pieDiffers(p), p.is('ecn') && p.number('ecn_limit') !== 0.1 && 'ecn_limit is 0.1'],
  }),
  fq_pie: (p) => ({
    words: [
      'fq_pie',
      `limit ${p.buffer}`,
      `flows ${p.number('flows')}`,
      ...pieWords(p),
      `quantum ${p.number('quantum') + ETHERNET}`,
      p.is('ecn') && `ecn_prob ${Math.round(100 * p.number('ecn_limit'))}`,
    ],
    differs: [...pieDiffers(p), !p.linux && 'a full buffer drops the arrival'],
  }),
  red: (p) => red(p, false),
  ared: (p) => red(p, true),
  choke: (p) => {
    if (p.number('candidates') !== 1) return 'Linux draws one candidate';
    if (p.number('max_th') > p.buffer) return 'tc refuses max above limit';
    const found = redWords(p, 1);
    return typeof found === 'string'
      ? found
      : { ...found, words: ['choke', `limit ${p.buffer}`, ...found.words] };
  },
  sfb: (p) =>
    p.number('levels') !== 8 || p.number('bins') !== 16
      ? "Linux's table has 8 levels of 16 bins"
      : {
          words: [
            'sfb',
            `rehash ${ms(p.number('rehash_interval'))}`,
            `db ${ms(p.number('warmup_time'))}`,
            `limit ${p.buffer}`,
            `max ${Math.round(p.number('bin_max'))}`,
            `target ${Math.round(p.number('bin_size'))}`,
            `increment ${fraction(p.number('increment'))}`,
            `decrement ${fraction(p.number('decrement'))}`,
            `penalty_rate ${Math.round(p.number('penalty_rate'))}`,
            `penalty_burst ${Math.round(p.number('penalty_burst'))}`,
          ],
          differs: [
            !p.is('ecn') && 'what can be marked is marked',
            ...besides(p, 'the penalty box is filled when it is empty'),
          ],
        },
  sfq: (p) =>
    !p.linux
      ? "Linux's sfq is another algorithm: profile linux"
      : {
          words: [
            'sfq',
            `limit ${p.number('maxqueue')}`,
            `depth ${p.number('depth')}`,
            `divisor ${p.number('buckets')}`,
            `flows ${p.number('flows')}`,
            `quantum ${p.number('quantum') + ETHERNET}`,
            'perturb 0',
            p.is('headdrop') && 'headdrop',
          ],
          differs: [p.number('red_min') > 0 && 'the RED in each queue is left out'],
        },
  fq: (p) =>
    !p.linux
      ? "Linux's fq is another algorithm: profile linux"
      : {
          words: [
            'fq',
            `limit ${p.buffer}`,
            `flow_limit ${p.number('flow_limit')}`,
            `quantum ${p.number('quantum') + 2 * ETHERNET}`,
            `initial_quantum ${p.number('initial_quantum') + 10 * ETHERNET}`,
            p.number('maxrate') > 0 && `maxrate ${rate(p.number('maxrate'))}`,
            `low_rate_threshold ${rate(p.number('low_rate_threshold'))}`,
            `refill_delay ${time(p.number('refill_delay'))}`,
            p.number('ce_threshold') > 0 && `ce_threshold ${time(p.number('ce_threshold'))}`,
          ],
        },
  cobalt: (p) => cakeCore(p, 'flowblind'),
  cake_lite: (p) => cakeCore(p, 'flows'),
  cake: (p) => {
    const [shaper, rtt] = [p.number('bandwidth'), p.number('rtt')];
    const framed = p.number('overhead') !== 0 || p.number('mpu') > 0 || p.word('cells') !== 'noatm';
    const filter = { filter: 'ack-filter', aggressive: 'ack-filter-aggressive' }[p.word('ack_filter')];
    return {
      words: [
        'cake',
        shaper > 0 ? `bandwidth ${rate(shaper)}` : 'unlimited',
        p.word('diffserv'),
        p.word('isolation'),
        `rtt ${time(rtt)}`,
        filter ?? 'no-ack-filter',
        `memlimit ${Math.round(p.number('memory_limit'))}`,
        framed && `${p.word('cells')} overhead ${p.number('overhead')}`,
        p.number('mpu') > 0 && `mpu ${p.number('mpu')}`,
        p.is('ingress') && 'ingress',
      ],
      differs: [twentieth(p, rtt), 'packets beyond the buffer are no reason to drop, memory is'],
    };
  },
  dualpi2: (p) => ({
    words: [
      'dualpi2',
      `limit ${p.buffer}`,
      `target ${time(p.number('target'))}`,
      `tupdate ${time(p.number('interval'))}`,
      `alpha ${hundredths(p.number('alpha'))}`,
      `beta ${hundredths(p.number('beta'))}`,
      `coupling_factor ${Math.round(p.number('k'))}`,
      `step_thresh ${time(p.number('step'))}`,
      p.is('drop_overload') ? 'drop_on_overload' : 'overflow',
      'drop_dequeue',
      `classic_protection ${Math.round(100 * p.number('c_weight'))}%`,
    ],
    differs: ['it takes Linux 6.17', ...besides(p, 'gains are in 256ths, the share is in percent')],
  }),
};

/** tc cuts the 256ths of a gain off: the next number of four digits above. */
const hundredths = (gain: number) => String(Math.ceil((Math.round(gain * 256) / 256) * 1e4) / 1e4);

function pieWords(p: Place): (string | false)[] {
  const sixteenths = (name: string) => Math.round(16 * p.number(name));
  return [
    `target ${time(p.number('target'))}`,
    `tupdate ${time(p.number('interval'))}`,
    `alpha ${sixteenths('alpha')}`,
    `beta ${sixteenths('beta')}`,
    p.is('ecn') && 'ecn',
    p.is('byte_mode') && 'bytemode',
  ];
}
const pieDiffers = (p: Place): (string | false)[] => [
  p.number('max_burst') !== 0.15 && 'the allowance for a burst is 150 ms',
  !p.linux && 'drops are always spaced, and the first update comes after half a second (profile linux)',
  'the timer of the kernel makes an update a millisecond and more later',
];

function red(p: Place, adaptive: boolean): Found | string {
  const found = redWords(p, packetOf(p));
  if (typeof found === 'string') return found;
  const bytes = p.buffer * p.packetSize;
  const hard = p.is('ecn') && (!p.linux || p.is('harddrop'));
  return {
    words: [
      'red',
      `limit ${bytes}`,
      ...found.words,
      hard && 'harddrop',
      p.is('nodrop') && 'nodrop',
      adaptive && 'adaptive',
    ],
    differs: [
      ...(found.differs ?? []),
      adaptive && !p.linux && p.is('gentle') && 'there is no gentle slope above max',
    ],
  };
}

/** tc takes the round trip alone. */
const twentieth = (p: Place, rtt: number) =>
  Math.round((rtt * 1e6) / 20) !== Math.round(p.number('target') * 1e6) &&
  `the target is a twentieth of the round trip, ${time(rtt / 20)}`;

function cakeCore(p: Place, flows: string): Found {
  const interval = p.number('interval');
  const shaper = flows === 'flows' ? p.number('bandwidth') : 0;
  const memory = flows === 'flows' ? p.number('memory_limit') : 0;
  return {
    words: [
      'cake',
      shaper > 0 ? `bandwidth ${rate(shaper)}` : 'unlimited',
      'besteffort',
      flows,
      `rtt ${time(interval)}`,
      memory > 0 && `memlimit ${memory}`,
    ],
    differs: [
      twentieth(p, interval),
      !p.is('ecn') && 'what can be marked is marked',
      memory === 0 && 'the buffer is a limit of memory',
      ...besides(p, 'COBALT begins and counts otherwise'),
    ],
  };
}

/**
 * What `tc` would make of a scheme on the link that it manages. `params` are all of its scheme's; without a network
 * the link is plain.
 */
export function tcOf(
  id: string,
  params: Readonly<Record<string, ParamValue>>,
  link: LinkInfo,
  network?: LaneScenario['network'],
): TcLane {
  const make = Object.hasOwn(QDISCS, id) ? QDISCS[id] : undefined;
  if (make === undefined) return none(`Linux has no ${id}`);
  const found = make({
    ...link,
    number: (name) => Number(params[name] ?? 0),
    is: (name) => params[name] === true,
    word: (name) => String(params[name] ?? ''),
    linux: String(params.profile ?? '').startsWith('linux'),
  });
  if (typeof found === 'string') return none(found);
  const told = (words: readonly (string | false)[]) => words.filter((word) => word !== false);
  const qdisc = told(found.words).join(' ');
  return {
    qdisc,
    commands: [
      'ethtool -K DEV tso off gso off gro off',
      ...tcLink(network, link.rate),
      `tc qdisc add dev DEV parent 1:1 handle 10: ${qdisc}`,
    ],
    differs: [...told(found.differs ?? []), ...tcLinkDiffers(network)],
  };
}

const none = (reason: string): TcLane => ({ none: reason, commands: [], differs: [] });
