// Elementary functions with the same bits in every build. The exp, log, pow and cbrt of the platforms differ in the
// last place (glibc against WebAssembly's libm: for up to half of a million inputs), so two machines could decide a
// drop differently. Only +, -, *, / and sqrt are used, which IEEE 754 fixes; compile with -ffp-contract=off. Tests show
// that errors stay below 1.5 units in the last place (pow: 4e-16 * (1 + |y ln x|) relative).
#pragma once
#include <cstdint>

namespace aqm::math {

/// e^x; 0 below -745.2, infinity above 709.8, NaN for NaN.
double exp(double x);
/// Natural logarithm; -infinity at 0, NaN below.
double log(double x);
/// e^x - 1 and ln(1 + x), accurate near 0.
double expm1(double x);
double log1p(double x);
/// x^y for x >= 0 (NaN below 0). x^0 = 1; 0^y = 0 for y > 0.
double pow(double x, double y);
/// x^n by repeated squaring, n >= 0: exact order of operations, no logarithm.
double powi(double x, std::int64_t n);
/// Real cube root, odd.
double cbrt(double x);
/// Sine and cosine, error below 1.5e-16 (absolute), for |x| <= 1e6; NaN beyond.
double sin(double x);
double cos(double x);
/// The angle of the point (x, y), in [-pi, pi]; 0 for the origin.
double atan2(double y, double x);

}  // namespace aqm::math
