#include "flow.hpp"

namespace aqm {
namespace {
constexpr int kBurstBytes =
    65536;  ///< bytes that a host passes to its interface at once, at most (draft-ietf-ccwg-bbr section 5.6.3)
}

void EmptyPath::measure(int size) {
  bytes = size;
  time = delay;
  for (LinkPace& link : links) time += link.of(size);
}

EmptyPath empty_path(const TrafficGroup& row, const NetworkConfig& network) {
  const double access = row.access_rate > 0 ? row.access_rate : network.access_rate;
  EmptyPath path{{LinkPace(access), LinkPace(access)}, 0, 0, 0};
  for (int i = row.from; i < last_router(row, network); ++i) {
    const LinkConfig& there = network.links[static_cast<std::size_t>(i)];
    const LinkConfig link = row.direction == Direction::reverse && there.own_way_back() ? there.back() : there;
    double rate = link.rate, delay = link.delay;
    for (const LinkChange& change : link.changes) {
      rate = std::max(rate, change.rate);
      if (change.delay >= 0) delay = std::min(delay, change.delay);
    }
    if (link.grant_period > 0) rate /= link.grant_share;
    path.links.emplace_back(rate, link.frame);
    path.delay += from_seconds(delay);
  }
  return path;
}

Group::Group(const TrafficGroup& traffic, const NetworkConfig& network, RowStats stats_)
    : row(traffic),
      kind(find_source(traffic.kind)),
      is_tcp(kind->transport() == Transport::tcp),
      access_delay(traffic.access_delay.lo < 0 ? network.access_delay : traffic.access_delay),
      host_buffer(traffic.access_buffer > 0 ? traffic.access_buffer : network.access_buffer),
      packet_size(traffic.packet_size > 0 ? traffic.packet_size : network.packet_size),
      headers(traffic.headers),
      forward(traffic.direction == Direction::forward),
      service(static_cast<std::uint8_t>(traffic.service)),
      first_link(static_cast<std::uint16_t>(traffic.from)),
      last_link(static_cast<std::uint16_t>(last_router(traffic, network) - 1)),
      stats(std::move(stats_)) {
  const double access_rate = traffic.access_rate > 0 ? traffic.access_rate : network.access_rate;
  access_pace = LinkPace(access_rate);
  path = empty_path(traffic, network);
  demand = kind->mean_rate(traffic.values, packet_size);
  felt = kind->felt(traffic.values, packet_size);
  ack_transmission = access_pace.of(headers);
  if (!is_tcp) return;
  const CongestionControl& control = *find_congestion_control(row.tcp);
  controller = control.make(row.tcp_values);
  tcp.control = controller.get();
  tcp.classic_recovery = control.recovery() == Recovery::reno;
  tcp.sack = row.sack && !tcp.classic_recovery;
  tcp.ecn = row.ecn || control.ecn() == EcnUse::l4s;
  // A sender that counts marks responds to their share.
  tcp.echo_pause = row.echo_pause && tcp.ecn && !controller->accurate_echo && !controller->counts_marks;
  tcp.timer_restart = row.timer_restart;
  tcp.handshake = row.handshake;
  tcp.initial_window = row.initial_window;
  tcp.min_rto = from_seconds(row.min_rto);
  tcp.flight = row.flight;
  tcp.prr = row.prr;
  tcp.hystart = row.hystart;
  tcp.abe = row.abe;
  tcp.rack = row.rack;
  tcp.max_ack_delay = row.acknowledges() > 1 ? kDelayedAckTimeout : 0;
  tcp.paced = row.pacing;
  tcp.bursts.fixed = row.pacing_burst;
  tcp.bursts.most = std::max(1, kBurstBytes / packet_size);
  tcp.settle();
  if (row.receiver_window > 0) tcp.receiver_window = static_cast<std::uint32_t>(row.receiver_window);
  receiver.sack = tcp.sack;
  receiver.every = row.acknowledges();
  receiver.counts_marks = controller->counts_marks;
  receiver.accurate_echo = controller->accurate_echo;
  receiver.reports_delay = controller->reports_delay;
  if (tcp.ecn) ecn = control.ecn() == EcnUse::l4s ? Ecn::ect1 : Ecn::ect0;
  // A retransmission "MUST NOT" be ECN-capable (RFC 3168 section 6.1.5); experiments may depart from that (RFC 8311
  // section 4.3).
  again_ecn = ecn == Ecn::ect1 ? ecn : Ecn::not_ect;
  if (!tcp.extras) return;
  const auto flows = static_cast<std::size_t>(row.flows);
  states = std::make_unique<std::byte[]>(state_stride() * flows);
  extras.resize(flows);
  for (std::size_t i = 0; i < flows; ++i) extras[i].state = states.get() + i * state_stride();
}

FlowDraws::FlowDraws(const Group& group, Rng& topology) {
  const auto draw = [&topology](const Span& s) { return topology.uniform(s.lo, s.hi); };
  source_delay = from_seconds(draw(group.access_delay));
  sink_delay = from_seconds(draw(group.access_delay));
  start_s = draw(group.row.start);
  stop = group.row.stop.hi == kInfinity ? kNever : from_seconds(draw(group.row.stop));
  application = group.kind->make(group.row.values, group.packet_size, topology);
}

}  // namespace aqm
