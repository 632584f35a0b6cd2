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

/// A configuration whose chain is set; what has to follow the observed link does.
inline FluidConfig chain_config(std::vector<FluidLink> links, std::vector<FluidClass> classes, int observed = 0) {
  FluidConfig config;
  config.chain = std::move(links);
  config.classes = std::move(classes);
  config.observed = observed;
  const FluidLink& seen = config.chain[static_cast<std::size_t>(observed)];
  config.capacity = seen.capacity;
  config.buffer = seen.buffer;
  config.law = seen.law;
  return config;
}

}  // namespace aqm::test
