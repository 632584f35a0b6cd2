// The method of steps for systems of delay differential equations whose delays depend on the state,
//   y'(t) = f(t, y(t), past at theta_1(t, y), ..., past at theta_K(t, y)),
// with breaking points tracked, guards located, and delays that fall inside a step solved by iteration.
//
// A System is smooth while its Mode, the discrete state, stays the same. It offers
//   kDim (room), dim(), typical(i)         components, and the size below which each counts as small
//   lags(), argument(k, t, y, mode)        the delayed arguments theta_k <= t
//   derivative(t, y, mode, past, dy)       past.view(k, theta) shows the past at lag k's argument
//   guards(mode), slack(g, t, y, mode)     the mode holds while every slack is >= 0 (dimensionless, of order one)
//   level(g, mode)                         what guard g watches, if that is one component against a bound
//   on_guard(g, t, y, mode)                the new mode where slack g has come to 0, and the state put exactly there
//   next_time(t, mode), on_time(t, y, mode)  what happens at times known in advance
// on_guard and on_time return what jumps there.
//
// This file drives: which step is next, whether it counts, where it ends, what happens there. A step is computed in
// attempt.hpp
// (stages.hpp, extension.hpp), ends at what landings.hpp and guards.hpp find, and becomes part of history.hpp.
#pragma once
#include <optional>

#include "attempt.hpp"
#include "guards.hpp"
#include "landings.hpp"
#include "step_control.hpp"

namespace aqm::fluid {

template <class System>
class Solver {
 public:
  static constexpr int kDim = System::kDim;
  using Seg = Segment<System>;
  using Vector = typename Seg::Vector;
  using Mode = typename System::Mode;

  explicit Solver(System& system, const SolverOptions& options = {}) : now_(system, options) {}

  /// Starts at t0 from y; the past is one segment or several in order of time. `jump`: what jumps at t0 (order 1: the
  /// past meets y, but not its derivative).
  void start(double t0, const Vector& y, const Mode& mode, const Seg* past, int pieces, Jump jump = {1}) {
    now_.t = t0;
    now_.y = y;
    now_.mode = mode;
    take_mode();
    now_.typical.fill(Moment<System>::kPadding);
    for (int i = 0; i < now_.system.dim(); ++i) now_.typical[static_cast<std::size_t>(i)] = now_.system.typical(i);
    now_.work = {};
    now_.history.start(past[0], now_.system.lags());
    for (int i = 1; i < pieces; ++i) now_.history.push(past[i]);
    add_break(jump);
    landings_.start(now_);
    step_ = now_.options.fixed_step > 0 ? now_.options.fixed_step : 0;
    smooth_ = false;
    now_.joined = 0;
    burst_ = 0;
    last_event_ = -std::numeric_limits<double>::infinity();
    now_.refresh();
  }

  /// Continues until `until`; passes every accepted segment to `observe`.
  template <class Observe>
  Outcome run(double until, Observe&& observe) {
    StepControl control(BogackiShampine::kOrder);
    return *run(until, control, std::numeric_limits<std::int64_t>::max(), observe);
  }
  /// Like `run`, for at most `tries` further steps, accepted or not; returns nothing if there is more to do. The caller
  /// owns `control`.
  template <class Observe>
  std::optional<Outcome> run(double until, StepControl& control, std::int64_t tries, Observe&& observe) {
    if (step_ == 0) step_ = first_step(until - now_.t);
    for (; now_.t < until; --tries) {
      if (now_.work.steps + now_.work.rejected >= now_.options.max_steps) {
        return Outcome{Ending::too_many_steps, now_.t, -1};
      }
      if (now_.history.bytes() > now_.options.max_past || now_.history.steps() > now_.options.max_past_steps) {
        return Outcome{Ending::past_too_long, now_.t, -1};
      }
      if (tries <= 0) return std::nullopt;
      const Outcome outcome = try_step(until, control, observe);
      if (outcome.ending != Ending::done) return outcome;
    }
    return Outcome{Ending::done, now_.t, -1};
  }

  double time() const { return now_.t; }
  const Vector& state() const { return now_.y; }
  const Mode& mode() const { return now_.mode; }
  const SolverWork& work() const { return now_.work; }

 private:
  static constexpr int kMaxBurst = 100;
  /// events closer than this, s, count as events without an advance of time
  static constexpr double kBurstTime = 1e-7;

  /// One step, accepted or not. Not inlined (docs/engines.md, note 2).
  template <class Observe>
  [[gnu::noinline]] Outcome try_step(double until, StepControl& control, Observe&& observe) {
    const Outcome going_on{Ending::done, now_.t, -1};
    const double due = std::min(until, now_.system.next_time(now_.t, now_.mode));
    if (due - now_.t <= now_.resolution()) {
      const bool timed = due == now_.system.next_time(now_.t, now_.mode);
      now_.t = due;
      if (timed) meet_time();
      return going_on;
    }
    const Plan plan = plan_step(due);
    const double error = attempt(now_, plan.length);
    if (!(error <= 1)) {
      ++now_.work.rejected;
      if (!std::isfinite(error))
        step_ = 0.1 * plan.length;
      else
        step_ = plan.length * control.after_rejected(error);
      if (step_ < now_.resolution()) {
        return {std::isfinite(error) ? Ending::step_too_small : Ending::not_finite, now_.t, -1};
      }
      return going_on;
    }
    const Cut cut = find_cut(plan);
    if (cut.overshot) {
      ++now_.work.rejected;
      aim_ = cut.place * plan.length * Landings<System>::kAim;
      return going_on;
    }
    if (now_.options.fixed_step > 0) {
      step_ = now_.options.fixed_step;
    } else {
      const double next = plan.length * control.after_accepted(error);
      // A step that was shortened on purpose shows only that at least its length is possible.
      step_ = std::min(plan.shortened ? std::max(step_, next) : next, now_.options.max_step);
    }
    if (!take(plan, cut, due, observe)) return {Ending::chatters, now_.t, cut.guard};
    if (!smooth_) control.restart();
    return going_on;
  }

  double first_step(double span) const {
    // Hairer, Norsett and Wanner I, section II.4: a step whose first-order change is a hundredth of the solution.
    double change = 0;
    for (int i = 0; i < now_.system.dim(); ++i) {
      const auto c = static_cast<std::size_t>(i);
      change = std::max(change, std::abs(now_.slope[c]) / (std::abs(now_.y[c]) + now_.system.typical(i)));
    }
    return std::min({change > 0 ? 0.01 / change : 0.01 * span, span, now_.options.max_step});
  }

  Plan plan_step(double due) {
    Plan plan;
    plan.length = step_;
    if (aim_ > 0) {
      plan.length = aim_;
      plan.shortened = true;
      aim_ = 0;
    } else {
      landings_.plan(now_, step_, plan);
    }
    plan.approach(due - now_.t, 1);
    plan.ends_due = plan.length >= due - now_.t;
    if (plan.ends_due) plan.length = due - now_.t;
    return plan;
  }

  Cut find_cut(const Plan& plan) {
    Cut cut;
    const double first = landings_.first(now_, plan);
    if (first < Landings<System>::kOvershoot && first * plan.length > now_.resolution()) {
      cut.place = first;
      cut.overshot = true;
      return cut;
    }
    if (first < 2) cut.place = first;
    guards_.find(now_, plan.length, cut);
    return cut;
  }

  /// Accepts the step up to the cut and handles what happens there. False if events do not let time advance.
  template <class Observe>
  bool take(const Plan& plan, const Cut& cut, double due, Observe&& observe) {
    const bool whole = cut.place == 1;
    const double begin = now_.t;
    const Mode mode_at_begin = now_.mode;
    const double end = whole && plan.ends_due ? due : now_.t + cut.place * plan.length;
    if (end - begin > now_.resolution()) {
      if (!whole) now_.draft().values(cut.place, now_.width(), now_.end);
      Seg& next = now_.draft();
      next.end = end;
      next.curvature(cut.place, now_.width(), now_.bend);
      observe(std::as_const(next));
      now_.history.append();
      ++now_.joined;
      ++now_.work.steps;
      now_.t = end;
      now_.y = now_.end;
      if ((now_.work.steps & 31) == 0) forget();
    }
    landings_.advance(now_, whole);
    Jump jump = landings_.cross(now_);
    if (cut.guard >= 0 || now_.t == begin) {
      burst_ = now_.t - last_event_ < kBurstTime ? burst_ + 1 : 0;
      last_event_ = now_.t;
      if (burst_ > kMaxBurst) return false;  // in the mode whose guard it is
    }
    if (cut.guard >= 0) {
      ++now_.work.events;
      jump = jump.with(changed([&] { return now_.system.on_guard(cut.guard, now_.t, now_.y, now_.mode); }));
    }
    if (whole && plan.ends_due && due == now_.system.next_time(begin, mode_at_begin)) {
      jump = jump.with(changed([&] { return now_.system.on_time(now_.t, now_.y, now_.mode); }));
    }
    settle(jump);
    return true;
  }

  /// A time that was due at once.
  void meet_time() {
    settle(changed([&] { return now_.system.on_time(now_.t, now_.y, now_.mode); }));
  }

  /// Runs a change of mode.
  template <class Change>
  Jump changed(Change&& change) {
    const Jump jump = change();
    take_mode();
    landings_.reseat(now_);
    return jump;
  }

  void take_mode() {
    now_.conditions = conditions_of(std::as_const(now_.system), now_.mode);
    guards_.take_mode(now_);
  }

  void add_break(Jump jump) {
    if (jump.order <= std::min(kLastOrder, jump.last)) now_.history.add_break(now_.t, jump);
  }

  void settle(Jump jump) {
    if (jump.order == kSmooth) {
      now_.slope = now_.end_slope;
      smooth_ = true;
      return;
    }
    add_break(jump);
    now_.joined = 0;
    smooth_ = jump.order > 2;
    if (jump.order <= 2) now_.bend = {};
    now_.refresh();
  }

  void forget() {
    const double horizon = landings_.horizon(now_);
    // Arguments can turn back: the same distance again is kept.
    now_.history.forget(horizon - (now_.t - horizon));
  }

  Moment<System> now_;
  Landings<System> landings_;
  Guards<System> guards_;
  double step_ = 0;
  double aim_ = 0;       ///< the length of the next step if it is known, else 0
  bool smooth_ = false;  ///< nothing of low order jumped at the last end
  int burst_ = 0;
  double last_event_ = 0;
};

}  // namespace aqm::fluid
