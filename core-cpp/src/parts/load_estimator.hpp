// The offered load: bytes that arrive in a sliding window, before any drop, divided by what the link carries in that
// time.
#pragma once
#include <algorithm>
#include <array>

#include "aqm/time.hpp"

namespace aqm {

/// rho for `bytes` in `seconds` on a link of `rate_bps` (docs/specification.md 0.3).
constexpr double offered_load(double bytes, double seconds, double rate_bps) {
  return 8 * bytes / (seconds * rate_bps);
}

/// A window of ten parts, so that rho never lags by more than a window. The part that the window is about to leave
/// counts with the share of it that is still inside, so that a constant rate gives a constant rho.
class LoadEstimator {
 public:
  LoadEstimator() : LoadEstimator(0.1) {}
  explicit LoadEstimator(double window_s) : part_(std::max<Time>(1, from_seconds(window_s / kParts))) {}

  /// One arrival of `bytes`; returns rho including it. Until a whole window has passed, rho covers the time since the
  /// start, but at least one part.
  double update(Time now, int bytes, double rate_bps) {
    advance(now / part_);
    parts_[at(current_)] += bytes;
    total_ += bytes;
    if (now < kParts * part_) return offered_load(total_, to_seconds(std::max(now, part_)), rate_bps);
    const double inside = 1 - static_cast<double>(now - current_ * part_) / static_cast<double>(part_);
    return offered_load(total_ + inside * parts_[at(current_ + 1)], to_seconds(kParts * part_), rate_bps);
  }

 private:
  static constexpr int kParts = 10;
  static std::size_t at(std::int64_t part) { return static_cast<std::size_t>(part % (kParts + 1)); }

  /// Makes `part` the newest of the ring; parts_[newest + 1] is the part that slides out, kept apart from the total.
  void advance(std::int64_t part) {
    if (part - current_ > kParts) {
      parts_.fill(0);
      total_ = 0;
      current_ = part;
    }
    for (; current_ < part; ++current_) {
      total_ -= parts_[at(current_ + 2)];
      parts_[at(current_ + 1)] = 0;
    }
  }

  Time part_;
  std::int64_t current_ = 0;
  std::array<double, kParts + 1> parts_{};
  double total_ = 0;
};

}  // namespace aqm
