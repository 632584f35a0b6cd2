/** Names of Linux's `tc` for what has another name here, as people bring them along. */
import type { AqmInfo } from './types.ts';

/** What tc calls a parameter of ours, or, with a dot, a member of the network. */
const TC_NAMES: Readonly<Record<string, readonly string[]>> = {
  limit: ['maxqueue', 'network.bottleneck.buffer'],
  memlimit: ['memory_limit'],
  bandwidth: ['network.bottleneck.rate'],
  tupdate: ['interval'],
  rtt: ['interval'],
  rehash: ['rehash_interval'],
  'ack-filter': ['ack_filter'],
  flow_mode: ['isolation'],
  db: ['warmup_time'],
  coupling_factor: ['k'],
  step_thresh: ['step'],
  classic_protection: ['c_weight'],
  drop_on_overload: ['drop_overload'],
  overflow: ['drop_overload'],
  bytemode: ['byte_mode'],
  ecn_prob: ['ecn_limit'],
  min: ['min_th'],
  max: ['max_th', 'bin_max'],
  probability: ['max_p'],
  burst: ['w_q'],
  avpkt: ['mean_pkt_size'],
  divisor: ['buckets'],
};

/** What tc has, and nothing here. */
const TC_ALONE: Readonly<Record<string, string>> = {
  perturb: 'hashes are not drawn anew here',
  memory_limit: 'a buffer counts packets here',
  flow_limit: 'the buffer is one for all flows, but in fq',
};

/** Why a parameter of tc has no counterpart; undefined of any other name. */
export const aloneInTc = (name: string): string | undefined =>
  Object.hasOwn(TC_ALONE, name) ? TC_ALONE[name] : undefined;

/** Queue disciplines of tc that have another name here. */
const QDISC_NAMES: Readonly<Record<string, string>> = {
  pfifo: 'droptail',
  bfifo: 'droptail',
  pfifo_fast: 'droptail',
  pfifo_head_drop: 'droptail',
};

/** The scheme here that tc calls `name`. */
export const schemeFromTc = (name: string): string | undefined =>
  Object.hasOwn(QDISC_NAMES, name) ? QDISC_NAMES[name] : undefined;

/** Whether `name` is what tc calls this scheme, or one of its parameters. */
export function tcKnowsAs(info: AqmInfo, name: string): boolean {
  if (schemeFromTc(name) === info.id) return true;
  const ours = Object.hasOwn(TC_NAMES, name) ? TC_NAMES[name] : undefined;
  return ours !== undefined && info.params.some((param) => ours.includes(param.name));
}

/** The parameter here that tc calls `name`, or the place in a document where it stands. */
export function fromTc(name: string, info: AqmInfo): string | undefined {
  const ours = Object.hasOwn(TC_NAMES, name) ? TC_NAMES[name] : undefined;
  return ours?.find((one) => one.includes('.') || info.params.some((param) => param.name === one));
}
