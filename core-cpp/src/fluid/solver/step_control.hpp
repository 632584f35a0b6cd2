// How long the next step may be: proportional-integral control of the local error (Gustafsson 1991; Hairer, Norsett and Wanner,
// "Solving Ordinary Differential Equations I", section II.4 and volume II, section IV.2).
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>

namespace aqm::fluid {

/// 2^(y log2 x) to about one part in a hundred, for x > 0 and |y log2 x| < 1000: a step length needs no more, and this costs
/// a few nanoseconds. It uses nothing but exact operations on the representation and +, *: the same bits everywhere.
inline double rough_power(double x, double y) {
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  const int exponent = static_cast<int>(bits >> 52) - 1023;
  bits = (bits & 0xFFFFFFFFFFFFFULL) | (1023ULL << 52);
  double m;
  std::memcpy(&m, &bits, sizeof m);
  // log2 m on [1, 2) by the parabola through its ends with the best middle.
  const double log2 = exponent + (m - 1) * (1.3465 - 0.3465 * (m - 1));
  const double z = y * log2;
  const double whole = static_cast<double>(static_cast<std::int64_t>(z + 2048)) - 2048;  // floor for z > -2048
  const double f = z - whole;
  const double mantissa = 1 + f * (0.6565 + 0.3435 * f);
  const std::uint64_t scale = static_cast<std::uint64_t>(static_cast<std::int64_t>(whole) + 1023) << 52;
  double power;
  std::memcpy(&power, &scale, sizeof power);
  return mantissa * power;
}

class StepControl {
 public:
  explicit StepControl(int order) : integral_(0.7 / order), proportional_(0.4 / order), plain_(1.0 / order) {}

  /// The factor for the next step after one whose scaled error was `error` (accepted when <= 1).
  double after_accepted(double error) {
    error = std::max(error, 1e-8);
    const double factor = kSafety * rough_power(error, -integral_) * rough_power(previous_, proportional_);
    previous_ = std::max(error, 1e-4);
    const double limited = std::clamp(factor, kMin, rejected_ ? 1.0 : kMax);
    rejected_ = false;
    return limited;
  }
  double after_rejected(double error) {
    rejected_ = true;
    return std::clamp(kSafety * rough_power(std::min(error, 1e30), -plain_), kMin, kSafety);
  }
  /// Behind a discontinuity the errors before say nothing.
  void restart() { previous_ = 1e-4; }

 private:
  static constexpr double kSafety = 0.9, kMin = 0.2, kMax = 5;
  double integral_, proportional_, plain_;
  double previous_ = 1e-4;
  bool rejected_ = false;
};

}  // namespace aqm::fluid
