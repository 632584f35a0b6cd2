// Where along one quantity of a scenario its fluid model loses stability.
#pragma once
#include "aqm/fluid_knobs.hpp"
#include "aqm/fluid_map.hpp"

namespace aqm {

struct HopfSearch {
  HopfPoint point;          ///< its message is empty when there is one; else why there is none
  double from = 0, to = 0;  ///< what was searched
};

/// The place nearest to what the scenario has. Searched outwards from there: two decades either way, or where that is 0 or the
/// quantity a share, over the range that it may have; on either side as far as the scenario allows the value.
HopfSearch hopf_along(const ScenarioConfig& scenario, const LaneChoice& choice, FluidDelay delay, Knob knob, int param);

}  // namespace aqm
