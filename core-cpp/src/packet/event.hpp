// What happens, when, and to which packet.
#pragma once
#include <cstdint>

#include "aqm/packet.hpp"
#include "aqm/time.hpp"

namespace aqm {

enum class EventKind : std::uint8_t {
  flow_start,
  at_bottleneck,  ///< a packet arrives at the forward bottleneck's queue
  at_reverse,     ///< a packet arrives at the reverse link
  at_source,      ///< an acknowledgement arrives at its TCP sender
  rto,
  timer_sweep,  ///< time to look which retransmission timers end soon
  delayed_ack,
  udp_send,
  udp_toggle,  ///< an on-off source changes state
  at_hop,      ///< of a chain: a packet arrives at the queue of a link that is not the observed one
  hop_due      ///< of a chain: such a link ends a transmission, or its discipline's timer does
};

/// 48 bytes, of which processors copy 16 at a time.
struct alignas(16) Event {
  Time time = 0;
  Packet packet;           ///< or just its flow, for timers
  std::uint32_t next = 0;  ///< of the event queue
  EventKind kind = EventKind::flow_start;
};

}  // namespace aqm
