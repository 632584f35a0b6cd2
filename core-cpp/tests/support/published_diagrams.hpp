// Delay equations whose bifurcations DDE-BIFTOOL publishes with its demonstrations.
#pragma once
#include <cmath>

#include "support/dde_problems.hpp"

namespace aqm::test {

/// demos/neuron: x1' = -x1 / 2 - tanh x1(t - ts) + tanh x2(t - 0.2), x2' the same with a21 tanh x1(t - 0.2).
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

/// demos/humphriesetal: x' = -4.75 x - kappa1 x(t - 1.3 - x) - 2.3 x(t - 6 - x), whose delays depend on the state as a
/// round trip depends on the queue (Humphries, DeMasi, Magpantay and Upham 2012).
struct TwoStateDelays : PlainSystem<1, 2> {
  double kappa1 = 0;
  static double typical(int) { return 1; }
  static double argument(int k, double t, const Vector& y, const Mode&) { return t - (k == 0 ? 1.3 : 6) - y[0]; }
  template <class Past>
  void derivative(double t, const Vector& y, const Mode& mode, Past& past, Vector& dy) const {
    const double first = past.view(0, argument(0, t, y, mode)).value(0);
    dy[0] = -4.75 * y[0] - kappa1 * first - 2.3 * past.view(1, argument(1, t, y, mode)).value(0);
  }
};

/// demos/Mackey-Glass: x' = 2 x(t - tau) / (1 + x(t - tau)^10) - x, with the rest 1.
struct MackeyGlass : PlainSystem<1> {
  double tau = 1;
  static double typical(int) { return 0.1; }
  double argument(int, double t, const Vector&, const Mode&) const { return t - tau; }
  template <class Past>
  void derivative(double t, const Vector& y, const Mode&, Past& past, Vector& dy) const {
    const double then = past.view(0, t - tau).value(0);
    dy[0] = 2 * then / (1 + std::pow(then, 10)) - y[0];
  }
};

/// demos/minimal_demo: x'' + 0.05 x' + x / 2 + x^3 + b (x - x(t - tau)) = 0 (Yanchuk and Perlikowski 2009).
struct Duffing : PlainSystem<2> {
  double b = 0.6, tau = 1;
  static double typical(int) { return 1; }
  double argument(int, double t, const Vector&, const Mode&) const { return t - tau; }
  template <class Past>
  void derivative(double t, const Vector& y, const Mode&, Past& past, Vector& dy) const {
    dy[0] = y[1];
    dy[1] = -0.05 * y[1] - 0.5 * y[0] - y[0] * y[0] * y[0] - b * (y[0] - past.view(0, t - tau).value(0));
  }
};

}  // namespace aqm::test
