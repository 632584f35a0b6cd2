// A serial link: packets are put on it one after the other, each in 8 * size / rate, and take `delay` to reach the
// other end.
#pragma once
#include <algorithm>

#include "aqm/scenario.hpp"
#include "aqm/time.hpp"

namespace aqm {

/// Time to put `bytes` on a link of `rate_bps`.
class LinkPace {
 public:
  LinkPace() = default;
  explicit LinkPace(double rate_bps, const Framing& frame = {}) : ns_per_byte_(8e9 / rate_bps), frame_(frame) {}

  Time of(int bytes) {
    if (bytes != bytes_) [[unlikely]]
      measure(bytes);
    return time_;
  }

 private:
  /// Nearly all packets on a link have the same size.
  [[gnu::noinline]] void measure(int bytes) {
    bytes_ = bytes;
    time_ = static_cast<Time>(frame_.on_wire(bytes) * ns_per_byte_ + 0.5);
  }

  double ns_per_byte_ = 0;
  Framing frame_;
  int bytes_ = 0;
  Time time_ = 0;
};

/// A host's own link, first in, first out. Only one host uses it, so the time at which each packet leaves is known at
/// once. `WaitingRoom` is its limit, if it has one.
class HostLink {
 public:
  /// A packet enters at `now`; returns when its last bit arrives at the other end.
  Time carry(Time now, Time transmission, Time delay) {
    free_at_ = std::max(now, free_at_) + transmission;
    return free_at_ + delay;
  }
  /// When the last packet has left.
  Time free_at() const { return free_at_; }

 private:
  Time free_at_ = 0;
};

}  // namespace aqm
