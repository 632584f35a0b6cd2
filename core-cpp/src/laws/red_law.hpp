// Members of the RED family in the fluid model: the average is a state, and the scheme's own pure law is a function of
// it.
//   no state of its own           StaticLaw: the law becomes a table
//   adapted by a timer            the law's own adapt() at t = interval, 2 interval, ...
//   changed by the average's behaviour (SCRED), by the load (SARED), or also reading the queue (MRED): the same, with
//   the borders at which the change happens
// A law says which of this applies to it by
//   static constexpr bool records_only() { return true; }     its Dynamic is recorded, not used
//   static std::vector<double> queue_levels(const Params&)    queues at which the law jumps
//   static std::vector<double> load_levels(const Params&)     loads inflow / C at which set_load changes its state
//   static constexpr bool follows_average() { return true; }  on_arrival changes its state only where the average
//                                                             crosses a threshold
#pragma once
#include <algorithm>
#include <array>
#include <cmath>

#include "aqm/elementary.hpp"
#include "aqm/fluid_law.hpp"
#include "smeared.hpp"
#include "static_law.hpp"

namespace aqm::fluid {

/// What the fluid model needs of RED's parameters.
struct RedScale {
  double weight;  ///< -ln(1 - w_q): the average's rate per packet that the link serves
  /// units of the thresholds per packet: 1, or the packet's size divided by the mean size in byte mode
  double unit;
  double spacing;  ///< long-run drops per drop that p_b alone would make
  /// for a law that measures the load, the length of its window, s, and the standard deviation of a measured load of 1:
  /// a window contains few packets
  double load_window = 0, load_scatter = 0;
};

/// `Family` is RedFamily<Law>: the law with its knots.
template <class Family>
class RedLawOf final : public FluidLaw {
 public:
  using Params = typename Family::Params;
  using Dynamic = typename Family::Dynamic;

  /// With a `limit` the law has lines in place of its jumps over the average, which never exceeds the limit; infinity:
  /// it jumps.
  RedLawOf(const Params& params, const RedScale& scale, std::vector<double> knots, double limit)
      : p_(params), scale_(scale), initial_(initial(params)), knots_(std::move(knots)) {
    if constexpr (requires { Family::queue_levels(p_); }) {
      queue_levels_ = Family::queue_levels(p_);
      for (const double level : queue_levels_) {
        for (const double side : {-kSmear, kSmear}) queue_cuts_.push_back(level + side);
      }
      std::sort(queue_cuts_.begin(), queue_cuts_.end());
    }
    if constexpr (requires { Family::load_levels(p_); }) {
      load_levels_ = Family::load_levels(p_);
      cut_loads(std::isfinite(limit));
    }
    if (std::isfinite(limit)) {
      // A law that also reads the queue may jump only if the queue is long.
      ramps_ = ramps_of([&](double x) { return law(initial_, x, limit); }, knots_, limit);
      knots_ = with_ramps(knots_, ramps_);
    }
  }

  /// The average, and the measured load if the law reads it.
  int states() const override { return reads_load() ? 2 : 1; }
  FluidStateInfo state(int i) const override {
    return i == 0 ? FluidStateInfo{"avg", "packets", 1} : FluidStateInfo{"rho", "1", 1};
  }

  void start(const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    z[0] = queue.q;
    if (reads_load()) z[1] = queue.inflow / queue.capacity;
    write(initial_, memory);
    settle(queue, z, memory);
  }
  void settle(const FluidQueue& queue, const double* z, FluidMemory& memory) const override {
    const int load = reads_load() ? count_below(load_cuts_, z[1]) : 0;
    set_load(load, memory);
    memory.piece =
        piece(count_below(knots_, z[0] * scale_.unit), count_below(queue_cuts_, queue.q * scale_.unit), load);
  }

  double probability(const FluidQueue& queue, const double* z, const FluidMemory& memory) const override {
    const Dynamic d = read(memory);
    const int load = memory.piece / (kShift * kShift) & kField;
    if (!between_loads(load)) return probability(d, queue, z, memory);
    FluidMemory after = memory;
    set_load(load + 1, after);
    const double below = load_cuts_[static_cast<std::size_t>(load) - 1],
                 above = load_cuts_[static_cast<std::size_t>(load)];
    const double share = (z[1] - below) / (above - below);
    const double low = probability(d, queue, z, memory), high = probability(read(after), queue, z, memory);
    return std::clamp(low + share * (high - low), 0.0, 1.0);
  }
  double drops_marked(int, const FluidQueue& queue, const double* z, const FluidMemory& memory) const override {
    const Dynamic d = read(memory);
    const double q = queue.q * scale_.unit;
    return share_forced([&](double x) { return forced(d, x, q); }, ramps_, z[0] * scale_.unit);
  }
  bool has_ramps() const override { return !ramps_.empty(); }
  bool on_jump(const double* z) const override { return ramp_at(ramps_, z[0] * scale_.unit) != nullptr; }

  bool rests_by_inflow() const override { return reads_load(); }
  std::vector<double> inflow_borders(double capacity) const override {
    std::vector<double> all = load_cuts_;
    for (double& level : all) level *= capacity;
    return all;
  }

  void rates(const FluidQueue& queue, const double* z, [[maybe_unused]] const FluidMemory& memory,
             double* dz) const override {
    double weight = scale_.weight;
    if constexpr (requires { Family::weight(p_, initial_); }) weight = -math::log1p(-Family::weight(p_, read(memory)));
    dz[0] = weight * queue.capacity * (queue.q - z[0]);
    // The mean age of what a sliding window contains is half of its length.
    if (reads_load()) dz[1] = 2 / scale_.load_window * (queue.inflow / queue.capacity - z[1]);
  }

  /// Guards: the knot below and above the average, the level below and above the queue, and the same for the load.
  int guards(const FluidMemory&) const override {
    return 2 + (queue_levels_.empty() ? 0 : 2) + (load_levels_.empty() ? 0 : 2);
  }
  bool guards_see_flow() const override { return false; }
  double slack(int guard, const FluidQueue& queue, const double* z, const FluidMemory& memory) const override {
    if (guard < 2) return side(guard, z[0] * scale_.unit, knots_, memory.piece & kField);
    if (guard < 4 && !queue_levels_.empty()) {
      return side(guard, queue.q * scale_.unit, queue_cuts_, memory.piece / kShift & kField);
    }
    return side(guard, z[1], load_cuts_, memory.piece / (kShift * kShift) & kField);
  }
  FluidLevel level(int guard, double, const FluidMemory& memory) const override {
    if (guard < 2) return level_of(0, guard, knots_, memory.piece & kField, scale_.unit);
    if (guard >= 4 || queue_levels_.empty()) {
      return level_of(1, guard, load_cuts_, memory.piece / (kShift * kShift) & kField);
    }
    return level_of(FluidLevel::kQueue, guard, queue_cuts_, memory.piece / kShift & kField, scale_.unit);
  }
  FluidJump cross(int guard, const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    const int step = guard % 2 == 0 ? -1 : 1;
    if (guard < 2) {
      const bool leaves_ramp = ramp_of(memory) != nullptr;
      memory.piece += step;
      const auto before = memory.value;
      follow_average(queue, z[0] * scale_.unit, step, memory);
      if ((leaves_ramp || ramp_of(memory) != nullptr) && memory.value == before) return FluidJump::slope;
    } else if (guard < 4 && !queue_levels_.empty()) {
      memory.piece += kShift * step;
      return FluidJump::slope;
    } else {
      memory.piece += kShift * kShift * step;
      set_load(memory.piece / (kShift * kShift) & kField, memory);
      if (spreads_load()) return FluidJump::slope;
    }
    return FluidJump::value;
  }
  std::string guard_name(int guard, const FluidMemory&) const override {
    if (guard < 2) return "the average crosses a threshold";
    return guard < 4 && !queue_levels_.empty() ? "the queue crosses a threshold" : "the load crosses a threshold";
  }

  bool remembers() const override {
    return requires { requires Family::follows_average(); };
  }

  double interval() const override {
    if constexpr (kAdapts)
      return p_.interval;
    else
      return kInf;
  }
  FluidJump tick(const FluidQueue&, [[maybe_unused]] const double* z, FluidMemory& memory) const override {
    if constexpr (kAdapts) {
      const FluidMemory before = memory;
      Dynamic d = read(memory);
      Family::adapt(p_, d, z[0] * scale_.unit);
      write(d, memory);
      if (memory.value == before.value) return FluidJump::nothing;
    }
    return FluidJump::value;
  }

 private:
  static constexpr double kInf = std::numeric_limits<double>::infinity();
  static constexpr int kField = 15, kShift = 16;  // the piece holds three counts of levels
  static constexpr bool kAdapts = requires(const Params& p, Dynamic& d) { Family::adapt(p, d, 0.0); };

  static int piece(int average, int queue, int load) { return average + kShift * (queue + kShift * load); }
  static int count_below(const std::vector<double>& levels, double v) {
    return static_cast<int>(std::upper_bound(levels.begin(), levels.end(), v) - levels.begin());
  }
  /// Distance of v on its side of the level below (even guards) or above (odd guards).
  static double side(int guard, double v, const std::vector<double>& levels, int at) {
    const auto i = static_cast<std::size_t>(at);
    if (guard % 2 == 0) return at > 0 ? (v - levels[i - 1]) / (1 + std::abs(levels[i - 1])) : 1;
    return i < levels.size() ? (levels[i] - v) / (1 + std::abs(levels[i])) : 1;
  }
  static FluidLevel level_of(int component, int guard, const std::vector<double>& levels, int at, double unit = 1) {
    const auto i = static_cast<std::size_t>(at);
    if (guard % 2 == 0) return {component, at > 0 ? levels[i - 1] / unit : -kInf, 1};
    return {component, i < levels.size() ? levels[i] / unit : kInf, -1};
  }

  /// In the state d.
  double probability(const Dynamic& d, const FluidQueue& queue, const double* z, const FluidMemory& memory) const {
    const auto at = static_cast<std::size_t>(memory.piece & kField);
    const double lo = at > 0 ? knots_[at - 1] : -kInf, hi = at < knots_.size() ? knots_[at] : kInf;
    const double x = z[0] * scale_.unit, q = queue.q * scale_.unit;
    if (const Ramp* ramp = ramp_of(memory)) {
      const auto sharp = [&](double at) { return as_made(law(d, at, q)); };
      return std::clamp(along(*ramp, sharp, x), 0.0, 1.0);
    }
    // Beyond the borders of the piece the law continues in a straight line.
    double p = 0;
    if (x >= lo && x < hi) {
      p = law(d, x, q);
    } else {
      const double width = std::isfinite(hi - lo) ? 1e-6 * (hi - lo) : 1e-4;
      const double edge = x < lo ? lo : hi - 1e-3 * width, inner = x < lo ? lo + width : edge - width;
      const double at_edge = law(d, edge, q);
      p = at_edge + (x - edge) * (law(d, inner, q) - at_edge) / (inner - edge);
    }
    return as_made(p);
  }

  /// Long-run drops per packet if the law gives p.
  double as_made(double p) const { return std::clamp(p * scale_.unit * scale_.spacing, 0.0, 1.0); }

  /// The ramp that a piece is; null if it is none.
  const Ramp* ramp_of(const FluidMemory& memory) const {
    const auto at = static_cast<std::size_t>(memory.piece & kField);
    return at > 0 && at < knots_.size() ? ramp_at(ramps_, 0.5 * (knots_[at - 1] + knots_[at])) : nullptr;
  }

  /// The law; for a law that reads the queue, the mean over the arrivals (smeared.hpp).
  double law(const Dynamic& d, double x, [[maybe_unused]] double q) const {
    if constexpr (requires { Family::law(p_, d, x, q); }) {
      double p = Family::law(p_, d, x, 0);
      for (const double level : queue_levels_) {
        const double jump = Family::law(p_, d, x, level) - Family::law(p_, d, x, std::nextafter(level, -kInf));
        p += share_above(q, level) * jump;
      }
      return p;
    } else {
      return Family::law(p_, d, x);
    }
  }

  /// The share of arrivals that are certain to be dropped.
  double forced(const Dynamic& d, double x, [[maybe_unused]] double q) const {
    if constexpr (requires { Family::law(p_, d, x, q); }) {
      const auto certain = [&](double at) { return Family::law(p_, d, x, at) >= 1 ? 1.0 : 0.0; };
      double all = certain(0);
      for (const double level : queue_levels_) {
        all += share_above(q, level) * (certain(level) - certain(std::nextafter(level, -kInf)));
      }
      return all;
    } else {
      return Family::law(p_, d, x) >= 1 ? 1 : 0;
    }
  }

  static Dynamic initial(const Params& p) {
    if constexpr (requires { Family::initial(p); })
      return Family::initial(p);
    else
      return {};
  }
  Dynamic read(const FluidMemory& memory) const {
    if constexpr (requires { Family::read(p_, memory.value.data()); })
      return Family::read(p_, memory.value.data());
    else
      return initial_;
  }
  static void write(const Dynamic& d, FluidMemory& memory) {
    if constexpr (requires { Family::write(d, memory.value.data()); }) Family::write(d, memory.value.data());
  }

  /// Where a part of the arrivals begins or ends to see another load: at the levels, or on both sides of each, evenly
  /// over the width that has the scatter of the measured load.
  void cut_loads(bool spread) {
    const double half = std::sqrt(3.0) * scale_.load_scatter;
    double below = 0;
    for (std::size_t i = 0; i < load_levels_.size(); ++i) {
      const double level = load_levels_[i], above = i + 1 < load_levels_.size() ? load_levels_[i + 1] : 2 * level;
      const double width = std::min({half * std::sqrt(level), 0.49 * (level - below), 0.49 * (above - level)});
      if (spread && width > 0) {
        load_cuts_.push_back(level - width);
        load_cuts_.push_back(level + width);
      } else {
        load_cuts_.push_back(level);
      }
      below = level;
    }
    if (load_cuts_.size() != 2 * load_levels_.size()) load_cuts_ = load_levels_;
  }
  /// Whether a part of the arrivals sees the load above a level.
  bool between_loads(int load) const { return spreads_load() && load % 2 == 1; }
  bool spreads_load() const { return load_cuts_.size() > load_levels_.size(); }
  bool reads_load() const { return !load_levels_.empty(); }

  /// The state for a load just above the level below it; between two cuts, below the level.
  void set_load([[maybe_unused]] int at, [[maybe_unused]] FluidMemory& memory) const {
    if constexpr (requires(Dynamic & d) { Family::set_load(p_, d, 0.0); }) {
      Dynamic d = read(memory);
      const int level = spreads_load() ? at / 2 : at;
      Family::set_load(p_, d, level > 0 ? load_levels_[static_cast<std::size_t>(level) - 1] : 0);
      write(d, memory);
    }
  }

  /// The changes by an arrival just beyond the knot that the average has crossed.
  void follow_average([[maybe_unused]] const FluidQueue& queue, [[maybe_unused]] double x, [[maybe_unused]] int step,
                      [[maybe_unused]] FluidMemory& memory) const {
    if constexpr (requires { requires Family::follows_average(); }) {
      Dynamic d = read(memory);
      const double change = step * 1e-9 * (1 + std::abs(x));
      Family::on_arrival(p_, d, typename Family::View{x + change, change, queue.q, 0, 0, 0});
      write(d, memory);
    }
  }

  Params p_;
  RedScale scale_;
  Dynamic initial_;
  std::vector<double> knots_, queue_levels_, load_levels_, load_cuts_;
  std::vector<double> queue_cuts_;  ///< where a share begins or ends to change
  std::vector<Ramp> ramps_;         ///< the lines in place of its jumps over the average
};

}  // namespace aqm::fluid
