#include "fluid.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "answer_types.hpp"
#include "answer_writer.hpp"
#include "aqm/fluid_map.hpp"
#include "aqm/fluid_response.hpp"
#include "columns.hpp"

namespace aqm::bindings {
namespace {

constexpr int kBodePoints = 600, kRoots = 8, kMaxMapColumns = 4096;

/// The answer about a rest, for the observed link.
RestAnswer answer_rest(const FluidRest& rest, const FluidLaw& law) {
  RestAnswer answer{rest.kind,   rest.queue,      rest.probability, rest.overflow, rest.inflow,
                    rest.window, rest.round_trip, rest.wait,        rest.met,      {}};
  for (std::size_t i = 0; i < rest.law.size(); ++i) {
    const FluidStateInfo info = law.state(static_cast<int>(i));
    answer.law.push_back({info.name, info.unit, rest.law[i]});
  }
  return answer;
}

/// For an unstable loop, margins that call it stable have no meaning: its plant alone is unstable.
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

/// The analysis of a solution, in pieces; the rests, their growth rates and the roots can be divided further.
class FluidAnalysis {
 public:
  FluidAnalysis(FluidLane& lane, FluidSolution solution) : lane_(lane), time_(last_change(lane.config)) {
    answer.solution = std::move(solution);
    model.until = answer.solution.until;
    model.message = answer.solution.message;
    model.work = answer.solution.work;
    const FluidLaw& law = *lane.config.link().law;
    for (int i = 0; i < law.states(); ++i) model.states.push_back(law.state(i));
    rests_run_ = begin_equilibria(lane.config, time_, &answer.solution);
    pieces_ = {[this](double& work) { return find_rests(work); }};
  }
  FluidAnalysis(const FluidAnalysis&) = delete;
  FluidAnalysis& operator=(const FluidAnalysis&) = delete;

  /// Continues as long as work is left (RestsRun::run); true at the end.
  bool run(double work) {
    while (next_ < pieces_.size()) {
      if (!(work > 0)) return false;
      const Piece piece = pieces_[next_];  // the list may grow
      if (piece(work)) ++next_;
    }
    return true;
  }

  const std::vector<FluidRest>& rests() const { return rests_; }

  FluidAnswer answer;
  ModelAnswer model;

 private:
  /// True at the end, for every piece.
  using Piece = std::function<bool(double& work)>;
  /// Work of a piece that is not divided: a sweep of frequencies.
  static constexpr double kSweepWork = 1e6;
  void then(void (FluidAnalysis::*find)()) {
    pieces_.emplace_back([this, find](double& work) {
      work -= kSweepWork;
      (this->*find)();
      return true;
    });
  }

  bool find_rests(double& work) {
    if (!rests_run_->run(work)) return false;
    rests_ = rests_run_->rests();
    rests_run_.reset();
    rest_ = chosen(rests_);
    for (std::string& limit : limits_at_rest(lane_.config, rest_)) lane_.assumptions.push_back(std::move(limit));
    model.rest = answer_rest(rest_, *lane_.config.link().law);
    for (const FluidRest& one : rests_) {
      pieces_.emplace_back([this, &one](double& left) { return judge(one, left); });
    }
    then(&FluidAnalysis::find_response);
    const FluidLaw& law = *lane_.config.links[static_cast<std::size_t>(lane_.config.observed)].law;
    if (!law_moves(law, rest_) || !can_linearise(lane_.config, rest_, Linearisation::exact)) {
      then(&FluidAnalysis::find_outlook);
      return true;
    }
    model.stability.emplace();
    pieces_.emplace_back([this](double& left) { return find_roots(left); });
    pieces_.emplace_back([this](double& left) { return find_band(left); });
    then(&FluidAnalysis::find_outlook);
    then(&FluidAnalysis::find_margins);
    if (can_linearise(lane_.config, rest_, Linearisation::hollot)) then(&FluidAnalysis::find_hollot);
    return true;
  }

  /// A rest with its stability.
  bool judge(const FluidRest& rest, double& work) {
    if (!growth_ && can_linearise(lane_.config, rest, Linearisation::exact)) {
      growth_ = begin_growth_rate(linearise(lane_.config, rest, Linearisation::exact, time_));
    }
    if (growth_ && !growth_->run(work)) return false;
    FoundRestAnswer found{answer_rest(rest, *lane_.config.link().law), rest.residual, std::nullopt, rest.reached,
                          rest.one_of_a_set};
    const double growth = growth_ ? growth_->growth() : 0;
    if (!std::isnan(growth) && growth != 0) found.stable = growth < 0;  // otherwise the linear analysis cannot decide
    growth_.reset();
    model.rests.push_back(std::move(found));
    return true;
  }

  LinearLoop loop(Linearisation kind) const { return linearise(lane_.config, rest_, kind, time_); }

  bool find_roots(double& work) {
    if (!roots_) roots_ = begin_rightmost_roots(loop(Linearisation::exact), kRoots);
    if (!roots_->run(work)) return false;
    model.stability->roots = roots_->report();
    roots_.reset();
    return true;
  }

  void find_response() { model.response = response(answer.solution, rest_, time_); }

  bool find_band(double& work) {
    if (!band_) {
      band_ = begin_band(lane_.config, rest_, loop(Linearisation::exact), model.stability->roots.roots, time_);
    }
    if (!band_->run(work)) return false;
    const FluidBand band = band_->band();
    band_.reset();
    if (std::isnan(band.queue)) return true;
    model.band = answer.band = band;
    return true;
  }

  void find_outlook() {
    model.outlook = outlook(lane_.config, rest_, answer.solution, model.response, model.band.value_or(FluidBand{}));
  }

  void find_margins() {
    const LinearLoop exact = loop(Linearisation::exact);
    if (!exact.single) return;
    const RootReport& roots = model.stability->roots;
    const bool unstable = roots.right_half_plane > 0 || (!roots.roots.empty() && roots.roots[0].re > 0);
    const Margins of_exact = margins(exact);
    answer.exact = response_around(exact, of_exact);
    model.stability->exact = unstable ? of_unstable(of_exact) : of_exact;
  }

  void find_hollot() {
    const LinearLoop hollot = loop(Linearisation::hollot);
    model.stability->hollot = margins(hollot);
    answer.hollot = response_around(hollot, *model.stability->hollot);
  }

  FluidLane& lane_;
  double time_;
  std::vector<FluidRest> rests_;
  FluidRest rest_;
  std::unique_ptr<RestsRun> rests_run_;  ///< what is under way
  std::unique_ptr<GrowthRun> growth_;
  std::unique_ptr<RootRun> roots_;
  std::unique_ptr<BandRun> band_;
  std::vector<Piece> pieces_;
  std::size_t next_ = 0;
};

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
  // A chain that makes no progress reports it after about the same time.
  if (several()) options.max_steps /= kChainStep;
  run_ = begin_solution(lane_.config, options);
}

FluidAnswering::~FluidAnswering() = default;

bool FluidAnswering::run(std::int64_t max_steps) {
  if (!run_) return true;
  if (analysis_) return analysis_->run(kStepWork * static_cast<double>(max_steps));
  if (several()) max_steps = std::max<std::int64_t>(max_steps / kChainStep, 1);
  if (run_->run(max_steps)) analysis_ = std::make_unique<FluidAnalysis>(lane_, std::move(run_->solution()));
  return false;
}

double FluidAnswering::now() const { return run_ ? run_->now() : 0; }

FluidAnswer FluidAnswering::answer() {
  const bool modelled = analysis_ != nullptr;
  FluidAnswer answer;
  LaneAnswer told{lane_.note, lane_.apart, lane_.assumptions, lane_.issues, std::nullopt};
  if (modelled) {
    answer = std::move(analysis_->answer);
    told.model = std::move(analysis_->model);
    std::vector<bool> unstable;
    for (const FoundRestAnswer& rest : told.model->rests) unstable.push_back(rest.stable == false);
    std::string limit = limit_among_rests(analysis_->rests(), unstable);
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
    lister.column("sent", answer.solution.sent);
    lister.columns("window", answer.solution.window);
    lister.columns("law", answer.solution.law);
    if (told.model->band) {
      lister.column("band.omega", answer.band.omega);
      lister.column("band.spectrum", answer.band.spectrum);
    }
    list_response(lister, "exact", answer.exact);
    list_response(lister, "hollot", answer.hollot);
  }
  json.end_array().end_object();
  answer.text = json.text();
  return answer;
}

ConfigIssues refused_places(const MapRowRequest& request) {
  if (!request.x.empty() && request.x.size() <= kMaxMapColumns) return {};
  return {{"x", "must be from 1 to 4096 values", static_cast<double>(request.x.size())}};
}

/// The next cell; none if the lane is refused.
void MapRow::begin() {
  KnobSetting along = request_.map.x;
  along.value = request_.x[cells()];
  const KnobSetting settings[] = {along, request_.map.y};
  FluidLane lane = fluid_at(request_.of.scenario, request_.of.fluid.choice, request_.of.fluid.delay, settings);
  if (!has_laws(lane.config) || !lane.issues.empty()) {
    numbers_.insert(numbers_.end(), {kUnset, kUnset, kUnset, -1});
  } else {
    const double time = last_change(lane.config);
    cell_ = begin_map_cell(std::move(lane.config), time, guesses_);
  }
}

bool MapRow::run(double& work) {
  constexpr double kLaneWork = 1e5;  // a lane, not divided
  while (cells() < request_.x.size()) {
    if (!(work > 0)) return false;
    if (!cell_) {
      work -= kLaneWork;
      begin();
      continue;
    }
    if (!cell_->run(work)) return false;
    const MapCell& cell = cell_->cell();
    numbers_.insert(numbers_.end(), {cell.growth, cell.phase_margin_deg, cell.queue, static_cast<double>(cell.kind)});
    guesses_ = cell_->roots();
    cell_.reset();
  }
  return true;
}

std::unique_ptr<HopfSearchRun> begin_search(const HopfRequest& request) {
  const FluidFields& fluid = request.of.fluid;
  const KnobSetting& along = request.along;
  return begin_hopf_along(request.of.scenario, fluid.choice, fluid.delay, along.knob, along.param);
}

std::string told(const HopfSearch& search) { return written(search); }

ConfigIssues refused_range(const KnobRange& range, const ScenarioConfig& scenario, const std::string& place) {
  ConfigIssues issues;
  if (!(range.from < range.to) || !std::isfinite(range.from) || !std::isfinite(range.to)) {
    issues.push_back({place, "must begin below its end", range.from});
  } else if (range.log && !(range.from > 0)) {
    issues.push_back({place, "must begin above 0 if it is even over the logarithm", range.from});
  }
  const auto params = find_scheme(scenario.aqm, scenario.params)->params();
  const auto param = static_cast<std::size_t>(range.param);
  const bool known = range.knob != Knob::param || (range.param >= 0 && param < params.size());
  if (!known) {
    issues.push_back({place, "must be the index of a parameter", static_cast<double>(range.param)});
  } else if (range.knob == Knob::buffer || (range.knob == Knob::param && params[param].kind != ParamKind::number)) {
    issues.push_back({place, "must be a quantity that is not counted: a curve is followed in small steps", kUnset});
  }
  return issues;
}

std::unique_ptr<HopfCurvesRun> begin_search(const CurvesRequest& request) {
  const FluidFields& fluid = request.of.fluid;
  return begin_hopf_curves(request.of.scenario, fluid.choice, fluid.delay, request.x, request.y);
}

std::string told(const std::vector<HopfCurve>& curves) { return written(CurvesAnswer{curves}); }

std::unique_ptr<CyclesRun> begin_search(const CyclesRequest& request) {
  const FluidFields& fluid = request.of.fluid;
  return begin_cycles(request.of.scenario, fluid.choice, fluid.delay, request.along);
}

std::string told(const CycleDiagram& diagram) { return written(diagram); }

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
  types.describe<CurvesAnswer>("HopfCurves");
  types.describe<CycleDiagram>("CycleDiagram");
  types.describe<DesignAnswer>("Design");
  return types.text();
}

}  // namespace aqm::bindings
