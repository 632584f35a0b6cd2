// CHOKe: from a threshold of the average on, an arrival is compared with packets from the queue; if one belongs to
// its sender, both are dropped. Otherwise RED decides. If all senders have the same share of the queue, a draw matches
// with the probability h that two packets come from one sender, and m draws with M = 1 - (1 - h)^m: of each arrival,
// 2 M + (1 - M) r packets are dropped (cf. Tang, Wang and Low, "Understanding CHOKe: throughput and spatial
// characteristics", IEEE/ACM Transactions on Networking 12(4), 2004, equation 1). h is a state: it follows the arrivals
// in the time in which the queue is replaced. At the first threshold this jumps by
// 2 M, at the last to 1: lines replace both jumps (smeared.hpp).
#pragma once
#include <algorithm>
#include <cmath>

#include "aqm/elementary.hpp"
#include "gated.hpp"

namespace aqm::fluid {

class OwnMatches final : public GatedLaw {
 public:
  /// Thresholds in packets; `top`: RED's long-run probability below `max_th`; `weight`: as for StaticLaw.
  OwnMatches(double min_th, double max_th, double top, int draws, double weight)
      : GatedLaw(gates(min_th, max_th)),
        min_th_(min_th),
        max_th_(max_th),
        top_(top),
        draws_(static_cast<double>(draws)),
        weight_(weight) {}

  int states() const override { return 2; }
  FluidStateInfo state(int i) const override {
    return i == 0 ? FluidStateInfo{"avg", "packets", 1} : FluidStateInfo{"h", "1", 1e-3};
  }
  void start(const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    z[0] = queue.q;
    z[1] = std::min(1.0, queue.hits);
    settle(queue, z, memory);
  }
  bool sees_flows() const override { return true; }
  bool has_ramps() const override { return true; }
  bool on_jump(const double* z) const override {
    return std::abs(z[0] - min_th_) < kSmear || std::abs(z[0] - max_th_) < kSmear;
  }
  void rates(const FluidQueue& queue, const double* z, const FluidMemory&, double* dz) const override {
    dz[0] = weight_ * queue.capacity * (queue.q - z[0]);
    // While the flows of a model begin, there is less than one.
    dz[1] = queue.capacity / (1 + queue.q) * (std::min(1.0, queue.hits) - z[1]);
  }
  double probability(const FluidQueue&, const double* z, const FluidMemory&) const override {
    const double compared = share_above(z[0], min_th_), forced = share_above(z[0], max_th_);
    const double match = 1 - math::pow(1 - std::clamp(z[1], 0.0, 1.0), draws_);
    const double line = top_ * std::clamp((z[0] - min_th_) / (max_th_ - min_th_), 0.0, 1.0);
    const double red = line + forced * (1 - line);
    return std::min(1.0, compared * (2 * match + (1 - match) * red));
  }

 private:
  static std::vector<Gate> gates(double min_th, double max_th) {
    std::vector<Gate> all;
    for (const double at : {min_th - kSmear, min_th, min_th + kSmear, max_th - kSmear, max_th, max_th + kSmear}) {
      all.push_back(state_gate(0, at, FluidJump::slope));
    }
    return all;
  }

  double min_th_, max_th_, top_, draws_, weight_;
};

}  // namespace aqm::fluid
