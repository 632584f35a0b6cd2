// How a solution of the fluid model comes to rest or does not: the figures of a step response, read from its columns.
#pragma once
#include <limits>

#include "aqm/fluid_analysis.hpp"
#include "aqm/fluid_solution.hpp"

namespace aqm {

/// NaN where it does not apply.
struct FluidResponse {
  /// Seconds until the queue stays within max(5 % of its value at rest, 1 packet) of that value; NaN if the queue is
  /// still outside in the last tenth of the run, or if there is no rest.
  double settling_time = std::numeric_limits<double>::quiet_NaN();
  /// The largest queue minus the queue at rest, packets, >= 0; NaN if there is no rest.
  double overshoot = std::numeric_limits<double>::quiet_NaN();
  /// For a limit cycle: its period, s, and its peak-to-valley queue, packets. NaN if the last third of the run has
  /// fewer than three cycles, if their swing is below max(1 packet, 1 % of the mean queue), or if the cycles die away.
  double period = std::numeric_limits<double>::quiet_NaN(), swing = std::numeric_limits<double>::quiet_NaN();
};

/// Reads the solution from `from` on: the last scheduled change, before which `rest` did not hold. Times are
/// interpolated linearly between the solution's points, so their error depends on the grid.
FluidResponse response(const FluidSolution& solution, const FluidRest& rest, double from = 0);

}  // namespace aqm
