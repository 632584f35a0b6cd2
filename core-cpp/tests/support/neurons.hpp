// Two coupled neurons with delays: the example of DDE-BIFTOOL (demos/neuron), whose results are published with it.
#pragma once
#include <cmath>

#include "support/dde_problems.hpp"

namespace aqm::test {

/// x1' = -x1 / 2 - tanh x1(t - ts) + tanh x2(t - 0.2),   x2' = -x2 / 2 - tanh x2(t - ts) + a21 tanh x1(t - 0.2).
struct Neurons : PlainSystem<2, 2> {
  double a21 = 0, ts = 1.5;
  static double typical(int) { return 1; }
  double argument(int k, double t, const Vector&, const Mode&) const { return t - (k == 0 ? ts : 0.2); }
  template <class Past>
  void derivative(double t, const Vector& y, const Mode&, Past& past, Vector& dy) const {
    const auto own = past.view(0, t - ts), other = past.view(1, t - 0.2);
    dy[0] = -0.5 * y[0] - std::tanh(own.value(0)) + std::tanh(other.value(1));
    dy[1] = -0.5 * y[1] - std::tanh(own.value(1)) + a21 * std::tanh(other.value(0));
  }
};

}  // namespace aqm::test
