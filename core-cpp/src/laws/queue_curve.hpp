// A probability that is a curve over the instantaneous queue, without average and memory (step marking, DCQCN,
// proportional control). A jump of the curve is smeared over one packet to each side (smeared.hpp), for marks and for
// drops.
#pragma once
#include <functional>
#include <vector>

#include "aqm/fluid_law.hpp"
#include "smeared.hpp"

namespace aqm::fluid {

class QueueCurve final : public FluidLaw {
 public:
  /// `knots`: where `law`, which is continuous from the right, bends or jumps, ascending; `dropped`: its part that
  /// drops packets with ECN too, with the same knots.
  QueueCurve(std::function<double(double q)> law, const std::vector<double>& knots,
             std::function<double(double q)> dropped = {})
      : all_(std::move(law), knots), dropped_(std::move(dropped), knots), cuts_(knots) {
    for (const Smeared* curve : {&all_, &dropped_}) {
      for (const Jump& jump : curve->jumps) {
        cuts_.push_back(jump.at - kSmear);
        cuts_.push_back(jump.at + kSmear);
      }
    }
    std::sort(cuts_.begin(), cuts_.end());
  }

  int states() const override { return 0; }
  FluidStateInfo state(int) const override { return {"", "", 1}; }
  void start(const FluidQueue& queue, double* z, FluidMemory& memory) const override { settle(queue, z, memory); }
  void settle(const FluidQueue& queue, const double*, FluidMemory& memory) const override {
    memory.piece = static_cast<int>(std::upper_bound(cuts_.begin(), cuts_.end(), queue.q) - cuts_.begin());
  }
  double probability(const FluidQueue& queue, const double*, const FluidMemory&) const override {
    return all_(queue.q);
  }
  double drops_marked(int, const FluidQueue& queue, const double*, const FluidMemory&) const override {
    return dropped_(queue.q);
  }
  void rates(const FluidQueue&, const double*, const FluidMemory&, double*) const override {}

  /// Guards: the cut below and above the queue.
  int guards(const FluidMemory&) const override { return 2; }
  bool guards_see_flow() const override { return false; }
  double slack(int guard, const FluidQueue& queue, const double*, const FluidMemory& memory) const override {
    const auto at = static_cast<std::size_t>(memory.piece);
    if (guard == 0) return at > 0 ? (queue.q - cuts_[at - 1]) / (1 + std::abs(cuts_[at - 1])) : 1;
    return at < cuts_.size() ? (cuts_[at] - queue.q) / (1 + std::abs(cuts_[at])) : 1;
  }
  FluidJump cross(int guard, const FluidQueue&, double*, FluidMemory& memory) const override {
    memory.piece += guard == 0 ? -1 : 1;
    return FluidJump::slope;
  }
  std::string guard_name(int, const FluidMemory&) const override { return "the queue crosses a threshold"; }

 private:
  struct Jump {
    double at, by;
  };
  struct Smeared {
    Smeared(std::function<double(double)> of, const std::vector<double>& knots) : curve(std::move(of)) {
      if (!curve) return;
      for (const double knot : knots) {
        const double jump = curve(knot) - curve(std::nextafter(knot, -1.0));
        if (std::abs(jump) > 1e-9) jumps.push_back({knot, jump});
      }
    }
    double operator()(double q) const {
      if (!curve) return 0;
      double p = curve(q);
      for (const Jump& jump : jumps) p += (share_above(q, jump.at) - (q >= jump.at ? 1 : 0)) * jump.by;
      return std::clamp(p, 0.0, 1.0);
    }
    std::function<double(double)> curve;
    std::vector<Jump> jumps;
  };
  Smeared all_, dropped_;
  std::vector<double> cuts_;
};

}  // namespace aqm::fluid
