// The design rules of fluid_design.hpp for a scenario. Input: its flows, link and round trips. Output: parameters of an
// AQM.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "aqm/simulation.hpp"

namespace aqm {

enum class DesignRule : int { red, pi };

struct LaneDesign {
  std::string aqm;                                     ///< id
  std::vector<std::pair<std::string, double>> params;  ///< every parameter to set, by name
  std::string claim;                                   ///< the guarantee of the rule, one sentence
  std::vector<ConfigIssue> issues;                     ///< why the rule guarantees nothing here
};

/// `scenario` must have passed `check`. Parameters that the lane's AQM has set, and that the new AQM also has, are
/// kept.
LaneDesign design(const ScenarioConfig& scenario, DesignRule rule);

}  // namespace aqm
