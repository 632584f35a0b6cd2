// How an oscillation begins at a Hopf point: softly, or with a jump.
#pragma once
#include "aqm/fluid_map.hpp"

namespace aqm::fluid {

/// For a rest whose rightmost roots are +- j omega, omega > 0. `slope` is not set.
HopfOnset onset_at(const FluidConfig& config, const FluidRest& rest, double omega, double time);

}  // namespace aqm::fluid
