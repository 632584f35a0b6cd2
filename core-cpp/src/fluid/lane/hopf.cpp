#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "aqm/elementary.hpp"
#include "aqm/fluid_lane_hopf.hpp"
#include "aqm/scheme.hpp"
#include "fluid/analysis/growth_at_rest.hpp"

namespace aqm {
namespace {

/// The number of values tried on each side of the present one; twenty per decade, or evenly over a range.
constexpr int kPlaces = 40;
constexpr double kStep = 2.302585092994046 / 20;
/// Then, if there is no point: places from the first value to the last.
constexpr int kFine = 2 * kPlaces + 1;

/// The k-th value above the present one (below, for negative k); nothing if the search has no such value.
class Places {
 public:
  Places(Knob knob, double present, const Range& range) : present_(present), range_(range) {
    geometric_ = knob != Knob::load && present > 0;
    width_ = (range.max - range.min) / kPlaces;
  }
  bool any() const { return std::isfinite(present_) && (geometric_ || std::isfinite(width_)); }
  /// Of kFine places between two values.
  double between(double from, double to, int i) const {
    const double share = i / (kFine - 1.);
    return geometric_ ? from * math::exp(share * math::log(to / from)) : from + share * (to - from);
  }
  std::optional<double> at(int k) const {
    const double value = geometric_ ? present_ * math::exp(k * kStep) : present_ + k * width_;
    if (value < range_.min || value > range_.max) return std::nullopt;
    return value;
  }

 private:
  double present_, width_;
  Range range_;
  bool geometric_;
};

Range range_of(const ScenarioConfig& scenario, Knob knob, int param) {
  if (knob == Knob::load) return {0, 0.999};
  if (knob != Knob::param) return {};
  const auto scheme = find_scheme(scenario.aqm, scenario.params);
  const auto table = scheme->params();
  const auto index = static_cast<std::size_t>(param);
  return param >= 0 && index < table.size() ? table[index].range : Range{};
}

/// What the search has met so far.
struct Seen {
  bool stable = false, unstable = false, undecided = false;
  void add(double growth) {
    stable = stable || growth < 0;
    unstable = unstable || growth > 0;
    undecided = undecided || growth == 0;
  }
  const char* why_none() const {
    if (unstable && (stable || undecided)) return "its stability changes only across values without an equilibrium";
    if (unstable) return "it is unstable throughout";
    if (undecided) return "it is unstable nowhere, and CUBIC's W_max keeps a root at 0";
    if (stable) return "it is stable throughout";
    return "no equilibrium between empty and full has a linear model";
  }
};

/// One side of the search.
struct Side {
  int direction;
  double value = 0, growth = 0;  ///< of the place before
  bool ended = false;
};

class AlongRun final : public HopfSearchRun {
 public:
  AlongRun(const ScenarioConfig& scenario, const LaneChoice& choice, FluidDelay delay, Knob knob, int param)
      : scenario_(scenario), choice_(choice), delay_(delay), knob_(knob), param_(param) {}

  bool run(double& work) override {
    while (!ended()) {
      if (!(work > 0) || !advance(work)) return false;
      if (ended() && !found_) search_.point.message = seen_.why_none();
    }
    return true;
  }
  double share() const override {
    return std::min(1., 0.5 * (std::min(place_, kPlaces + 1) / (kPlaces + 1.) + fine_ / double{kFine}));
  }
  const HopfSearch& search() const override { return search_; }

 private:
  /// Whether all places outwards have been tried.
  bool outwards() const { return place_ > kPlaces; }
  bool ended() const { return found_ || (outwards() && (fine_ >= kFine || !(search_.from < search_.to))); }
  /// False if no work is left.
  bool advance(double& work) {
    if (within_) {
      if (!within_->run(work)) return false;
      narrowed();
    } else if (near_) {
      if (!near_->run(work)) return false;
      const double growth = near_->growth();
      roots_ = near_->roots();
      near_.reset();
      seen_.add(growth);
      place_ == 0 ? begun(growth) : outwards() ? looked_between(growth) : looked(growth);
    } else {
      work -= fluid::kWholeWork;
      place_ == 0 ? begin() : outwards() ? look_between() : look();
    }
    return true;
  }
  void end(const char* why) {
    search_.point.message = why;
    found_ = true;
  }

  /// What the scenario has.
  void begin() {
    const FluidLane lane = fluid_of(scenario_, choice_, delay_);
    if (!has_laws(lane.config) || !lane.issues.empty()) return end("the lane has no fluid model");
    time_ = last_change(lane.config);
    const double present = knob_value(scenario_, lane, knob_, param_);
    places_.emplace(knob_, present, range_of(scenario_, knob_, param_));
    search_.from = search_.to = present;
    if (!places_->any()) return end("it has no value to search from");
    for (Side& side : sides_) side.value = present;
    near_.emplace(lane.config, time_);
  }
  void begun(double growth) {
    for (Side& side : sides_) side.growth = growth;
    place_ = 1;
  }

  /// The next place on one side.
  void look() {
    Side& side = sides_[side_];
    const std::optional<double> value = side.ended ? std::nullopt : places_->at(place_ * side.direction);
    FluidConfig config = value ? config_at(*value) : FluidConfig{};
    side.ended = !has_laws(config);
    if (side.ended) return next();
    search_.from = std::min(search_.from, *value);
    search_.to = std::max(search_.to, *value);
    looked_at_ = *value;
    near_.emplace(std::move(config), time_);
  }
  void looked(double growth) {
    if (!passes(sides_[side_], growth)) next();
  }

  /// Whether stability is lost on the way to this place; if so, the search goes on between it and the one before.
  bool passes(Side& side, double growth) {
    const bool crosses = std::isfinite(growth) && std::isfinite(side.growth) && (growth > 0) != (side.growth > 0);
    const double before = std::exchange(side.value, looked_at_);
    side.growth = growth;
    if (!crosses) return false;
    within_ = begin_hopf([this](double at) { return config_at(at); }, std::min(before, looked_at_),
                         std::max(before, looked_at_), Linearisation::exact, time_);
    return true;
  }

  /// The next of the places between the first and the last value.
  void look_between() {
    looked_at_ = places_->between(search_.from, search_.to, fine_);
    FluidConfig config = config_at(looked_at_);
    ++search_.tried;
    if (has_laws(config)) {
      near_.emplace(std::move(config), time_, roots_);
    } else {
      looked_between(std::numeric_limits<double>::quiet_NaN());
    }
  }
  void looked_between(double growth) {
    if (std::isfinite(growth)) {
      if (++search_.modelled == 1) search_.first = looked_at_;
      search_.last = looked_at_;
    }
    ++fine_;
    passes(between_, growth);
  }

  /// Narrows the search between two places, one of which is stable.
  void narrowed() {
    search_.point = within_->point();
    within_.reset();
    found_ = search_.point.message.empty();
    if (found_) {
      search_.tried = search_.modelled = 0;
      search_.first = search_.last = kUnset;
    } else if (!outwards()) {
      next();
    }
  }

  void next() {
    side_ = 1 - side_;
    if (side_ == 0) ++place_;
  }

  FluidConfig config_at(double value) const {
    const KnobSetting settings[] = {{knob_, param_, value}};
    FluidLane lane = fluid_at(scenario_, choice_, delay_, settings);
    if (!lane.issues.empty()) lane.config.link().law = nullptr;
    return lane.config;
  }

  ScenarioConfig scenario_;
  LaneChoice choice_;
  FluidDelay delay_;
  Knob knob_;
  int param_;
  double time_ = 0;
  HopfSearch search_;
  std::optional<Places> places_;
  Seen seen_;
  Side sides_[2] = {{1}, {-1}};
  std::optional<fluid::GrowthAtRest> near_;  ///< a place
  double looked_at_ = 0;
  std::vector<Root> roots_;  ///< of the place before
  std::unique_ptr<HopfRun> within_;
  int place_ = 0, side_ = 0;  ///< the next place; place 0 is the scenario's own value
  int fine_ = 0;              ///< the next place between the ends
  Side between_{1, 0, std::numeric_limits<double>::quiet_NaN()};
  bool found_ = false;  ///< the answer: a point, or the reason why there can be none
};

}  // namespace

std::unique_ptr<HopfSearchRun> begin_hopf_along(const ScenarioConfig& scenario, const LaneChoice& choice,
                                                FluidDelay delay, Knob knob, int param) {
  return std::make_unique<AlongRun>(scenario, choice, delay, knob, param);
}

HopfSearch hopf_along(const ScenarioConfig& scenario, const LaneChoice& choice, FluidDelay delay, Knob knob,
                      int param) {
  AlongRun along(scenario, choice, delay, knob, param);
  double work = std::numeric_limits<double>::infinity();
  along.run(work);
  return along.search();
}

}  // namespace aqm
