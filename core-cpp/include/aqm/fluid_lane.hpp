// The fluid model of a packet scenario: the same flows, link and AQM, as differential equations.
#pragma once
#include <string>
#include <vector>

#include "aqm/fluid_analysis.hpp"
#include "aqm/simulation.hpp"

namespace aqm {

/// The effect of a loss or a mark on a sender.
enum class FluidLosses : int {
  halving,  ///< its window is halved at once, as in the literature and as with marks
  /// the sender repairs the loss: one or two round trips of recovery, or a time-out (src/fluid/model/recovery.hpp); it
  /// responds to one mark per round trip (src/fluid/model/windows.hpp)
  recovery
};

/// The choices for the whole model; the choices for its laws are a part of them.
struct LaneChoice : FluidChoice {
  FluidLosses losses = FluidLosses::halving;
  LaneChoice(const FluidChoice& laws = {},
             FluidLosses losses = FluidLosses::halving)  // NOLINT: the choice for the laws alone converts to this one
      : FluidChoice(laws), losses(losses) {}
};

struct FluidLane {
  FluidConfig config;                    ///< links lack their laws if the AQM has no counterpart
  std::string note;                      ///< about the AQM: why it has no counterpart, or what its law leaves out
  std::string apart;                     ///< why the model's mean queue is far from the packets', if it is
  std::vector<std::string> assumptions;  ///< what the model simplifies or leaves out of the scenario, one sentence each
  std::vector<ConfigIssue> issues;       ///< why there is no fluid model, apart from `note`
};

/// `scenario` must have passed the checks of `Simulation::create`. `forward` rows of TCP become classes; rows of UDP
/// become one load for each path along the links.
FluidLane fluid_of(const ScenarioConfig& scenario, const LaneChoice& choice, FluidDelay delay);

/// Further limits of the model that hold only at this rest, one sentence each: those of windows that are small there.
std::vector<std::string> limits_at_rest(const FluidConfig& config, const FluidRest& rest);

/// The same for several rests; `unstable` says which of them the roots show to be unstable. Empty if there is a rest at
/// which packets could be.
std::string limit_among_rests(const std::vector<FluidRest>& rests, const std::vector<bool>& unstable);

/// The last moment at which a scheduled change happens, s; 0 if nothing changes after the start.
double last_change(const FluidConfig& config);

/// Two-way delay of a row's flow without queues, s: propagation, plus the time that links take to send a packet and its
/// acknowledgement.
double unloaded_round_trip(const NetworkConfig& network, const TrafficGroup& row);

}  // namespace aqm
