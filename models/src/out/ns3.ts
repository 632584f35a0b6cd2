/** A lane as a program of ns-3: the same hosts, links, senders and queue, as far as ns-3 has them. */
import { managedLinks } from '../chain.ts';
import { HEADERS } from '../round-trip.ts';
import type { LaneScenario, Params, TrafficRow } from '../types.ts';

/** A program, or why there is none. */
export type Ns3Program = { readonly text: string } | { readonly none: readonly string[] };

/** Attributes of a queue disc, by name, as ns-3 writes their values. */
type Attributes = Readonly<Record<string, string>>;

const seconds = (value: unknown) => `TimeValue(Seconds(${num(value)}))`;
const double = (value: unknown) => `DoubleValue(${num(value)})`;
const whole = (value: unknown) => `UintegerValue(${num(value)})`;
const truth = (value: unknown) => `BooleanValue(${value === true ? 'true' : 'false'})`;

/** A number as C++ reads it back, bit by bit. */
function num(value: unknown): string {
  if (typeof value !== 'number') throw new Error(`${String(value)} is no number`);
  return String(value);
}

interface Disc {
  readonly type: string;
  readonly of: (
    params: Params,
    link: { readonly rate: number; readonly delay: number; readonly packetSize: number },
  ) => Attributes;
  /** A statement about the installed `disc`, for what ns-3 has no attribute for. */
  readonly then?: (params: Params) => string;
  /** What ns-3 has not. */
  readonly lacks?: (params: Params) => readonly string[];
}

/** Refuses what is on where ns-3 has no such thing. */
const unless = (params: Params, wanted: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(wanted).flatMap(([name, value]) =>
    params[name] === undefined || params[name] === value
      ? []
      : [`${name} = ${String(params[name])}: ns-3 has ${String(value)} only`],
  );

const DISCS: Readonly<Record<string, Disc>> = {
  droptail: { type: 'FifoQueueDisc', of: () => ({}), lacks: (params) => unless(params, { front: false }) },
  red: {
    type: 'RedQueueDisc',
    of: ({ min_th, max_th, max_p, w_q, count_mode, ecn, harddrop }, { rate, delay, packetSize }) => ({
      MinTh: double(min_th),
      MaxTh: double(max_th),
      LInterm: double(1 / Number(max_p)),
      QW: double(w_q),
      Gentle: truth(false),
      Wait: truth(count_mode === 'wait'),
      MeanPktSize: whole(packetSize),
      LinkBandwidth: `DataRateValue(DataRate(${rate}))`,
      LinkDelay: seconds(delay),
      UseEcn: truth(ecn),
      UseHardDrop: truth(harddrop),
    }),
    lacks: (params) => [
      ...unless(params, { byte_mode: false, nodrop: false }),
      ...(params.count_mode === 'none' ? ['count_mode = none: ns-3 counts'] : []),
    ],
  },
  codel: {
    type: 'CoDelQueueDisc',
    of: ({ target, interval, mtu, ecn }) => ({
      Target: seconds(target),
      Interval: seconds(interval),
      MinBytes: whole(mtu),
      UseEcn: truth(ecn),
    }),
    lacks: (params) => unless(params, { ce_threshold: 0 }),
  },
  fq_codel: {
    type: 'FqCoDelQueueDisc',
    of: ({ target, interval, flows, drop_batch, ecn }) => ({
      Target: `StringValue("${num(target)}s")`,
      Interval: `StringValue("${num(interval)}s")`,
      Flows: whole(flows),
      DropBatchSize: whole(drop_batch),
      UseEcn: truth(ecn),
    }),
    then: ({ quantum }) => `DynamicCast<FqCoDelQueueDisc>(disc)->SetQuantum(${num(quantum)});`,
    lacks: (params) => unless(params, { ce_threshold: 0 }),
  },
  pie: {
    type: 'PieQueueDisc',
    of: (
      {
        target,
        interval,
        alpha,
        beta,
        max_burst,
        cap_adjust,
        derandomize,
        ecn,
        ecn_limit,
        dq_rate_estimator,
      },
      { packetSize },
    ) => ({
      QueueDelayReference: seconds(target),
      Tupdate: seconds(interval),
      A: double(alpha),
      B: double(beta),
      MaxBurstAllowance: seconds(max_burst),
      UseCapDropAdjustment: truth(cap_adjust),
      UseDerandomization: truth(derandomize),
      UseDequeueRateEstimator: truth(dq_rate_estimator),
      UseEcn: truth(ecn),
      MarkEcnThreshold: double(ecn_limit),
      MeanPktSize: whole(packetSize),
    }),
    lacks: (params) => unless(params, { byte_mode: false }),
  },
};

const CONTROLS: Readonly<Record<string, string>> = {
  newreno: 'TcpNewReno',
  cubic: 'TcpCubic',
  dctcp: 'TcpDctcp',
};

/**
 * Members of a row that are written, or that have no effect on a flow without an end, or of which ns-3 has one
 * reading of two.
 */
const ROW = [
  ...['kind', 'flows', 'direction', 'start', 'stop', 'packet_size', 'headers', 'tcp', 'sack', 'delayed_ack'],
  ...['initial_window', 'min_rto', 'ecn', 'flight', 'handshake', 'echo_pause', 'timer_restart', 'prr'],
];

/** Why ns-3 has not this lane's network. */
function* missing({ network, traffic, aqm }: LaneScenario, params: Params): Generator<string> {
  const [link, ...more] = network.links;
  if (link === undefined || more.length > 0) yield 'a chain of links: this program has one bottleneck';
  const plain = ['rate', 'delay', 'buffer', 'managed', 'name'];
  for (const key of Object.keys(link ?? {})) if (!plain.includes(key)) yield `${key} of the link`;
  for (const key of ['random_loss', 'processing'] as const)
    if ((network[key] ?? 0) !== 0) yield `network.${key}`;
  if (network.gemodel !== undefined) yield 'network.gemodel';
  if (network.access.buffer !== undefined) yield 'network.access.buffer';
  const disc = DISCS[aqm.id];
  if (disc === undefined) yield `the scheme ${aqm.id}: there are ${Object.keys(DISCS).join(', ')}`;
  yield* disc?.lacks?.(params) ?? [];
  for (const [i, row] of traffic.entries()) {
    const at = `traffic[${i}]`;
    if (row.kind !== 'ftp') {
      yield `${at}.kind = ${row.kind}: only ftp`;
      continue;
    }
    if (CONTROLS[row.tcp ?? 'newreno'] === undefined)
      yield `${at}.tcp = ${row.tcp ?? ''}: only ${Object.keys(CONTROLS).join(', ')}`;
    if (row.direction === 'reverse') yield `${at}.direction = reverse`;
    if (row.bytes !== undefined) yield `${at}.bytes: only flows without an end`;
    if (row.sack === false)
      yield `${at}.sack = false: New Reno of ns-3.37 without SACK wastes a quarter of a link`;
    for (const [key, value] of Object.entries(row))
      if (!ROW.includes(key) && value !== undefined && value !== false && value !== 0)
        yield `${at}.${key} = ${JSON.stringify(value)}`;
  }
}

const pair = (value: number | readonly number[]): readonly [number, number] => {
  const [low = 0, high = low] = [value].flat();
  return [low, high];
};

/** `params`: those of the lane's scheme, resolved. */
export function ns3Program(lane: LaneScenario, params: Params): Ns3Program {
  const none = [...missing(lane, params)];
  if (none.length > 0) return { none };
  const { network, traffic, aqm, seed, duration, warmup, label } = lane;
  const [link] = managedLinks(network);
  const disc = DISCS[aqm.id];
  if (link === undefined || disc === undefined) return { none: ['no link is managed'] };
  const [own] = network.links;
  const delay = own?.delay ?? 0;
  const attributes = disc.of(params, { rate: link.rate, delay, packetSize: network.packet_size });
  const access = pair(network.access.delay);
  return {
    text: [
      `// ${label.replace(/\s+/g, ' ')}, seed ${seed}: written by AQM Explorer for ns-3.37 (Debian: libns3-dev, g++). Compile with`,
      '//   g++ -O2 -std=c++17 scenario.cc -o scenario -lns3-applications -lns3-point-to-point -lns3-internet -lns3-traffic-control -lns3-network -lns3-core',
      '// and run ./scenario [--RngRun=2]. It writes one line of JSON: means of the bottleneck after the warm-up. PPP adds 2 bytes to a packet.',
      ...PROGRAM.before,
      `const double DURATION = ${num(duration)}, WARMUP = ${num(warmup)};  // s`,
      `const uint32_t PACKET = ${network.packet_size};  // bytes, with headers of IP and TCP`,
      `const uint64_t RATE = ${num(link.rate)}, ACCESS = ${num(network.access.rate)};  // bit/s`,
      `const double DELAY = ${num(delay)}, ACCESS_LEAST = ${num(access[0])}, ACCESS_MOST = ${num(access[1])};  // s`,
      `const uint32_t BUFFER = ${link.buffer};  // packets`,
      '',
      'const std::vector<Row> ROWS = {',
      ...traffic.map((row) => `    ${rowOf(row, network.packet_size)},`),
      '};',
      '',
      'void InstallDisc(TrafficControlHelper& control) {',
      `  control.SetRootQueueDisc("ns3::${disc.type}", "MaxSize", QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, BUFFER))${Object.entries(
        attributes,
      )
        .map(([name, value]) => `,\n                           "${name}", ${value}`)
        .join('')});`,
      '}',
      '',
      `void SetUp([[maybe_unused]] Ptr<QueueDisc> disc) {${disc.then === undefined ? '' : ` ${disc.then(params)} `}}`,
      ...PROGRAM.after(seed),
      '',
    ].join('\n'),
  };
}

function rowOf(row: TrafficRow, packetSize: number): string {
  const [least, most] = pair(row.start);
  const stop = row.stop === undefined ? -1 : pair(row.stop)[1];
  // A timestamp takes 12 bytes: more headers than 40 have one.
  const stamps = (row.headers ?? HEADERS) > HEADERS;
  const fields = [
    row.flows,
    `"ns3::${CONTROLS[row.tcp ?? 'newreno'] ?? ''}"`,
    num(least),
    num(most),
    num(stop),
    (row.packet_size ?? packetSize) - (row.headers ?? HEADERS),
    row.initial_window ?? 2,
    row.delayed_ack === true ? 2 : 1,
    num(row.min_rto ?? 0.2),
    row.ecn === true,
    stamps,
  ];
  return `{${fields.join(', ')}}`;
}

/** What is the same in every program. */
const PROGRAM = {
  before: `
#include <iostream>
#include <string>
#include <vector>

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"

using namespace ns3;

namespace {

struct Row {
  uint32_t flows;
  std::string control;
  double start_least, start_most, stop;  // s; a stop below 0 is none
  uint32_t segment, initial_window, acknowledged;
  double min_rto;
  bool ecn, timestamps;
};
`.split('\n'),
  after: (seed: number): readonly string[] =>
    `
/// Sums over the time after the warm-up.
struct Sums {
  double area = 0, since = 0;
  uint32_t queue = 0;
  uint64_t dropped = 0, arrived = 0, bytes = 0;

  void Advance() {
    const double now = Simulator::Now().GetSeconds();
    if (now > WARMUP) area += queue * (now - std::max(since, WARMUP));
    since = now;
  }
  void Queue(uint32_t, uint32_t now) {
    Advance();
    queue = now;
  }
  void Drop(Ptr<const QueueDiscItem>) { dropped += Simulator::Now().GetSeconds() > WARMUP; }
  void Arrive(Ptr<const QueueDiscItem>) { arrived += Simulator::Now().GetSeconds() > WARMUP; }
  void Sent(Ptr<const Packet> packet) {
    if (Simulator::Now().GetSeconds() > WARMUP) bytes += packet->GetSize();
  }
};

}  // namespace

int main(int argc, char* argv[]) {
  RngSeedManager::SetRun(${seed});
  CommandLine().Parse(argc, argv);

  Ptr<UniformRandomVariable> draw = CreateObject<UniformRandomVariable>();
  Ptr<Node> left = CreateObject<Node>(), right = CreateObject<Node>();
  InternetStackHelper stack;
  stack.Install(left);
  stack.Install(right);

  PointToPointHelper bottleneck;
  bottleneck.SetDeviceAttribute("DataRate", DataRateValue(DataRate(RATE)));
  bottleneck.SetChannelAttribute("Delay", TimeValue(Seconds(DELAY)));
  // The queue is the queue disc's: below it the device holds one packet.
  bottleneck.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1p"));
  NetDeviceContainer ends = bottleneck.Install(left, right);
  TrafficControlHelper control, back;
  InstallDisc(control);
  back.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, BUFFER)));
  Ptr<QueueDisc> disc = control.Install(ends.Get(0)).Get(0);
  SetUp(disc);
  back.Install(ends.Get(1));

  PointToPointHelper access;
  access.SetDeviceAttribute("DataRate", DataRateValue(DataRate(ACCESS)));
  access.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1000000p"));
  TrafficControlHelper none;
  Ipv4AddressHelper address("10.0.0.0", "255.255.255.252");
  address.Assign(ends);

  uint16_t port = 5000;
  for (const Row& row : ROWS) {
    Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(TypeId::LookupByName(row.control)));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(row.segment));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(row.initial_window));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(row.acknowledged));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1 << 23));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1 << 23));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(Seconds(row.min_rto)));
    Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(row.timestamps));
    Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue(row.ecn ? "On" : "Off"));
    for (uint32_t i = 0; i < row.flows; i++, port++) {
      NodeContainer hosts;
      hosts.Create(2);
      stack.Install(hosts);
      for (uint32_t side = 0; side < 2; side++) {
        access.SetChannelAttribute("Delay", TimeValue(Seconds(draw->GetValue(ACCESS_LEAST, ACCESS_MOST))));
        NetDeviceContainer devices = access.Install(hosts.Get(side), side == 0 ? left : right);
        address.NewNetwork();
        address.Assign(devices);
        // With an address a device has FQ-CoDel by default.
        none.Uninstall(devices);
      }
      const Ipv4Address to = hosts.Get(1)->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
      BulkSendHelper send("ns3::TcpSocketFactory", InetSocketAddress(to, port));
      send.SetAttribute("SendSize", UintegerValue(row.segment));
      PacketSinkHelper sink("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), port));
      ApplicationContainer sender = send.Install(hosts.Get(0));
      sender.Start(Seconds(draw->GetValue(row.start_least, row.start_most)));
      if (row.stop >= 0) sender.Stop(Seconds(row.stop));
      sink.Install(hosts.Get(1)).Start(Seconds(0));
    }
  }
  Ipv4GlobalRoutingHelper::PopulateRoutingTables();

  Sums sums;
  disc->TraceConnectWithoutContext("PacketsInQueue", MakeCallback(&Sums::Queue, &sums));
  disc->TraceConnectWithoutContext("Drop", MakeCallback(&Sums::Drop, &sums));
  disc->TraceConnectWithoutContext("Enqueue", MakeCallback(&Sums::Arrive, &sums));
  ends.Get(0)->TraceConnectWithoutContext("PhyTxEnd", MakeCallback(&Sums::Sent, &sums));
  Simulator::Stop(Seconds(DURATION));
  Simulator::Run();
  sums.Advance();
  const double time = DURATION - WARMUP;
  std::cout << "{\\"queue_mean\\": " << sums.area / time << ", \\"dropped\\": " << sums.dropped << ", \\"enqueued\\": " << sums.arrived
            << ", \\"throughput\\": " << 8 * sums.bytes / time << "}\\n";
  Simulator::Destroy();
}`.split('\n'),
} as const;
