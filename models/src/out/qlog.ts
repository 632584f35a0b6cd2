/**
 * Packets at a queue as qlog (draft-ietf-quic-qlog-main-schema-13), a sequence of JSON texts (RFC 7464,
 * `.sqlog`). qlog defines no events of a queue, so the events here belong to a schema of their own, which the
 * trace names.
 */
export interface QueuePacket {
  /** The arrival time, s. */
  readonly time: number;
  readonly flow: number;
  readonly seq: number;
  readonly fate: string;
  readonly queue: number;
  /** Seconds until the last bit was sent; null for a packet that was dropped or is still in the queue. */
  readonly sojourn: number | null;
}

const SEPARATOR = '\u001e';
const SCHEMA = 'urn:aqm-explorer:queue';

const milliseconds = (seconds: number) => Number((1000 * seconds).toFixed(6));

export function qlogText(
  packets: readonly QueuePacket[],
  { title, lane, version }: { readonly title: string; readonly lane: string; readonly version: string },
): string {
  const head = {
    file_schema: 'urn:ietf:params:qlog:file:sequential',
    serialization_format: 'application/qlog+json-seq',
    title,
    description: `Written by AQM Explorer ${version}`,
    trace: {
      title: lane,
      common_fields: {
        time_format: 'relative_to_epoch',
        reference_time: { clock_type: 'monotonic', epoch: 'unknown' },
      },
      vantage_point: { name: lane, type: 'network' },
      event_schemas: [SCHEMA],
    },
  };
  const events = packets.flatMap(({ time, flow, seq, fate, queue, sojourn }) => {
    const of = { flow, packet_number: seq };
    const dropped = fate.startsWith('dropped');
    const arrival = {
      time: milliseconds(time),
      name: `queue:packet_${dropped ? 'dropped' : fate === 'marked' ? 'marked' : 'enqueued'}`,
      data: { ...of, queue_length: queue, ...(dropped && { trigger: fate.replace('dropped ', '') }) },
    };
    return sojourn === null
      ? [arrival]
      : [
          arrival,
          {
            time: milliseconds(time + sojourn),
            name: 'queue:packet_sent',
            data: { ...of, sojourn: milliseconds(sojourn) },
          },
        ];
  });
  // Events are ordered by time; sort keeps the order of equal times.
  const lines = [head, ...events.sort((a, b) => a.time - b.time)];
  return lines.map((line) => `${SEPARATOR}${JSON.stringify(line)}\n`).join('');
}
