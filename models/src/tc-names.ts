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

/** The parameter here that tc calls `name`, or the place in a document where it stands. */
export function fromTc(name: string, info: AqmInfo): string | undefined {
  const ours = Object.hasOwn(TC_NAMES, name) ? TC_NAMES[name] : undefined;
  return ours?.find((one) => one.includes('.') || info.params.some((param) => param.name === one));
}
