#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "aqm/elementary.hpp"
#include "aqm/fluid_lane_curves.hpp"
#include "fluid/analysis/characteristic.hpp"
#include "fluid/analysis/growth_at_rest.hpp"
#include "fluid/analysis/onset.hpp"
#include "fluid/solver/root.hpp"

namespace aqm {
namespace {

using fluid::Complex;

/// A place, or a direction, in shares of the two ranges.
struct Spot {
  double u = 0, v = 0;
};
constexpr Spot operator+(Spot a, Spot b) { return {a.u + b.u, a.v + b.v}; }
constexpr Spot operator-(Spot a, Spot b) { return {a.u - b.u, a.v - b.v}; }
constexpr Spot operator*(double f, Spot a) { return {f * a.u, f * a.v}; }
constexpr double dot(Spot a, Spot b) { return a.u * b.u + a.v * b.v; }
constexpr double cross(Spot a, Spot b) { return a.u * b.v - a.v * b.u; }
double length(Spot a) { return std::sqrt(dot(a, a)); }
constexpr Spot turned(Spot a) { return {-a.v, a.u}; }
constexpr bool inside(Spot a) { return a.u >= 0 && a.u <= 1 && a.v >= 0 && a.v <= 1; }

/// The distance of a place from the line between two others.
double distance(Spot p, Spot a, Spot b) {
  const double along = std::clamp(dot(p - a, b - a) / std::max(dot(b - a, b - a), 1e-300), 0.0, 1.0);
  return length(p - a - along * (b - a));
}
bool meet(Spot a, Spot b, Spot c, Spot d) {
  constexpr double kTouch = 5e-3;
  const bool cut = cross(b - a, c - a) * cross(b - a, d - a) < 0 && cross(d - c, a - c) * cross(d - c, b - c) < 0;
  return cut || distance(c, a, b) < kTouch || distance(d, a, b) < kTouch;
}

constexpr int kSeeds = 14;  ///< places of the coarse grid along each axis
constexpr double kFirstStep = 0.02, kMostStep = 0.03, kLeastStep = 5e-4, kBeside = 1e-5, kNear = 1e-8;
constexpr std::size_t kMostPoints = 2000;

class CurvesRun final : public HopfCurvesRun {
 public:
  CurvesRun(const ScenarioConfig& scenario, const LaneChoice& choice, FluidDelay delay, const KnobRange& x,
            const KnobRange& y)
      : scenario_(scenario), choice_(choice), delay_(delay), x_(x), y_(y) {
    const FluidLane lane = fluid_of(scenario_, choice_, delay_);
    if (has_laws(lane.config) && lane.issues.empty()) {
      time_ = last_change(lane.config);
      ask(seed(0));
    } else {
      stage_ = Stage::done;
    }
  }

  bool run(double& work) override {
    while (stage_ != Stage::done) {
      if (!(work > 0)) return false;
      if (!near_) {
        work -= fluid::kWholeWork;
        FluidConfig config = config_at(asked_);
        if (has_laws(config))
          near_.emplace(std::move(config), time_);
        else
          take(std::numeric_limits<double>::quiet_NaN());
      } else if (near_->run(work)) {
        take(near_->growth());
      }
    }
    return true;
  }
  double share() const override {
    if (stage_ == Stage::done) return 1;
    const double seeds = static_cast<double>(growth_.size()) / (kSeeds * kSeeds);
    return 0.3 * seeds + (edges_ == 0 ? 0 : 0.7 * static_cast<double>(edge_) / static_cast<double>(edges_));
  }
  const std::vector<HopfCurve>& curves() const override { return curves_; }

 private:
  enum class Stage { seeds, edge, start, beside_u, beside_v, march, done };

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static Spot seed(int k) {
    return {static_cast<double>(k % kSeeds) / (kSeeds - 1), static_cast<double>(k / kSeeds) / (kSeeds - 1)};
  }

  void ask(Spot at) {
    asked_ = at;
    near_.reset();
  }
  FluidConfig config_at(Spot at) const {
    const KnobSetting settings[] = {{x_.knob, x_.param, x_.value(at.u)}, {y_.knob, y_.param, y_.value(at.v)}};
    FluidLane lane = fluid_at(scenario_, choice_, delay_, settings);
    if (!lane.issues.empty()) lane.config.link().law = nullptr;
    return lane.config;
  }

  /// The growth rate at the place that was asked for; NaN: there is no smooth rest.
  void take(double growth) {
    switch (stage_) {
      case Stage::seeds:
        growth_.push_back(growth);
        if (growth_.size() < index(kSeeds * kSeeds)) return ask(seed(static_cast<int>(growth_.size())));
        edges_ = 2 * index(kSeeds * (kSeeds - 1));
        return next_edge();
      case Stage::edge:
        if (std::isnan(growth)) return next_edge();
        search_->tell(growth);
        if (search_->done()) stage_ = Stage::start;
        return ask(from_ + search_->place() * (to_ - from_));
      case Stage::start: return begin(growth);
      case Stage::beside_u:
        gradient_.u = (growth - growth_here_) / (asked_.u - start_.u);
        stage_ = Stage::beside_v;
        return ask({start_.u, start_.v + (start_.v > 0.5 ? -kBeside : kBeside)});
      case Stage::beside_v:
        gradient_.v = (growth - growth_here_) / (asked_.v - start_.v);
        if (!(length(gradient_) > 0) || !std::isfinite(length(gradient_))) return next_edge();
        spots_ = {start_};
        curve_ = {};
        note(here_);
        return set_out(1);
      case Stage::march: return correct(growth);
      case Stage::done: return;
    }
  }

  /// The next pair of neighbouring places of different signs that no curve separates yet.
  void next_edge() {
    for (; edge_ < edges_; ++edge_) {
      const int k = static_cast<int>(edge_ / 2), rows = kSeeds - 1;
      const bool across = edge_ % 2 == 0;
      const int i = across ? k % rows : k / rows, j = across ? k / rows : k % rows;
      const int a = j * kSeeds + i, b = across ? a + 1 : a + kSeeds;
      const double at_a = growth_[index(a)], at_b = growth_[index(b)];
      if (!std::isfinite(at_a) || !std::isfinite(at_b) || (at_a > 0) == (at_b > 0)) continue;
      from_ = seed(a);
      to_ = seed(b);
      if (separated()) continue;
      ++edge_;
      search_.emplace(0, at_a, 1, at_b, 1e-12);
      stage_ = Stage::edge;
      return ask(from_ + search_->place() * (to_ - from_));
    }
    stage_ = Stage::done;
  }
  bool separated() const {
    for (const auto& spots : traces_) {
      for (std::size_t i = 0; i + 1 < spots.size(); ++i) {
        if (meet(from_, to_, spots[i], spots[i + 1])) return true;
      }
    }
    return false;
  }

  /// At the place between two neighbours where the sign changes.
  void begin(double growth) {
    if (!std::isfinite(growth) || std::abs(growth) * fluid::longest_lag(near_->loop()) > 1e-6) return next_edge();
    start_ = asked_;
    growth_here_ = growth;
    omega_ = -1;
    here_ = looked();
    stage_ = Stage::beside_u;
    ask({start_.u + (start_.u > 0.5 ? -kBeside : kBeside), start_.v});
  }

  struct Look {
    double omega = 0, bend = 0;
  };
  /// What the place that was asked for has, whose rest has a pair of roots on the imaginary axis.
  Look looked() {
    const LinearLoop& loop = near_->loop();
    fluid::Characteristic characteristic(loop);
    Complex s{0, omega_};
    for (int i = 0; omega_ > 0 && i < 8; ++i) s = s - characteristic.correction(s);
    if (!(s.im > 0) || !(std::abs(s.re) < 1e-5 * fluid::size_of(loop, s))) {
      const RootReport report = rightmost_roots(loop, 1);
      s.im = report.roots.empty() ? 0 : report.roots.front().im;
    }
    omega_ = s.im;
    if (!(omega_ > 0)) return {};
    const double bend = fluid::onset_at(near_->config(), near_->rest(), omega_, time_).bend;
    return {omega_, std::isnan(bend) ? 0 : bend};
  }
  void note(Look look) {
    const Spot at = spots_.back();
    curve_.x.push_back(x_.value(at.u));
    curve_.y.push_back(y_.value(at.v));
    curve_.omega.push_back(look.omega);
    curve_.bend.push_back(look.bend);
  }

  /// From the start along the curve, or against it.
  void set_out(int way) {
    way_ = way;
    heading_ = (way / length(gradient_)) * turned(gradient_);
    rise_ = dot(gradient_, turned(heading_));
    step_ = kFirstStep;
    omega_ = here_.omega;
    stage_ = Stage::march;
    predict();
  }

  void predict() {
    const Spot here = spots_.back();
    double along = step_;
    line_ = turned(heading_);
    last_ = false;
    // A step over the border ends on it.
    const auto shorten = [&](double at, double rate, Spot border) {
      const double room = rate > 0 ? (1 - at) / rate : rate < 0 ? -at / rate : along;
      if (room >= along) return;
      along = std::max(0.0, room);
      line_ = dot(border, turned(heading_)) < 0 ? -1 * border : border;
      last_ = true;
    };
    shorten(here.u, heading_.u, {0, 1});
    shorten(here.v, heading_.v, {1, 0});
    base_ = here + along * heading_;
    slope_ = rise_ * dot(line_, turned(heading_));
    offset_ = 0;
    tries_ = 0;
    ask(base_);
  }

  /// Newton's method, then secants, on the line across the curve.
  void correct(double growth) {
    if (std::isnan(growth)) return shorter();
    if (tries_ > 0 && offset_ != offset_before_) {
      const double slope = (growth - growth_before_) / (offset_ - offset_before_);
      if (std::isfinite(slope) && slope != 0) slope_ = slope;
    }
    const double move = -growth / slope_;
    if (std::abs(move) < kNear) return arrive();
    growth_before_ = growth;
    offset_before_ = offset_;
    offset_ += move;
    const Spot next = base_ + offset_ * line_;
    if (++tries_ > 8 || !(std::abs(offset_) < step_) || !inside(next)) return shorter();
    ask(next);
  }

  void shorter() {
    step_ *= 0.5;
    step_ < kLeastStep ? finish() : predict();
  }

  void arrive() {
    const Spot here = spots_.back(), way = asked_ - here;
    const double far = length(way);
    const double turn = far > 0 ? std::abs(math::atan2(cross(heading_, way), dot(heading_, way))) : 0;
    constexpr double kSharp = 0.3;
    if (turn > kSharp && step_ > 2 * kLeastStep) return shorter();
    spots_.push_back(asked_);
    note(looked());
    if (last_ || !(far > 0) || spots_.size() >= kMostPoints) return finish();
    if (spots_.size() > 8 && length(asked_ - start_) < step_) {
      // Back at the start: a closed curve.
      spots_.push_back(start_);
      note(here_);
      way_ = -1;
      return finish();
    }
    const double across = dot(line_, turned(heading_));
    if (across != 0) rise_ = slope_ / across;
    heading_ = (1 / far) * way;
    step_ = std::min(kMostStep, turn < 0.1 ? 1.4 * step_ : turn > 0.2 ? 0.7 * step_ : step_);
    predict();
  }

  void finish() {
    if (way_ == 1) {
      std::reverse(spots_.begin(), spots_.end());
      for (auto* column : {&curve_.x, &curve_.y, &curve_.omega, &curve_.bend})
        std::reverse(column->begin(), column->end());
      return set_out(-1);
    }
    traces_.push_back(spots_);
    if (spots_.size() > 1) curves_.push_back(std::move(curve_));
    next_edge();
  }

  ScenarioConfig scenario_;
  LaneChoice choice_;
  FluidDelay delay_;
  KnobRange x_, y_;
  double time_ = 0;
  Stage stage_ = Stage::seeds;
  std::optional<fluid::GrowthAtRest> near_;
  Spot asked_;
  std::vector<double> growth_;  ///< at the seeds
  std::size_t edge_ = 0, edges_ = 0;
  Spot from_, to_;  ///< the edge
  std::optional<fluid::RootSearch> search_;
  // The curve that is followed.
  Spot start_, gradient_, heading_, base_, line_;
  Look here_;  ///< at its start
  double growth_here_ = 0, rise_ = 0, slope_ = 0, step_ = 0, omega_ = 0;
  double offset_ = 0, offset_before_ = 0, growth_before_ = 0;
  int way_ = 1, tries_ = 0;
  bool last_ = false;
  std::vector<Spot> spots_;
  HopfCurve curve_;
  std::vector<std::vector<Spot>> traces_;
  std::vector<HopfCurve> curves_;
};

}  // namespace

std::unique_ptr<HopfCurvesRun> begin_hopf_curves(const ScenarioConfig& scenario, const LaneChoice& choice,
                                                 FluidDelay delay, const KnobRange& x, const KnobRange& y) {
  return std::make_unique<CurvesRun>(scenario, choice, delay, x, y);
}

std::vector<HopfCurve> hopf_curves(const ScenarioConfig& scenario, const LaneChoice& choice, FluidDelay delay,
                                   const KnobRange& x, const KnobRange& y) {
  CurvesRun curves(scenario, choice, delay, x, y);
  double work = std::numeric_limits<double>::infinity();
  curves.run(work);
  return curves.curves();
}

}  // namespace aqm
