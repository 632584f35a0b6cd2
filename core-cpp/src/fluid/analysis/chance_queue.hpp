// The queue that chance makes where a law holds the flow below the link's rate (AVQ, Exponential RED): the model rests
// with an empty queue, but packets wait whenever more than the mean arrives.
//   y' = arrivals - drops - C + idle,   E idle = C - the flow that the law wants
// The barrier at 0 becomes a force (barrier.hpp), the law's slopes those of its own fluctuation, and the waiting time
// makes the round trip longer, so that the law needs less probability. The mean and the two widths are those that the
// linear model reproduces: one place where all of it agrees. The spectrum is not that of packets (the barrier takes up
// the flow by fits and starts, which a force does not), so the band has neither a spectrum nor a rhythm.
#pragma once
#include "aqm/fluid_band.hpp"

namespace aqm::fluid {

/// For a single link with an empty rest. No band if no such place is found, or only beyond the buffer, or if the
/// virtual queue varies there by more than its mean.
std::unique_ptr<BandRun> begin_band_by_chance(const FluidConfig& config, double time);

}  // namespace aqm::fluid
