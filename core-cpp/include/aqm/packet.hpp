// One IP packet, data or acknowledgement.
#pragma once
#include <cstdint>

#include "aqm/time.hpp"

namespace aqm {

/// The two ECN bits of the IP header (RFC 3168 section 5; ECT(1) marks L4S traffic, RFC 9331).
enum class Ecn : std::uint8_t { not_ect, ect1, ect0, ce };

struct Packet {
  Time created = 0;  ///< when its source first put it on a link; for an acknowledgement: the time that it echoes
  Time enqueued =
      0;  ///< when it arrived at its latest queue, set by the discipline's store; before that, when it was sent
  std::uint32_t flow = 0;  ///< index of its flow; the hash key of fair queueing
  std::uint32_t seq = 0;   ///< segment number (TCP), packet number (UDP) or next expected segment (acknowledgement)
  std::uint16_t size = 0;  ///< IP packet in bytes, headers included
  Ecn ecn : 2 = Ecn::not_ect;
  std::uint8_t kind : 6 = 0;  ///< bits used by the packet simulator; disciplines ignore them
  std::uint8_t service = 0;   ///< service class of Weighted RED
  std::uint32_t extra = 0;    ///< used by the packet simulator; disciplines ignore it
};
static_assert(sizeof(Packet) == 32);  // without padding, so that it is copied as two 16-byte words

}  // namespace aqm
