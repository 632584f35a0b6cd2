#include <algorithm>
#include <cmath>
#include <optional>

#include "aqm/elementary.hpp"
#include "aqm/fluid_lane_hopf.hpp"
#include "aqm/scheme.hpp"

namespace aqm {
namespace {

/// Values tried on either side of the present one; twenty a decade, or evenly over a range.
constexpr int kPlaces = 40;
constexpr double kStep = 2.302585092994046 / 20;

/// The k-th value above the present one (below, for negative k); nothing where the search has no such value.
class Places {
 public:
  Places(Knob knob, double present, const Range& range) : present_(present), range_(range) {
    geometric_ = knob != Knob::load && present > 0;
    width_ = (range.max - range.min) / kPlaces;
  }
  bool any() const { return std::isfinite(present_) && (geometric_ || std::isfinite(width_)); }
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
  const auto table = find_scheme(scenario.aqm)->params();
  const auto index = static_cast<std::size_t>(param);
  return param >= 0 && index < table.size() ? table[index].range : Range{};
}

/// What was seen on the way.
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
    return "there is no equilibrium between empty and full";
  }
};

/// One side of the search.
struct Side {
  int direction;
  double value, growth;  ///< of the place before
  bool ended = false;
};

}  // namespace

HopfSearch hopf_along(const ScenarioConfig& scenario, const LaneChoice& choice, FluidDelay delay, Knob knob,
                      int param) {
  const auto config_at = [&](double value) {
    const KnobSetting settings[] = {{knob, param, value}};
    FluidLane lane = fluid_at(scenario, choice, delay, settings);
    if (!lane.issues.empty()) lane.config.link().law = nullptr;
    return lane.config;
  };
  HopfSearch search;
  const FluidLane lane = fluid_of(scenario, choice, delay);
  if (!has_laws(lane.config) || !lane.issues.empty()) {
    search.point.message = "the lane has no fluid model";
    return search;
  }
  const double time = last_change(lane.config), present = knob_value(scenario, lane, knob, param);
  const Places places(knob, present, range_of(scenario, knob, param));
  search.from = search.to = present;
  if (!places.any()) {
    search.point.message = "it has no value to search from";
    return search;
  }
  Seen seen;
  const double here = map_cell(lane.config, time).growth;
  seen.add(here);
  Side sides[] = {{1, present, here}, {-1, present, here}};
  for (int k = 1; k <= kPlaces; ++k) {
    for (Side& side : sides) {
      const std::optional<double> value = side.ended ? std::nullopt : places.at(k * side.direction);
      const FluidConfig config = value ? config_at(*value) : FluidConfig{};
      side.ended = !has_laws(config);
      if (side.ended) continue;
      search.from = std::min(search.from, *value);
      search.to = std::max(search.to, *value);
      const double growth = map_cell(config, time).growth;
      seen.add(growth);
      const bool crosses = std::isfinite(growth) && std::isfinite(side.growth) && (growth > 0) != (side.growth > 0);
      if (crosses) {
        search.point =
            hopf(config_at, std::min(side.value, *value), std::max(side.value, *value), Linearisation::exact, time);
        if (search.point.message.empty()) return search;
      }
      side.value = *value;
      side.growth = growth;
    }
  }
  search.point.message = seen.why_none();
  return search;
}

}  // namespace aqm
