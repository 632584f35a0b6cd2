/**
 * The TCP senders of known network stacks: one choice sets all details of a TCP row. Sources: RFC 6928
 * (initial window), RFC 1122 (delayed acknowledgements); Linux 6.x, Documentation/networking/ip-sysctl and
 * net/ipv4; ns-3.37, TcpSocketBase and its attributes; ns-2.35, tcl/lib/ns-default.tcl.
 */
import type { Traffic } from './generated/scenario.ts';
import { without } from './path.ts';

export interface HostValues {
  readonly tcp: 'cubic' | 'newreno' | 'reno';
  readonly headers: number;
  readonly sack: boolean;
  readonly delayed_ack: boolean;
  readonly initial_window: number;
  readonly min_rto: number;
  readonly receiver_window?: number;
  readonly flight: 'outstanding' | 'pipe';
  readonly handshake: boolean;
  readonly echo_pause: boolean;
  readonly timer_restart: boolean;
  readonly prr: 'rfc6937' | 'rfc9937';
  readonly rack: boolean;
  readonly hystart: boolean;
  readonly abe: boolean;
  readonly pacing: boolean;
}

export interface HostKind {
  readonly id: 'linux' | 'ns-3' | 'ns-2';
  readonly name: string;
  /** A description for the reader, with the differences from the real stack. */
  readonly help: string;
  readonly values: HostValues;
}

export const HOSTS: readonly HostKind[] = [
  {
    id: 'linux',
    name: 'Linux of 2026',
    help:
      'CUBIC with SACK and timestamps (52 bytes of headers), ten segments at first, delayed ' +
      'acknowledgements, losses found by time (RACK-TLP), proportional rate reduction (RFC 9937) and an ' +
      'early end of slow start (Linux has the HyStart of 2008; here it is HyStart++). Linux paces CUBIC ' +
      'only below its fq discipline.',
    values: {
      tcp: 'cubic',
      headers: 52,
      sack: true,
      delayed_ack: true,
      initial_window: 10,
      min_rto: 0.2,
      flight: 'outstanding',
      handshake: true,
      echo_pause: true,
      timer_restart: true,
      prr: 'rfc9937',
      rack: true,
      hystart: true,
      abe: false,
      pacing: false,
    },
  },
  {
    id: 'ns-3',
    name: 'ns-3',
    help:
      'The defaults of ns-3.37: New Reno with SACK and timestamps (52 bytes of headers), ten segments at ' +
      'first, one acknowledgement for two packets, a timeout of a second at least, and half of what is ' +
      'known to be in flight after a loss.',
    values: {
      tcp: 'newreno',
      headers: 52,
      sack: true,
      delayed_ack: true,
      initial_window: 10,
      min_rto: 1,
      flight: 'pipe',
      handshake: true,
      echo_pause: true,
      timer_restart: false,
      prr: 'rfc6937',
      rack: false,
      hystart: false,
      abe: false,
      pacing: false,
    },
  },
  {
    id: 'ns-2',
    name: 'ns-2',
    help:
      'The defaults of Agent/TCP/Newreno in ns-2.35: no SACK, two segments at first, an acknowledgement ' +
      'for each packet, a window of at most 20, no handshake.',
    values: {
      tcp: 'newreno',
      headers: 40,
      sack: false,
      delayed_ack: false,
      initial_window: 2,
      min_rto: 0.2,
      receiver_window: 20,
      flight: 'outstanding',
      handshake: false,
      echo_pause: false,
      timer_restart: true,
      prr: 'rfc6937',
      rack: false,
      hystart: false,
      abe: false,
      pacing: false,
    },
  },
];

const KEYS = Object.keys({ ...HOSTS[0]?.values, ...HOSTS[2]?.values }) as readonly (keyof HostValues)[];

/** Members that no host has, and that change what a host does. */
const OVERRULING = ['ack_every', 'pacing_burst'] as const;

/** The members of a complete TCP row that differ from the host's values. */
export const departuresFrom = (row: object, { values }: HostKind): readonly string[] => [
  ...KEYS.filter((key) => (row as Partial<HostValues>)[key] !== values[key]),
  ...OVERRULING.filter((key) => key in row),
];

/** The host with the fewest differences from a complete row. */
export function nearestHost(row: object): HostKind | undefined {
  return [...HOSTS].sort((a, b) => departuresFrom(row, a).length - departuresFrom(row, b).length)[0];
}

/** A row with the host's values. Keys of another congestion control, and members that the host has not, are removed. */
export function asHost(row: Traffic, { values }: HostKind): Traffic {
  const { tcp } = row as Partial<HostValues>;
  const own: Record<string, unknown> = { ...row };
  return {
    ...without(own, 'receiver_window', ...OVERRULING, ...(tcp === values.tcp ? [] : ['tcp_params'])),
    ...values,
  };
}
