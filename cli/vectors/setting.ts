/** From the kernel's parameters to a scheme here: a table of modules and of their attributes (docs/linux.md). */
import type { Params } from '../../wasm/src/types.ts';
import type { KernelParameters, Vector } from './folder.ts';

export interface Setting {
  readonly aqm: string;
  readonly params: Params;
  readonly buffer: number;
  readonly packetSize: number;
}

/** tc's option for a list of packets that RED's average stands for, and its rate. */
const WORDS = { avpkt: /\bavpkt (\d+)\b/, bandwidth: /\bbandwidth (\d+)([KMG]?)bit\b/i } as const;
const PREFIX: Readonly<Record<string, number>> = { '': 1, K: 1e3, M: 1e6, G: 1e9 };

/** What stands for an attribute: a parameter in units of `per`, a switch, or one value alone that has a counterpart. */
type Meaning =
  | { readonly param: string; readonly per: number }
  | { readonly flag: string }
  /** A choice, by the kernel's numbers from 0. */
  | { readonly choice: string; readonly words: readonly string[] }
  | { readonly only: number }
  /** Bits, of which each is a switch. */
  | { readonly flags: readonly string[] }
  | 'buffer'
  | 'unused';

interface Module {
  readonly aqm: string;
  /** Whether the scheme has a profile `linux`; one that is Linux's alone has none. */
  readonly profile?: false;
  readonly means: Readonly<Record<string, Meaning>>;
  /** Where the kernel's default is not the scheme's. */
  readonly defaults?: KernelParameters;
  readonly fixed?: (mtu: number) => Params;
  /** What the table cannot say. */
  readonly besides?: (setting: Setting, run: Vector) => Setting | string;
}

const us = (param: string): Meaning => ({ param, per: 1e6 });
const plain = (param: string): Meaning => ({ param, per: 1 });
const on = (flag: string): Meaning => ({ flag });
const word = (choice: string, ...words: string[]): Meaning => ({ choice, words });
const only = (value: number): Meaning => ({ only: value });

const CODEL = {
  LIMIT: 'buffer',
  TARGET: us('target'),
  INTERVAL: us('interval'),
  ECN: on('ecn'),
  CE_THRESHOLD: us('ce_threshold'),
} as const;
const PIE = {
  LIMIT: 'buffer',
  TARGET: us('target'),
  TUPDATE: us('interval'),
  ALPHA: { param: 'alpha', per: 16 },
  BETA: { param: 'beta', per: 16 },
  ECN: on('ecn'),
  BYTEMODE: on('byte_mode'),
} as const;
const FLOWS = { FLOWS: plain('flows'), QUANTUM: plain('quantum') } as const;

const RED = {
  qth_min: plain('min_th'),
  qth_max: plain('max_th'),
  max_P: { param: 'max_p', per: 2 ** 32 },
  limit: 'unused',
  Wlog: 'unused',
  // Of no use where max_P is told.
  Plog: 'unused',
  Scell_log: 'unused',
} as const;

const MODULES: Readonly<Record<string, Module>> = {
  codel: { aqm: 'codel', means: CODEL, defaults: { LIMIT: 1000 }, fixed: (mtu) => ({ mtu }) },
  fq_codel: {
    aqm: 'fq_codel',
    means: { ...CODEL, ...FLOWS, DROP_BATCH_SIZE: plain('drop_batch') },
    defaults: { LIMIT: 10240, ECN: 1 },
  },
  pie: {
    aqm: 'pie',
    means: { ...PIE, DQ_RATE_ESTIMATOR: on('dq_rate_estimator') },
    defaults: { LIMIT: 1000 },
  },
  fq_pie: {
    aqm: 'fq_pie',
    // The limit of memory only counts what goes beyond it.
    means: {
      ...PIE,
      ...FLOWS,
      ECN_PROB: { param: 'ecn_limit', per: 100 },
      MEMORY_LIMIT: 'unused',
      DQ_RATE_ESTIMATOR: only(0),
    },
    defaults: { LIMIT: 10240 },
  },
  dualpi2: {
    aqm: 'dualpi2',
    means: {
      LIMIT: 'buffer',
      TARGET: us('target'),
      TUPDATE: us('interval'),
      ALPHA: { param: 'alpha', per: 256 },
      BETA: { param: 'beta', per: 256 },
      STEP_THRESH_US: us('step'),
      COUPLING: plain('k'),
      C_PROTECTION: { param: 'c_weight', per: 100 },
      DROP_OVERLOAD: on('drop_overload'),
      DROP_EARLY: only(0),
      ECN_MASK: only(1),
    },
    defaults: { LIMIT: 10000 },
  },
  cake: {
    aqm: 'cake',
    profile: false,
    means: {
      // Numbers of linux/pkt_sched.h.
      DIFFSERV_MODE: word('diffserv', 'diffserv3', 'diffserv4', 'diffserv8', 'besteffort', 'precedence'),
      FLOW_MODE: word(
        'isolation',
        ...['flowblind', 'srchost', 'dsthost', 'hosts', 'flows', 'dual-srchost', 'dual-dsthost'],
        'triple-isolate',
      ),
      RTT: us('rtt'),
      TARGET: us('target'),
      BASE_RATE64: { param: 'bandwidth', per: 1 / 8 },
      MEMORY: plain('memory_limit'),
      OVERHEAD: plain('overhead'),
      MPU: plain('mpu'),
      ATM: word('cells', 'noatm', 'atm', 'ptm'),
      ACK_FILTER: word('ack_filter', 'none', 'filter', 'aggressive'),
      INGRESS: on('ingress'),
    },
  },
  red: {
    aqm: 'red',
    means: { ...RED, flags: { flags: ['ecn', 'harddrop', 'adaptive'] }, nodrop: on('nodrop') },
    besides: (setting, run) => {
      const { adaptive, ...params } = setting.params;
      return red({ ...setting, aqm: adaptive === true ? 'ared' : 'red', params }, run);
    },
  },
  gred: {
    aqm: 'red',
    means: { ...RED, flags: { flags: ['ecn', 'harddrop'] } },
    besides: (setting, run) => red({ ...setting, params: { ...setting.params, profile: 'linux-gred' } }, run),
  },
  choke: {
    aqm: 'choke',
    means: { ...RED, limit: 'buffer', flags: { flags: ['ecn', 'harddrop'] } },
    besides: red,
  },
  sfb: {
    aqm: 'sfb',
    fixed: () => ({ ecn: true }),
    means: {
      rehash_interval: { param: 'rehash_interval', per: 1000 },
      warmup_time: { param: 'warmup_time', per: 1000 },
      limit: 'buffer',
      max: plain('bin_max'),
      bin_size: plain('bin_size'),
      increment: { param: 'increment', per: 65536 },
      decrement: { param: 'decrement', per: 65536 },
      penalty_rate: plain('penalty_rate'),
      penalty_burst: plain('penalty_burst'),
    },
    defaults: { limit: 1000 },
  },
  sfq: {
    aqm: 'sfq',
    means: {
      limit: plain('maxqueue'),
      divisor: plain('buckets'),
      depth: plain('depth'),
      flows: plain('flows'),
      quantum: plain('quantum'),
      perturb_period: only(0),
      headdrop: on('headdrop'),
      qth_min: plain('red_min'),
      qth_max: plain('red_max'),
      max_P: { param: 'red_max_p', per: 2 ** 32 },
      Wlog: 'unused',
      Plog: 'unused',
      Scell_log: 'unused',
      flags: { flags: ['red_ecn', 'red_harddrop'] },
    },
    besides: (setting, { kernel }) =>
      kernel.Wlog === undefined
        ? setting
        : { ...setting, params: { ...setting.params, red_w_q: 2 ** -kernel.Wlog } },
  },
};

/**
 * Thresholds in bytes are here in packets, and the table of idle times is made anew from the packet and the rate that
 * tc was told: it has to be the same.
 */
function red(setting: Setting, run: Vector): Setting | string {
  const { limit, Scell_log: cell, Wlog: weight } = run.kernel;
  const table = run.idleTable;
  const size = Number(WORDS.avpkt.exec(run.tc)?.[1] ?? 1000);
  const [, number = '10', prefix = 'M'] = WORDS.bandwidth.exec(run.tc) ?? [];
  const bandwidth = Number(number) * (PREFIX[prefix.toUpperCase()] ?? NaN);
  const made = idleTable(size, bandwidth, Number(weight));
  if (table !== undefined && (made.cell !== cell || made.halvings.some((one, i) => one !== table[i])))
    return `its table of idle times (Stab) is not that of avpkt ${size} and bandwidth ${bandwidth / 1e6} Mbit/s`;
  const params: Params = { ...setting.params, mean_pkt_size: size, bandwidth, w_q: 2 ** -Number(weight) };
  if (run.module === 'choke') return { ...setting, params };
  const packets = (name: string) => Number(params[name]) / size;
  // The limit is in bytes, too: so many packets of one byte.
  return {
    ...setting,
    params: { ...params, min_th: packets('min_th'), max_th: packets('max_th') },
    buffer: Number(limit),
    packetSize: 1,
  };
}

/** tc_red_eval_idle_damping of iproute2, for the comparison alone: the engine makes its own. */
function idleTable(size: number, bandwidth: number, weight: number) {
  const rate = -Math.log(1 - 2 ** -weight) / Math.ceil((1e6 * 15.625 * size) / (bandwidth / 8));
  let cell = 0;
  while (cell < 31 && 31 / rate / 2 ** cell >= 512) cell++;
  const halvings = Array.from({ length: 256 }, (_, i) =>
    i === 255 ? 31 : Math.min(31, Math.floor(i * 2 ** cell * rate)),
  );
  return { cell, halvings };
}

/** How a run is set up here, or why it cannot be. */
export function settingOf(run: Vector, mtu: number): Setting | string {
  const module = Object.hasOwn(MODULES, run.module) ? MODULES[run.module] : undefined;
  if (module === undefined) return `no scheme here is the module ${run.module}`;
  const kernel = { ...module.defaults, ...run.kernel };
  const params: Record<string, number | boolean | string> = {
    ...(module.profile !== false && { profile: 'linux' }),
    ...module.fixed?.(mtu),
  };
  let buffer = 1e6;
  for (const [name, value] of Object.entries(kernel)) {
    const meaning = Object.hasOwn(module.means, name) ? module.means[name] : undefined;
    if (meaning === 'unused') continue;
    if (meaning === undefined) return `the option ${name} of ${run.module} has no counterpart here`;
    if (meaning === 'buffer') buffer = value;
    else if ('flag' in meaning) params[meaning.flag] = value !== 0;
    else if ('choice' in meaning) {
      const word = meaning.words[value];
      if (word === undefined) return `${name} ${value} of ${run.module} has no counterpart here`;
      params[meaning.choice] = word;
    } else if ('flags' in meaning) {
      const left = meaning.flags.reduce((rest, flag, bit) => {
        if ((value & (1 << bit)) !== 0) params[flag] = true;
        return rest & ~(1 << bit);
      }, value);
      if (left !== 0) return `the flags ${value} of ${run.module} have no counterpart here`;
    } else if ('param' in meaning) params[meaning.param] = value / meaning.per;
    else if (meaning.only !== value) return `${name} ${value} of ${run.module} has no counterpart here`;
  }
  const setting = { aqm: module.aqm, params, buffer, packetSize: mtu };
  return module.besides === undefined ? setting : module.besides(setting, run);
}
