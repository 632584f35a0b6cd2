// How long packets with priority wait on a link that is never idle.
#pragma once
#include <cmath>

#include "aqm/elementary.hpp"

namespace aqm::fluid {

/// The decay of the waiting time's tail in M/D/1, per transmission time: load (e^decay - 1) = decay, for 0 < load < 1.
inline double decay_of_waits(double load) {
  const double idle = 1 - load;
  if (idle < 1e-4) return 2 * idle * (1 + idle / 3);  // two terms of its series
  // The function is convex, and its root is at most twice the place of its minimum: Newton's method comes down to it.
  double decay = -2 * math::log(load);
  for (int i = 0; i < 60; ++i) {
    const double grown = load * math::exp(decay), next = decay - (grown - load - decay) / (grown - 1);
    if (!(next < decay)) break;
    decay = next;
  }
  return decay;
}

/// The probability that a packet with priority waits longer than `wait` transmission times. Packets with priority
/// arrive at random and are a share `load` of what the link carries; a transmission is not interrupted, and other
/// packets use the link whenever none of them waits. So the wait is that of M/D/1 with vacations of one transmission
/// time, W + U (Doshi 1986: the wait W without vacations, and the rest U of a vacation, even in (0, 1)). The density of
/// W beyond 0 is load (F(t) - F(t - 1)), so P(W + U > x) = P(W > x) / load.
inline double waits_longer(double wait, double load) {
  constexpr double kFewTerms = 8;  // beyond this wait, the first exponential is the tail to within 1e-6
  if (load >= 1) return 1;
  if (load < 1e-9) return wait < 1 ? 1 - wait : 0;
  if (wait > kFewTerms) {
    const double decay = decay_of_waits(load);
    return (1 - load) / (load * (decay - (1 - load))) * math::exp(-decay * wait);
  }
  // F(x) = (1 - load) sum over k <= x of (-y)^k / k! e^y,  y = load (x - k)   (Erlang 1909; Crommelin 1932)
  double sum = 0, factorial = 1;
  for (int k = 0; k <= static_cast<int>(wait); ++k) {
    if (k > 0) factorial *= k;
    const double y = load * (wait - k);
    double power = 1;
    for (int i = 0; i < k; ++i) power *= -y;
    sum += power / factorial * math::exp(y);
  }
  return std::fmin(1.0, std::fmax(0.0, (1 - (1 - load) * sum) / load));
}

}  // namespace aqm::fluid
