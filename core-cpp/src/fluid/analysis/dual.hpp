// Numbers that carry their exact derivatives with respect to kN inputs (forward differentiation).
#pragma once
#include <array>
#include <cmath>
#include <cstddef>

#include "aqm/elementary.hpp"
#include "fluid/model/exponential.hpp"

namespace aqm::fluid {

template <std::size_t kN>
struct Dual {
  double v = 0;
  std::array<double, kN> d{};

  Dual() = default;
  Dual(double value) : v(value) {}  // NOLINT: a number is a Dual whose derivatives are 0
  static Dual input(double value, std::size_t i) {
    Dual x(value);
    x.d[i] = 1;
    return x;
  }

  /// A function of this number with value f and derivative df.
  Dual chain(double f, double df) const {
    Dual x(f);
    for (std::size_t i = 0; i < kN; ++i) x.d[i] = df * d[i];
    return x;
  }

  friend Dual operator+(const Dual& a, const Dual& b) {
    Dual x(a.v + b.v);
    for (std::size_t i = 0; i < kN; ++i) x.d[i] = a.d[i] + b.d[i];
    return x;
  }
  friend Dual operator-(const Dual& a, const Dual& b) {
    Dual x(a.v - b.v);
    for (std::size_t i = 0; i < kN; ++i) x.d[i] = a.d[i] - b.d[i];
    return x;
  }
  friend Dual operator*(const Dual& a, const Dual& b) {
    Dual x(a.v * b.v);
    for (std::size_t i = 0; i < kN; ++i) x.d[i] = a.d[i] * b.v + a.v * b.d[i];
    return x;
  }
  /// Computed in place. For `a = a * b` the module's link with -flto (LLVM 14) once produced code that reads its
  /// factor's value after it has overwritten it: a derivative of a b db instead of a db.
  Dual& operator*=(const Dual& b) {
    for (std::size_t i = 0; i < kN; ++i) d[i] = d[i] * b.v + v * b.d[i];
    v *= b.v;
    return *this;
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    Dual x(a.v / b.v);
    for (std::size_t i = 0; i < kN; ++i) x.d[i] = (a.d[i] - x.v * b.d[i]) / b.v;
    return x;
  }
};

template <std::size_t kN>
Dual<kN> cube_root(const Dual<kN>& x) {
  const double root = math::cbrt(x.v);
  return x.chain(root, 1 / (3 * root * root));
}

template <std::size_t kN>
Dual<kN> exponential(const Dual<kN>& x) {
  const double power = exponential(x.v);
  return x.chain(power, power);
}

template <std::size_t kN>
Dual<kN> logarithm(const Dual<kN>& x) {
  return x.chain(math::log(x.v), 1 / x.v);
}

template <std::size_t kN>
double value_of(const Dual<kN>& x) {
  return x.v;
}

template <std::size_t kN>
Dual<kN> square_root(const Dual<kN>& x) {
  const double root = std::sqrt(x.v);
  return x.chain(root, 1 / (2 * root));
}

}  // namespace aqm::fluid
