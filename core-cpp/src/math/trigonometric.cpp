#include <limits>

#include "aqm/elementary.hpp"

namespace aqm::math {
namespace {

constexpr double kPi = 3.141592653589793, kPiLow = 1.2246467991473532e-16;
// pi/2 in three parts; the first two have 33 bits, so that k times them is exact for |k| < 2^20.
constexpr double kHalfPi1 = 0x1.921fb544p0, kHalfPi2 = 0x1.0b4611a6p-34, kHalfPi3 = 0x1.3198a2e037073p-69;
constexpr double kTwoOverPi = 0.6366197723675814;

/// sin r and cos r for |r| <= pi/4: Taylor series; the first omitted term is below 2^-60 of the result.
double sin_kernel(double r, double low) {
  const double z = r * r;
  double p = 1.0 / 355687428096000.0;  // 1/17!
  p = p * z - 1.0 / 1307674368000.0;
  p = p * z + 1.0 / 6227020800.0;
  p = p * z - 1.0 / 39916800.0;
  p = p * z + 1.0 / 362880.0;
  p = p * z - 1.0 / 5040.0;
  p = p * z + 1.0 / 120.0;
  p = p * z - 1.0 / 6.0;
  return r + (r * z * p + low);
}
double cos_kernel(double r, double low) {
  const double z = r * r;
  double p = 1.0 / 6402373705728000.0;  // 1/18!
  p = p * z - 1.0 / 20922789888000.0;
  p = p * z + 1.0 / 87178291200.0;
  p = p * z - 1.0 / 479001600.0;
  p = p * z + 1.0 / 3628800.0;
  p = p * z - 1.0 / 40320.0;
  p = p * z + 1.0 / 720.0;
  p = p * z - 1.0 / 24.0;
  const double half = 0.5 * z, head = 1 - half;
  return head + ((1 - head - half) + (z * z * -p - r * low));
}

/// sin(x + quarters pi / 2).
double sine(double x, int quarters) {
  if (!(x >= -1e6 && x <= 1e6)) return std::numeric_limits<double>::quiet_NaN();
  const int k = static_cast<int>(x * kTwoOverPi + (x < 0 ? -0.5 : 0.5));
  const double a = x - k * kHalfPi1, b = k * kHalfPi2;
  const double high = a - b, rest = ((a - high) - b) - k * kHalfPi3;
  const double r = high + rest, low = rest - (r - high);
  switch ((k + quarters) & 3) {
    case 0: return sin_kernel(r, low);
    case 1: return cos_kernel(r, low);
    case 2: return -sin_kernel(r, low);
    default: return -cos_kernel(r, low);
  }
}

/// arctan t for 0 <= t <= 1: arctan t = arctan c + arctan((t - c) / (1 + c t)) with the nearest c of a table of tan(k
/// pi / 16).
double arctan(double t) {
  constexpr double kTan[] = {0, 0.198912367379658, 0.41421356237309503, 0.6681786379192989, 1};
  int k = 0;
  while (k < 4 && t > 0.5 * (kTan[k] + kTan[k + 1])) ++k;
  const double u = k == 0 ? t : (t - kTan[k]) / (1 + kTan[k] * t);
  const double z = u * u;
  double p = 1.0 / 21;
  for (int n = 19; n >= 3; n -= 2) p = 1.0 / n - p * z;
  return k * (kPi / 16) + (u - u * z * p);
}

}  // namespace

double sin(double x) { return sine(x, 0); }
double cos(double x) { return sine(x, 1); }

double atan2(double y, double x) {
  if (x != x || y != y) return x + y;
  const double ax = x < 0 ? -x : x, ay = y < 0 ? -y : y;
  if (ax == 0 && ay == 0) return 0;
  double angle = ay <= ax ? arctan(ay / ax) : kPi / 2 - (arctan(ax / ay) - kPiLow / 2);
  if (x < 0) angle = kPi - (angle - kPiLow);
  return y < 0 ? -angle : angle;
}

}  // namespace aqm::math
