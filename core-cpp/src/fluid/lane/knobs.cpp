#include "aqm/fluid_knobs.hpp"

#include <cmath>
#include <vector>

#include "aqm/elementary.hpp"
#include "aqm/scheme.hpp"

namespace aqm {
namespace {

/// The observed link gets its own load in place of all the load that crosses it.
void set_load(double rate, FluidConfig& config) {
  const int observed = config.observed;
  std::erase_if(config.loads, [observed](const FluidLoad& load) {
    return load.first_link <= observed && observed <= load.last_link;
  });
  if (rate > 0) config.loads.push_back({FluidCourse(rate), false, observed, observed});
}

/// The part of a setting that belongs to the scenario: the AQM's defaults depend on its link.
void set_scenario(const KnobSetting& setting, const Scheme& scheme, ScenarioConfig& scenario,
                  std::vector<ConfigIssue>& issues) {
  switch (setting.knob) {
    case Knob::rate: scenario.network.link().rate = setting.value; break;
    case Knob::buffer:
      if (setting.value >= 1 && setting.value <= 1e6) {
        scenario.network.link().buffer = static_cast<int>(std::round(setting.value));
      } else {
        issues.push_back({"network.bottleneck.buffer", "1 <= buffer <= 1e6 packets", setting.value});
      }
      break;
    case Knob::param: {
      const auto index = static_cast<std::size_t>(setting.param);
      if (setting.param < 0 || index >= scheme.params().size()) {
        issues.push_back({"param", "must be the index of a parameter", static_cast<double>(setting.param)});
        break;
      }
      auto& numbers = scenario.params.numbers;
      if (numbers.size() < scheme.params().size()) numbers.resize(scheme.params().size(), kUnset);
      const bool whole = scheme.params()[index].kind == ParamKind::integer;
      numbers[index] = whole ? std::round(setting.value) : setting.value;
      break;
    }
    default: break;
  }
}

void scale(FluidCourse& course, double factor) {
  for (FluidCourse::Knot& knot : course.knots) {
    knot.value *= factor;
    knot.slope *= factor;
  }
}

/// After the last scheduled change.
struct FlowSums {
  double flows = 0;
  double trips = 0;  ///< the sum of all flows' round trips without queueing, s
};
FlowSums sums_of(const FluidConfig& config) {
  const double time = last_change(config);
  FlowSums sums;
  for (const FluidClass& c : config.classes) {
    const double n = c.flows.at(time).value;
    sums.flows += n;
    sums.trips += n * c.propagation;
  }
  return sums;
}

/// The part of a setting that belongs to the model itself.
void set_model(const KnobSetting& setting, FluidConfig& config, std::vector<ConfigIssue>& issues) {
  const auto [flows, trips] = sums_of(config);
  switch (setting.knob) {
    case Knob::flows:
      if (setting.value > 0 && flows > 0) {
        for (FluidClass& c : config.classes) scale(c.flows, setting.value / flows);
      } else {
        issues.push_back({"flows", "must be above 0", setting.value});
      }
      break;
    case Knob::rtt:
      for (FluidClass& c : config.classes) {
        c.propagation += setting.value - trips / flows;
        if (!(c.propagation > 0)) issues.push_back({"rtt", "must be above 0 for every row", setting.value});
      }
      break;
    case Knob::load:
      if (setting.value >= 0 && setting.value < 1) {
        set_load(setting.value * config.link().capacity.first(), config);
      } else {
        issues.push_back({"load", "must be at least 0 and below 1", setting.value});
      }
      break;
    default: break;
  }
}

}  // namespace

double KnobRange::value(double share) const {
  if (share <= 0) return from;
  if (share >= 1) return to;
  return log ? from * math::exp(share * math::log(to / from)) : from + share * (to - from);
}

double knob_value(const ScenarioConfig& scenario, const FluidLane& lane, Knob knob, int param) {
  const FluidConfig& config = lane.config;
  const FlowSums sums = sums_of(config);
  switch (knob) {
    case Knob::flows: return sums.flows;
    case Knob::rtt: return sums.trips / sums.flows;
    case Knob::rate: return scenario.network.link().rate;
    case Knob::buffer: return scenario.network.link().buffer;
    case Knob::load: {
      double rate = 0;
      for (const FluidLoad& load : config.loads) {
        const bool crosses = load.first_link <= config.observed && config.observed <= load.last_link;
        if (crosses) rate += load.rate.at(last_change(config)).value;
      }
      return rate / config.link().capacity.first();
    }
    case Knob::param: break;
  }
  const NetworkConfig& network = scenario.network;
  const std::vector<double> values = find_scheme(scenario.aqm, scenario.params)
                                         ->resolve(scenario.params, link_of(network.link(), network.packet_size));
  return param >= 0 && static_cast<std::size_t>(param) < values.size() ? values[static_cast<std::size_t>(param)]
                                                                       : kUnset;
}

FluidLane fluid_at(const ScenarioConfig& scenario, const LaneChoice& choice, FluidDelay delay,
                   std::span<const KnobSetting> settings) {
  const auto scheme = find_scheme(scenario.aqm, scenario.params);
  FluidLane refused;
  if (scheme == nullptr) {
    refused.issues.push_back({"aqm.id", "a known AQM", kUnset});
    return refused;
  }
  ScenarioConfig changed = scenario;
  for (const KnobSetting& setting : settings) set_scenario(setting, *scheme, changed, refused.issues);
  if (refused.issues.empty()) refused.issues = check(changed);
  if (!refused.issues.empty()) return refused;

  LaneChoice with_load = choice;
  for (const KnobSetting& setting : settings) {
    with_load.thinned = with_load.thinned || (setting.knob == Knob::load && setting.value > 0);
  }
  FluidLane lane = fluid_of(changed, with_load, delay);
  if (!has_laws(lane.config) || !lane.issues.empty()) return lane;
  for (const KnobSetting& setting : settings) set_model(setting, lane.config, lane.issues);
  return lane;
}

}  // namespace aqm
