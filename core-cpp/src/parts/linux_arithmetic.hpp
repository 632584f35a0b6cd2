// Integer arithmetic that several of Linux's queue disciplines share.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "aqm/linux_time.hpp"

namespace aqm::kernel {

/// One step of Newton's method towards 1 / sqrt(count), with 32 bits; `root`, of 32 bits, is the estimate before the
/// step. One step does not reach the exact value: from 1 at count 1 it comes to 0.5 at count 2, where the exact value
/// is 0.71.
constexpr std::uint32_t newton_step(std::uint32_t root, std::uint32_t count) {
  const std::uint64_t square = (std::uint64_t{root} * root) >> 32;
  const std::uint64_t half = ((std::uint64_t{3} << 32) - count * square) >> 2;
  return static_cast<std::uint32_t>((half * root) >> 31);
}

/// `value` times a fraction of 32 bits.
constexpr std::int64_t scaled(std::uint32_t value, std::uint32_t fraction) {
  return static_cast<std::int64_t>((std::uint64_t{value} * fraction) >> 32);
}

/// A parameter in the kernel's units, at least 1 because 0 would have another meaning.
inline std::int64_t in_units(double value, double unit) { return std::llround(value / unit); }

/// A timer that is set again after it has fired. Its times are whole jiffies; a period is rounded up to whole jiffies.
class JiffyTimer {
 public:
  JiffyTimer(Time first, double period_s)
      : period_(std::max<Time>(1, (from_seconds(period_s) + kJiffy - 1) / kJiffy) * kJiffy), next_(first) {}
  Time next() const { return next_; }
  void fired(Time now) { next_ = now + period_; }

 private:
  Time period_, next_;
};

/// The timers of PIE and RED first fire after half a second, whatever the period.
inline constexpr Time kFirstTimer = kSecond / 2;

}  // namespace aqm::kernel
