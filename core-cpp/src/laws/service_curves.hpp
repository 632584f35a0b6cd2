// One average of the queue and a curve for each class of service (WRED).
#pragma once
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "aqm/fluid_law.hpp"
#include "smeared.hpp"

namespace aqm::fluid {

/// A curve over the average, packets. `knots`: where it bends or jumps; `ramps`: the lines in place of its jumps;
/// `forced(x)`: whether all packets are dropped at x, those with ECN too.
struct ServiceCurve {
  std::function<double(double)> law;
  std::vector<double> knots;
  std::vector<Ramp> ramps;
  std::function<bool(double)> forced;
};

/// The piece is that of all curves together. The number that moves all probabilities is the average itself, as a share
/// of the buffer.
class ServiceCurves final : public FluidLaw {
 public:
  /// `weight`: the average's rate per packet that the link serves.
  ServiceCurves(std::vector<ServiceCurve> curves, double weight, double buffer)
      : curves_(std::move(curves)), weight_(weight), buffer_(buffer) {
    for (const ServiceCurve& curve : curves_) {
      const std::vector<double> own = with_ramps(curve.knots, curve.ramps);
      knots_.insert(knots_.end(), own.begin(), own.end());
    }
    std::sort(knots_.begin(), knots_.end());
    knots_.erase(std::unique(knots_.begin(), knots_.end()), knots_.end());
  }

  int states() const override { return 1; }
  FluidStateInfo state(int) const override { return {"avg", "packets", 1}; }
  void start(const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    z[0] = queue.q;
    settle(queue, z, memory);
  }
  void settle(const FluidQueue&, const double* z, FluidMemory& memory) const override {
    memory.piece = static_cast<int>(std::upper_bound(knots_.begin(), knots_.end(), z[0]) - knots_.begin());
  }

  double probability(const FluidQueue&, const double* z, const FluidMemory&) const override { return z[0] / buffer_; }
  bool by_service() const override { return true; }
  double probability_of(int service, const FluidQueue&, const double* z, const FluidMemory& memory) const override {
    const auto at = static_cast<std::size_t>(memory.piece);
    const ServiceCurve& curve = curves_[std::min(static_cast<std::size_t>(service), curves_.size() - 1)];
    // Beyond the borders of its piece the value stays constant.
    double x = z[0];
    if (at > 0) x = std::max(x, knots_[at - 1]);
    if (at < knots_.size()) x = std::min(x, knots_[at] - 1e-9 * (1 + std::abs(knots_[at])));
    const Ramp* ramp = ramp_at(curve.ramps, x);
    return std::clamp(ramp != nullptr ? along(*ramp, curve.law, x) : curve.law(x), 0.0, 1.0);
  }
  double drops_marked(int service, const FluidQueue&, const double* z, const FluidMemory&) const override {
    const ServiceCurve& curve = curves_[std::min(static_cast<std::size_t>(service), curves_.size() - 1)];
    return share_forced(curve.forced, curve.ramps, z[0]);
  }
  bool has_ramps() const override {
    return std::any_of(curves_.begin(), curves_.end(), [](const ServiceCurve& curve) { return !curve.ramps.empty(); });
  }
  bool on_jump(const double* z) const override {
    return std::any_of(curves_.begin(), curves_.end(),
                       [z](const ServiceCurve& curve) { return ramp_at(curve.ramps, z[0]) != nullptr; });
  }

  void rates(const FluidQueue& queue, const double* z, const FluidMemory&, double* dz) const override {
    dz[0] = weight_ * queue.capacity * (queue.q - z[0]);
  }

  /// Guards: the knot below and above the average.
  int guards(const FluidMemory&) const override { return 2; }
  double slack(int guard, const FluidQueue&, const double* z, const FluidMemory& memory) const override {
    const auto at = static_cast<std::size_t>(memory.piece);
    if (guard == 0) return at > 0 ? (z[0] - knots_[at - 1]) / (1 + knots_[at - 1]) : 1;
    return at < knots_.size() ? (knots_[at] - z[0]) / (1 + knots_[at]) : 1;
  }
  FluidJump cross(int guard, const FluidQueue&, double*, FluidMemory& memory) const override {
    memory.piece += guard == 0 ? -1 : 1;
    return has_ramps() ? FluidJump::slope : FluidJump::value;
  }
  std::string guard_name(int, const FluidMemory&) const override { return "the average crosses a threshold"; }

 private:
  std::vector<ServiceCurve> curves_;
  double weight_, buffer_;
  std::vector<double> knots_;
};

}  // namespace aqm::fluid
