// Mean and standard deviation of delays, in integers as far as possible.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "aqm/parameters.hpp"
#include "aqm/time.hpp"

namespace aqm {

class DelayStats {
 public:
  void add(Time delay) {
    if (count_ == 0) pivot_ = delay;
    const Time d = delay - pivot_;
    ++count_;
    sum_ += d;
    squares_ += static_cast<double>(d) * static_cast<double>(d);
  }

  /// Those of both together.
  static DelayStats pooled(const DelayStats& a, const DelayStats& b) {
    if (a.count_ == 0) return b;
    DelayStats all = a;
    const Time shift = b.pivot_ - a.pivot_;
    const double n = static_cast<double>(b.count_), d = static_cast<double>(shift);
    all.count_ += b.count_;
    all.sum_ += b.sum_ + static_cast<Time>(b.count_) * shift;
    all.squares_ += b.squares_ + 2 * d * static_cast<double>(b.sum_) + n * d * d;
    return all;
  }

  std::uint64_t count() const { return count_; }
  /// s; NaN without any.
  double mean() const { return count_ > 0 ? (static_cast<double>(pivot_) + offset()) * 1e-9 : kUnset; }
  double deviation() const {
    if (count_ == 0) return kUnset;
    const double o = offset();
    return std::sqrt(std::max(0.0, squares_ / static_cast<double>(count_) - o * o)) * 1e-9;
  }

 private:
  /// ns above the pivot. The pivot is the first delay, which keeps the squares small.
  double offset() const { return static_cast<double>(sum_) / static_cast<double>(count_); }

  std::uint64_t count_ = 0;
  Time pivot_ = 0, sum_ = 0;
  double squares_ = 0;  ///< ns^2
};

}  // namespace aqm
