// Chains of bottlenecks that several tests share.
#pragma once
#include <memory>
#include <utility>

#include "support/fluid_cases.hpp"

namespace aqm::test {

/// Reno flows, marked, over the links from `first` to `last`.
inline FluidClass flows_over(int first, int last, double flows, double propagation, double window = 1) {
  FluidClass c;
  c.flows = flows;
  c.propagation = propagation;
  c.window = window;
  c.first_link = first;
  c.last_link = last;
  return c;
}

inline FluidLink link_of(double capacity, double buffer, std::shared_ptr<const FluidLaw> law) {
  FluidLink link;
  link.capacity = capacity;
  link.buffer = buffer;
  link.law = std::move(law);
  return link;
}

/// Links in a row and who crosses them.
inline FluidConfig chain_config(std::vector<FluidLink> links, std::vector<FluidClass> classes, int observed = 0) {
  FluidConfig config;
  config.links = std::move(links);
  config.classes = std::move(classes);
  config.observed = observed;
  return config;
}

}  // namespace aqm::test
