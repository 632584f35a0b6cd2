// A link that sends only at times, as a simplification of Wi-Fi's transmit opportunities and of DOCSIS's grants. In
// every period it sends only in the first part, faster by the inverse of that part's share, so that its mean rate is
// the link's.
#pragma once
#include <algorithm>

#include "aqm/time.hpp"

namespace aqm {

class Grants {
 public:
  Grants() = default;
  /// `period` in s, 0: always; `share` of it in which the link sends.
  Grants(double rate_bps, double period, double share)
      : period_(from_seconds(period)),
        on_(std::max<Time>(from_seconds(period * share), 1)),
        ns_per_byte_(period_ > 0 ? 8e9 / rate_bps * static_cast<double>(on_) / static_cast<double>(period_) : 0) {}

  bool any() const { return period_ > 0; }

  /// When the last of `bytes` has left if they may begin to leave at `start`.
  Time transmitted(Time start, int bytes) const {
    Time need = std::max<Time>(static_cast<Time>(bytes * ns_per_byte_ + 0.5), 1);
    const Time phase = start % period_, left = on_ - phase;
    if (need <= left) return start + need;
    if (left > 0) need -= left;
    const Time whole = (need - 1) / on_;
    return start - phase + period_ + whole * period_ + (need - whole * on_);
  }

  /// ns in which the link could send, from time zero to `at`.
  Time sending(Time at) const { return at / period_ * on_ + std::min(at % period_, on_); }
  /// Mean rate that the link offers over [from, to), bit/s.
  double mean_rate(Time from, Time to) const {
    if (to <= from) return 0;
    return 8e9 / ns_per_byte_ * static_cast<double>(sending(to) - sending(from)) / static_cast<double>(to - from);
  }

 private:
  Time period_ = 0, on_ = 1;
  double ns_per_byte_ = 0;
};

}  // namespace aqm
