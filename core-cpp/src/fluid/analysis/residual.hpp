// How far a rest is from being one, by the model's own equations.
#pragma once
#include "aqm/fluid_analysis.hpp"

namespace aqm::fluid {

/// FluidRest::residual.
double residual(const FluidConfig& config, const FluidRest& rest, double time);

}  // namespace aqm::fluid
