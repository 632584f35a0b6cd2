// An event: its kind, its time, and its packet.
#pragma once
#include <cstdint>

#include "aqm/packet.hpp"
#include "aqm/time.hpp"

namespace aqm {

enum class EventKind : std::uint8_t {
  flow_start,
  at_queue,    ///< a packet arrives at the queue of `link`
  at_reverse,  ///< a packet arrives at the far end of `link`, on its way back
  at_source,   ///< an acknowledgement arrives at its TCP sender
  rto,
  timer_sweep,  ///< time to look for retransmission timers that end soon
  delayed_ack,
  request_timer,  ///< a request may have to be sent again
  wake,           ///< a flow's application wants to be called
  pace            ///< a paced flow may send its next burst
};

/// 48 bytes, which processors copy 16 at a time.
struct alignas(16) Event {
  Time time = 0;
  Packet packet;           ///< for timers, only the flow is used
  std::uint32_t next = 0;  ///< of the event queue
  EventKind kind = EventKind::flow_start;
  std::uint16_t link = 0;  ///< where the packet arrives
};

}  // namespace aqm
