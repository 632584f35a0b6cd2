// One flow: its ends, its host links and what the traffic row fixed or drew for it.
#pragma once
#include <vector>

#include "aqm/elementary.hpp"
#include "aqm/rng.hpp"
#include "aqm/simulation.hpp"
#include "config_check.hpp"
#include "link.hpp"
#include "tcp_receiver.hpp"
#include "tcp_sender.hpp"

namespace aqm {

inline constexpr int kHeaderBytes = 40;  ///< IPv4 and TCP without options; also the size of an acknowledgement
inline constexpr int kUdpHeaderBytes = 28;

/// Bits of Packet::kind.
inline constexpr std::uint8_t kAck = 1, kCwr = 2, kEce = 4;
inline bool is_ack(const Packet& packet) { return (packet.kind & kAck) != 0; }

/// What all flows of one traffic row share.
struct Group {
  Group(const TrafficGroup& traffic, const NetworkConfig& network) : row(traffic) {
    packet_size = row.packet_size > 0 ? row.packet_size : network.packet_size;
    tcp.variant = row.tcp;
    tcp.sack = row.sack && row.tcp != TcpVariant::reno;
    tcp.ecn = row.ecn || row.tcp == TcpVariant::dctcp;
    tcp.initial_window = row.initial_window;
    tcp.min_rto = from_seconds(row.min_rto);
    tcp.flight = row.flight;
    if (row.receiver_window > 0) tcp.receiver_window = static_cast<std::uint32_t>(row.receiver_window);
    receiver.sack = tcp.sack;
    receiver.delayed_ack = row.delayed_ack;
    receiver.dctcp = row.tcp == TcpVariant::dctcp;
    if (is_tcp() && tcp.ecn) ecn = row.tcp == TcpVariant::dctcp ? Ecn::ect1 : Ecn::ect0;
    service = static_cast<std::uint8_t>(row.service);
  }
  bool is_tcp() const { return row.kind == SourceKind::ftp; }

  TrafficGroup row;
  TcpOptions tcp;
  TcpReceiver::Options receiver;
  int packet_size;
  Ecn ecn = Ecn::not_ect;
  std::uint8_t service = 0;
};

/// What the set-up draws for one flow. Draws that nothing asks for are not made.
struct FlowDraws {
  FlowDraws(const Group& g, const NetworkConfig& network, Rng& topology) {
    const TrafficGroup& row = g.row;
    const auto draw = [&topology](const Span& s) { return topology.uniform(s.lo, s.hi); };
    const Span access = row.access_delay.lo < 0 ? network.access_delay : row.access_delay;
    source_delay = from_seconds(draw(access));
    sink_delay = from_seconds(draw(access));
    start_s = draw(row.start);
    stop = row.stop.hi == kInfinity ? kNever : from_seconds(draw(row.stop));
    if (g.is_tcp() && row.bytes.hi < kInfinity) {
      const int payload = g.packet_size - kHeaderBytes;
      const double bytes = draw(row.bytes);
      segments = static_cast<std::uint32_t>(std::min(std::ceil(bytes / payload), 4e9));
      last_size = static_cast<int>(bytes - (segments - 1.0) * payload) + kHeaderBytes;
    }
    if (!g.is_tcp()) {
      gap_s = 8.0 * g.packet_size / draw(row.rate);
      on_s = draw(row.on);
      off_s = draw(row.off);
    }
  }

  Time source_delay, sink_delay, stop;
  double start_s;
  std::uint32_t segments = UINT32_MAX;  ///< TCP: to deliver
  int last_size = 0;                    ///< bytes of the last segment's packet
  double gap_s = 0, on_s = 0, off_s = 0;
};

/// Bytes that come from memory together.
inline constexpr std::size_t kCacheLine = 64;

/// A flow's sending host. With many flows it is rarely in the cache, so what every acknowledgement needs lies in its first two
/// lines, and what losses need besides in the third.
struct alignas(kCacheLine) Source {
  Source(const Group& g, std::uint32_t group_index, const FlowDraws& draws, const NetworkConfig& network,
         const Rng& own)
      : delay(draws.source_delay),
        stop(draws.stop),
        forward(g.row.direction == Direction::forward),
        first_link(static_cast<std::uint8_t>(g.row.from)),
        last_link(static_cast<std::uint8_t>(last_router(g.row, network) - 1)),
        group(group_index),
        last_size(draws.last_size),
        sender(draws.segments),
        gap_s(draws.gap_s),
        on_s(draws.on_s),
        off_s(draws.off_s),
        rng(own) {}

  /// An exponential time with that mean.
  Time exponential(double mean_s) { return from_seconds(-mean_s * math::log(1 - rng.uniform())); }

  /// Reads the three lines; what it returns means nothing.
  std::uint64_t touch() const { return static_cast<std::uint64_t>(delay) + sender.touch(); }

  HostLink up;
  Time delay;
  Time timer_at = kNever;  ///< the timer event that is under way
  Time stop;
  bool on = false;  ///< between start and stop (TCP: until all is delivered; on-off: while on)
  bool forward;
  std::uint8_t first_link, last_link;  ///< of a chain, counted forward whatever the direction
  std::uint32_t group;
  int last_size;
  std::uint32_t sent = 0;  ///< UDP packets
  TcpSender sender;

  std::uint32_t epoch = 0;
  Time next_send = 0, rest = 0;  ///< on-off: what was left of the gap when it went off
  double gap_s, on_s, off_s;
  Rng rng;
};

/// The link by which acknowledgements come to a source: apart from it, because they enter it long before they get there.
struct HomeLink {
  /// Reads it; what it returns means nothing.
  std::uint64_t touch() const { return static_cast<std::uint64_t>(delay); }

  HostLink down;
  Time delay;
};

/// A flow's receiving host; what every segment needs lies in its first line, and what losses need besides in the second.
struct alignas(kCacheLine) Sink {
  Sink(const Source& source, const FlowDraws& draws)
      : delay(draws.sink_delay), group(source.group), forward(source.forward) {}

  /// Reads both lines; what it returns means nothing.
  std::uint64_t touch() const { return static_cast<std::uint64_t>(delay) + receiver.touch(); }

  HostLink down, up;
  Time delay;
  double delivered_bytes = 0;  ///< new payload after the warm-up
  std::uint32_t group;
  bool forward;
  TcpReceiver receiver;

  Time ack_deadline = kNever;
};

}  // namespace aqm
