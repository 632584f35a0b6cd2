// How a queue is held at its ends.
#pragma once
#include <cstdint>

namespace aqm::fluid {

enum class QueueMode : std::uint8_t {
  free,
  empty,  ///< held at 0
  full,   ///< held at the buffer's limit
  still   ///< before the start: nothing changes
};

/// Whether a link sends at its capacity, whatever arrives.
inline bool is_busy(QueueMode mode, double queue) {
  return mode == QueueMode::free || mode == QueueMode::full || (mode == QueueMode::still && queue > 0);
}

/// One link at one moment, for code that reads a solution.
struct LinkState {
  double queue, probability, overflow, inflow, sent;
};

/// The share of the packets not dropped early that a full buffer refuses.
inline double overflow_loss(double admitted, double capacity) {
  return admitted > capacity ? 1 - capacity / admitted : 0;
}

}  // namespace aqm::fluid
