// Complex numbers without the special cases of the standard library's (which test for NaN in every product), and with
// an exponential that gives the same bits everywhere.
#pragma once
#include <cmath>

#include "aqm/elementary.hpp"

namespace aqm::fluid {

struct Complex {
  double re = 0, im = 0;
};

constexpr Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
constexpr Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
constexpr Complex operator-(Complex a) { return {-a.re, -a.im}; }
constexpr Complex operator*(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
constexpr Complex operator*(double a, Complex b) { return {a * b.re, a * b.im}; }
constexpr double norm(Complex a) { return a.re * a.re + a.im * a.im; }
inline double magnitude(Complex a) {
  const double x = std::abs(a.re), y = std::abs(a.im), large = std::fmax(x, y);
  if (large == 0) return 0;
  return large * std::sqrt((x / large) * (x / large) + (y / large) * (y / large));
}
/// Angle in (-pi, pi].
inline double angle(Complex a) { return math::atan2(a.im, a.re); }
inline Complex operator/(Complex a, Complex b) {
  // Smith's scaling: no overflow in between.
  if (std::abs(b.re) >= std::abs(b.im)) {
    const double r = b.im / b.re, d = b.re + b.im * r;
    return {(a.re + a.im * r) / d, (a.im - a.re * r) / d};
  }
  const double r = b.re / b.im, d = b.re * r + b.im;
  return {(a.re * r + a.im) / d, (a.im * r - a.re) / d};
}
inline Complex exp(Complex a) {
  const double scale = math::exp(a.re);
  return {scale * math::cos(a.im), scale * math::sin(a.im)};
}

}  // namespace aqm::fluid
