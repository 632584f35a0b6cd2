// Where along one quantity of a scenario its fluid model loses stability.
#pragma once
#include <memory>

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

/// That search in slices, which find the same to the bit.
class HopfSearchRun {
 public:
  virtual ~HopfSearchRun() = default;
  /// As RestsRun::run.
  virtual bool run(double& work) = 0;
  /// The share of the places to be tried that have been.
  virtual double share() const = 0;
  /// Whole after the end.
  virtual const HopfSearch& search() const = 0;
};
std::unique_ptr<HopfSearchRun> begin_hopf_along(const ScenarioConfig& scenario, const LaneChoice& choice,
                                                FluidDelay delay, Knob knob, int param);

}  // namespace aqm
