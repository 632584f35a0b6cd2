// The analysis of a chain of links, behind the functions of aqm/fluid_analysis.hpp.
#pragma once
#include "aqm/fluid_analysis.hpp"

namespace aqm::fluid {

FluidRest chain_equilibrium(const FluidConfig& config, double time);
bool can_linearise_chain(const FluidConfig& config, const FluidRest& rest);
LinearLoop linearise_chain(const FluidConfig& config, const FluidRest& rest, double time);

}  // namespace aqm::fluid
