// What the queue does most of the time, as packets would show it: whether it rests or swings, and how often it is empty
// or full. The judgement uses the solution and the fluctuation that chance adds to it; docs/fluid-model.md describes
// it.
#pragma once
#include "aqm/fluid_analysis.hpp"
#include "aqm/fluid_band.hpp"
#include "aqm/fluid_response.hpp"
#include "aqm/fluid_solution.hpp"

namespace aqm {

enum class QueueState : int {
  steady,  ///< the queue stays about its rest, or has a swing that is hidden by chance
  swing,   ///< packets show an oscillation more often than not
  full,    ///< the full buffer refuses more than half of the lost packets
  empty,   ///< the queue is below one packet more than half of the time
  unknown  ///< the solution ends early, or lasts less than thirty round trips
};

struct FluidOutlook {
  QueueState state = QueueState::unknown;
  double empty = 0;   ///< share of time in which the queue is below one packet
  double full = 0;    ///< share of the lost packets that the full buffer refuses
  double rhythm = 0;  ///< share of the queue's variance that comes from one oscillation
  double swing = 0;   ///< probability that packets show this oscillation
};

FluidOutlook outlook(const FluidConfig& config, const FluidRest& rest, const FluidSolution& solution,
                     const FluidResponse& response, const FluidBand& band);

}  // namespace aqm
