#include "fluid.hpp"

#include <algorithm>
#include <cmath>

#include "aqm/fluid_lane_hopf.hpp"
#include "aqm/fluid_map.hpp"
#include "aqm/fluid_response.hpp"
#include "columns.hpp"

namespace aqm::bindings {
namespace {

constexpr int kBodePoints = 600, kRoots = 8, kMaxMapColumns = 4096;

void write_numbers(Json& json, const char* name, const std::vector<double>& values) {
  json.key(name).begin_array();
  for (const double value : values) json.number(value);
  json.end_array();
}

/// What a rest is, of the link that is looked at; into an object that is open.
void write_rest(Json& json, const FluidRest& rest, const FluidLaw& law) {
  json.key("kind").string(kRestKinds[static_cast<std::size_t>(rest.kind)]);
  json.key("queue").number(rest.queue).key("probability").number(rest.probability);
  json.key("overflow").number(rest.overflow).key("inflow").number(rest.inflow);
  write_numbers(json, "windows", rest.window);
  write_numbers(json, "roundTrips", rest.round_trip);
  json.key("law").begin_array();
  for (std::size_t i = 0; i < rest.law.size(); ++i) {
    const FluidStateInfo info = law.state(static_cast<int>(i));
    json.begin_object().key("name").string(info.name).key("unit").string(info.unit);
    json.key("value").number(rest.law[i]).end_object();
  }
  json.end_array();
}

/// Every rest, each with what it is worth.
void write_rests(Json& json, const FluidConfig& config, const std::vector<FluidRest>& rests, double time) {
  json.key("rests").begin_array();
  for (const FluidRest& rest : rests) {
    json.begin_object();
    write_rest(json, rest, *config.link().law);
    json.key("residual").number(rest.residual).key("stable");
    double growth = std::nan("");
    if (can_linearise(config, rest, Linearisation::exact)) {
      growth = growth_rate(linearise(config, rest, Linearisation::exact, time));
    }
    if (std::isnan(growth) || growth == 0)
      json.number(std::nan(""));  // the linear analysis cannot tell
    else
      json.boolean(growth < 0);
    json.key("reached").boolean(rest.reached).end_object();
  }
  json.end_array();
}

/// Of a loop that is unstable, margins that call it stable say nothing: its plant is unstable alone.
Margins of_unstable(Margins m) {
  const double nan = std::nan("");
  if (m.phase_margin_deg > 0) m.phase_margin_deg = m.phase_omega = m.delay_margin_s = nan;
  if (m.gain_margin > 1) m.gain_margin = m.gain_omega = nan;
  return m;
}

void write_margins(Json& json, const char* name, const Margins& m) {
  json.key(name).begin_object();
  json.key("phaseMargin").number(m.phase_margin_deg).key("phaseOmega").number(m.phase_omega);
  json.key("delayMargin").number(m.delay_margin_s).key("gainMargin").number(m.gain_margin);
  json.key("gainOmega").number(m.gain_omega).end_object();
}

/// Wide enough for the slow end of the loop and for every crossover.
FrequencyResponse response_around(const LinearLoop& loop, const Margins& m) {
  const double lag = *std::max_element(loop.lag.begin(), loop.lag.end());
  double from = 1e-3 / lag, to = 10 / lag;
  for (const auto* all : {&m.gain_crossovers, &m.phase_crossovers}) {
    if (all->empty()) continue;
    from = std::min(from, all->front().omega / 10);
    to = std::max(to, std::min(all->back().omega, 100 / lag) * 3);
  }
  return frequency_response(loop, from, to, kBodePoints);
}

void write_stability(Json& json, const FluidConfig& config, const FluidRest& rest, double time, FluidAnswer& answer) {
  json.key("stability");
  if (rest.kind != RestKind::interior || !can_linearise(config, rest, Linearisation::exact)) {
    json.number(std::nan(""));
    return;
  }
  const LinearLoop exact = linearise(config, rest, Linearisation::exact, time);
  const RootReport report = rightmost_roots(exact, kRoots);
  const bool unstable = report.right_half_plane > 0 || (!report.roots.empty() && report.roots[0].re > 0);
  json.begin_object();
  if (exact.single) {
    const Margins of_exact = margins(exact);
    answer.exact = response_around(exact, of_exact);
    write_margins(json, "exact", unstable ? of_unstable(of_exact) : of_exact);
  }
  if (can_linearise(config, rest, Linearisation::hollot)) {
    const LinearLoop hollot = linearise(config, rest, Linearisation::hollot, time);
    const Margins of_hollot = margins(hollot);
    answer.hollot = response_around(hollot, of_hollot);
    write_margins(json, "hollot", of_hollot);
  }
  json.key("roots").begin_array();
  for (const Root& root : report.roots)
    json.begin_object().key("re").number(root.re).key("im").number(root.im).end_object();
  json.end_array().key("rightHalfPlane");
  json.number(report.right_half_plane == kNotCounted ? std::nan("") : report.right_half_plane).end_object();
}

void write_model(Json& json, const FluidLane& lane, const std::vector<FluidRest>& rests, FluidAnswer& answer) {
  const FluidRest rest = chosen(rests);
  const double time = last_change(lane.config);
  const FluidSolution& solution = answer.solution;
  json.key("model").begin_object();
  json.key("until").number(solution.until).key("message").string(solution.message);
  const FluidWork& work = solution.work;
  json.key("work").begin_object();
  json.key("steps").number(static_cast<double>(work.steps)).key("rejected").number(static_cast<double>(work.rejected));
  json.key("evaluations").number(static_cast<double>(work.evaluations));
  json.key("events").number(static_cast<double>(work.events));
  json.key("landings").number(static_cast<double>(work.landings)).end_object();
  json.key("states").begin_array();
  for (int i = 0; i < lane.config.link().law->states(); ++i) {
    const FluidStateInfo info = lane.config.link().law->state(i);
    json.begin_object().key("name").string(info.name).key("unit").string(info.unit).end_object();
  }
  json.end_array();
  json.key("rest").begin_object();
  write_rest(json, rest, *lane.config.link().law);
  json.end_object();
  write_rests(json, lane.config, rests, time);
  const FluidResponse answer_in_time = response(solution, rest, time);
  json.key("response").begin_object().key("settlingTime").number(answer_in_time.settling_time);
  json.key("overshoot").number(answer_in_time.overshoot).key("period").number(answer_in_time.period);
  json.key("swing").number(answer_in_time.swing).end_object();
  write_stability(json, lane.config, rest, time, answer);
  json.end_object();
}

void list_response(ColumnLister& lister, const std::string& name, const FrequencyResponse& r) {
  if (r.omega.empty()) return;
  lister.column(name + ".omega", r.omega);
  lister.column(name + ".re", r.re);
  lister.column(name + ".im", r.im);
  lister.column(name + ".gainDb", r.gain_db);
  lister.column(name + ".phaseDeg", r.phase_deg);
}

/// As the document writes it.
void write_param_value(Json& json, const Scheme& scheme, const std::string& name, double value) {
  for (const ParamSpec& spec : scheme.params()) {
    if (name != spec.name) continue;
    if (spec.kind == ParamKind::toggle) {
      json.boolean(value != 0);
    } else if (spec.kind == ParamKind::choice) {
      json.string(spec.choices[static_cast<std::size_t>(value)]);
    } else {
      json.number(value);
    }
  }
}

void take_issues(const std::vector<FluidIssue>& from, const char* prefix, ConfigIssues& to) {
  for (const FluidIssue& issue : from) to.push_back({prefix + issue.path, issue.rule, issue.value});
}

}  // namespace

FluidAnswer answer_fluid(const FluidRequest& request, ConfigIssues& issues) {
  FluidAnswer answer;
  take_issues(check(request.fluid.options), "fluid.", issues);
  if (!issues.empty()) return answer;
  FluidLane lane = fluid_of(request.scenario, request.fluid.choice, request.fluid.delay);
  const bool modelled = has_laws(lane.config) && lane.issues.empty();
  std::vector<FluidRest> rests;
  if (modelled) {
    FluidOptions options = request.fluid.options;
    // A step of several queues costs about ten times that of one: a model that is stuck says so in about the same time.
    if (lane.config.links.size() > 1) options.max_steps /= 10;
    answer.solution = solve(lane.config, options);
    rests = equilibria(lane.config, last_change(lane.config), &answer.solution);
    for (std::string& limit : limits_at_rest(lane.config, chosen(rests))) lane.assumptions.push_back(std::move(limit));
  }

  Json json;
  json.begin_object().key("note").string(lane.note).key("assumptions").begin_array();
  for (const std::string& sentence : lane.assumptions) json.string(sentence);
  json.end_array().key("issues").begin_array();
  for (const ConfigIssue& issue : lane.issues) {
    json.begin_object().key("path").string(issue.path).key("rule").string(issue.rule);
    json.key("value").number(issue.value).end_object();
  }
  json.end_array();
  if (modelled) write_model(json, lane, rests, answer);
  json.key("columns").begin_array();
  if (modelled) {
    ColumnLister lister(json);
    lister.column("time", answer.solution.time);
    lister.column("queue", answer.solution.queue);
    lister.column("probability", answer.solution.probability);
    lister.column("overflow", answer.solution.overflow);
    lister.column("inflow", answer.solution.inflow);
    lister.columns("window", answer.solution.window);
    lister.columns("law", answer.solution.law);
    list_response(lister, "exact", answer.exact);
    list_response(lister, "hollot", answer.hollot);
  }
  json.end_array().end_object();
  answer.text = json.text();
  return answer;
}

std::vector<double> answer_map_row(const MapRowRequest& request, ConfigIssues& issues) {
  if (request.x.empty() || request.x.size() > kMaxMapColumns) {
    issues.push_back({"x", "must be from 1 to 4096 values", static_cast<double>(request.x.size())});
    return {};
  }
  std::vector<double> out;
  out.reserve(4 * request.x.size());
  for (const double x : request.x) {
    KnobSetting along = request.map.x;
    along.value = x;
    const KnobSetting settings[] = {along, request.map.y};
    const FluidLane lane = fluid_at(request.of.scenario, request.of.fluid.choice, request.of.fluid.delay, settings);
    if (!has_laws(lane.config) || !lane.issues.empty()) {
      out.insert(out.end(), {kUnset, kUnset, kUnset, -1});
      continue;
    }
    const MapCell cell = map_cell(lane.config, last_change(lane.config));
    out.insert(out.end(), {cell.growth, cell.phase_margin_deg, cell.queue, static_cast<double>(cell.kind)});
  }
  return out;
}

std::string answer_hopf(const HopfRequest& request) {
  const FluidFields& fluid = request.of.fluid;
  const KnobSetting& along = request.along;
  const HopfSearch found = hopf_along(request.of.scenario, fluid.choice, fluid.delay, along.knob, along.param);
  Json json;
  json.begin_object().key("value").number(found.point.value).key("omega").number(found.point.omega);
  json.key("message").string(found.point.message);
  json.key("from").number(found.from).key("to").number(found.to).end_object();
  return json.text();
}

std::string answer_design(const DesignRequest& request, ConfigIssues& issues) {
  LaneDesign result = design(request.scenario, request.rule);
  if (!result.issues.empty()) {
    issues = std::move(result.issues);
    return {};
  }
  const Scheme& scheme = *find_scheme(result.aqm);
  Json json;
  json.begin_object().key("aqm").string(result.aqm).key("params").begin_object();
  for (const auto& [name, value] : result.params) write_param_value(json.key(name), scheme, name, value);
  json.end_object().key("claim").string(result.claim).end_object();
  return json.text();
}

}  // namespace aqm::bindings
