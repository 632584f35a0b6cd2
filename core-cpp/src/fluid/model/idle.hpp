// How long a link whose queue is short is idle by chance.
//
// A model that sends windows evenly keeps its link busy as long as the mean queue is above 0. Real windows travel in
// trains, because acknowledgements come together, and N independent windows W meet a link at random: what arrives in
// a part of a round trip varies like W sqrt(N). So a short queue runs empty for some of the time. The link is idle for
// the share
//   e^(-q / b),   b^2 = s^2 * sum of N w^2 over the classes whose trains meet the link,
//   w = W / (1 + (W / 15)^4)^(1/4)
// and q' = (what enters) - C (1 - e^(-q / b)). Trains do not grow beyond 15 packets. The rate of departures is a
// function of the mean queue, as in the pointwise stationary approximation of queues (Wang, Tipper and Banerjee 1996).
// docs/fluid-model.md has the comparison with packets that gave s and 15.
//
// b is at least the 500th part of what the link carries in a round trip without a queue, so that an empty queue does
// not move within a shorter time than the solver can follow.
#pragma once
#include <cmath>
#include <limits>
#include <vector>

#include "aqm/fluid.hpp"
#include "exponential.hpp"
#include "windows.hpp"

namespace aqm::fluid {

/// The classes whose trains meet a link whole: a link before it that is as slow, or slower, sends packet by packet.
/// `capacity`: of each link, packets/s.
template <class Capacities>
std::vector<int> trains_at(const FluidConfig& config, int link, const Capacities& capacity) {
  const FluidLaw* const law = config.links[static_cast<std::size_t>(link)].law.get();
  // Where a law holds the flow below the link's rate, the queue by chance is another model
  // (analysis/chance_queue.hpp).
  if (law == nullptr || !std::isnan(law->beyond(0, 0))) return {};
  std::vector<int> all;
  for (std::size_t i = 0; i < config.classes.size(); ++i) {
    const FluidClass& c = config.classes[i];
    // Of two queues, the one with priority stands at its step or is empty.
    bool whole = c.trains && c.first_link <= link && link <= c.last_link && !(law->two_queues() && c.service > 0);
    for (int k = c.first_link; k < link; ++k) {
      whole = whole && capacity[static_cast<std::size_t>(k)] > capacity[static_cast<std::size_t>(link)];
    }
    if (whole) all.push_back(static_cast<int>(i));
  }
  return all;
}

/// The packets of the trains at a link, b.
template <class T>
class Trains {
 public:
  void add(double flows, const T& window) {
    constexpr double kMost = 15;
    const T square = window * window, most = square / (kMost * kMost);
    squares_ = squares_ + flows * square / square_root(T(1 + most * most));
  }
  /// Packets, at a link that carries `pipe` packets in the shortest round trip without a queue.
  T length(double pipe) const {
    constexpr double kShare = 1.0 / 13, kLeast = 1.0 / 500;
    const double least = kLeast * pipe;
    return value_of(squares_) > least * least / (kShare * kShare) ? T(kShare * square_root(squares_)) : T(least);
  }

 private:
  T squares_ = 0;
};

/// The shortest round trip without a queue of these classes, s.
inline double shortest_trip(const FluidConfig& config, const std::vector<int>& classes) {
  double least = std::numeric_limits<double>::infinity();
  for (const int i : classes) least = std::fmin(least, config.classes[static_cast<std::size_t>(i)].propagation);
  return least;
}

/// The share of time in which a link with this queue is idle.
template <class T>
T idle_share(const T& queue, const T& trains) {
  return exponential(T(T(-1) * queue / trains));
}

}  // namespace aqm::fluid
