// The fluid model of a packet scenario: the same flows, link and AQM, as differential equations.
#pragma once
#include <string>
#include <vector>

#include "aqm/fluid_analysis.hpp"
#include "aqm/simulation.hpp"

namespace aqm {

/// What a loss or a mark does to a sender.
enum class FluidLosses : int {
  halving,  ///< its window is halved at once, as the literature has it and as marks do
  recovery  ///< it mends the loss: a round trip or two of recovery, or a time-out (src/fluid/model/recovery.hpp);
            ///< of marks it answers one a round trip (src/fluid/model/windows.hpp)
};

/// What is wanted of the model; what is wanted of the laws is a part of it.
struct LaneChoice : FluidChoice {
  FluidLosses losses = FluidLosses::halving;
  LaneChoice(const FluidChoice& laws = {},
             FluidLosses losses = FluidLosses::halving)  // NOLINT: laws alone are a choice
      : FluidChoice(laws), losses(losses) {}
};

struct FluidLane {
  FluidConfig config;                    ///< links lack their laws when the AQM has no counterpart
  std::string note;                      ///< of the AQM: why it has none, or what its law leaves out
  std::vector<std::string> assumptions;  ///< what of the scenario is simplified or left out, a sentence each
  std::vector<ConfigIssue> issues;       ///< why there is no fluid model, apart from `note`
};

/// `scenario` must have passed the checks of `Simulation::create`. `forward` rows of TCP become classes, those of UDP one load
/// for each way along the links.
FluidLane fluid_of(const ScenarioConfig& scenario, const LaneChoice& choice, FluidDelay delay);

/// What more the model leaves out, a sentence each, that shows at this rest only: of windows that are small there.
std::vector<std::string> limits_at_rest(const FluidConfig& config, const FluidRest& rest);

/// The same of several rests; `unstable` says of which the roots say so. Empty where there is one that packets could be at.
std::string limit_among_rests(const std::vector<FluidRest>& rests, const std::vector<bool>& unstable);

/// The last moment at which what is scheduled changes, s; 0 when nothing does after the start.
double last_change(const FluidConfig& config);

/// Two-way delay of a row's flow that meets no queue, s: propagation, and the time that links take to send a packet and its
/// acknowledgement.
double unloaded_round_trip(const NetworkConfig& network, const TrafficGroup& row);

}  // namespace aqm
