// The value of one quantity of a scenario at which its fluid model loses stability.
#pragma once
#include <memory>

#include "aqm/fluid_knobs.hpp"
#include "aqm/fluid_map.hpp"

namespace aqm {

struct HopfSearch {
  HopfPoint point;          ///< its message is empty if there is such a point; otherwise it says why there is none
  double from = 0, to = 0;  ///< what was searched
  int tried = 0;            ///< if there is no point: values between them that were tried at last
  int modelled = 0;         ///< those of them that have a linear model
  double first = kUnset, last = kUnset;  ///< and the first and the last of these
};

/// The point nearest to the scenario's own value. The search goes outwards from that value: two decades in each
/// direction, or over the permitted range if the value is 0 or the quantity is a share. On each side it ends where the
/// scenario no longer allows the value. If no point lies between two places of the search, it tries as many places
/// again, from one end of what it has searched to the other: closer together if that is a short range, and elsewhere in
/// any case. A strip between two places of both can still be passed over.
HopfSearch hopf_along(const ScenarioConfig& scenario, const LaneChoice& choice, FluidDelay delay, Knob knob, int param);

/// The same search in slices, which find the same to the bit.
class HopfSearchRun {
 public:
  virtual ~HopfSearchRun() = default;
  /// As RestsRun::run.
  virtual bool run(double& work) = 0;
  /// The share of the places to be tried that have been tried.
  virtual double share() const = 0;
  /// Whole after the end.
  virtual const HopfSearch& search() const = 0;
};
std::unique_ptr<HopfSearchRun> begin_hopf_along(const ScenarioConfig& scenario, const LaneChoice& choice,
                                                FluidDelay delay, Knob knob, int param);

}  // namespace aqm
