// The smoothed round-trip time of a connection, and its retransmission timeout.
#pragma once
#include <algorithm>

#include "aqm/time.hpp"

namespace aqm {

/// Retransmission timeout: RFC 6298, in nanoseconds.
class RttEstimator {
 public:
  void sample(Time rtt) {
    if (srtt_ == 0) {
      srtt_ = rtt;
      variation_ = rtt / 2;
    } else {
      const Time error = rtt > srtt_ ? rtt - srtt_ : srtt_ - rtt;
      variation_ += (error - variation_) / 4;
      srtt_ += (rtt - srtt_) / 8;
    }
  }
  Time smoothed() const { return srtt_; }

  /// Timeout before backoff; one second before the first sample (RFC 6298 2.1).
  [[gnu::always_inline]] Time timeout(Time min_rto) const {
    if (srtt_ == 0) return std::max(kSecond, min_rto);
    return std::clamp(srtt_ + std::max(kGranularity, 4 * variation_), min_rto, kMaxRto);
  }
  static constexpr Time kMaxRto = 60 * kSecond;

 private:
  static constexpr Time kGranularity = 1'000'000;
  Time srtt_ = 0, variation_ = 0;
};

}  // namespace aqm
