// Where a continuous function of the place in a step changes sign.
#pragma once
#include <cmath>

namespace aqm::fluid {

/// A root of f in [a, b], given f(a) fa and f(b) fb of different signs (or zero): regula falsi with the Illinois weights, kept in
/// hand by bisection. Ends when the bracket is as narrow as `width` or f vanishes.
template <class F>
double find_root(const F& f, double a, double fa, double b, double fb, double width = 1e-15) {
  if (fa == 0) return a;
  if (fb == 0) return b;
  for (int i = 0; i < 100 && std::abs(b - a) > width; ++i) {
    // Every fourth time in the middle: no function is slow for ever.
    double x = i % 4 == 3 ? 0.5 * (a + b) : b - fb * (b - a) / (fb - fa);
    if (!(x > std::fmin(a, b) && x < std::fmax(a, b))) x = 0.5 * (a + b);
    const double fx = f(x);
    if (fx == 0) return x;
    if ((fx > 0) == (fb > 0)) {
      fa *= 0.5;  // the other end stayed: give it less weight
    } else {
      a = b;
      fa = fb;
    }
    b = x;
    fb = fx;
  }
  return b;
}

}  // namespace aqm::fluid
