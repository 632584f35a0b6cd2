#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "aqm/fluid_design.hpp"
#include "aqm/fluid_lane.hpp"
#include "aqm/fluid_lane_design.hpp"
#include "aqm/scheme.hpp"

namespace aqm {
namespace {

int index_of(const Scheme& scheme, std::string_view name) {
  const auto table = scheme.params();
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (std::string_view(table[i].name) == name) return static_cast<int>(i);
  }
  return -1;
}

/// A number that is easy to read: a form should not show seventeen digits.
double rounded(double value, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return std::strtod(text, nullptr);
}
/// The same, but never above the value: the rule gives the largest safe weight.
double rounded_down(double value, int digits) {
  double cut = 1;
  while (rounded(value * cut, digits) > value) cut -= 1e-3;
  return rounded(value * cut, digits);
}

/// The values that the lane's AQM has set, in the table of another AQM.
ParamValues carried_over(const ScenarioConfig& scenario, const Scheme& to) {
  ParamValues values;
  values.numbers.assign(to.params().size(), kUnset);
  const auto from = find_scheme(scenario.aqm, scenario.params);
  for (std::size_t i = 0; i < to.params().size(); ++i) {
    const int at = index_of(*from, to.params()[i].name);
    if (at < 0 || static_cast<std::size_t>(at) >= scenario.params.numbers.size()) continue;
    if (from->params()[static_cast<std::size_t>(at)].kind == to.params()[i].kind) {
      values.numbers[i] = scenario.params.numbers[static_cast<std::size_t>(at)];
    }
  }
  return values;
}

class Designer {
 public:
  Designer(const ScenarioConfig& scenario, const char* aqm)
      : scenario_(scenario), scheme_(*find_scheme(aqm)), values_(carried_over(scenario, scheme_)) {
    out_.aqm = aqm;
    // Flows and round trips as in the fluid model of the lane.
    const FluidLane lane = fluid_of(scenario, {}, FluidDelay::explicit_delay);
    const double time = last_change(lane.config);
    double flows = 0;
    for (const FluidClass& c : lane.config.classes) {
      const int observed = lane.config.observed;
      if (observed < c.first_link || observed > c.last_link) continue;  // its flows pass another link's AQM
      flows += c.flows.at(time).value;
      longest_ = std::max(longest_, c.propagation);
    }
    worst_.flows = flows;
    worst_.capacity = lane.config.link().capacity.first();
    if (!(flows > 0)) refuse("traffic", "the rule needs TCP flows in the forward direction", flows);
  }

  bool possible() const { return out_.issues.empty(); }
  double get(const char* name) const {
    return scheme_.resolve(values_, link())[static_cast<std::size_t>(index_of(scheme_, name))];
  }
  void set(const char* name, double value) {
    values_.numbers[static_cast<std::size_t>(index_of(scheme_, name))] = value;
  }
  void refuse(const char* path, const std::string& rule, double value) { out_.issues.push_back({path, rule, value}); }
  /// Replaces parameters that do not fit together by the defaults; false if the defaults do not fit either.
  bool valid() {
    if (fits()) return true;
    values_.numbers.assign(values_.numbers.size(), kUnset);
    if (fits()) return true;
    for (const Issue& issue : scheme_.check(values_, link())) {
      if (issue.error) refuse("aqm.params", issue.rule, issue.value);
    }
    return false;
  }
  bool fits() const {
    const auto issues = scheme_.check(values_, link());
    return std::none_of(issues.begin(), issues.end(), [](const Issue& issue) { return issue.error; });
  }

  /// The worst case when up to `queue` packets wait.
  DesignCase worst(double queue) const {
    DesignCase worst = worst_;
    worst.round_trip = longest_ + queue / worst_.capacity;
    return worst;
  }
  LinkInfo link() const { return link_of(scenario_.network.link(), scenario_.network.packet_size); }
  const Scheme& scheme() const { return scheme_; }
  const ParamValues& values() const { return values_; }

  LaneDesign finish(const DesignCase& worst, const char* proposition) {
    for (std::size_t i = 0; i < values_.numbers.size(); ++i) {
      if (!std::isnan(values_.numbers[i])) out_.params.emplace_back(scheme_.params()[i].name, values_.numbers[i]);
    }
    char text[200];
    std::snprintf(text, sizeof text,
                  "Stable, as far as the linearised model goes, for at least %.4g flows and round trips up to %.4g ms "
                  "(Hollot et al. 2002, %s).",
                  worst.flows, 1000 * worst.round_trip, proposition);
    out_.claim = text;
    return out_;
  }
  LaneDesign refused() const { return out_; }

 private:
  const ScenarioConfig& scenario_;
  const Scheme& scheme_;
  ParamValues values_;
  DesignCase worst_;
  double longest_ = 0;
  LaneDesign out_;
};

LaneDesign by_red_rule(const ScenarioConfig& scenario) {
  Designer designer(scenario, "red");
  if (!designer.possible() || !designer.valid()) return designer.refused();
  RedRuleInput input;
  input.min_th = designer.get("min_th");
  input.max_th = designer.get("max_th");
  input.worst = designer.worst(input.max_th);
  // The slope that senders meet, with the effect of the spacing of drops on the curve.
  const FluidOffer offer =
      designer.scheme().fluid(designer.values(), designer.link(), {FluidForm::continuous, FluidDrops::effective});
  FluidQueue queue;
  queue.q = 0.5 * (input.min_th + input.max_th);
  double z[kMaxLawStates];
  FluidMemory memory;
  offer.law->start(queue, z, memory);
  input.max_p = 2 * offer.law->probability(queue, z, memory);
  const RedRule rule = red_rule(input);
  if (!rule.message.empty()) {
    designer.refuse("w_q", rule.message, rule.gain);
    return designer.refused();
  }
  if (rule.weight < 1) designer.set("w_q", rounded_down(rule.weight, 3));
  if (!designer.fits()) {
    designer.refuse("w_q", "the weight that the rule gives is outside of the parameter's range", rule.weight);
    return designer.refused();
  }
  return designer.finish(input.worst, "Proposition 1");
}

LaneDesign by_pi_rule(const ScenarioConfig& scenario) {
  Designer designer(scenario, "pi");
  if (!designer.possible()) return designer.refused();
  if (!designer.fits()) designer.set("target", std::floor(scenario.network.link().buffer / 2.0));
  if (!designer.valid()) return designer.refused();
  PiRuleInput input;
  input.worst = designer.worst(designer.get("target"));
  input.sampling = designer.get("rate");
  const PiRule rule = pi_rule(input);
  if (!rule.message.empty()) {
    designer.refuse("a", rule.message, rule.gain);
    return designer.refused();
  }
  // Their difference is the integral gain, a few thousandths of each of them.
  designer.set("a", rounded(rule.a, 7));
  designer.set("b", rounded(rule.b, 7));
  if (!designer.fits()) {
    designer.refuse("a", "the gain that the rule gives is outside of the parameter's range", rule.a);
    return designer.refused();
  }
  return designer.finish(input.worst, "Proposition 2");
}

}  // namespace

LaneDesign design(const ScenarioConfig& scenario, DesignRule rule) {
  return rule == DesignRule::red ? by_red_rule(scenario) : by_pi_rule(scenario);
}

}  // namespace aqm
