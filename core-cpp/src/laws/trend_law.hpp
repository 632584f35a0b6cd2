// Laws that select their curve by how fast the average changes at an arrival, and move a threshold with it (AQMRD,
// AC-RED).
//
// The average changes by w_q (q - avg): the selection depends on how far the queue is above its average. In the fluid
// model this would switch at q = avg for every arrival at once. The queue that packets meet varies about the model's by
// chance, with a standard deviation of kChance packets where nothing oscillates (docs/fluid-model.md), so arrivals are
// split between the curves: the share of each is that of a logistic distribution, which is symmetric to the last bit.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "aqm/elementary.hpp"
#include "aqm/fluid_law.hpp"
#include "few.hpp"
#include "red_law.hpp"
#include "smeared.hpp"

namespace aqm::fluid {

/// While q - avg is at least `from` packets (and less than the next band's `from`): the law's curve, and a matching
/// change of the average.
struct TrendBand {
  double from;
  int curve;
  double change;
};

/// A Law as in parts/red_family.hpp whose Dynamic has `mid_th`, whose knots are few, and which offers
///   static std::vector<TrendBand> trend_bands(const Params&)     ascending; the first from -infinity
///   static constexpr bool jumps_at_threshold() { return true; }  if one of its curves jumps at mid_th, which moves
///                                                                by `mid_step`
/// If no arrival moves the threshold (steps of 0) it is not a state: the average is the only state.
template <class Law, class View>
class TrendLaw final : public FluidLaw {
 public:
  using Params = typename Law::Params;
  using Dynamic = typename Law::Dynamic;

  /// `limit`: as of RedLawOf.
  TrendLaw(const Params& params, const RedScale& scale, double limit)
      : p_(params), scale_(scale), bands_(Law::trend_bands(params)), initial_(Law::initial(params)), limit_(limit) {
    still_ = std::none_of(bands_.begin(), bands_.end(), [this](const TrendBand& band) {
      const Dynamic middle = at_threshold(0.5 * (p_.min_th + p_.max_th));
      return moved(middle, band, middle.mid_th) != 0;
    });
    if (std::isfinite(limit_)) find_jumps();
  }

  int states() const override { return still_ ? 1 : 2; }
  FluidStateInfo state(int i) const override {
    return i == 0 ? FluidStateInfo{"avg", "packets", 1} : FluidStateInfo{"mid_th", "packets", 1};
  }

  void start(const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    z[0] = queue.q;
    if (!still_) z[1] = initial_.mid_th / scale_.unit;
    settle(queue, z, memory);
  }
  /// The threshold drifts from its start to the first place at which rising and falling arrivals balance.
  void rest_at(const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    start(queue, z, memory);
    if (still_) return;
    const double drift = mean_move(0, z[0], z[1]);
    if (drift != 0) {
      double moving = z[1], still = (drift > 0 ? p_.max_th : p_.min_th) / scale_.unit;
      for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (moving + still);
        (drift * mean_move(0, z[0], middle) > 0 ? moving : still) = middle;
      }
      z[1] = still;
    }
    settle(queue, z, memory);
  }
  void settle(const FluidQueue&, const double* z, FluidMemory& memory) const override {
    const AllKnots knots = shape_at(threshold_of(z)).knots;
    memory.piece = count_below(knots, z[0] * scale_.unit);
  }

  double probability(const FluidQueue& queue, const double* z, const FluidMemory& memory) const override {
    const Dynamic d = threshold_of(z);
    const Shape shape = shape_at(d);
    const AllKnots& knots = shape.knots;
    const auto at = static_cast<std::size_t>(memory.piece);
    // Beyond the borders of its piece the law stays constant.
    double x = z[0] * scale_.unit;
    if (at > 0 && at <= knots.size()) x = std::max(x, knots[at - 1]);
    if (at < knots.size()) x = std::min(x, knots[at] - 1e-9 * (1 + std::abs(knots[at])));
    const double above = (queue.q - z[0]) * scale_.unit;
    double p = 0;
    for (std::size_t i = 0; i < bands_.size(); ++i) {
      const double part = share(i, above);
      if (part > 0) p += part * ramped(bands_[i], d, shape.ramps[i], x);
    }
    return std::clamp(p * scale_.unit * scale_.spacing, 0.0, 1.0);
  }

  double drops_marked(int, const FluidQueue& queue, const double* z, const FluidMemory&) const override {
    const Dynamic d = threshold_of(z);
    const Shape shape = shape_at(d);
    const double above = (queue.q - z[0]) * scale_.unit;
    double all = 0;
    for (std::size_t i = 0; i < bands_.size(); ++i) {
      all += share(i, above) * forced(bands_[i], d, shape.ramps[i], z[0] * scale_.unit);
    }
    return all;
  }
  bool has_ramps() const override {
    return std::any_of(jumps_.begin(), jumps_.end(), [](unsigned of_band) { return of_band != 0; });
  }
  bool on_jump(const double* z) const override {
    const Shape shape = shape_at(threshold_of(z));
    for (std::size_t i = 0; i < bands_.size(); ++i) {
      if (share(i, 0) > 0 && ramp_at(shape.ramps[i], z[0] * scale_.unit) != nullptr) return true;
    }
    return false;
  }

  void rates(const FluidQueue& queue, const double* z, const FluidMemory&, double* dz) const override {
    const double above = queue.q - z[0];
    dz[0] = scale_.weight * queue.capacity * above;
    if (!still_) dz[1] = queue.inflow * mean_move(above, z[0], z[1]);
  }

  /// Guards: the knot below and above the average.
  int guards(const FluidMemory&) const override { return 2; }
  bool guards_see_flow() const override { return false; }
  double slack(int guard, const FluidQueue&, const double* z, const FluidMemory& memory) const override {
    const Shape shape = shape_at(threshold_of(z));
    return side(guard, z[0] * scale_.unit, shape.knots, memory.piece);
  }
  FluidJump cross(int guard, const FluidQueue&, double*, FluidMemory& memory) const override {
    memory.piece += guard == 0 ? -1 : 1;
    return FluidJump::value;
  }
  std::string guard_name(int, const FluidMemory&) const override { return "the average crosses a threshold"; }

 private:
  static constexpr bool kJumpsAtThreshold = requires { requires Law::jumps_at_threshold(); };
  static constexpr double kChance = 2.8;  ///< packets

  static constexpr std::size_t kMaxBands = 3;
  /// Of all curves together; each ramp has two ends.
  using AllKnots = Few<double, 2 * kMaxBands * kMaxKnots + 2>;
  using Ramps = Few<Ramp, kMaxKnots>;
  /// Where the curves bend, ascending, and the ramps of each band's curve.
  struct Shape {
    AllKnots knots;
    std::array<Ramps, kMaxBands> ramps;
  };

  template <class Levels>
  static int count_below(const Levels& levels, double v) {
    return static_cast<int>(std::upper_bound(levels.begin(), levels.end(), v) - levels.begin());
  }
  template <class Levels>
  static double side(int guard, double v, const Levels& levels, int at) {
    const auto i = static_cast<std::size_t>(at);
    if (guard == 0) return at > 0 && i <= levels.size() ? (v - levels[i - 1]) / (1 + std::abs(levels[i - 1])) : 1;
    return i < levels.size() ? (levels[i] - v) / (1 + std::abs(levels[i])) : 1;
  }

  /// The width over which a jump at the threshold is smeared: one step of the threshold, or as for other jumps if it
  /// makes no steps.
  double step() const { return still_ ? kSmear : p_.mid_step; }

  /// For the curves. If the threshold met min_th or max_th, two knots would become one, and the pieces between them
  /// would have other numbers.
  Dynamic threshold_of(const double* z) const {
    if (still_) return initial_;
    constexpr double kInside = 1e-6;
    Dynamic d = initial_;
    d.mid_th = std::clamp(z[1] * scale_.unit, p_.min_th + kInside, p_.max_th - kInside);
    return d;
  }

  Dynamic at_threshold(double mid_th) const {
    Dynamic d = initial_;
    d.mid_th = std::clamp(mid_th, p_.min_th, p_.max_th);
    return d;
  }

  Shape shape_at(const Dynamic& d) const {
    Shape shape;
    for (std::size_t i = 0; i < bands_.size(); ++i) {
      const Knots knots = Law::knots(p_, bands_[i].curve, d);
      Ramps& ramps = shape.ramps[i];
      for (std::size_t k = 0; k < knots.size(); ++k) {
        if ((jumps_[i] >> k & 1) != 0) add_ramp(ramp_about(knots[k], limit_), ramps);
      }
      for (const double knot : knots) {
        if (kJumpsAtThreshold && knot == d.mid_th) continue;
        if (ramp_at(ramps, knot) == nullptr) shape.knots.insert(knot);
      }
      for (const Ramp& ramp : ramps) {
        shape.knots.insert(ramp.from);
        shape.knots.insert(ramp.to);
      }
    }
    if constexpr (kJumpsAtThreshold) {
      for (const double side : {-step(), step()}) shape.knots.insert(d.mid_th + side);
    }
    return shape;
  }

  /// A curve that jumps at the threshold: an arrival finds the threshold one step higher or lower, so the probability
  /// changes over one step to each side.
  double curve(int which, const Dynamic& d, double x) const {
    if constexpr (kJumpsAtThreshold) {
      const double jump = Law::curve(p_, which, d, d.mid_th) - Law::curve(p_, which, d, std::nextafter(d.mid_th, 0.0));
      const double without = Law::curve(p_, which, d, x) - (x < d.mid_th ? 0 : jump);
      return without + share_above(x, d.mid_th, step()) * jump;
    } else {
      return Law::curve(p_, which, d, x);
    }
  }

  /// Which knots of each band's curve are jumps. The threshold is in the middle here, because at an end two knots
  /// coincide.
  void find_jumps() {
    const Dynamic d = at_threshold(0.5 * (p_.min_th + p_.max_th));
    for (std::size_t i = 0; i < bands_.size(); ++i) {
      const int which = bands_[i].curve;
      const Knots knots = Law::knots(p_, which, d);
      for (std::size_t k = 0; k < knots.size(); ++k) {
        if (kJumpsAtThreshold && knots[k] == d.mid_th) continue;
        if (jumps_at([&](double x) { return Law::curve(p_, which, d, x); }, knots[k])) jumps_[i] |= 1u << k;
      }
    }
  }

  /// The share of a band's arrivals that meet the forced zone of its curve.
  double forced(const TrendBand& band, const Dynamic& d, const Ramps& ramps, double x) const {
    const auto certain = [&](double at) { return Law::curve(p_, band.curve, d, at) >= 1; };
    if constexpr (kJumpsAtThreshold) {
      if (std::abs(x - d.mid_th) < step() && certain(d.mid_th)) return share_above(x, d.mid_th, step());
    }
    return share_forced(certain, ramps, x);
  }

  /// The curve that applies in a band, with its ramps.
  double ramped(const TrendBand& band, const Dynamic& d, const Ramps& ramps, double x) const {
    const auto sharp = [&](double at) { return curve(band.curve, d, at); };
    const Ramp* ramp = ramp_at(ramps, x);
    return ramp == nullptr ? sharp(x) : along(*ramp, sharp, x);
  }

  /// The share of the arrivals in band i, for a queue that is this far above its average.
  double share(std::size_t i, double above) const {
    const double lo = i == 0 ? -std::numeric_limits<double>::infinity() : bands_[i].from;
    const double hi = i + 1 < bands_.size() ? bands_[i + 1].from : std::numeric_limits<double>::infinity();
    constexpr double kScale = kChance * 0.5513288954217921;  // sqrt(3) / pi
    const auto below = [&](double level) { return 1 / (1 + math::exp((above - level) / kScale)); };
    return below(hi) - below(lo);
  }

  /// The mean move of the threshold per arrival, packets.
  double mean_move(double above, double x, double mid) const {
    const Dynamic from = at_threshold(mid * scale_.unit);
    double sum = 0;
    for (std::size_t i = 0; i < bands_.size(); ++i) {
      const double part = share(i, above * scale_.unit);
      if (part == 0) continue;
      sum += part * moved(from, bands_[i], x * scale_.unit);
    }
    return sum / scale_.unit;
  }

  /// The move of the threshold by one arrival of a band.
  double moved(const Dynamic& from, const TrendBand& band, double avg) const {
    Dynamic d = from;
    Law::on_arrival(p_, d, View{avg, band.change, 0, 0, 0, 0});
    return d.mid_th - from.mid_th;
  }

  Params p_;
  RedScale scale_;
  std::vector<TrendBand> bands_;
  Dynamic initial_;
  double limit_;
  bool still_ = false;                       ///< no arrival moves the threshold
  std::array<unsigned, kMaxBands> jumps_{};  ///< for each band: which knots of its curve are jumps, bit by bit
};

}  // namespace aqm::fluid
