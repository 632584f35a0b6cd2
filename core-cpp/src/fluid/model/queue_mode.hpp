// What the models of one bottleneck and of a chain share: how a queue is held at its ends, and the swing of a course.
#pragma once
#include <cstdint>

#include "aqm/elementary.hpp"
#include "aqm/fluid.hpp"

namespace aqm::fluid {

enum class QueueMode : std::uint8_t {
  free,
  empty,  ///< held at 0
  full,   ///< held at the buffer's limit
  still   ///< before the start: nothing changes
};

/// One link at one moment, for those who look at a solution.
struct LinkState {
  double queue, probability, overflow, inflow;
};

/// What a full buffer refuses of what is not dropped early.
inline double overflow_loss(double admitted, double capacity) {
  return admitted > capacity ? 1 - capacity / admitted : 0;
}

/// The factor by which a course swings.
inline double swing(const FluidCourse& course, double t) {
  if (course.swing == 0 || t <= 0) return 1;
  const double c = 1 - math::cos(course.rate * t);
  return 1 + course.swing * c * c * c / 8;
}

}  // namespace aqm::fluid
