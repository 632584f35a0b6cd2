/** Rules across keys, which a schema cannot say. They see one scenario with all its defaults. */
import { t } from './language.ts';
import { high, low } from './pair.ts';
import { asChain } from './chain.ts';
import { findChainConflicts } from './chain-rules.ts';
import { findChangeConflicts } from './change-rules.ts';
import { findKindConflicts } from './link-kind-rules.ts';
import { CONTROLS, LIMITS } from './generated/facts.ts';
import type { CompleteScenario } from './complete.ts';
import { MAX_FLOWS } from './limits.ts';
import type { Path } from './path.ts';
import { formatQuantity } from './units.ts';
import { describeWork, estimateWork } from './work.ts';

/** A broken rule between several places; the first of `paths` is the one to name when nothing else decides. */
export interface Conflict {
  readonly severity: 'error' | 'warning';
  readonly paths: readonly Path[];
  readonly rule: string;
  readonly nearest?: number;
}

/** The pairs [a, b] in a row, wherever they stand. */
function pairsOf(value: object, path: Path): [Path, readonly [number, number]][] {
  return Object.entries(value).flatMap(
    ([key, member]: [string, unknown]): [Path, readonly [number, number]][] => {
      const at = [...path, key];
      if (Array.isArray(member))
        return member.length === 2 ? [[at, member as unknown as [number, number]]] : [];
      return typeof member === 'object' && member !== null ? pairsOf(member, at) : [];
    },
  );
}

/** Of one transfer, whose sequence numbers have 32 bits. */
const MAX_SEGMENTS = LIMITS.segments;

/** Schemes that couple a scalable sender's marks with a classic one's drops (RFC 9332). */
const COUPLED: readonly string[] = ['dualpi2', 'pi2'];

/** A lane of so many packets takes longer than a reader of a page likes to wait. */
const MANY_PACKETS = 2e7;

/**
 * Hosts' links and the link that they share, bit/s, where endless TCP flows fill their own links first: those have no
 * limit and no AQM, so the whole queue stands there. Undefined where that is not so.
 */
function slowHosts({ network, traffic }: CompleteScenario): { hosts: number; link: number } | undefined {
  if (network.topology === 'chain') return undefined;
  for (const direction of ['forward', 'reverse'] as const) {
    const rows = traffic.filter(
      (row) =>
        row.kind === 'ftp' &&
        row.direction === direction &&
        row.bytes === undefined &&
        row.receiver_window === undefined,
    );
    const { rate, reverse } = network.bottleneck;
    const link = direction === 'forward' ? rate : (reverse?.rate ?? rate);
    const hosts = rows.reduce((sum, row) => sum + row.flows * (row.access?.rate ?? network.access.rate), 0);
    if (rows.some(({ flows }) => flows > 0) && hosts < link) return { hosts, link };
  }
  return undefined;
}

export function findConflicts(scenario: CompleteScenario): Conflict[] {
  const found: Conflict[] = [];
  const error = (rule: string, ...paths: Path[]) => found.push({ severity: 'error', paths, rule });
  const warn = (rule: string, ...paths: Path[]) => found.push({ severity: 'warning', paths, rule });
  const { duration, warmup, network, traffic } = scenario;

  if (warmup >= duration)
    error(`must be shorter than the duration (${duration} s)`, ['warmup'], ['duration']);
  const { delay } = network.access;
  if (low(delay) > high(delay))
    error('the first of two values must not be above the second', ['network', 'access', 'delay']);

  for (const [i, row] of traffic.entries()) {
    const at = (key: string): Path => ['traffic', i, key];
    for (const [place, [a, b]] of pairsOf(row, ['traffic', i])) {
      if (a > b) error('the first of two values must not be above the second', place);
    }
    const known: readonly string[] = row.tcp === undefined ? [] : CONTROLS[row.tcp].params;
    for (const name of Object.keys(row.tcp_params ?? {})) {
      if (known.includes(name)) continue;
      const has = known.length === 0 ? 'has no parameters' : `has the parameters ${known.join(', ')}`;
      error(`${row.tcp ?? ''} ${has}`, ['traffic', i, 'tcp_params', name]);
    }
    if (row.stop !== undefined && high(row.start) >= low(row.stop)) {
      error('must be later than the start of every flow', at('stop'), at('start'));
    }
    if (row.tcp !== undefined) {
      const { ecn, needsSack, takesSack } = CONTROLS[row.tcp];
      if (needsSack && row.sack === false) error(`${row.tcp} needs SACK`, at('sack'), at('tcp'));
      if (row.rack === true && !(takesSack && row.sack === true))
        error(
          takesSack ? 'RACK-TLP needs SACK' : `RACK-TLP needs a sender with SACK, which ${row.tcp} has not`,
          ...[at('rack'), at(takesSack ? 'sack' : 'tcp')],
        );
      if (ecn === 'none' && row.ecn === true)
        error(`${row.tcp} defines no answer to marks`, at('ecn'), at('tcp'));
      if (row.abe === true && row.ecn !== true && ecn === 'optional')
        warn('abe has no effect on flows without ECN: it is an answer to marks', at('abe'), at('ecn'));
    }
    if (row.tcp !== undefined && CONTROLS[row.tcp].ecn === 'l4s' && row.ecn !== true)
      warn(
        `${row.tcp} always uses ECN, whatever ecn says; set ecn to true so that the row says what it does`,
        at('ecn'),
        at('tcp'),
      );
    const coupled =
      row.tcp === 'scalable' ? scenario.lanes.findIndex(({ aqm }) => COUPLED.includes(aqm.id)) : -1;
    if (coupled >= 0)
      warn(
        'Scalable TCP (Kelly 2003) is not a scalable sender of RFC 9332: it shares the queue of CUBIC and Reno. prague and dctcp are scalable senders',
        at('tcp'),
        ['lanes', coupled, 'aqm', 'id'],
      );
    const { headers } = row;
    if (headers !== undefined) {
      const payload = (row.packet_size ?? network.packet_size) - headers;
      if (payload <= 0) error('headers must be shorter than packet_size', at('headers'));
      else if (row.bytes !== undefined && high(row.bytes) > MAX_SEGMENTS * payload)
        error(
          `at most ${MAX_SEGMENTS} segments, each of packet_size less ${headers} bytes: ${MAX_SEGMENTS * payload} bytes`,
          at('bytes'),
        );
    }
    if (low(row.start) >= duration) {
      warn(`these flows start after the end of the run (duration is ${duration} s)`, at('start'), [
        'duration',
      ]);
    }
  }

  const slow = slowHosts(scenario);
  if (slow !== undefined)
    warn(
      `the hosts’ own links carry ${formatQuantity(slow.hosts, 'bit/s')} together, less than the link’s ${formatQuantity(slow.link, 'bit/s')}: the queue builds up in those links, where no AQM acts on it`,
      ['network', 'access', 'rate'],
    );

  found.push(
    ...findChainConflicts(scenario),
    ...findChangeConflicts(scenario),
    ...findKindConflicts(scenario),
  );

  const flows = traffic.reduce((sum, row) => sum + row.flows, 0);
  if (flows > MAX_FLOWS) {
    const largest = traffic.reduce((best, row, i) => (row.flows > (traffic[best]?.flows ?? 0) ? i : best), 0);
    error(
      `all rows of traffic together have at most ${MAX_FLOWS} flows, these have ${flows}`,
      ['traffic', largest, 'flows'],
      ['traffic'],
    );
  }

  const packets = estimateWork({ duration, network: asChain(network), traffic });
  if (packets > MANY_PACKETS) {
    warn(
      t('{{work}}; a shorter duration or a lower rate helps', { work: describeWork(packets) }),
      ['duration'],
      network.links === undefined ? ['network', 'bottleneck', 'rate'] : ['network', 'links'],
      ['traffic'],
    );
  }
  return found;
}
