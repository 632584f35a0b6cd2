// Random numbers of several distributions, with the same bits on every platform.
#pragma once
#include <cmath>

#include "aqm/elementary.hpp"
#include "aqm/rng.hpp"

namespace aqm {

/// Normal, mean 0 and variance 1 (Box and Muller 1958; one of the pair).
inline double normal(Rng& rng) {
  const double radius = std::sqrt(-2 * math::log(1 - rng.uniform()));
  return radius * math::cos(6.283185307179586 * rng.uniform());
}

/// Gamma with this shape, at least 1, and mean 1 (Marsaglia and Tsang 2000).
inline double gamma_of_mean_one(Rng& rng, double shape) {
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = normal(rng), v = 1 + c * x;
    if (v <= 0) continue;
    const double cube = v * v * v;
    if (math::log(1 - rng.uniform()) < 0.5 * x * x + d - d * cube + d * math::log(cube)) return d * cube / shape;
  }
}

/// P(X > x) = exp(-(x / scale)^shape).
inline double weibull(Rng& rng, double shape, double scale) {
  return scale * math::pow(-math::log(1 - rng.uniform()), 1 / shape);
}

/// Gamma(x) for x >= 1 (Lanczos 1964; relative error below 1e-10).
inline double gamma_function(double x) {
  constexpr double kTerms[] = {76.18009172947146,  -86.50532032941677,    24.01409824083091,
                               -1.231739572450155, 0.1208650973866179e-2, -0.5395239384953e-5};
  double sum = 1.000000000190015, y = x;
  for (const double term : kTerms) sum += term / ++y;
  const double t = x + 5.5;
  return math::exp((x + 0.5) * math::log(t) - t) * 2.5066282746310005 * sum / x;
}

}  // namespace aqm
