// A law near its rest.
#pragma once
#include <cmath>
#include <vector>

#include "aqm/fluid_analysis.hpp"

namespace aqm::fluid {

/// Whether a controller is held at a bound, with its queue away from the reference: its slope there is zero.
inline bool is_held(const FluidLaw& law, double q, double probability) {
  return !std::isnan(law.reference(1)) && (probability <= 0 || probability >= law.most(q));
}

/// The law's partial derivatives at rest: with this queue, these states and this memory. Of the arrivals, a law of two
/// queues sees the urgent ones.
LinearLaw linear_law(const FluidLaw& law, FluidQueue queue, std::vector<double> z, const FluidMemory& memory);

/// Whether the law of the queue itself drops nothing below its rest and everything above it, within the width of a jump
/// (laws/smeared.hpp). Then it takes what does not fit, and no random part of what arrives.
bool jumps_at_rest(const FluidLaw& law, const FluidLinkRest& rest);

/// Replaces the slopes of the probability over the queue and over each state by their means over a normal distribution
/// of that width about the rest, each by itself. The distribution reaches into other pieces of the law. The middle of
/// the only number that a law reads, its queue or its average, moves to where the mean probability is `probability`.
void scatter_slopes(const FluidLaw& law, FluidQueue queue, std::vector<double> z, const FluidMemory& memory,
                    double probability, const LawScatter& scatter, LinearLaw& linear);

/// For a law with a probability for each class of service: the mean slope of that of `service` over its first state,
/// over a normal distribution of this standard deviation. If the state is an average, the middle moves to where the
/// mean probability is the one at rest.
double scattered_slope(const FluidLaw& law, int service, const FluidQueue& queue, std::vector<double> z,
                       const FluidMemory& memory, double deviation);

/// Replaces the slopes of a law with a virtual queue of standard deviation `width`, packets, if chance moves it. The
/// slope of the probability is the mean over a normal distribution whose mean probability is this one; for a law that
/// polices, that of a queue at a barrier (barrier.hpp).
void chance_slopes(const FluidLaw& law, FluidQueue queue, std::vector<double> z, FluidMemory memory, double probability,
                   double width, LinearLaw& linear);

}  // namespace aqm::fluid
