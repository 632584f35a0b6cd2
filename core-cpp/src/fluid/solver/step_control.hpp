// The permitted length of the next step: proportional-integral control of the local error (Gustafsson 1991; Hairer,
// Norsett and Wanner, "Solving Ordinary Differential Equations I", section II.4 and volume II, section IV.2).
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>

namespace aqm::fluid {

// Logarithm and power of two to about one part in a hundred: a step length needs no more, and this costs a few
// nanoseconds. They use only exact operations on the representation and +, *: the same bits everywhere. Whole numbers
// pass between double and integer as the last bits of 2^52 plus the number, because a conversion is slow
// (docs/engines.md, note 6).

inline constexpr double kTwo52 = 0x1p52;

inline std::uint64_t bits_of(double x) {
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}
inline double double_of(std::uint64_t bits) {
  double x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

/// log2 x for a normal x > 0.
inline double rough_log2(double x) {
  const std::uint64_t bits = bits_of(x);
  const double exponent = double_of((bits >> 52) | bits_of(kTwo52)) - (kTwo52 + 1023);
  const double m = double_of((bits & 0xFFFFFFFFFFFFFULL) | (1023ULL << 52));
  return exponent + (m - 1) * (1.3465 - 0.3465 * (m - 1));  // the parabola through the ends of [1, 2]
}

/// 2^z for |z| < 1000.
inline double rough_exp2(double z) {
  // Rounded to the nearest, half below: floor z, or perhaps one less if z is whole, where the parabola gives the same.
  const double shifted = (z + (2048 - 0.5)) + kTwo52;
  const double f = z - (shifted - (kTwo52 + 2048));
  const double power = double_of((bits_of(shifted) - (2048 - 1023)) << 52);
  return (1 + f * (0.6565 + 0.3435 * f)) * power;
}

class StepControl {
 public:
  explicit StepControl(int order) : integral_(0.7 / order), proportional_(0.4 / order), plain_(1.0 / order) {}

  /// The factor for the next step after one whose scaled error was `error` (accepted when <= 1).
  double after_accepted(double error) {
    const double log_error = rough_log2(std::max(error, 1e-8));
    const double factor = kSafety * rough_exp2(proportional_ * previous_ - integral_ * log_error);
    previous_ = std::max(log_error, kCalm);
    const double limited = std::clamp(factor, kMin, rejected_ ? 1.0 : kMax);
    rejected_ = false;
    return limited;
  }
  double after_rejected(double error) {
    rejected_ = true;
    return std::clamp(kSafety * rough_exp2(-plain_ * rough_log2(std::min(error, 1e30))), kMin, kSafety);
  }
  /// After a discontinuity the earlier errors carry no information.
  void restart() { previous_ = kCalm; }

 private:
  static constexpr double kSafety = 0.9, kMin = 0.2, kMax = 5;
  static constexpr double kCalm = -13;  ///< log2 of the smallest error that the memory keeps
  double integral_, proportional_, plain_;
  double previous_ = kCalm;  ///< log2 of the scaled error of the step before
  bool rejected_ = false;
};

}  // namespace aqm::fluid
