// What the queue does most of the time, as packets would show it: whether it rests or swings, and how often it is empty or full, by the
// solution and by what chance adds to it. docs/fluid-model.md says how it is judged.
#pragma once
#include "aqm/fluid_analysis.hpp"
#include "aqm/fluid_band.hpp"
#include "aqm/fluid_response.hpp"
#include "aqm/fluid_solution.hpp"

namespace aqm {

enum class QueueState : int {
  steady,  ///< about its rest, or with a swing that chance hides
  swing,   ///< more than half of its variance is one oscillation
  full,    ///< the full buffer refuses more than half of what is lost
  empty,   ///< below a packet more than half of the time
  unknown  ///< the solution ends early, or lasts less than thirty round trips
};

struct FluidOutlook {
  QueueState state = QueueState::unknown;
  double empty = 0;   ///< share of time in which the queue is below a packet
  double full = 0;    ///< share of what is lost that the full buffer refuses
  double rhythm = 0;  ///< share of the queue's variance that is one oscillation
};

/// `roots` are the rightmost ones of the rest, none where there is no linear model.
FluidOutlook outlook(const FluidConfig& config, const FluidRest& rest, const FluidSolution& solution,
                     const FluidResponse& response, const FluidBand& band, const std::vector<Root>& roots);

}  // namespace aqm
