// The marking probability of BLUE: it steps up on overflow and down when the link is idle, at most once per freeze
// time.
#pragma once
#include <algorithm>

#include "aqm/time.hpp"

namespace aqm {

class BlueLevel {
 public:
  BlueLevel(double up, double down, double freeze_s) : up_(up), down_(down), freeze_(from_seconds(freeze_s)) {}

  /// Return whether the level could move; a step that comes too early is ignored.
  bool increase(Time now) { return move(now, up_); }
  bool decrease(Time now) { return move(now, -down_); }
  double value() const { return p_m_; }

 private:
  bool move(Time now, double step) {
    if (moved_ && now - last_update_ <= freeze_) return false;
    moved_ = true;
    last_update_ = now;
    p_m_ = std::clamp(p_m_ + step, 0.0, 1.0);
    return true;
  }

  double up_, down_;
  Time freeze_, last_update_ = 0;
  bool moved_ = false;
  double p_m_ = 0;
};

}  // namespace aqm
