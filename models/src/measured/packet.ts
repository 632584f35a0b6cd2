/**
 * The fields of a captured packet that are used: addresses, ECN, and TCP's numbers. RFC 791, 8200, 9293, 768.
 */

export interface Seen {
  /** s since 1970. */
  readonly time: number;
  /** Nanoseconds since the first packet, whole. */
  readonly ns: number;
  /** The size of the IP packet as it was sent. */
  readonly bytes: number;
  /** "10.0.0.1:5201>10.0.0.2:40000 tcp". */
  readonly flow: string;
  /** The flow of the opposite direction. */
  readonly back: string;
  /** The ECN bits of the header: 0 not ECT, 1 ECT(1), 2 ECT(0), 3 CE. */
  readonly ecn: number;
  /** Identifies the packet at both ends of a path. */
  readonly key: string;
  readonly tcp?: { readonly seq: number; readonly end: number; readonly ack: number | undefined };
}

/**
 * The offset of the IP packet in a frame of a link type (tcpdump.org/linktypes.html); undefined if it has
 * none.
 */
export function networkLayer(frame: DataView, type: number): number | undefined {
  const at = (place: number) => (place + 2 <= frame.byteLength ? frame.getUint16(place) : 0);
  const isIp = (protocol: number) => protocol === 0x0800 || protocol === 0x86dd;
  switch (type) {
    case 1: {
      let place = 12;
      while (at(place) === 0x8100 || at(place) === 0x88a8) place += 4;
      return isIp(at(place)) ? place + 2 : undefined;
    }
    case 0:
      return 4;
    case 101:
    case 228:
    case 229:
      return 0;
    case 113:
      return isIp(at(14)) ? 16 : undefined;
    case 276:
      return isIp(at(0)) ? 20 : undefined;
    default:
      return undefined;
  }
}

export const LINK_TYPES: readonly number[] = [0, 1, 101, 113, 228, 229, 276];

/** Undefined for a packet that is neither IPv4 nor IPv6, or whose headers were not captured. */
export function packetIn(frame: DataView, from: number, when: Pick<Seen, 'time' | 'ns'>): Seen | undefined {
  if (from + 20 > frame.byteLength) return undefined;
  const version = frame.getUint8(from) >> 4;
  const headers =
    version === 4
      ? ipv4(frame, from)
      : version === 6 && from + 40 <= frame.byteLength
        ? ipv6(frame, from)
        : undefined;
  if (headers === undefined) return undefined;
  const { bytes, ecn, protocol, source, target, body, id, fragment } = headers;
  const name = protocol === 6 ? 'tcp' : protocol === 17 ? 'udp' : `protocol ${protocol}`;
  const ports = !fragment && (protocol === 6 || protocol === 17) && body + 4 <= frame.byteLength;
  const [near, far] = ports ? [`:${frame.getUint16(body)}`, `:${frame.getUint16(body + 2)}`] : ['', ''];
  const flow = `${source}${near}>${target}${far} ${name}`;
  const back = `${target}${far}>${source}${near} ${name}`;
  const plain = { ...when, bytes, ecn, flow, back };
  if (!ports || protocol !== 6 || body + 20 > frame.byteLength) {
    // For UDP over IPv6, the checksum replaces the identification field of IPv4.
    const sum = protocol === 17 && body + 8 <= frame.byteLength ? frame.getUint16(body + 6) : 0;
    return { ...plain, key: `${flow} ${id} ${sum} ${bytes}` };
  }
  const seq = frame.getUint32(body + 4);
  const flags = frame.getUint8(body + 13);
  const header = 4 * (frame.getUint8(body + 12) >> 4);
  const payload = Math.max(0, bytes - (body - from) - header);
  // SYN and FIN count as one sequence number each.
  const end = (seq + payload + ((flags >> 1) & 1) + (flags & 1)) >>> 0;
  const ack = (flags & 16) === 0 ? undefined : frame.getUint32(body + 8);
  return { ...plain, key: `${flow} ${id} ${seq} ${ack ?? ''} ${bytes}`, tcp: { seq, end, ack } };
}

interface Headers {
  readonly bytes: number;
  readonly ecn: number;
  readonly protocol: number;
  readonly source: string;
  readonly target: string;
  /** The offset of the packet's payload. */
  readonly body: number;
  readonly id: number;
  /** A fragment other than the first: it has no ports. */
  readonly fragment: boolean;
}

function ipv4(frame: DataView, from: number): Headers | undefined {
  const length = 4 * (frame.getUint8(from) & 15);
  if (length < 20) return undefined;
  const dotted = (place: number) => [0, 1, 2, 3].map((i) => frame.getUint8(place + i)).join('.');
  return {
    // 0: the sender's network card was to split it (TSO), so it had no length yet.
    bytes: frame.getUint16(from + 2) || frame.byteLength - from,
    ecn: frame.getUint8(from + 1) & 3,
    protocol: frame.getUint8(from + 9),
    source: dotted(from + 12),
    target: dotted(from + 16),
    body: from + length,
    id: frame.getUint16(from + 4),
    fragment: (frame.getUint16(from + 6) & 0x1fff) > 0,
  };
}

function ipv6(frame: DataView, from: number): Headers {
  const groups = (place: number) =>
    `[${Array.from({ length: 8 }, (_, i) => frame.getUint16(place + 2 * i).toString(16)).join(':')}]`;
  return {
    bytes: 40 + frame.getUint16(from + 4),
    ecn: (frame.getUint16(from) >> 4) & 3,
    protocol: frame.getUint8(from + 6),
    source: groups(from + 8),
    target: groups(from + 24),
    body: from + 40,
    id: 0,
    fragment: false,
  };
}
