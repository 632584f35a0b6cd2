// A probability that jumps where the queue crosses a level.
//
// Packets come in ones, so the arrivals about a level see the queue on either side of it, and the probability that the senders
// meet passes over within a packet. Without that, a router that drops instead of marking would switch without end: one side of the
// level lets the queue grow, the other makes it fall. So the share of arrivals that see the queue above a level is taken as the
// part of [q - 1, q + 1] packets that lies above it: the stated regularisation.
#pragma once
#include <algorithm>

namespace aqm::fluid {

inline constexpr double kSmear = 1;  ///< packets to either side

/// The share of arrivals that see at least `level` packets.
constexpr double share_above(double q, double level, double smear = kSmear) {
  return std::clamp((q - level + smear) / (2 * smear), 0.0, 1.0);
}

}  // namespace aqm::fluid
