// HyStart++ (RFC 9406): when slow start finds longer round trips than before, it continues at a quarter of its pace for
// five round trips and then ends, or resumes if round trips become short again. This applies only to the first slow
// start (section 4.3).
#pragma once
#include <algorithm>

#include "aqm/congestion_control.hpp"

namespace aqm {

class HyStart {
 public:
  /// An acknowledgement of `segments` in slow start; `high` is one above the highest segment ever sent. Returns the
  /// growth of the window; `done` becomes true at the end of slow start.
  double grow(const AckEvent& ack, std::uint32_t high, bool paced, bool& done) {
    if (ack.next > window_end_) begin_round(high, done);
    current_ = std::min(current_, ack.rtt);
    ++samples_;
    const double segments = paced ? ack.segments : std::min(ack.segments, kMost);
    if (samples_ >= kSamples && current_ < kNever && last_ < kNever) {
      if (baseline_ < kNever) {
        if (current_ < baseline_) baseline_ = kNever;  // the added delay is gone: slow start resumes
      } else if (current_ >= last_ + std::clamp(last_ / kDivisor, kLeast, kMostDelay)) {
        baseline_ = current_;
        slow_rounds_ = 0;
      }
    }
    return baseline_ < kNever ? segments / kSlower : segments;
  }

 private:
  static constexpr std::uint32_t kMost = 8;  ///< L: segments that one acknowledgement adds without pacing
  static constexpr int kSamples = 8;         ///< N_RTT_SAMPLE
  static constexpr Time kLeast = 4'000'000, kMostDelay = 16'000'000;  ///< MIN_RTT_THRESH, MAX_RTT_THRESH
  static constexpr Time kDivisor = 8;                                 ///< MIN_RTT_DIVISOR
  static constexpr double kSlower = 4;                                ///< CSS_GROWTH_DIVISOR
  static constexpr int kSlowRounds = 5;                               ///< CSS_ROUNDS

  void begin_round(std::uint32_t high, bool& done) {
    last_ = current_;
    current_ = kNever;
    samples_ = 0;
    window_end_ = high;
    if (baseline_ < kNever && ++slow_rounds_ >= kSlowRounds) done = true;
  }

  Time last_ = kNever, current_ = kNever;  ///< shortest round trip of the previous round and of this one
  Time baseline_ = kNever;                 ///< of conservative slow start, while it lasts
  std::uint32_t window_end_ = 0;           ///< the round ends when more than this is acknowledged
  int samples_ = 0, slow_rounds_ = 0;
};

}  // namespace aqm
