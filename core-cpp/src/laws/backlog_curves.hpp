// For each class of service, a curve over the average number of its own waiting packets (CBT).
#pragma once
#include <algorithm>
#include <array>
#include <cmath>

#include "aqm/fluid_law.hpp"
#include "service_curves.hpp"

namespace aqm::fluid {

/// The queue is first in, first out, and the waiting packets have the composition of the entering ones
/// (fluid/model/flow.hpp combines the links of a chain in the same way): there are q_c = q e_c / e packets of class c,
/// where e_c of its packets and e of all packets enter per second. The average of a class follows its packets at its
/// own arrivals, avg_c' = w a_c (q_c - avg_c). A class whose packets are all dropped above its threshold, and all enter
/// below it, is held there: the line in place of the jump (smeared.hpp) drops the share that holds it, 1 - C limit / (q
/// a_c) at rest.
class BacklogCurves final : public FluidLaw {
 public:
  /// `weight`: the weight of an average, for each arriving packet of its class.
  BacklogCurves(std::array<ServiceCurve, kBacklogs> curves, double weight, double buffer)
      : curves_(std::move(curves)), weight_(weight), buffer_(buffer) {
    for (std::size_t c = 0; c < kBacklogs; ++c) {
      knots_[c] = with_ramps(curves_[c].knots, curves_[c].ramps);
      std::sort(knots_[c].begin(), knots_[c].end());
    }
  }

  int states() const override { return kBacklogs; }
  FluidStateInfo state(int i) const override {
    constexpr std::array<const char*, kBacklogs> kNames{"avg", "avg_marked", "avg_other"};
    return {kNames[static_cast<std::size_t>(i)], "packets", 1};
  }
  void start(const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    z[0] = queue.q;
    z[1] = z[2] = 0;
    settle(queue, z, memory);
  }
  /// The entering rate equals the leaving rate. In the classes with thresholds nothing responds to losses, so their
  /// arrivals are known.
  void rest_at(const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    z[0] = queue.q;
    for (std::size_t c = 1; c < kBacklogs; ++c) {
      const double whole = queue.q * queue.arrives[c] / queue.capacity;
      z[c] = whole;
      for (const Ramp& ramp : curves_[c].ramps) {
        if (whole <= ramp.from) continue;
        const double width = ramp.to - ramp.from;  // avg = whole (1 - (avg - from) / width)
        z[c] = whole * (1 + ramp.from / width) / (1 + whole / width);
      }
      z[0] -= z[c];
    }
    z[0] = std::max(0.0, z[0]);
    settle(queue, z, memory);
  }
  void settle(const FluidQueue&, const double* z, FluidMemory& memory) const override {
    for (std::size_t c = 0; c < kBacklogs; ++c) {
      memory.value[c] =
          static_cast<double>(std::upper_bound(knots_[c].begin(), knots_[c].end(), z[c]) - knots_[c].begin());
    }
  }

  /// The number that rises with all probabilities: the queue of the first class, as a share of the buffer.
  double probability(const FluidQueue&, const double* z, const FluidMemory&) const override { return z[0] / buffer_; }
  bool by_service() const override { return true; }
  bool by_backlog() const override { return true; }
  double probability_of(int service, const FluidQueue&, const double* z, const FluidMemory& memory) const override {
    const std::size_t c = backlog_of(service), at = piece(c, memory);
    // Beyond the borders of its piece the value stays constant.
    double x = z[c];
    if (at > 0) x = std::max(x, knots_[c][at - 1]);
    if (at < knots_[c].size()) x = std::min(x, knots_[c][at] - 1e-9 * (1 + std::abs(knots_[c][at])));
    const Ramp* ramp = ramp_at(curves_[c].ramps, x);
    return std::clamp(ramp != nullptr ? along(*ramp, curves_[c].law, x) : curves_[c].law(x), 0.0, 1.0);
  }
  double drops_marked(int service, const FluidQueue&, const double* z, const FluidMemory&) const override {
    const std::size_t c = backlog_of(service);
    return share_forced(curves_[c].forced, curves_[c].ramps, z[c]);
  }
  bool has_ramps() const override { return true; }
  bool on_jump(const double* z) const override {
    for (std::size_t c = 0; c < kBacklogs; ++c) {
      if (ramp_at(curves_[c].ramps, z[c]) != nullptr) return true;
    }
    return false;
  }

  void rates(const FluidQueue& queue, const double* z, const FluidMemory&, double* dz) const override {
    double enters = 0, arrives = 0;
    for (std::size_t c = 0; c < kBacklogs; ++c) {
      enters += queue.enters[c];
      arrives += queue.arrives[c];
    }
    // If almost nothing enters because everything is dropped, the queue still has the composition of the arrivals.
    const double missing = std::max(0.0, kLeastFlow * queue.capacity - enters);
    const double kept = arrives > 0 ? missing / arrives : 0;
    for (std::size_t c = 0; c < kBacklogs; ++c) {
      const double made_of = queue.enters[c] + kept * queue.arrives[c];
      const double waits = arrives > 0 ? queue.q * made_of / (enters + missing) : 0;
      dz[c] = weight_ * queue.arrives[c] * (waits - z[c]);
    }
  }

  /// Guards: the knot below and above each average.
  int guards(const FluidMemory&) const override { return 2 * kBacklogs; }
  double slack(int guard, const FluidQueue&, const double* z, const FluidMemory& memory) const override {
    const auto c = static_cast<std::size_t>(guard / 2);
    const std::size_t at = piece(c, memory);
    if (guard % 2 == 0) return at > 0 ? (z[c] - knots_[c][at - 1]) / (1 + knots_[c][at - 1]) : 1;
    return at < knots_[c].size() ? (knots_[c][at] - z[c]) / (1 + knots_[c][at]) : 1;
  }
  FluidJump cross(int guard, const FluidQueue&, double*, FluidMemory& memory) const override {
    const auto c = static_cast<std::size_t>(guard / 2);
    memory.value[c] += guard % 2 == 0 ? -1 : 1;
    return c > 0 || !curves_[c].ramps.empty() ? FluidJump::slope : FluidJump::value;
  }
  std::string guard_name(int, const FluidMemory&) const override { return "a class's average crosses a threshold"; }

 private:
  static constexpr double kLeastFlow = 0.01;  ///< share of the capacity, far from any rest
  static std::size_t piece(std::size_t c, const FluidMemory& memory) {
    return static_cast<std::size_t>(memory.value[c]);
  }

  std::array<ServiceCurve, kBacklogs> curves_;
  double weight_, buffer_;
  std::array<std::vector<double>, kBacklogs> knots_;
};

}  // namespace aqm::fluid
