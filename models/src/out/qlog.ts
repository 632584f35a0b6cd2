/**
 * Packets at a queue as qlog (draft-ietf-quic-qlog-main-schema-13), a sequence of JSON texts (RFC 7464, `.sqlog`). qlog has no events of a
 * queue: the events here are of a schema of their own, which the trace names.
 */
export interface QueuePacket {
  /** s; of its arrival. */
  readonly time: number;
  readonly flow: number;
  readonly seq: number;
  readonly fate: string;
  readonly queue: number;
  /** s until its last bit had left; null of what was dropped or is still there. */
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
  // Events stand in the order of their times; sort keeps the order of equal ones.
  const lines = [head, ...events.sort((a, b) => a.time - b.time)];
  return lines.map((line) => `${SEPARATOR}${JSON.stringify(line)}\n`).join('');
}
