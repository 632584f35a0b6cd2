// A periodic timer of a discipline.
#pragma once
#include <algorithm>

#include "aqm/time.hpp"

namespace aqm {

class Ticker {
 public:
  /// Fires first after one `period_s` (at least a nanosecond).
  explicit Ticker(double period_s) : period_(std::max<Time>(1, from_seconds(period_s))), next_(period_) {}
  Time next() const { return next_; }
  void advance() { next_ += period_; }

 private:
  Time period_, next_;
};

}  // namespace aqm
