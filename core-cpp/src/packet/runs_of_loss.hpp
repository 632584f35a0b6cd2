// Random losses, independent or in runs. Runs follow Gilbert's chain (1960): Elliott's chain in which every packet of
// the bad state is lost and none of the good state. For a loss share L and runs of b packets on average, it leaves the
// bad state with probability 1 / b and enters it with probability L / (b (1 - L)).
#pragma once
#include "aqm/rng.hpp"
#include "aqm/scenario.hpp"

namespace aqm {

class RunsOfLoss {
 public:
  /// `mean_run` in packets; 0: each loss is independent.
  explicit RunsOfLoss(double mean_run) : mean_run_(mean_run) {}

  /// Whether the next packet is lost, for a loss share of `loss`.
  bool next(double loss, Rng& rng) {
    if (loss <= 0) return bad_ = false;
    const double u = rng.uniform();
    if (mean_run_ == 0 || !begun_ || loss >= 1) {
      begun_ = true;
      return bad_ = u < loss;
    }
    return bad_ = bad_ ? u >= 1 / mean_run_ : u < loss / (mean_run_ * (1 - loss));
  }

 private:
  double mean_run_;
  bool bad_ = false, begun_ = false;
};

/// Elliott's chain (1963) with all four parameters, in the order of tc's netem: the link's next state is drawn first,
/// and the packet's fate is drawn in the state in which the packet finds the link.
class GilbertElliott {
 public:
  explicit GilbertElliott(const Gemodel& model) : model_(model) {}

  bool next(Rng& rng) {
    const bool was_bad = bad_;
    const double turn = rng.uniform(), loss = rng.uniform();
    bad_ = was_bad ? turn >= model_.r : turn < model_.p;
    return loss < (was_bad ? model_.bad : model_.good);
  }

 private:
  Gemodel model_;
  bool bad_ = false;
};

}  // namespace aqm
