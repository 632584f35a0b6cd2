#include "fluid.hpp"

#include <algorithm>
#include <cmath>

#include "answer_types.hpp"
#include "answer_writer.hpp"
#include "aqm/fluid_lane_hopf.hpp"
#include "aqm/fluid_map.hpp"
#include "aqm/fluid_response.hpp"
#include "columns.hpp"

namespace aqm::bindings {
namespace {

constexpr int kBodePoints = 600, kRoots = 8, kMaxMapColumns = 4096;

/// What a rest is, of the link that is looked at.
RestAnswer answer_rest(const FluidRest& rest, const FluidLaw& law) {
  RestAnswer answer{rest.kind,   rest.queue,  rest.probability, rest.overflow,
                    rest.inflow, rest.window, rest.round_trip,  {}};
  for (std::size_t i = 0; i < rest.law.size(); ++i) {
    const FluidStateInfo info = law.state(static_cast<int>(i));
    answer.law.push_back({info.name, info.unit, rest.law[i]});
  }
  return answer;
}

/// A rest with what it is worth.
FoundRestAnswer found_rest(const FluidConfig& config, const FluidRest& rest, double time) {
  FoundRestAnswer found{answer_rest(rest, *config.link().law), rest.residual, std::nullopt, rest.reached,
                        rest.one_of_a_set};
  if (!can_linearise(config, rest, Linearisation::exact)) return found;
  const double growth = growth_rate(linearise(config, rest, Linearisation::exact, time));
  if (!std::isnan(growth) && growth != 0) found.stable = growth < 0;  // else the linear analysis cannot tell
  return found;
}

/// Of a loop that is unstable, margins that call it stable say nothing: its plant is unstable alone.
Margins of_unstable(Margins m) {
  const double nan = std::nan("");
  if (m.phase_margin_deg > 0) m.phase_margin_deg = m.phase_omega = m.delay_margin_s = nan;
  if (m.gain_margin > 1) m.gain_margin = m.gain_omega = nan;
  return m;
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

std::optional<StabilityAnswer> stability_of(const FluidConfig& config, const FluidRest& rest, double time,
                                            FluidAnswer& answer) {
  if (rest.kind != RestKind::interior || !can_linearise(config, rest, Linearisation::exact)) return std::nullopt;
  StabilityAnswer found;
  const LinearLoop exact = linearise(config, rest, Linearisation::exact, time);
  found.roots = rightmost_roots(exact, kRoots);
  const bool unstable = found.roots.right_half_plane > 0 || (!found.roots.roots.empty() && found.roots.roots[0].re > 0);
  if (exact.single) {
    const Margins of_exact = margins(exact);
    answer.exact = response_around(exact, of_exact);
    found.exact = unstable ? of_unstable(of_exact) : of_exact;
  }
  if (can_linearise(config, rest, Linearisation::hollot)) {
    const LinearLoop hollot = linearise(config, rest, Linearisation::hollot, time);
    found.hollot = margins(hollot);
    answer.hollot = response_around(hollot, *found.hollot);
  }
  return found;
}

ModelAnswer model_of(const FluidLane& lane, const std::vector<FluidRest>& rests, FluidAnswer& answer) {
  const FluidRest rest = chosen(rests);
  const double time = last_change(lane.config);
  const FluidLaw& law = *lane.config.link().law;
  const FluidSolution& solution = answer.solution;
  ModelAnswer model;
  model.until = solution.until;
  model.message = solution.message;
  model.work = solution.work;
  for (int i = 0; i < law.states(); ++i) model.states.push_back(law.state(i));
  model.rest = answer_rest(rest, law);
  for (const FluidRest& one : rests) model.rests.push_back(found_rest(lane.config, one, time));
  model.response = response(solution, rest, time);
  model.stability = stability_of(lane.config, rest, time, answer);
  return model;
}

void list_response(ColumnLister& lister, const std::string& name, const FrequencyResponse& r) {
  if (r.omega.empty()) return;
  lister.column(name + ".omega", r.omega);
  lister.column(name + ".re", r.re);
  lister.column(name + ".im", r.im);
  lister.column(name + ".gainDb", r.gain_db);
  lister.column(name + ".phaseDeg", r.phase_deg);
}

template <class T>
std::string written(const T& answer) {
  Json json;
  AnswerWriter(json).whole(answer);
  return json.text();
}

}  // namespace

ConfigIssues refused_options(const FluidRequest& request) {
  ConfigIssues issues;
  for (const FluidIssue& issue : check(request.fluid.options)) {
    issues.push_back({"fluid." + issue.path, issue.rule, issue.value});
  }
  return issues;
}

FluidAnswering::FluidAnswering(const FluidRequest& request)
    : lane_(fluid_of(request.scenario, request.fluid.choice, request.fluid.delay)) {
  if (!has_laws(lane_.config) || !lane_.issues.empty()) return;
  FluidOptions options = request.fluid.options;
  // A step of several queues costs about ten times that of one: a model that is stuck says so in about the same time.
  if (lane_.config.links.size() > 1) options.max_steps /= 10;
  run_ = begin_solution(lane_.config, options);
}

bool FluidAnswering::run(std::int64_t max_steps) { return !run_ || run_->run(max_steps); }

double FluidAnswering::now() const { return run_ ? run_->now() : 0; }

FluidAnswer FluidAnswering::answer() {
  FluidAnswer answer;
  const bool modelled = run_ != nullptr;
  std::vector<FluidRest> rests;
  if (modelled) {
    answer.solution = std::move(run_->solution());
    rests = equilibria(lane_.config, last_change(lane_.config), &answer.solution);
    for (std::string& limit : limits_at_rest(lane_.config, chosen(rests)))
      lane_.assumptions.push_back(std::move(limit));
  }

  LaneAnswer told{lane_.note, lane_.assumptions, lane_.issues, std::nullopt};
  if (modelled) {
    told.model = model_of(lane_, rests, answer);
    std::vector<bool> unstable;
    for (const FoundRestAnswer& rest : told.model->rests) unstable.push_back(rest.stable == false);
    std::string limit = limit_among_rests(rests, unstable);
    if (!limit.empty()) told.assumptions.push_back(std::move(limit));
  }
  Json json;
  AnswerWriter writer(json);
  json.begin_object();
  visit_answer(writer, told);
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
  return written(found);
}

std::string answer_design(const DesignRequest& request, ConfigIssues& issues) {
  LaneDesign result = design(request.scenario, request.rule);
  if (!result.issues.empty()) {
    issues = std::move(result.issues);
    return {};
  }
  DesignAnswer answer{result.aqm, {}, result.claim};
  for (const auto& [name, value] : result.params) {
    for (const ParamSpec& spec : find_scheme(result.aqm)->params())
      if (name == spec.name) answer.params.emplace_back(&spec, value);
  }
  return written(answer);
}

std::string describe_fluid_answers() {
  AnswerTypes types;
  types.describe<LaneAnswer>("FluidLaneAnswer");
  types.describe<HopfSearch>("HopfPoint");
  types.describe<DesignAnswer>("Design");
  return types.text();
}

}  // namespace aqm::bindings
