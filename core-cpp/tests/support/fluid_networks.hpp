// Configurations of the fluid model that several tests share.
#pragma once
#include <memory>
#include <utility>

#include "aqm/fluid_analysis.hpp"
#include "aqm/fluid_solution.hpp"

namespace aqm::test {

/// One class of endless Reno flows, marked, through one link.
inline FluidConfig one_class(double flows, double propagation, double capacity, double buffer,
                             std::shared_ptr<const FluidLaw> law) {
  FluidConfig config;
  FluidClass c;
  c.flows = flows;
  c.propagation = propagation;
  config.classes = {c};
  config.link().capacity = capacity;
  config.link().buffer = buffer;
  config.link().law = std::move(law);
  return config;
}

}  // namespace aqm::test
