#include "aqm/fluid_solution.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <utility>

#include "model/network.hpp"

namespace aqm {
namespace {

using namespace fluid;

/// Reads the columns from the accepted steps, on an even grid.
template <class System>
class Sampler {
 public:
  Sampler(const System& system, const FluidConfig& config, int points, FluidSolution& out)
      : system_(system), config_(config), points_(points), out_(out) {
    const auto n = static_cast<std::size_t>(points);
    for (auto* column : {&out.time, &out.queue, &out.probability, &out.overflow, &out.inflow, &out.sent})
      column->reserve(n);
    out.window.resize(config.classes.size());
    out.law.resize(static_cast<std::size_t>(config.link().law->states()));
    for (auto* columns : {&out.window, &out.law}) {
      for (auto& column : *columns) column.reserve(n);
    }
    if (config.links.size() > 1) out.links.resize(config.links.size());
    for (FluidLinkColumns& link : out.links) {
      for (auto* column : {&link.queue, &link.probability, &link.overflow, &link.inflow, &link.sent})
        column->reserve(n);
    }
  }

  void operator()(const Segment<System>& segment) {
    // At a jump, the value after it; times that differ by rounding are the same.
    while (taken_ < points_ && next_ < segment.end - same_) {
      typename System::Vector y;
      segment.values(segment.place(next_), padded(system_.dim()), y);
      take(next_, y, segment.mode);
    }
  }
  /// The end of the solution, if it is a point of the grid.
  void finish(double t, const typename System::Vector& y, const typename System::Mode& mode) {
    if (taken_ < points_ && next_ <= t + same_) take(next_, y, mode);
  }
  void take(double t, const typename System::Vector& y, const typename System::Mode& mode) {
    ++taken_;
    // The last point is exactly the duration, whatever the rounding.
    next_ = taken_ + 1 == points_ ? config_.duration : config_.duration * taken_ / (points_ - 1);
    out_.time.push_back(t);
    LinkState links[kMaxFluidLinks];
    system_.look(t, y, mode, links);
    take_link(links[config_.observed], out_);
    for (std::size_t l = 0; l < out_.links.size(); ++l) take_link(links[l], out_.links[l]);
    for (std::size_t i = 0; i < out_.window.size(); ++i) {
      out_.window[i].push_back(system_.window(static_cast<int>(i), y));
    }
    for (std::size_t i = 0; i < out_.law.size(); ++i) out_.law[i].push_back(system_.law_states(config_.observed, y)[i]);
  }

 private:
  template <class Columns>
  static void take_link(const LinkState& link, Columns& out) {
    out.queue.push_back(link.queue);
    // A law's polynomial may miss 0 or 1 by its rounding.
    out.probability.push_back(std::clamp(link.probability, 0.0, 1.0));
    out.overflow.push_back(link.overflow);
    out.inflow.push_back(link.inflow);
    out.sent.push_back(link.sent);
  }

  const System& system_;
  const FluidConfig& config_;
  int points_, taken_ = 0;
  double next_ = 0;  ///< the time of the next point
  double same_ = 1e-13 * config_.duration;
  FluidSolution& out_;
};

std::string number(double v) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", v);
  return text;
}

/// How often the timers of the links have ticked.
template <class Mode>
std::int64_t ticks_of(const Mode& mode) {
  std::int64_t ticks = 0;
  for (const auto& link : mode.links) {
    if constexpr (requires { link.memory.ticks; }) ticks += link.memory.ticks;
  }
  return ticks;
}

std::string message_of(const Outcome& outcome, const std::string& guard, const FluidOptions& options,
                       std::int64_t ticks) {
  const std::string at = " at t = " + number(outcome.time) + " s";
  switch (outcome.ending) {
    case Ending::done: return {};
    case Ending::too_many_steps:
      // A tick ends a step, and so does its effect on the senders a round trip later.
      return "max_steps = " + std::to_string(options.max_steps) + " steps were used up" + at +
             (5 * ticks > options.max_steps
                  ? ": the timer of the AQM has ticked " + std::to_string(ticks) +
                        " times, and each tick takes steps of its own; the continuous form has none"
                  : ": the model is stiff there, or the tolerance is too tight");
    case Ending::past_too_long:
      return "a round trip has more steps than fit into the memory" + at +
             ": the model is stiff there, or the tolerance is too tight";
    case Ending::step_too_small:
      return "the tolerance " + number(options.tolerance) + " cannot be met" + at + ": the step has become too small";
    case Ending::chatters:
      return "the model chatters" + at + ": it crosses \"" + guard + "\" again and again without time going on";
    case Ending::not_finite: break;
  }
  return "the model has no finite derivative" + at;
}

template <class System>
class RunAs final : public FluidRun {
 public:
  RunAs(const FluidConfig& config, const FluidOptions& options)
      : config_(config),
        options_(options),
        system_(config),
        solver_(system_, solver_options(options)),
        sampler_(system_, config_, options.points, solution_) {
    typename System::Vector y;
    typename System::Mode mode;
    system_.start(y, mode);

    Segment<System> past;
    past.begin = -1e300;
    past.end = 0;
    past.mode = System::before_start(mode);
    past.c[0] = y;
    solver_.start(0, y, mode, &past, 1);
    sampler_.take(0, y, mode);
  }

  bool run(std::int64_t max_steps) override {
    if (!outcome_) {
      outcome_ = solver_.run(config_.duration, control_, max_steps, sampler_);
      if (outcome_) finish(*outcome_);
    }
    return outcome_.has_value();
  }
  double now() const override { return solver_.time(); }
  FluidSolution& solution() override { return solution_; }

 private:
  static SolverOptions solver_options(const FluidOptions& options) {
    SolverOptions of_solver;
    of_solver.relative = options.tolerance;
    of_solver.max_steps = options.max_steps;
    return of_solver;
  }

  void finish(const Outcome& outcome) {
    sampler_.finish(solver_.time(), solver_.state(), solver_.mode());
    for (std::size_t l = 0; l < config_.links.size(); ++l) {
      const double* law = system_.law_states(static_cast<int>(l), solver_.state());
      solution_.end.push_back({{law, law + config_.links[l].law->states()}, solver_.mode().links[l].memory.get()});
    }
    solution_.until = outcome.time;
    const std::string guard = outcome.guard < 0 ? std::string() : system_.guard_name(outcome.guard, solver_.mode());
    solution_.message = message_of(outcome, guard, options_, ticks_of(solver_.mode()));
    const SolverWork& work = solver_.work();
    solution_.work = {work.steps, work.rejected, work.evaluations, work.events, work.landings, work.iterations};
  }

  const FluidConfig& config_;
  FluidOptions options_;
  System system_;
  Solver<System> solver_;
  FluidSolution solution_;
  Sampler<System> sampler_;
  StepControl control_{BogackiShampine::kOrder};
  std::optional<Outcome> outcome_;
};

}  // namespace

std::vector<FluidIssue> check(const FluidOptions& options) {
  std::vector<FluidIssue> issues;
  if (!(options.tolerance >= kTightestTolerance && options.tolerance <= kLoosestTolerance)) {
    issues.push_back({"tolerance",
                      "must be from 1e-13 to 0.01: double precision has no more digits, and less is no solution",
                      options.tolerance});
  }
  if (!(options.points >= 2 && options.points <= 1'000'000)) {
    issues.push_back({"points", "must be from 2 to 1000000", static_cast<double>(options.points)});
  }
  if (!(options.max_steps >= 1)) {
    issues.push_back({"max_steps", "must be at least 1", static_cast<double>(options.max_steps)});
  }
  return issues;
}

std::unique_ptr<FluidRun> begin_solution(const FluidConfig& config, const FluidOptions& options) {
  if (config.links.size() > 1) return std::make_unique<RunAs<Network<ManyLinks>>>(config, options);
  if (is_compact(config)) return std::make_unique<RunAs<Network<OneRenoClass>>>(config, options);
  if (config.classes.size() == 1) return std::make_unique<RunAs<Network<OneClass>>>(config, options);
  return std::make_unique<RunAs<Network<OneLink>>>(config, options);
}

FluidSolution solve(const FluidConfig& config, const FluidOptions& options) {
  const std::unique_ptr<FluidRun> run = begin_solution(config, options);
  run->run(std::numeric_limits<std::int64_t>::max());
  return std::move(run->solution());
}

}  // namespace aqm
