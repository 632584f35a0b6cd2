// How far chance moves queue, window and probability about a stable rest: the linearised loop, driven by the shot noise of losses (or marks)
// and of what mends them. docs/fluid-model.md derives it.
#pragma once
#include <limits>
#include <vector>

#include "aqm/fluid_analysis.hpp"

namespace aqm {

/// NaN where there is none.
struct FluidBand {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  /// Standard deviations: packets, packets (of the flows' mean window in the first class), and of the law's probability.
  double queue = kNone, window = kNone, probability = kNone;
  /// The queue is between them nine times out of ten, packets.
  double low = kNone, high = kNone;
  /// Shares of time in which the queue is below a packet, and within one of the buffer's limit.
  double empty = kNone, full = kNone;
  /// What the queue resembles itself one period later (its autocorrelation there), and that period, s.
  double rhythm = kNone, period = kNone;
  /// One-sided power density of the queue, packets^2 / Hz, over rad/s.
  std::vector<double> omega, spectrum;
};

/// `loop` is the exact linearisation of `rest`, `roots` its rightmost ones. None without a single loop, or where the rest is not stable.
FluidBand band_around(const FluidConfig& config, const FluidRest& rest, const LinearLoop& loop,
                      const std::vector<Root>& roots, double time);

}  // namespace aqm
