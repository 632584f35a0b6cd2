#include "aqm/elementary.hpp"

#include <cmath>
#include <cstring>
#include <limits>

namespace aqm::math {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kLn2Hi = 0x1.62e42fee00000p-1;  // ln 2 cut to 33 bits, so that k * kLn2Hi is exact for |k| < 2^20
constexpr double kLn2Lo = 0x1.a39ef35793c76p-33;
constexpr double kInvLn2 = 0x1.71547652b82fep0;

std::uint64_t bits(double x) {
  std::uint64_t b;
  std::memcpy(&b, &x, sizeof b);
  return b;
}

double from_bits(std::uint64_t b) {
  double x;
  std::memcpy(&x, &b, sizeof x);
  return x;
}

double two_to(int k) { return from_bits(static_cast<std::uint64_t>(k + 1023) << 52); }

/// x * 2^k, in two steps if one factor would leave the range of a double.
double scale(double x, int k) {
  if (k > 1023) return x * two_to(1023) * two_to(k - 1023);
  if (k < -1022) return x * two_to(-1022 + 54) * two_to(k + 1022 - 54);
  return x * two_to(k);
}

/// (e^r - 1 - r) / r^2 for |r| <= ln(2)/2: the Taylor series; its first omitted term is below 2^-57 of the sum.
double exp_tail(double r) {
  double p = 1.0 / 87178291200.0;  // 1/14!
  p = p * r + 1.0 / 6227020800.0;
  p = p * r + 1.0 / 479001600.0;
  p = p * r + 1.0 / 39916800.0;
  p = p * r + 1.0 / 3628800.0;
  p = p * r + 1.0 / 362880.0;
  p = p * r + 1.0 / 40320.0;
  p = p * r + 1.0 / 5040.0;
  p = p * r + 1.0 / 720.0;
  p = p * r + 1.0 / 120.0;
  p = p * r + 1.0 / 24.0;
  p = p * r + 1.0 / 6.0;
  return p * r + 0.5;
}

/// Argument reduction x = k ln 2 + (hi - lo), |hi - lo| <= ln(2)/2.
int reduce(double x, double& hi, double& lo) {
  const int k = static_cast<int>(x * kInvLn2 + (x < 0 ? -0.5 : 0.5));
  hi = x - k * kLn2Hi;
  lo = k * kLn2Lo;
  return k;
}

/// ln(1 + f) for 1 + f in [sqrt(1/2), sqrt(2)], by s = f / (2 + f): ln(1 + f) = 2 s + 2 s^3/3 + 2 s^5/5 + ...
/// The leading terms are kept as f - f^2/2 to lose no bits.
double log_near_one(double f) {
  const double s = f / (2.0 + f);
  const double z = s * s;
  double r = 2.0 / 23.0;
  r = r * z + 2.0 / 21.0;
  r = r * z + 2.0 / 19.0;
  r = r * z + 2.0 / 17.0;
  r = r * z + 2.0 / 15.0;
  r = r * z + 2.0 / 13.0;
  r = r * z + 2.0 / 11.0;
  r = r * z + 2.0 / 9.0;
  r = r * z + 2.0 / 7.0;
  r = r * z + 2.0 / 5.0;
  r = r * z + 2.0 / 3.0;
  r = r * z;
  const double half_square = 0.5 * f * f;
  return f - (half_square - s * (half_square + r));
}

}  // namespace

double exp(double x) {
  if (x != x) return x;
  if (x > 709.8) return kInf;
  if (x < -745.2) return 0.0;
  double hi, lo;
  const int k = reduce(x, hi, lo);
  const double r = hi - lo;
  return scale(1.0 + (hi + (r * r * exp_tail(r) - lo)), k);
}

double expm1(double x) {
  if (x > -0.34 && x < 0.34) return x + x * x * exp_tail(x);
  return exp(x) - 1.0;
}

double log(double x) {
  if (!(x > 0.0)) return x == 0.0 ? -kInf : kNan;
  if (x == kInf) return x;
  int e = 0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 0x1.0p54;
    e = -54;
  }
  std::uint64_t b = bits(x);
  e += static_cast<int>(b >> 52) - 1023;
  b = (b & 0xFFFFFFFFFFFFFULL) | (1023ULL << 52);
  double m = from_bits(b);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    e += 1;
  }
  const double near = log_near_one(m - 1.0);
  return e * kLn2Hi + (near + e * kLn2Lo);
}

double log1p(double x) {
  if (x > -0.29 && x < 0.41) return log_near_one(x);
  return log(1.0 + x);
}

double pow(double x, double y) {
  if (y == 0.0 || x == 1.0) return 1.0;
  if (x == 0.0) return y > 0.0 ? 0.0 : kInf;
  return exp(y * log(x));
}

double powi(double x, std::int64_t n) {
  double result = 1.0;
  for (double base = x; n > 0; n >>= 1, base *= base) {
    if (n & 1) result *= base;
  }
  return result;
}

double cbrt(double x) {
  if (x == 0.0 || x != x || x == kInf || x == -kInf) return x;
  const double a = x < 0 ? -x : x;
  double pre = a, post = 1.0;
  if (a < std::numeric_limits<double>::min()) {
    pre = a * 0x1.0p54;
    post = 0x1.0p-18;
  }
  // One third of the bit pattern is one third of the logarithm: correct to 5 %. Halley's iteration triples the digits
  // each time.
  double y = from_bits(bits(pre) / 3 + 0x2A9F7893782DA1CEULL);
  for (int i = 0; i < 3; ++i) {
    const double cube = y * y * y;
    y -= y * ((cube - pre) / (cube + cube + pre));
  }
  y *= post;
  return x < 0 ? -y : y;
}

}  // namespace aqm::math
