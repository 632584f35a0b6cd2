/**
 * Files for other programs: read back by our readers, checked against the rules of each format, and refused
 * if the other program cannot express the scenario.
 */
import { describe, expect, it } from 'vitest';
import { lanes, type Scenario } from '../src/index.ts';
import { flent } from '../src/measured/flent.ts';
import { flentText } from '../src/out/flent.ts';
import { ns3Program } from '../src/out/ns3.ts';
import { qlogText } from '../src/out/qlog.ts';
import type { Params } from '../src/types.ts';

const laneOf = (document: Partial<Scenario>) => {
  const [lane] = lanes({ version: 1, ...document });
  if (lane === undefined) throw new Error('a scenario has lanes');
  return lane;
};

describe('a file of Flent', () => {
  it('is read back with the rate and the round trip by its names', async () => {
    const recorded = {
      bins: 4,
      binSeconds: 0.2,
      queue_mean: [10, 20, 0, 0],
      departures: [200, 200, 100, 0],
      bytes_out: [200_000, 200_000, 100_000, 0],
    };
    const text = flentText({ label: 'red', seed: 3, duration: 0.8 }, recorded, {
      title: 'A title',
      roundTrip: 0.05,
      version: '1.0',
    });
    async function* bytes() {
      yield await Promise.resolve(new TextEncoder().encode(text));
    }
    const { series } = await flent.read(bytes(), 'red.flent');
    const of = (quantity: string) => series.find((one) => one.quantity === quantity);
    // 200,000 bytes in 0.2 s.
    expect((of('rate')?.values ?? []).map((v) => Math.round(v))).toEqual([8e6, 8e6, 4e6, 0]);
    expect([...(of('rate')?.times ?? [])].map((t) => t.toFixed(1))).toEqual(['0.1', '0.3', '0.5', '0.7']);
    // Little: 10 packets at 1000 a second wait 10 ms; where nothing leaves nothing is claimed.
    expect([...(of('round_trip')?.values ?? [])].map((v) => v.toFixed(6))).toEqual([
      '0.060000',
      '0.070000',
      '0.050000',
    ]);
    // What Flent asks of version 4: resultset.py, unserialise.
    const file = JSON.parse(text) as {
      version: number;
      metadata: Record<string, unknown>;
      raw_values: object;
    };
    expect([file.version, file.metadata.NAME, Object.keys(file.raw_values).length]).toEqual([
      4,
      'tcp_download',
      2,
    ]);
  });
});

describe('a qlog', () => {
  it('has the fields that the main schema requires, and events in the order of time', () => {
    const text = qlogText(
      [
        { time: 1, flow: 2, seq: 7, fate: 'accepted', queue: 3, sojourn: 0.5 },
        { time: 1.1, flow: 2, seq: 8, fate: 'marked', queue: 4, sojourn: 0.2 },
        { time: 1.2, flow: 0, seq: 1, fate: 'dropped early', queue: 4, sojourn: null },
      ],
      { title: 't', lane: 'red', version: '1.0' },
    );
    // RFC 7464: each text between a record separator and a line feed.
    const records = text.split('\u001e').slice(1);
    expect(records.every((record) => record.endsWith('\n'))).toBe(true);
    const [head, ...events] = records.map((record) => JSON.parse(record) as Record<string, unknown>);
    // draft-ietf-quic-qlog-main-schema-13, sections 4, 5 and 6.1: LogFile, QlogFileSeq, TraceSeq, ReferenceTime.
    expect(head).toMatchObject({
      file_schema: 'urn:ietf:params:qlog:file:sequential',
      serialization_format: 'application/qlog+json-seq',
      trace: {
        common_fields: {
          time_format: 'relative_to_epoch',
          reference_time: { clock_type: 'monotonic', epoch: 'unknown' },
        },
        vantage_point: { type: 'network' },
        event_schemas: [expect.stringMatching(/^urn:/)],
      },
    });
    expect(events.map(({ time, name }) => [time, name])).toEqual([
      [1000, 'queue:packet_enqueued'],
      [1100, 'queue:packet_marked'],
      [1200, 'queue:packet_dropped'],
      [1300, 'queue:packet_sent'],
      [1500, 'queue:packet_sent'],
    ]);
    expect(events[2]?.data).toEqual({ flow: 0, packet_number: 1, queue_length: 4, trigger: 'early' });
  });
});

describe('a program of ns-3', () => {
  const red: Params = {
    min_th: 20,
    max_th: 120,
    max_p: 0.1,
    w_q: 0.002,
    count_mode: 'wait',
    ecn: false,
    harddrop: false,
  };

  it('has the numbers of the scenario', () => {
    const lane = laneOf({
      duration: 60,
      warmup: 5,
      traffic: [{ kind: 'ftp', flows: 7, start: [0, 2] }],
      lanes: [{ aqm: { id: 'red' } }],
    });
    const found = ns3Program(lane, red);
    if ('none' in found) throw new Error(found.none.join());
    const { text } = found;
    expect(text).toContain('const double DURATION = 60, WARMUP = 5;');
    // 1500 bytes with 40 of headers; two segments at first, every one acknowledged.
    expect(text).toContain('{7, "ns3::TcpNewReno", 0, 2, -1, 1460, 2, 1, 0.2, false, false}');
    expect(text).toContain('"LInterm", DoubleValue(10)');
    expect(text).toContain('"Wait", BooleanValue(true)');
    for (const [open, close] of ['{}', '()']) {
      const count = (mark: string | undefined) => text.split(mark ?? '').length;
      expect(count(open)).toBe(count(close));
    }
  });

  it('is refused where ns-3 has no such thing, with every reason', () => {
    const lane = laneOf({
      network: { random_loss: 0.01 },
      traffic: [
        { kind: 'cbr', flows: 1, rate: 1e5 },
        { flows: 2, tcp: 'bbr' },
        { flows: 2, rack: true },
      ],
      lanes: [{ aqm: { id: 'blue' } }],
    });
    expect(ns3Program(lane, {})).toEqual({
      none: [
        'network.random_loss',
        'the scheme blue: there are droptail, red, codel, fq_codel, pie',
        'traffic[0].kind = cbr: only ftp',
        expect.stringContaining('traffic[1].tcp = bbr: only newreno, cubic, dctcp'),
        'traffic[2].rack = true',
      ],
    });
  });
});
