// The limit cycles that begin at a Hopf point.
#pragma once
#include <functional>
#include <memory>

#include "aqm/fluid_map.hpp"
#include "cycle_branch.hpp"

namespace aqm::fluid {

/// None if the first cycle has no shape. `at` gives a model without a law for a value that is not allowed.
std::unique_ptr<Branch> cycles_from(const std::function<FluidConfig(double)>& at, const HopfPoint& point, double time,
                                    double from, double to);

}  // namespace aqm::fluid
