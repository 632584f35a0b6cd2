// A queue that a random flow drives against a barrier: a real queue at 0 whose link is faster than the flow, or a
// virtual queue at its buffer's limit. Away from the barrier it drifts back. If y is the distance from the barrier and
// d the rate at which the barrier takes up the flow, with mean D, then
//   y' = x + d,   E x = -D,   y d = 0,   so E(y y') = 0 gives D E(y) = E(y x~), x~ the random part of x.
// A linear force k towards the mean in place of the barrier gives k Var(y) = E(y x~), the same balance if
// k = D E(y) / Var(y). So the force depends on the shape of the distribution alone. For y we take a gamma distribution
// whose mean is kRatio standard deviations: 1 is an exponential distribution, of a flow without memory, and 1.32 a
// normal distribution cut at its peak. Packets have 1.34 at the median (docs/fluid-model.md).
#pragma once
#include <algorithm>
#include <cmath>

#include "aqm/elementary.hpp"

namespace aqm::fluid {

inline constexpr double kRatio = 4.0 / 3;

/// The force towards the mean, 1/s, of a distance with this standard deviation from a barrier that takes up `rate`.
inline double force_at_barrier(double rate, double deviation) { return kRatio * rate / deviation; }

/// The share of a gamma distribution with this mean, and the shape kRatio^2, that lies below x.
inline double below_of_barrier(double x, double mean) {
  constexpr double kShape = kRatio * kRatio, kGamma = 1.6456411473363177;  // Gamma(kShape + 1)
  if (!(x > 0)) return 0;
  const double u = kShape * x / mean;
  // The series of the incomplete gamma function; from u = 60 on, nothing is left.
  if (u > 60) return 1;
  double term = 1, sum = 1;
  for (int n = 1; term > 1e-17 * sum; ++n) {
    term *= u / (kShape + n);
    sum += term;
  }
  return std::min(1.0, math::exp(kShape * math::log(u) - u) / kGamma * sum);
}
/// The value that this share lies below.
inline double quantile_of_barrier(double share, double mean) {
  double low = 0, high = 40 * mean;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (below_of_barrier(middle, mean) < share ? low : high) = middle;
  }
  return high;
}

}  // namespace aqm::fluid
