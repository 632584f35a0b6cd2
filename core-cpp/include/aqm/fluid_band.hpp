// How far chance moves queue, window and probability about a stable rest: the linearised loop, driven by the shot noise
// of losses (or marks) and of their repair. docs/fluid-model.md derives it.
#pragma once
#include <limits>
#include <memory>
#include <vector>

#include "aqm/fluid_analysis.hpp"

namespace aqm {

/// NaN where there is none.
struct FluidBand {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  /// Means of the queue, packets, and of the law's probability: those of the rest, or, where the rest is empty, those
  /// of the queue that chance makes.
  double mean = kNone, loss = kNone;
  /// Standard deviations: of the queue, packets; of the flows' mean window in the first class, packets; of the law's
  /// probability.
  double queue = kNone, window = kNone, probability = kNone;
  /// The queue lies between these two values 90 % of the time, packets.
  double low = kNone, high = kNone;
  /// Shares of time in which the queue is below one packet, and within one packet of the buffer's limit.
  double empty = kNone, full = kNone;
  /// The autocorrelation of the queue after one period, and that period, s. Over an empty queue: 0, and none.
  double rhythm = kNone, period = kNone;
  /// One-sided power density of the queue, packets^2 / Hz, over rad/s. Over an empty queue: none.
  std::vector<double> omega, spectrum;
};

/// `loop` is the exact linearisation of `rest`, and `roots` are its rightmost roots. There is no band without a single
/// loop, or if the rest is not stable. An empty rest may be unstable: there the queue that chance makes must hold the
/// loop stable.
FluidBand band_around(const FluidConfig& config, const FluidRest& rest, const LinearLoop& loop,
                      const std::vector<Root>& roots, double time);
/// The same in slices: the queue that chance makes is found in many steps.
class BandRun {
 public:
  virtual ~BandRun() = default;
  /// As RestsRun::run.
  virtual bool run(double& work) = 0;
  /// Whole after the end.
  virtual const FluidBand& band() const = 0;
};
/// The configuration must outlive the run.
std::unique_ptr<BandRun> begin_band(const FluidConfig& config, const FluidRest& rest, const LinearLoop& loop,
                                    const std::vector<Root>& roots, double time);

}  // namespace aqm
