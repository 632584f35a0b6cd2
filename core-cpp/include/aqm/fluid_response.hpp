// How a solution of the fluid model comes to rest, or does not: the figures of a step response, read off its columns.
#pragma once
#include <limits>

#include "aqm/fluid_analysis.hpp"
#include "aqm/fluid_solution.hpp"

namespace aqm {

/// NaN where it does not apply.
struct FluidResponse {
  /// Seconds until the queue stays within max(5 % of its value at rest, 1 packet) of it; NaN when it is outside in the last
  /// tenth still, or when nothing rests.
  double settling_time = std::numeric_limits<double>::quiet_NaN();
  /// The largest queue less the one at rest, packets, >= 0; NaN when nothing rests.
  double overshoot = std::numeric_limits<double>::quiet_NaN();
  /// Of a limit cycle: its period, s, and peak to valley of the queue, packets. NaN when the last third has fewer than three
  /// cycles, when their swing is below max(1 packet, 1 % of the mean queue), or when they die away.
  double period = std::numeric_limits<double>::quiet_NaN(), swing = std::numeric_limits<double>::quiet_NaN();
};

/// Looks at the solution from `from` on: the last scheduled change, before which `rest` did not hold. Times are interpolated
/// linearly between the solution's points, so they are as sharp as its grid is fine against the motion.
FluidResponse response(const FluidSolution& solution, const FluidRest& rest, double from = 0);

}  // namespace aqm
