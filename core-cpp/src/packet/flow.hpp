// One flow: its ends, its host links and what the traffic row fixed or drew for it.
#pragma once
#include <memory>

#include "aqm/congestion_control.hpp"
#include "aqm/scenario.hpp"
#include "aqm/source.hpp"
#include "frame_watch.hpp"
#include "row_stats.hpp"
#include "serial_link.hpp"
#include "tcp_receiver.hpp"
#include "tcp_sender.hpp"

namespace aqm {

inline constexpr int kUdpHeaderBytes = 28;

/// The shortest time that a row's packet may take over the links between its routers: all there is without queues.
struct EmptyPath {
  std::vector<LinkPace> links;  ///< hosts' own included
  Time delay = 0;               ///< of the links between routers
  int bytes = 0;                ///< of the packet that was asked for last
  Time time = 0;                ///< of that packet

  /// Of a packet of that size, hosts' own delays left out.
  Time of(int size) {
    if (size != bytes) [[unlikely]]
      measure(size);
    return time;
  }
  void measure(int size);
};
EmptyPath empty_path(const TrafficGroup& row, const NetworkConfig& network);

/// What all flows of one traffic row share.
struct Group {
  Group(const TrafficGroup& traffic, const NetworkConfig& network, RowStats stats);

  /// From the state of one flow to that of the next, aligned as any number needs it.
  std::size_t state_stride() const { return (controller->state_bytes + 7) / 8 * 8; }

  TrafficGroup row;
  const SourceKind* kind;
  bool is_tcp;                                   ///< here, because every packet asks
  std::unique_ptr<const Controller> controller;  ///< of rows over TCP
  std::unique_ptr<std::byte[]> states;           ///< its state of each flow, where a flow has no room for it
  std::vector<SenderExtras> extras;              ///< of each flow, where the options have them
  TcpOptions tcp;
  TcpReceiver::Options receiver;
  LinkPace access_pace;
  EmptyPath path;
  double demand;  ///< bit/s that a flow sends in the long run; infinite: what it gets
  Felt felt;
  std::vector<FrameWatch> frames;  ///< of each flow of a video
  Time ack_transmission;           ///< on a host's link
  Span access_delay;
  int packet_size;
  int headers;  ///< bytes of a segment's headers, and the size of an acknowledgement
  bool forward;
  Ecn ecn = Ecn::not_ect, again_ecn = Ecn::not_ect;  ///< of what is sent for the first time, and again
  std::uint8_t service = 0;
  std::uint16_t first_link, last_link;  ///< counted forward whatever the direction
  std::uint32_t first_flow = 0;         ///< of the run's
  RowStats stats;
};

/// What a flow's receiver has asked for.
struct Request {
  std::uint32_t serial = 0;
  std::uint16_t missing = 0;  ///< a bit for each packet that has not come yet
  bool greeting = false;      ///< the handshake before it is not over
  bool greeted = false;       ///< it had one
  int attempts = 0;
  int bytes = 0;
  Time timer = kNever;  ///< the one that counts
  Time since = kNever;
};

/// What the set-up draws for one flow. Draws that nothing asks for are not made.
struct FlowDraws {
  FlowDraws(const Group& group, Rng& topology);

  Time source_delay, sink_delay, stop;
  double start_s;
  std::unique_ptr<Application> application;
};

/// Bytes that come from memory together.
inline constexpr std::size_t kCacheLine = 64;

/// A flow's sending host. With many flows it is rarely in the cache, so what every acknowledgement needs lies in its first two
/// lines, and what losses need besides in the third.
struct alignas(kCacheLine) Source {
  Source(bool forward_, std::uint32_t group_index, const FlowDraws& draws)
      : delay(draws.source_delay), stop(draws.stop), forward(forward_), group(group_index) {}

  /// Reads the three lines; what it returns means nothing.
  std::uint64_t touch() const { return static_cast<std::uint64_t>(delay) + sender.touch(); }

  HostLink up;
  Time delay;
  Time timer_at = kNever;  ///< the timer event that is under way
  Time stop;
  bool on = false;  ///< between start and stop; TCP: while there is something to deliver
  bool forward;
  std::uint32_t group;
  int last_size = 0;       ///< bytes of the packet with a transfer's last segment
  std::uint32_t sent = 0;  ///< UDP packets
  TcpSender sender{0};

  Time wake_at = kNever;  ///< when the application wants to be asked
  Time transfer_since = 0;
};

/// The link by which acknowledgements come to a source: apart from it, because they enter it long before they get there.
struct HomeLink {
  /// Reads it; what it returns means nothing.
  std::uint64_t touch() const { return static_cast<std::uint64_t>(delay); }

  HostLink down;
  Time delay;
  Time ack_transmission;
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
