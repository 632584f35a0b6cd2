// Delay differential equations with known solutions, as systems of the solver.
#pragma once
#include <cmath>
#include <functional>
#include <vector>

#include "fluid/solver/solver.hpp"

namespace aqm::test {

using namespace aqm::fluid;

/// A system without guards, times or modes; Derived says lags, argument and derivative.
template <int kComponents, int kDelays = 1>
struct PlainSystem {
  static constexpr int kDim = kComponents;
  struct Mode {};
  using Vector = State<kDim>;
  static constexpr int dim() { return kDim; }
  static constexpr int lags() { return kDelays; }
  static double typical(int) { return 1e-3; }
  static constexpr int guards(const Mode&) { return 0; }
  static double slack(int, double, const Vector&, const Mode&) { return 1; }
  static Level level(int, const Mode&) { return {}; }
  static Jump on_guard(int, double, Vector&, Mode&) { return kNoJump; }
  static double next_time(double, const Mode&) { return std::numeric_limits<double>::infinity(); }
  static Jump on_time(double, Vector&, Mode&) { return kNoJump; }
};

/// A function as the past: polynomials of degree six through Chebyshev points on `pieces` parts of [from, to], equal
/// ones or, for 0 < from, each longer than the one before by the same factor.
template <class System>
std::vector<Segment<System>> past_of(const std::function<void(double, double*)>& y, double from, double to, int pieces,
                                     bool geometric = false) {
  const auto border = [&](int p) {
    const double share = static_cast<double>(p) / pieces;
    return p == pieces ? to : geometric ? from * std::pow(to / from, share) : from + (to - from) * share;
  };
  constexpr int n = Segment<System>::kDegree + 1;
  std::vector<Segment<System>> all;
  for (int p = 0; p < pieces; ++p) {
    Segment<System> segment;
    segment.begin = border(p);
    segment.end = border(p + 1);
    segment.step = segment.end - segment.begin;
    segment.inverse_step = 1 / segment.step;
    // Newton's divided differences, expanded to powers of s.
    double s[n], f[n][16];
    for (int j = 0; j < n; ++j) {
      s[j] = 0.5 - 0.5 * std::cos(M_PI * (j + 0.5) / n);
      y(segment.begin + s[j] * segment.step, f[j]);
    }
    for (int i = 0; i < System::kDim; ++i) {
      for (int k = 1; k < n; ++k) {
        for (int j = n - 1; j >= k; --j) f[j][i] = (f[j][i] - f[j - 1][i]) / (s[j] - s[j - k]);
      }
      double power[n] = {};
      for (int j = n - 1; j >= 0; --j) {
        for (int d = n - 1; d >= 1; --d) power[d] = power[d - 1] - s[j] * power[d];
        power[0] = f[j][i] - s[j] * power[0];
      }
      for (int d = 0; d < n; ++d) segment.c[static_cast<std::size_t>(d)][static_cast<std::size_t>(i)] = power[d];
    }
    all.push_back(segment);
  }
  return all;
}

/// A constant past.
template <class System>
Segment<System> constant_past(double t0, const State<System::kDim>& y) {
  Segment<System> segment;
  segment.begin = -1e300;
  segment.end = t0;
  segment.c[0] = y;
  return segment;
}

/// The largest error of the continuous solution, looked at in eight places of every step.
template <class System>
struct ErrorOf {
  std::function<double(double)> exact;
  int component = 0;
  double worst = 0;
  void operator()(const Segment<System>& segment) {
    for (int i = 0; i <= 8; ++i) {
      const double t = segment.begin + (segment.end - segment.begin) * i / 8;
      worst = std::max(worst, std::abs(segment.value(component, segment.place(t)) - exact(t)));
    }
  }
};

/// y' = -y(t - tau).
struct ConstantLag : PlainSystem<1> {
  double tau = 1;
  double argument(int, double t, const Vector&, const Mode&) const { return t - tau; }
  template <class Past>
  void derivative(double t, const Vector&, const Mode&, Past& past, Vector& dy) const {
    dy[0] = -past.view(0, t - tau).value(0);
  }
};

/// y' = -y(t - 1), y = 1 up to t = 0: in [n - 1, n] a polynomial of degree n.
inline double constant_lag_exact(double t) {
  double sum = 0;
  const int last = static_cast<int>(std::floor(t)) + 1;
  for (int k = 0; k <= last; ++k) {
    double term = k % 2 == 0 ? 1 : -1;
    for (int j = 1; j <= k; ++j) term *= (t - k + 1) / j;
    sum += term;
  }
  return sum;
}

/// y' = (y(t - 3 pi / 2) - y(t - pi / 2)) / 2, solved by sin t.
struct TwoLags : PlainSystem<1, 2> {
  double argument(int k, double t, const Vector&, const Mode&) const { return t - (k == 0 ? 0.5 : 1.5) * M_PI; }
  template <class Past>
  void derivative(double t, const Vector&, const Mode&, Past& past, Vector& dy) const {
    const double near = past.view(0, t - 0.5 * M_PI).value(0);
    dy[0] = 0.5 * (past.view(1, t - 1.5 * M_PI).value(0) - near);
  }
};

/// y' = (w(theta*) - y(theta)) / 2 + cos t with theta = t - 1 - y / 2 and w = 2 + sin, theta* the argument of the
/// solution: solved by w, with a smooth delay between 1.5 and 2.5 that depends on the state.
struct StateLag : PlainSystem<1> {
  double argument(int, double t, const Vector& y, const Mode&) const { return t - 1 - 0.5 * y[0]; }
  template <class Past>
  void derivative(double t, const Vector& y, const Mode& mode, Past& past, Vector& dy) const {
    const double exact_theta = t - 1 - 0.5 * (2 + std::sin(t));
    dy[0] = 0.5 * (2 + std::sin(exact_theta) - past.view(0, argument(0, t, y, mode)).value(0)) + std::cos(t);
  }
};

/// y' = (w(theta) - y(theta)) / 2 + cos t with theta = t - sin(t)^2: solved by w = 2 + sin; the delay vanishes at every
/// multiple of pi.
struct VanishingLag : PlainSystem<1> {
  static double theta(double t) { return t - std::sin(t) * std::sin(t); }
  double argument(int, double t, const Vector&, const Mode&) const { return theta(t); }
  template <class Past>
  void derivative(double t, const Vector&, const Mode&, Past& past, Vector& dy) const {
    dy[0] = 0.5 * (2 + std::sin(theta(t)) - past.view(0, theta(t)).value(0)) + std::cos(t);
  }
};

/// Enright and Hayashi 1997, problem D1: the delay depends on the state and vanishes at t = 1. y1 = ln t, y2 = 1/t.
struct EnrightHayashiD1 : PlainSystem<2> {
  static double typical(int) { return 0.1; }
  double argument(int, double, const Vector& y, const Mode&) const { return std::exp(1 - y[1]); }
  template <class Past>
  void derivative(double, const Vector& y, const Mode&, Past& past, Vector& dy) const {
    const double theta = std::exp(1 - y[1]);
    const double then = past.view(0, theta).value(1);
    dy[0] = y[1];
    dy[1] = -then * y[1] * y[1] * theta;
  }
};

/// Neves 1975: y' = y(t) y(ln y(t)) / t, y = 1 up to t = 1. The delay depends on the state, and the argument meets
/// breaking points at t = e and t = e^2, where the second and the third derivative jump.
struct Neves : PlainSystem<1> {
  double argument(int, double, const Vector& y, const Mode&) const { return std::log(y[0]); }
  template <class Past>
  void derivative(double t, const Vector& y, const Mode&, Past& past, Vector& dy) const {
    dy[0] = y[0] * past.view(0, std::log(y[0])).value(0) / t;
  }
};
inline double neves_exact(double t) {
  if (t <= M_E) return t;
  if (t <= M_E * M_E) return std::exp(t / M_E);
  return std::pow(M_E / (3 - std::log(t)), M_E);
}

}  // namespace aqm::test
