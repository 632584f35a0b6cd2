// One flow: its two ends, its host links, and what the traffic row sets or draws for it.
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
#include "waiting_room.hpp"

namespace aqm {

inline constexpr int kUdpHeaderBytes = 28;

/// The shortest time that a row's packet may take over the links between its routers: the time without queues.
struct EmptyPath {
  std::vector<LinkPace> links;  ///< hosts' own included
  Time delay = 0;               ///< sum over the links between routers
  int bytes = 0;                ///< bytes of the packet for which the time was last computed
  Time time = 0;                ///< of that packet

  /// The time for a packet of this size, without the hosts' own delays.
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

  /// Bytes from one flow's state to the next, aligned for any number.
  std::size_t state_stride() const { return (controller->state_bytes + 7) / 8 * 8; }

  TrafficGroup row;
  const SourceKind* kind;
  bool is_tcp;                                   ///< stored here, because it is needed for every packet
  std::unique_ptr<const Controller> controller;  ///< of rows over TCP
  std::unique_ptr<std::byte[]> states;           ///< its state for each flow, if a flow has no room for the state
  std::vector<SenderExtras> extras;              ///< for each flow, if the options require them
  TcpOptions tcp;
  TcpReceiver::Options receiver;
  LinkPace access_pace;
  EmptyPath path;
  double demand;  ///< bit/s that a flow sends in the long run; infinite: as much as it gets
  Felt felt;
  std::vector<FrameWatch> frames;  ///< of each flow of a video
  Time ack_transmission;           ///< on a host's link
  Span access_delay;
  int host_buffer;  ///< packets that may wait for a host's own link; 0: any number
  int packet_size;
  int headers;  ///< bytes of a segment's headers, and the size of an acknowledgement
  bool forward;
  Ecn ecn = Ecn::not_ect, again_ecn = Ecn::not_ect;  ///< for first transmissions, and for retransmissions
  std::uint8_t service = 0;
  std::uint16_t first_link, last_link;  ///< counted in forward order, whatever the direction
  std::uint32_t first_flow = 0;         ///< of the run's
  RowStats stats;
};

/// A request from a flow's receiver.
struct Request {
  std::uint32_t serial = 0;
  std::uint16_t missing = 0;  ///< one bit for each packet that has not arrived yet
  bool greeting = false;      ///< the handshake before the request is still in progress
  bool greeted = false;       ///< it had one
  int attempts = 0;
  int bytes = 0;
  Time timer = kNever;  ///< the one that counts
  Time since = kNever;
};

/// The values that the set-up draws for one flow. Draws that are not needed are not made.
struct FlowDraws {
  FlowDraws(const Group& group, Rng& topology);

  Time source_delay, sink_delay, stop;
  double start_s;
  std::unique_ptr<Application> application;
};

/// Bytes that memory delivers together.
inline constexpr std::size_t kCacheLine = 64;

/// A flow's sending host. With many flows it is rarely in the cache. Therefore the data for every acknowledgement are
/// in its first two lines, and the further data for losses in the third.
struct alignas(kCacheLine) Source {
  Source(bool forward_, std::uint32_t group_index, const FlowDraws& draws)
      : delay(draws.source_delay), stop(draws.stop), forward(forward_), group(group_index) {}

  /// Reads the three lines to bring them into the cache; the return value has no meaning.
  std::uint64_t touch() const { return static_cast<std::uint64_t>(delay) + sender.touch(); }

  HostLink up;
  Time delay;
  Time timer_at = kNever;  ///< time of the pending timer event
  Time stop;
  bool on = false;  ///< between start and stop; TCP: while there is data to deliver
  bool forward;
  std::uint32_t group;
  int last_size = 0;       ///< bytes of the packet with a transfer's last segment
  std::uint32_t sent = 0;  ///< UDP packets
  TcpSender sender{0};

  Time wake_at = kNever;  ///< when the application wants to be called
  Time transfer_since = 0;
};

/// The link on which acknowledgements come to a source. It is stored apart from the source, because acknowledgements
/// enter it long before they reach the source.
struct HomeLink {
  /// Reads the link to bring it into the cache; the return value has no meaning.
  std::uint64_t touch() const { return static_cast<std::uint64_t>(delay); }

  HostLink down;
  Time delay;
  Time ack_transmission;
};

/// A flow's receiving host. The data for every segment are in its first line, and the further data for losses in the
/// second.
struct alignas(kCacheLine) Sink {
  Sink(const Source& source, const FlowDraws& draws)
      : delay(draws.sink_delay), group(source.group), forward(source.forward) {}

  /// Reads both lines to bring them into the cache; the return value has no meaning.
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
