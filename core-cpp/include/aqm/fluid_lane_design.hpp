// The design rules of fluid_design.hpp, for a scenario: its flows, link and round trips in, parameters of an AQM out.
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
  std::string claim;                                   ///< what the rule promises, one sentence
  std::vector<ConfigIssue> issues;                     ///< why it promises nothing here
};

/// `scenario` must have passed `check`. Parameters that the lane's AQM has set and the new one knows are kept.
LaneDesign design(const ScenarioConfig& scenario, DesignRule rule);

}  // namespace aqm
