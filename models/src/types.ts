/**
 * What a document dictates: the lane that is run, and what is known of an AQM's parameters. The engine's transport
 * (wasm/) is written for these types, not the other way round. Units are SI throughout.
 */

import type { ControlId, SourceId } from './generated/facts.ts';

export type ParamKind = 'number' | 'integer' | 'choice' | 'toggle' | 'list' | 'text' | 'pair';
export type ParamRole =
  'plain' | 'queue_threshold' | 'probability' | 'weight' | 'delay_target' | 'curve_points';
/** What a state variable is besides: the queue as the law sees it, and the drop curve there. */
export type StateRole = ParamRole | 'average' | 'base_probability';
/** A value of a parameter in a document: a choice is its word, a switch a boolean, a list rows of numbers. */
export type ParamValue = number | string | boolean | readonly (readonly number[])[];
export type Params = Readonly<Record<string, ParamValue>>;

export interface ParamInfo {
  readonly name: string;
  readonly unit: string;
  readonly kind: ParamKind;
  readonly role: ParamRole;
  /** Absent when the default is computed; then `computed` says how ("1.5 max_th"). */
  readonly default?: ParamValue;
  readonly computed?: string;
  readonly min?: number;
  readonly max?: number;
  readonly minExclusive?: boolean;
  readonly maxExclusive?: boolean;
  readonly choices?: readonly string[];
  /** Of a list: numbers in each row. */
  readonly listWidth?: number;
  readonly help: string;
  /** In forms, where it is not the name. */
  readonly label?: string;
}

export interface StateInfo {
  readonly name: string;
  readonly unit: string;
  readonly role: StateRole;
  readonly help: string;
}

export interface CurveInfo {
  readonly label: string;
  /** Depends on recorded state: in replay it moves. */
  readonly live: boolean;
}

export interface AqmInfo {
  readonly id: string;
  readonly name: string;
  readonly params: readonly ParamInfo[];
  readonly states: readonly StateInfo[];
  readonly constraints: readonly string[];
  /** Empty when the scheme has no drop curve. */
  readonly curves: readonly CurveInfo[];
  /** What its curves are drawn against; `name` is a state variable or "q". */
  readonly curveAxis: { readonly name: string; readonly unit: string };
  /** Of a scheme that its own parameters describe (a program's text): what it is with them. */
  readonly of?: (params: Params) => AqmInfo;
}

/** What a discipline knows of its link. */
export interface LinkInfo {
  readonly rate: number;
  readonly buffer: number;
  readonly packetSize: number;
}

export interface ParamIssue {
  readonly severity: 'error' | 'warning';
  /** Absent: the set as a whole. */
  readonly param?: string;
  readonly value?: ParamValue;
  readonly rule: string;
  readonly nearest?: number;
}

/** A number, or a pair from which each flow draws uniformly. */
export type NumberOrPair = number | readonly [number, number];

/** From `time` on a link has the values that are given here, and keeps the others. */
export interface LinkChange {
  readonly time: number;
  /** bit/s; at 0 nothing is sent. */
  readonly rate?: number;
  readonly delay?: number;
  readonly loss?: number;
}

/** The way back of a link, where it differs from the way there. */
export interface WayBack {
  readonly rate?: number;
  readonly delay?: number;
  readonly buffer?: number;
  /** `lane`: the lane's own AQM manages it, too. */
  readonly aqm?: 'fifo' | 'lane';
  readonly grant_period?: number;
  readonly grant_share?: number;
  readonly jitter?: number;
}

/** What a link adds to each packet and makes of it; bytes, before cells. */
export interface Framing {
  readonly overhead?: number;
  readonly mpu?: number;
  readonly cells?: 'none' | 'atm' | 'ptm';
}

/** As a document describes a link. */
export interface Bottleneck {
  readonly rate: number;
  readonly delay: number;
  readonly buffer: number;
  readonly reverse?: WayBack;
  readonly frame?: Framing;
  /** s; the link sends in the first `grant_share` of it alone. */
  readonly grant_period?: number;
  readonly grant_share?: number;
  /** s; in order nevertheless. */
  readonly jitter?: number;
  /** bit/s, and bytes. */
  readonly policer?: { readonly rate?: number; readonly burst?: number };
  /** In order of time. */
  readonly changes?: readonly LinkChange[];
}

/** A link from router i to router i + 1, and the queue before it. */
export interface ChainLink extends Bottleneck {
  /** By the lane's AQM; otherwise DropTail. */
  readonly managed: boolean;
}

/** One lane, complete: merge patch applied, every default filled in. `models/` makes it from a document. */
export interface LaneScenario {
  readonly label: string;
  readonly seed: number;
  readonly duration: number;
  readonly warmup: number;
  readonly network: {
    /**
     * In the order in which forward packets cross them. A dumbbell has one, which its document calls the bottleneck.
     */
    readonly links: readonly ChainLink[];
    /** Which of them metrics and columns are taken from. */
    readonly observed: number;
    readonly access: { readonly rate: number; readonly delay: NumberOrPair; readonly buffer?: number };
    readonly packet_size: number;
    /** Probability that a packet is lost on the bottleneck, or each link of a chain, after its queue. */
    readonly random_loss: number;
    /** Packets that are lost in a row on average. */
    readonly loss_run?: number;
    /** Gilbert and Elliott's chain in place of both, as tc's netem has it. */
    readonly gemodel?: Gemodel;
    /** s; a host takes a random time up to this before it sends a packet. */
    readonly processing?: number;
  };
  readonly traffic: readonly TrafficRow[];
  readonly aqm: { readonly id: string; readonly params: Params };
}

/** `bad` and `good` are the probabilities of a loss in each state, tc's 1-h and 1-k. */
export interface Gemodel {
  readonly p?: number;
  readonly r?: number;
  readonly bad?: number;
  readonly good?: number;
}

export interface TrafficRow {
  /** A kind of traffic; its own parameters are members of the row. */
  readonly kind: SourceId;
  readonly flows: number;
  readonly direction: 'forward' | 'reverse';
  /** Of a chain, and only there: the routers at which it enters and leaves. */
  readonly from?: number;
  readonly to?: number;
  readonly start: NumberOrPair;
  /** Absent: until the end. */
  readonly stop?: NumberOrPair;
  readonly packet_size?: number;
  /** ftp: payload to deliver; absent: endless. */
  readonly bytes?: NumberOrPair;
  /** UDP kinds: bit/s of one flow on the wire. */
  readonly rate?: NumberOrPair;
  /** onoff: mean lengths of the exponential periods, s. */
  readonly on?: NumberOrPair;
  readonly off?: NumberOrPair;
  /** A congestion control, and its own parameters. */
  readonly tcp?: ControlId;
  readonly tcp_params?: Readonly<Record<string, number>>;
  /** Each host's own link; absent: the network's. */
  readonly access?: { readonly rate?: number; readonly delay?: NumberOrPair; readonly buffer?: number };
  /** Bytes of a segment's headers; an acknowledgement is as long. */
  readonly headers?: number;
  readonly sack?: boolean;
  readonly delayed_ack?: boolean;
  /** Segments that one acknowledgement is for; absent: 1, with delayed_ack 2. */
  readonly ack_every?: number;
  readonly initial_window?: number;
  readonly min_rto?: number;
  /** Segments; absent: unlimited. */
  readonly receiver_window?: number;
  /** What TCP with SACK halves on a loss: all that is outstanding (RFC 5681, the default), or the pipe as ns-3 does. */
  readonly flight?: 'pipe' | 'outstanding';
  readonly ecn?: boolean;
  /** With ecn: no growth of the window while echoes come (RFC 3168 6.1.2). */
  readonly echo_pause?: boolean;
  /** A fast retransmission restarts the retransmission timer (RFC 6675 section 6); else it runs on (RFC 6298). */
  readonly timer_restart?: boolean;
  /** Which text of proportional rate reduction. */
  readonly prr?: 'rfc6937' | 'rfc9937';
  /** Losses are found by time, and a probe leaves before a timeout (RFC 8985). */
  readonly rack?: boolean;
  /** HyStart++ (RFC 9406). */
  readonly hystart?: boolean;
  /** A mark leaves more of a window than a loss (RFC 8511). */
  readonly abe?: boolean;
  readonly pacing?: boolean;
  /** Segments that leave together; absent: by the rate. */
  readonly pacing_burst?: number;
  /** A new connection begins with a packet each way (RFC 9293). */
  readonly handshake?: boolean;
  readonly service?: number;
  /** Of the host behind the bottleneck that all flows of the row belong to. */
  readonly host?: number;
}
