import { beforeAll, describe, expect, it } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { lanes, managedLinks, validate, type Scenario } from '../src/index.ts';
import { tcKnowsAs } from '../src/tc-names.ts';
import { burstOf, tcOf, type TcLane } from '../src/tc.ts';

type Engine = Awaited<ReturnType<typeof loadEngine>>;
let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

function commandsOf(document: unknown): TcLane[] {
  const result = validate(document, engine);
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return lanes(result.scenario).map((lane) => {
    const [managed] = managedLinks(lane.network);
    if (managed === undefined) throw new Error('no link');
    const { rate, buffer, packetSize } = managed;
    const link = { rate, buffer, packetSize };
    return tcOf(lane.aqm.id, engine.resolve(lane.aqm.id, lane.aqm.params, link).params, link, lane.network);
  });
}
const commandOf = (aqm: object, bottleneck: object = {}) =>
  commandsOf({ version: 1, network: { bottleneck }, lanes: [{ aqm }] })[0];

/**
 * The options of each qdisc as `tc` 6.1 prints them with `help`, and what each takes: a whole number, a time, a rate,
 * a share, percents, or nothing. (`dualpi2` as of iproute2 6.17.)
 */
type Takes = 'whole' | 'signed' | 'time' | 'rate' | 'share' | 'percent' | 'nothing';
const FLAGS = (names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, 'nothing' as const]));
const WHOLE = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, 'whole' as const]));
const CODEL = { target: 'time', interval: 'time', ce_threshold: 'time', ...FLAGS('ecn noecn') } as const;
const PIE = {
  target: 'time',
  tupdate: 'time',
  ...WHOLE('limit alpha beta'),
  ...FLAGS('ecn bytemode dq_rate_estimator'),
} as const;
const RED = { bandwidth: 'rate', probability: 'share', ...WHOLE('limit min max avpkt burst') } as const;
const OPTIONS: Readonly<Record<string, Readonly<Record<string, Takes>>>> = {
  pfifo: WHOLE('limit'),
  pfifo_head_drop: WHOLE('limit'),
  codel: { ...CODEL, ...WHOLE('limit') },
  fq_codel: { ...CODEL, ...WHOLE('limit flows quantum memory_limit drop_batch') },
  pie: PIE,
  fq_pie: { ...PIE, ...WHOLE('flows quantum memory_limit ecn_prob') },
  red: { ...RED, ...FLAGS('adaptive ecn harddrop nodrop') },
  choke: { ...RED, ...FLAGS('ecn') },
  sfb: {
    increment: 'share',
    decrement: 'share',
    ...WHOLE('rehash db limit max target penalty_rate penalty_burst'),
  },
  sfq: { ...WHOLE('limit perturb quantum divisor flows depth'), ...FLAGS('headdrop') },
  cake: {
    bandwidth: 'rate',
    rtt: 'time',
    memlimit: 'whole',
    overhead: 'signed',
    mpu: 'whole',
    ...FLAGS('unlimited besteffort diffserv3 diffserv4 diffserv8 precedence ingress atm ptm noatm'),
    ...FLAGS('flowblind srchost dsthost hosts flows dual-srchost dual-dsthost triple-isolate'),
    ...FLAGS('ack-filter ack-filter-aggressive no-ack-filter'),
  },
  fq: {
    maxrate: 'rate',
    low_rate_threshold: 'rate',
    refill_delay: 'time',
    ce_threshold: 'time',
    ...WHOLE('limit flow_limit quantum initial_quantum'),
  },
  dualpi2: {
    target: 'time',
    tupdate: 'time',
    step_thresh: 'time',
    classic_protection: 'percent',
    alpha: 'share',
    beta: 'share',
    ...WHOLE('limit coupling_factor'),
    ...FLAGS('drop_on_overload overflow drop_dequeue'),
  },
};
const FORMS: Readonly<Record<Exclude<Takes, 'nothing'>, RegExp>> = {
  whole: /^\d+$/,
  signed: /^-?\d+$/,
  time: /^\d+(us|ms|s)$/,
  rate: /^\d+([KMG]?bit)$/,
  share: /^\d+(\.\d+)?$/,
  percent: /^\d+%$/,
};

/** Reads a command as tc does: each option is known, given once, and its value is of its form. */
function parsed(command: string): Readonly<Record<string, string>> {
  const [kind = '', ...words] = command.split(' ');
  const options = OPTIONS[kind];
  if (options === undefined) throw new Error(`tc has no ${kind}`);
  const found: Record<string, string> = {};
  for (let i = 0; i < words.length; i++) {
    const name = words[i] ?? '';
    const takes = options[name];
    if (takes === undefined) throw new Error(`${kind} has no option ${name}: ${command}`);
    if (found[name] !== undefined) throw new Error(`${name} twice: ${command}`);
    const value = takes === 'nothing' ? '' : (words[++i] ?? '');
    if (takes !== 'nothing' && !FORMS[takes].test(value))
      throw new Error(`${name} ${value} is no ${takes}: ${command}`);
    found[name] = value;
  }
  return found;
}

describe('tc', () => {
  it('takes every command of the scenarios that there are', () => {
    const documents = ['models/scenarios', 'models/gallery'].flatMap((folder) =>
      readdirSync(folder).map((file) => {
        const json = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as { scenario?: Scenario };
        return json.scenario ?? json;
      }),
    );
    const found = documents.flatMap((document) => commandsOf(document));
    expect(found.length).toBeGreaterThan(100);
    for (const { qdisc, none, commands } of found) {
      expect(qdisc === undefined).toBe(none !== undefined);
      expect(commands).toHaveLength(qdisc === undefined ? 0 : 4);
      if (qdisc !== undefined) parsed(qdisc);
    }
  });

  it('takes every scheme that has one, in both versions', () => {
    for (const id of [
      'codel',
      'fq_codel',
      'pie',
      'fq_pie',
      'red',
      'ared',
      'choke',
      'sfb',
      'sfq',
      'cobalt',
      'cake_lite',
      'dualpi2',
      'fq',
    ]) {
      const own = commandOf({ id }, { buffer: 200 });
      const linux = commandOf({ id, params: { profile: 'linux' } }, { buffer: 200 });
      if (id !== 'sfq' && id !== 'fq') parsed(own?.qdisc ?? '');
      parsed(linux?.qdisc ?? '');
      // What differs by its version alone is told of the other one only.
      expect(own?.none ?? own?.differs.join()).not.toBe(linux?.differs.join());
    }
    expect(commandOf({ id: 'sared' })).toMatchObject({ none: 'Linux has no sared', commands: [] });
  });

  it('writes what the vectors of Linux were made with', () => {
    // Commands of tests/data/linux and of its 68 runs, by their kernel's parameters.
    expect(commandOf({ id: 'codel', params: { profile: 'linux' } }, { buffer: 1000 })).toMatchObject({
      qdisc: 'codel limit 1000 target 5ms interval 100ms noecn',
      differs: [],
    });
    expect(commandOf({ id: 'pie', params: { profile: 'linux' } }, { buffer: 1000 })?.qdisc).toBe(
      'pie limit 1000 target 15ms tupdate 15ms alpha 2 beta 20',
    );
    const cake = { profile: 'linux', ecn: true, interval: 0.02, target: 0.001 };
    expect(commandOf({ id: 'cake_lite', params: cake })?.qdisc).toBe(
      'cake unlimited besteffort flows rtt 20ms',
    );
    const red = { profile: 'linux', min_th: 30, max_th: 90, max_p: 0.02, w_q: 1 / 32 };
    const { burst, ...rest } = parsed(commandOf({ id: 'red', params: red }, { buffer: 400 })?.qdisc ?? '');
    expect(rest).toEqual({
      limit: '600000',
      min: '30000',
      max: '90000',
      avpkt: '1000',
      bandwidth: '10Mbit',
      probability: '0.02',
    });
    // tc was given 55 for this weight.
    expect(Math.abs(Number(burst) - 55)).toBeLessThan(10);
  });

  it('writes CAKE whole', () => {
    expect(commandOf({ id: 'cake' })?.qdisc).toBe(
      'cake unlimited diffserv3 triple-isolate rtt 100ms no-ack-filter memlimit 15503360',
    );
    const params = {
      bandwidth: 45e6,
      diffserv: 'diffserv4',
      isolation: 'dual-dsthost',
      preset: 'oceanic',
      overhead: -4,
      cells: 'ptm',
      mpu: 64,
      ack_filter: 'aggressive',
      ingress: true,
    };
    const { qdisc = '', differs } = commandOf({ id: 'cake', params }) ?? {};
    // Four round trips of the rate, 4 x 0.3 s x 5.625e6 bytes/s.
    expect(qdisc).toBe(
      'cake bandwidth 45Mbit diffserv4 dual-dsthost rtt 300ms ack-filter-aggressive memlimit 6750000 ptm overhead -4 mpu 64 ingress',
    );
    parsed(qdisc);
    expect(differs).toHaveLength(1);
  });

  it('makes what a link adds to packets', () => {
    const lines = (frame: object) =>
      commandOf({ id: 'fq_codel' }, { rate: 52e6, frame })?.commands.slice(1, 3) ?? [];
    // PPPoE over AAL5 is 44 bytes beyond IP, of which the kernel has counted Ethernet's 14.
    expect(lines({ overhead: 44, cells: 'atm' })).toEqual([
      'tc qdisc add dev DEV root handle 1: stab overhead 30 mpu 0 linklayer atm htb default 1',
      'tc class add dev DEV parent 1: classid 1:1 htb rate 52Mbit',
    ]);
    expect(lines({ overhead: 8, mpu: 64, cells: 'ptm' })).toEqual([
      'tc qdisc add dev DEV root handle 1: stab overhead -6 mpu 64 linklayer ethernet htb default 1',
      'tc class add dev DEV parent 1: classid 1:1 htb rate 51200Kbit',
    ]);
  });

  it('says what of the link it does not make', () => {
    const differs = (network: object) =>
      commandsOf({ version: 1, network, lanes: [{ aqm: { id: 'codel', params: { profile: 'linux' } } }] })[0]
        ?.differs;
    const losses = (words: string) => [`random losses are netem’s, on another device: netem loss ${words}`];
    expect(differs({ gemodel: { p: 0.01, r: 0.2, good: 0.001 } })).toEqual(
      losses('gemodel 1% 20% 100% 0.1%'),
    );
    expect(differs({ random_loss: 0.02 })).toEqual(losses('random 2%'));
    // Gilbert's chain of runs of 4: out of the bad state a quarter, into it 0.02 / (4 x 0.98).
    expect(differs({ random_loss: 0.02, loss_run: 4 })).toEqual(losses('gemodel 0.510204% 25%'));
    expect(
      differs({ bottleneck: { policer: { rate: 8e6 }, grant_period: 0.01, jitter: 0.001 } }),
    ).toHaveLength(3);
  });

  it("finds RED's burst where tc does", () => {
    // Asked of tc itself: with min 30000 and avpkt 1500 bursts of 78 to 105 are the weight 2^-8, of 106 to 146 2^-9.
    expect(burstOf(8, 30_000, 1500)).toBe(91);
    expect(burstOf(9, 30_000, 1500)).toBe(126);
    expect(burstOf(9, 1000, 1000)).toBeUndefined();
  });

  it('rounds gains up to what tc cuts off', () => {
    const { alpha = '', beta = '' } = parsed(commandOf({ id: 'dualpi2' })?.qdisc ?? '');
    expect([alpha, beta].map((gain) => Math.trunc(Number(gain) * 256))).toEqual([41, 819]);
  });
});

describe('names of tc', () => {
  it.each([
    ['pfifo', 'droptail'],
    ['bfifo', 'droptail'],
  ])('%s is %s', (name, ours) => {
    const result = validate({ version: 1, lanes: [{ aqm: { id: name } }] }, engine);
    if (result.ok) throw new Error('accepted');
    expect(result.issues[0]).toMatchObject({ path: 'lanes[0].aqm.id', nearest: ours });
    expect(engine.catalogue.filter((info) => tcKnowsAs(info, name)).map(({ id }) => id)).toEqual([ours]);
  });

  it('find the schemes that have such a parameter', () => {
    const having = (name: string) =>
      engine.catalogue.filter((info) => tcKnowsAs(info, name)).map(({ id }) => id);
    expect(having('coupling_factor')).toContain('dualpi2');
    expect(having('avpkt')).toContain('red');
    expect(having('constructor')).toEqual([]);
  });

  it.each([
    ['pie', 'tupdate', 'interval'],
    ['dualpi2', 'coupling_factor', 'k'],
    ['dualpi2', 'step_thresh', 'step'],
    ['cake_lite', 'memlimit', 'memory_limit'],
    ['codel', 'limit', 'network.bottleneck.buffer'],
    ['sfq', 'limit', 'maxqueue'],
    ['red', 'probability', 'max_p'],
  ])('of %s: %s is %s', (id, name, ours) => {
    const result = validate({ version: 1, lanes: [{ aqm: { id, params: { [name]: 1 } } }] }, engine);
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.issues[0]).toMatchObject({ nearest: ours });
    expect(result.issues[0]?.message).toContain(`what tc calls ${name} is ${ours} here`);
  });

  it('say why there is none of some', () => {
    const params = { perturb: 10 };
    const result = validate({ version: 1, lanes: [{ aqm: { id: 'sfq', params } }] }, engine);
    expect(result.ok ? '' : result.issues[0]?.message).toContain('hashes are not drawn anew here');
  });
});
