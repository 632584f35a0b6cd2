// Pacing: bursts of segments leave at such distances that the rate is met. As in Linux and in draft-ietf-ccwg-bbr
// section 5.6.2, each segment moves the time of the next departure forward by what the segment takes at the rate of
// that moment.
#pragma once
#include <algorithm>

#include "aqm/congestion_control.hpp"

namespace aqm {

class Pacer {
 public:
  /// Whether a segment may leave now.
  bool ready(Time now) const { return left_ > 0 || now >= next_; }

  /// A segment leaves, at `rate` segments per second.
  void sent(Time now, double rate, const Bursts& bursts) {
    if (now >= next_) {
      left_ = bursts.at(rate);
      next_ = now;
    }
    left_ -= 1;
    if (rate < kInfinity) next_ += from_seconds(1 / rate);
  }

  /// When the next burst may leave.
  Time next() const { return next_; }

  std::uint32_t full_until = 0;  ///< segments below it were sent before pacing last held a segment back
  Time event = kNever;           ///< the pending event

 private:
  Time next_ = 0;
  double left_ = 0;  ///< segments of the burst that may still leave at once
};

}  // namespace aqm
