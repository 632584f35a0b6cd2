// The probability that a standard normal number exceeds x, with a relative error below 2e-7: half of erfc(x / sqrt(2)),
// by the Chebyshev fit of Press, Teukolsky, Vetterling and Flannery, "Numerical Recipes in C", section 6.2 (1992).
#pragma once
#include "aqm/elementary.hpp"

namespace aqm::math {

inline double normal_tail(double x) {
  if (x < 0) return 1 - normal_tail(-x);
  constexpr double kFit[] = {-1.26551223, 1.00002368,  0.37409196, 0.09678418,  -0.18628806,
                             0.27886807,  -1.13520398, 1.48851587, -0.82215223, 0.17087277};
  const double z = x * 0.7071067811865476, t = 1 / (1 + 0.5 * z);
  double sum = 0;
  for (int i = 9; i >= 0; --i) sum = kFit[i] + t * sum;
  return 0.5 * t * exp(sum - z * z);
}

}  // namespace aqm::math
