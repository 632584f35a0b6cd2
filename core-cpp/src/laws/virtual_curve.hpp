// A drop curve over a virtual queue that is served more slowly than the real one (Exponential-RED): b' = entering rate
// - rate, held at 0. At rest the real queue is empty, `rate` enters, and b is where the curve gives the needed
// probability. Jumps of the curve are smeared over one packet to each side (smeared.hpp).
#pragma once
#include <algorithm>
#include <functional>
#include <vector>

#include "held_probability.hpp"
#include "smeared.hpp"

namespace aqm::fluid {

class VirtualCurve final : public HeldProbability<VirtualCurve> {
 public:
  /// `law`: of the virtual queue, ascending to 1; it is smooth except at its `knots`. `rate`: packets/s. Dropped
  /// packets do not enter, so b does not exceed the last knot.
  VirtualCurve(std::function<double(double b)> law, const std::vector<double>& knots, double rate)
      : HeldProbability(knots.back() + 2 * kSmear), law_(std::move(law)), rate_(rate) {
    ramps_ = ramps_of(law_, knots, bound_);
    cuts_ = with_ramps(knots, ramps_);
  }

  int states() const override { return 1; }
  FluidStateInfo state(int) const override { return {"b", "packets", 1}; }
  void start(const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    z[0] = 0;
    settle(queue, z, memory);
  }
  void settle(const FluidQueue& queue, const double* z, FluidMemory& memory) const override {
    memory.value[kBelow] = static_cast<double>(std::upper_bound(cuts_.begin(), cuts_.end(), z[0]) - cuts_.begin());
    seat(queue, z, memory);
  }
  double beyond(double /*arrives*/, double enters) const override { return enters - rate_; }
  void rest_with(const FluidQueue&, double p, double* z, FluidMemory& memory) const override {
    z[0] = p < 1 ? 0 : bound_;
    if (p > 0 && p < 1) {
      double low = 0, high = bound_;
      for (int i = 0; i < 200; ++i) (at(0.5 * (low + high)) < p ? low : high) = 0.5 * (low + high);
      z[0] = high;
    }
    memory.piece = kFree;
  }

  double probability(const FluidQueue&, const double* z, const FluidMemory&) const override { return at(z[0]); }
  void rates(const FluidQueue& queue, const double* z, const FluidMemory& memory, double* dz) const override {
    dz[0] = held_rate(queue, z, memory);
  }
  double free_rate(const FluidQueue& queue, const double*, const FluidMemory&) const {
    return queue.capacity * (1 - queue.idle) + queue.drift - rate_;
  }

  int guards(const FluidMemory& memory) const override { return HeldProbability::guards(memory) + 2; }
  double slack(int guard, const FluidQueue& queue, const double* z, const FluidMemory& memory) const override {
    const int own = HeldProbability::guards(memory);
    if (guard < own) return HeldProbability::slack(guard, queue, z, memory);
    const auto below = static_cast<std::size_t>(memory.value[kBelow]);
    if (guard == own) return below > 0 ? (z[0] - cuts_[below - 1]) / bound_ : 1;
    return below < cuts_.size() ? (cuts_[below] - z[0]) / bound_ : 1;
  }
  FluidJump cross(int guard, const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    const int own = HeldProbability::guards(memory);
    if (guard < own) return HeldProbability::cross(guard, queue, z, memory);
    memory.value[kBelow] += guard == own ? -1 : 1;
    return FluidJump::slope;
  }
  std::string guard_name(int, const FluidMemory&) const override { return "the virtual queue crosses a threshold"; }

 private:
  static constexpr std::size_t kBelow = 0;  // in the memory: how many cuts are below

  double at(double b) const {
    const Ramp* ramp = ramp_at(ramps_, b);
    return std::clamp(ramp == nullptr ? law_(b) : along(*ramp, law_, b), 0.0, 1.0);
  }

  std::function<double(double)> law_;
  double rate_;
  std::vector<Ramp> ramps_;
  std::vector<double> cuts_;
};

}  // namespace aqm::fluid
