// The law of LRED: Wang, Liu, Li, Sohraby and Hou, "LRED: a robust and responsive AQM algorithm using packet loss ratio
// measurement", IEEE TPDS 18(1), 2007. The measured loss ratio shows which drop probability the traffic needs; the
// queue corrects it.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

namespace aqm {

/// Drop probability at queue `q`: the loss ratio plus a correction proportional to its square root. `growth`: the
/// relative growth of the correction per unit of loss (AOPC: 2).
inline double lred_probability(double loss, double beta, double growth, double q, double target) {
  return std::clamp(loss + beta * std::sqrt(loss) * (1 + growth * loss) * (q - target), 0.0, 1.0);
}

/// The smoothed loss ratio over the last periods.
class LossMeter {
 public:
  /// Uses the last `periods` >= 1 periods; `weight` in [0, 1) is the share of the old estimate.
  LossMeter(int periods, double weight) : ring_(static_cast<std::size_t>(periods)), weight_(weight) {}

  void arrival() { ++ring_[current_].arrivals; }
  void drop() { ++ring_[current_].drops; }

  /// A period ends.
  void roll() {
    double arrivals = 0, drops = 0;
    for (const Period& p : ring_) {
      arrivals += p.arrivals;
      drops += p.drops;
    }
    const double ratio = arrivals > 0 ? drops / arrivals : 0;
    smoothed_ = weight_ * smoothed_ + (1 - weight_) * ratio;
    current_ = (current_ + 1) % ring_.size();
    ring_[current_] = {};
  }
  double value() const { return smoothed_; }

 private:
  struct Period {
    double arrivals = 0, drops = 0;
  };
  std::vector<Period> ring_;
  std::size_t current_ = 0;
  double weight_, smoothed_ = 0;
};

}  // namespace aqm
