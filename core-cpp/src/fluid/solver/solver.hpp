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
#pragma once
#include <cmath>
#include <limits>
#include <utility>

#include "history.hpp"
#include "options.hpp"
#include "root.hpp"
#include "step_control.hpp"
#include "three_steps.hpp"

namespace aqm::fluid {

/// Jumps in derivatives of y above the fifth do not touch the local error O(h^6) of a step: behind this order of a breaking
/// point (one less than y's at its image) nothing has to be landed on.
inline constexpr int kLastOrder = BogackiShampine::kOrder - 1;

template <class System>
class Solver {
 public:
  static constexpr int kDim = System::kDim;
  using Method = BogackiShampine;
  using Seg = Segment<System>;
  using Vector = typename Seg::Vector;
  using Mode = typename System::Mode;

  explicit Solver(System& system, const SolverOptions& options = {}) : system_(system), options_(options) {}

  /// Starts at t0 from y, the past being one segment or several in order of time. `jump`: what jumps at t0 (order 1: the past
  /// meets y, but not its derivative).
  void start(double t0, const Vector& y, const Mode& mode, const Seg* past, int pieces, Jump jump = {1}) {
    t_ = t0;
    y_ = y;
    mode_ = mode;
    take_mode();
    typical_.fill(kPadding);
    for (int i = 0; i < system_.dim(); ++i) typical_[static_cast<std::size_t>(i)] = system_.typical(i);
    work_ = {};
    history_.start(past[0], system_.lags());
    for (int i = 1; i < pieces; ++i) history_.push(past[i]);
    add_break(jump);
    for (int k = 0; k < system_.lags(); ++k) {
      const double theta = argument(k, t_, y_);
      courses_[static_cast<std::size_t>(k)] = {theta, 1, theta};
      history_.seat(k, theta);
    }
    step_ = options_.fixed_step > 0 ? options_.fixed_step : 0;
    smooth_ = false;
    joined_ = 0;
    burst_ = 0;
    last_event_ = -std::numeric_limits<double>::infinity();
    refresh();
  }

  /// Goes on until `until`; hands every accepted segment to `observe`.
  template <class Observe>
  Outcome run(double until, Observe&& observe) {
    if (step_ == 0) step_ = first_step(until - t_);
    StepControl control(Method::kOrder);
    while (t_ < until) {
      if (work_.steps + work_.rejected >= options_.max_steps) return {Ending::too_many_steps, t_, -1};
      if (history_.bytes() > options_.max_past) return {Ending::past_too_long, t_, -1};
      const Outcome outcome = try_step(until, control, observe);
      if (outcome.ending != Ending::done) return outcome;
    }
    return {Ending::done, t_, -1};
  }

  double time() const { return t_; }
  const Vector& state() const { return y_; }
  const Mode& mode() const { return mode_; }
  const SolverWork& work() const { return work_; }

 private:
  using Hist = History<System>;

  static constexpr double kAim = 1.01;       ///< a landing aims so far beyond the breaking point: cutting is cheap
  static constexpr double kOvershoot = 0.9;  ///< a step that meets a breaking point before this place is taken again
  static constexpr double kReach = 1.03;     ///< how far the extension may be continued to reach a breaking point
  static constexpr double kWorthIterating = 5, kWithinLag = 0.98;
  static constexpr int kMaxIterations = 12;
  static constexpr int kMaxBurst = 100;
  static constexpr std::size_t kMaxLags = 16;

  /// The past as the right-hand side sees it.
  class Past {
   public:
    Past(Hist& history, const Seg& trial, bool& inside) : history_(history), trial_(trial), inside_(inside) {}
    [[gnu::always_inline]] typename Hist::View view(int k, double theta) {
      return history_.view(k, theta, trial_, inside_);
    }

   private:
    Hist& history_;
    const Seg& trial_;
    bool& inside_;
  };

  struct Plan {
    double length = 0;
    bool shortened = false;  ///< to land, or to share the way to a landing
    bool ends_due = false;   ///< ends exactly at the time that is due
  };

  struct Cut {
    double place = 1;       ///< where the step ends, in units of its length
    int guard = -1;         ///< the guard that is met there
    bool overshot = false;  ///< a breaking point was passed too far back: `place` says where
  };

  /// One step, accepted or not. Not inlined: engines that compile WebAssembly in tiers replace a function's code from its next call
  /// on, so a loop whose body is called gets the better code while it runs.
  template <class Observe>
  [[gnu::noinline]] Outcome try_step(double until, StepControl& control, Observe&& observe) {
    const Outcome going_on{Ending::done, t_, -1};
    const double due = std::min(until, system_.next_time(t_, mode_));
    if (due - t_ <= resolution()) {
      const bool timed = due == system_.next_time(t_, mode_);
      t_ = due;
      if (timed) meet_time();
      return going_on;
    }
    const Plan plan = plan_step(due);
    const double error = attempt(plan.length);
    if (!(error <= 1)) {
      ++work_.rejected;
      if (!std::isfinite(error))
        step_ = 0.1 * plan.length;
      else
        step_ = plan.length * control.after_rejected(error);
      if (step_ < resolution()) {
        return {std::isfinite(error) ? Ending::step_too_small : Ending::not_finite, t_, -1};
      }
      return going_on;
    }
    const Cut cut = find_cut(plan);
    if (cut.overshot) {
      ++work_.rejected;
      aim_ = cut.place * plan.length * kAim;
      return going_on;
    }
    if (options_.fixed_step > 0) {
      step_ = options_.fixed_step;
    } else {
      const double next = plan.length * control.after_accepted(error);
      // A step that was shortened on purpose says only that no less is possible.
      step_ = std::min(plan.shortened ? std::max(step_, next) : next, options_.max_step);
    }
    if (!take(plan, cut, due, observe)) return {Ending::chatters, t_, cut.guard};
    if (!smooth_) control.restart();
    return going_on;
  }

  /// The segment of the step under way.
  Seg& draft() { return history_.draft(); }
  const Seg& draft() const { return history_.draft(); }
  int width() const { return padded(system_.dim()); }
  double argument(int k, double t, const Vector& y) const { return system_.argument(k, t, y, mode_); }
  /// Times closer than this are the same.
  double resolution() const { return 4e-15 * std::max(std::abs(t_), 1.0); }

  /// What a derivative needs of the mode: a system may offer its conditions(mode), which are then made once for each mode.
  static auto conditions_of(const System& system, const Mode& mode) {
    if constexpr (requires { system.conditions(mode); })
      return system.conditions(mode);
    else
      return mode;
  }
  using Conditions = decltype(conditions_of(std::declval<const System&>(), std::declval<const Mode&>()));

  /// Bounds of each component.
  struct Range {
    Vector low, high;
  };

  /// Gathers what is the same as long as a mode lasts.
  void take_mode() {
    conditions_ = conditions_of(system_, mode_);
    constexpr double kNone = std::numeric_limits<double>::infinity();
    levels_.low.fill(-kNone);
    levels_.high.fill(kNone);
    watched_ = true;
    const int guards = system_.guards(mode_);
    for (int g = 0; g < guards; ++g) {
      const Level level = system_.level(g, mode_);
      if (level.component < 0) {
        watched_ = false;
        continue;
      }
      const auto c = static_cast<std::size_t>(level.component);
      if (level.side > 0)
        levels_.low[c] = std::max(levels_.low[c], level.bound);
      else
        levels_.high[c] = std::min(levels_.high[c], level.bound);
    }
  }

  [[gnu::always_inline]] void evaluate(double t, const Vector& y, const Conditions& now, Vector& dy) {
    Past past(history_, trial_, inside_);
    system_.derivative(t, y, now, past, dy);
  }

  /// The derivative at the beginning of the next step, behind a discontinuity.
  void refresh() {
    for (int k = 0; k < system_.lags(); ++k) history_.open_window(k);
    set_trial(0);
    evaluate(t_, y_, conditions_, slope_);
    ++work_.evaluations;
  }

  double first_step(double span) const {
    // Hairer, Norsett and Wanner I, section II.4: a step whose first-order change is a hundredth of the solution.
    double change = 0;
    for (int i = 0; i < system_.dim(); ++i) {
      const auto c = static_cast<std::size_t>(i);
      change = std::max(change, std::abs(slope_[c]) / (std::abs(y_[c]) + system_.typical(i)));
    }
    return std::min({change > 0 ? 0.01 / change : 0.01 * span, span, options_.max_step});
  }

  /// Where lag k's argument will be after `d`, by the parabola that continues the solution.
  double predicted(int k, double d) const {
    Vector y;
    const Pair step = both(d), half = both(0.5 * d);
    for (std::size_t i = 0; i < static_cast<std::size_t>(width()); i += 2) {
      store(&y[i], load(&y_[i]) + step * (load(&slope_[i]) + half * load(&bend_[i])));
    }
    return argument(k, t_ + d, y);
  }

  /// When lag k's argument will meet `time`; infinity when that is not within reach of about three steps.
  double predict_landing(int k, double time) const {
    constexpr double kNever = std::numeric_limits<double>::infinity();
    const double now = courses_[static_cast<std::size_t>(k)].theta, way = time - now;
    if (std::abs(way) > 4 * step_ * std::max(std::abs(courses_[static_cast<std::size_t>(k)].rate), 0.5)) return kNever;
    const double probe = 1e-3 * step_;
    const double rate = (predicted(k, probe) - now) / probe;
    // It does not stand on the point already, and comes towards it.
    if (std::abs(way) <= 8 * resolution() || !(way * rate > 0)) return kNever;
    double d = way / rate;
    if (d > 3 * step_) return kNever;
    for (int i = 0; i < 2; ++i) {
      const double reached = predicted(k, d) - now;
      if (!(reached * way > 0)) break;
      d *= way / reached;
    }
    return d;
  }

  Plan plan_step(double due) {
    Plan plan;
    plan.length = step_;
    if (aim_ > 0) {
      plan.length = aim_;
      plan.shortened = true;
      aim_ = 0;
    } else {
      for (int k = 0; k < system_.lags(); ++k) {
        const Course& lag = courses_[static_cast<std::size_t>(k)];
        const Break* b = lag.rate >= 0 ? history_.above(k) : history_.below(k);
        if (b != nullptr) approach(plan, predict_landing(k, b->time), kAim);
        if (options_.fixed_step > 0) continue;
        // A step a little longer than a lag would have to be iterated, which costs more than two that are not.
        const double length = t_ - lag.theta;
        if (length < plan.length && plan.length < kWorthIterating * length) {
          plan.length = kWithinLag * length;
          plan.shortened = true;
        }
      }
    }
    approach(plan, due - t_, 1);
    plan.ends_due = plan.length >= due - t_;
    if (plan.ends_due) plan.length = due - t_;
    return plan;
  }

  /// Shortens a step so that it, or the next, ends at a distance.
  static void approach(Plan& plan, double distance, double aim) {
    if (distance <= 1.05 * plan.length) {
      plan.length = distance * aim;
      plan.shortened = true;
    } else if (distance < 2 * plan.length) {
      plan.length = 0.5 * distance;
      plan.shortened = true;
    }
  }

  /// The step under way before it is known: the parabola that continues the solution.
  void set_trial(double length) {
    trial_.begin = t_;
    trial_.step = length;
    trial_.inverse_step = length > 0 ? 1 / length : 0;
    trial_.mode = mode_;
    for (std::size_t i = 0; i < static_cast<std::size_t>(width()); ++i) {
      trial_.c[0][i] = y_[i];
      trial_.c[1][i] = length * slope_[i];
      trial_.c[2][i] = 0.5 * length * length * bend_[i];
      for (std::size_t d = 3; d <= Seg::kDegree; ++d) trial_.c[d][i] = 0;
    }
  }

  /// The method's coefficients in both lanes, in memory: V8 builds every constant of two lanes anew from four instructions.
  struct Table {
    Pair weights[Method::kDense][Method::kDense - 1];
    Pair error[Method::kStages];
    Pair extension[Method::kDense][Method::kDegree + 1];

    Table() {
      for (int i = 0; i < Method::kDense; ++i) {
        for (int j = 0; j < Method::kDense - 1; ++j) weights[i][j] = both(Method::kWeights[i][j]);
        for (int d = 0; d <= Method::kDegree; ++d) extension[i][d] = both(Method::kExtension[i][d]);
      }
      for (int i = 0; i < Method::kStages; ++i) error[i] = both(Method::kError[i]);
    }
  };

  /// The stages of one step. They live on the stack, where the compiler can keep what is needed next in registers.
  using Stages = Vector[Method::kDense];

  template <bool kFirst, bool kCounts>
  [[gnu::always_inline]] static void add_term(Pair& sum, const Pair& weight, const double* value) {
    if constexpr (kFirst)
      sum = weight * load(value);
    else if constexpr (kCounts)
      sum += weight * load(value);
  }

  template <int kRow, std::size_t... kColumn>
  [[gnu::always_inline]] void stage(double t, double h, const Conditions& now, Stages& k, Vector& y,
                                    std::index_sequence<kColumn...>) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(width()); i += 2) {
      // What waits for the newest stage is one product and one sum.
      constexpr std::size_t kNewest = kRow - 1;
      Pair base = load(&y_[i]);
      if constexpr (kRow > 1) {
        Pair sum;
        (add_term<(kColumn == 0), (kColumn != kNewest && Method::kWeights[kRow][kColumn] != 0)>(
             sum, table_.weights[kRow][kColumn], &k[kColumn][i]),
         ...);
        base += both(h) * sum;
      }
      const Pair at = base + (both(h) * table_.weights[kRow][kNewest]) * load(&k[kNewest][i]);
      store(&y[i], at);
      // The last of these is the end of the step. V8 computes what is stored where it stands, but carries what a later value is
      // made of past the look into the past, and out of the registers.
      if constexpr (kRow < Method::kStages) store(&end_[i], at);
    }
    evaluate(t + Method::kNodes[kRow] * h, y, now, k[kRow]);
  }
  template <std::size_t kFirst, std::size_t... kRow>
  [[gnu::always_inline]] void stages(double h, Stages& k, Vector& y, std::index_sequence<kRow...>) {
    const double t = t_;
    const Conditions& now = conditions_;
    (stage<static_cast<int>(kFirst + kRow)>(t, h, now, k, y, std::make_index_sequence<kFirst + kRow>{}), ...);
    work_.evaluations += static_cast<std::int64_t>(sizeof...(kRow));
  }

  /// Of the components i and i + 1; 0 for one that only fills the pair, which may be anything.
  [[gnu::always_inline]] Pair counted(std::size_t i, Pair v) const {
    return load(&typical_[i]) < both(kPadding) ? v : both(0);
  }
  static constexpr double kPadding = std::numeric_limits<double>::infinity();  ///< typical_ where there is no component

  /// The local error in units of the tolerance, the worst of the components; NaN when one is not a number.
  template <std::size_t... kRow>
  double scaled_error(double h, const Stages& k, const Vector& end, std::index_sequence<kRow...>) const {
    Pair worst = both(0), total = both(0);
    for (std::size_t i = 0; i < static_cast<std::size_t>(width()); i += 2) {
      Pair sum;
      (add_term<kRow == 0, Method::kError[kRow] != 0>(sum, table_.error[kRow], &k[kRow][i]), ...);
      const Pair scale = larger(magnitude(load(&y_[i])), magnitude(load(&end[i]))) + load(&typical_[i]);
      const Pair error = counted(i, magnitude(both(h) * sum) / scale);
      worst = larger(worst, error);
      total += error;
    }
    // What is not a number may get lost among the largest, but not in a sum.
    const double sum = total[0] + total[1];
    return (std::isnan(sum) ? sum : largest(worst)) * inverse_relative_;
  }

  template <std::size_t kPower, std::size_t... kRow>
  [[gnu::always_inline]] static void extension_power(const Table& table, double h, int width, const Stages& k,
                                                     Seg& next, std::index_sequence<kRow...>) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(width); i += 2) {
      Pair sum;
      (add_term<kRow == 0, Method::kExtension[kRow][kPower] != 0>(sum, table.extension[kRow][kPower], &k[kRow][i]),
       ...);
      store(&next.c[kPower][i], both(h) * sum);
    }
  }
  /// The draft of a step of length h; what it lacks is c[1] and above.
  Seg& begin_segment(double h) {
    Seg& next = draft();
    next.begin = t_;
    next.step = h;
    next.inverse_step = 1 / h;
    next.mode = mode_;
    next.c[0] = y_;
    return next;
  }
  template <std::size_t... kPower>
  [[gnu::always_inline]] void extend(double h, const Stages& k, std::index_sequence<kPower...>) {
    Seg& next = begin_segment(h);
    for (std::size_t d = Method::kDegree + 1; d <= Seg::kDegree; ++d) next.c[d] = {};
    (extension_power<kPower + 1>(table_, h, width(), k, next, std::make_index_sequence<Method::kDense>{}), ...);
  }

  /// The extension by the method's own stages. Not inlined: few steps need it, and the others are faster without it in the way.
  [[gnu::noinline]] void extend_by_stages(double h, Stages& k) {
    Vector y;
    stages<Method::kStages>(h, k, y, std::make_index_sequence<Method::kDense - Method::kStages>{});
    extend(h, k, std::make_index_sequence<Method::kDegree>{});
  }

  /// The extension through the two steps before, without a stage. False where they do not fit, or where the second of them still
  /// moves it by more than the tolerance of a step: the past is not smooth enough then.
  [[gnu::always_inline]] bool extend_by_steps(double h) {
    if (joined_ < 2) return false;
    const Seg& before = history_.newest();
    const Seg& earlier = history_.before_newest();
    const double length = before.end - before.begin, length2 = earlier.end - earlier.begin;
    const double least = kLeastRatio * h, largest = kLargestRatio * h;
    if ((length < least) | (length2 < least) | (length > largest) | (length2 > largest)) return false;
    Vector gain;
    join_three_steps<System>(Ends<Vector>{h, y_, slope_, end_, end_slope_}, before, earlier, width(), begin_segment(h),
                             gain);
    auto close = both(0) <= both(0);
    for (std::size_t i = 0; i < static_cast<std::size_t>(width()); i += 2) {
      const Pair scale = both(options_.relative) * (magnitude(load(&y_[i])) + load(&typical_[i]));
      close = close & (counted(i, magnitude(load(&gain[i])) - scale) <= both(0));
    }
    return (close[0] & close[1]) != 0;
  }

  /// The step of length h and its error; unless that is above 1, its end and its extension.
  double compute(double h) {
    Stages k;
    k[0] = slope_;
    Vector y;
    stages<1>(h, k, y, std::make_index_sequence<Method::kStages - 1>{});
    double error = scaled_error(h, k, y, std::make_index_sequence<Method::kStages>{});
    if (options_.fixed_step > 0 && std::isfinite(error)) error = 0;
    if (!(error <= 1)) return error;
    end_slope_ = k[Method::kStages - 1];
    if (inside_ || !extend_by_steps(h)) extend_by_stages(h, k);
    return error;
  }

  /// Computes the step of length h and, unless it is rejected, its extension. Returns the scaled error.
  double attempt(double h) {
    for (int k = 0; k < system_.lags(); ++k) history_.open_window(k);
    set_trial(h);
    inside_ = false;
    const double error = compute(h);
    return inside_ && error <= 1 ? iterate(h, error) : error;
  }

  /// A delayed argument fell inside the step: it read the continuation of the solution before. With the extension just computed in
  /// its place each repetition gains an order, until nothing changes that matters. Not inlined: it is rare.
  [[gnu::noinline]] double iterate(double h, double error) {
    for (int i = 0; i < kMaxIterations; ++i) {
      const double change = distance_to_trial();
      trial_.c = draft().c;
      if (change <= (options_.fixed_step > 0 ? 0 : kNegligible)) break;
      ++work_.iterations;
      error = compute(h);
      if (!(error <= 1)) return error;
      if (distance_to_trial() >= change && i > 2) {
        if (change > 1) return kTooLong;
        break;
      }
    }
    return options_.fixed_step > 0 ? error : std::max(error, kDefectWeight * defect(h));
  }

  /// How far the extension misses the equation, in units of the tolerance: where a step reads its own extension, its error has
  /// to be kept small as well.
  double defect(double h) {
    constexpr double s = 0.4;
    Vector y, dy;
    draft().values(s, width(), y);
    evaluate(t_ + s * h, y, conditions_, dy);
    ++work_.evaluations;
    double worst = 0;
    for (int i = 0; i < system_.dim(); ++i) {
      const double scale = options_.relative * (std::abs(y[static_cast<std::size_t>(i)]) + system_.typical(i));
      worst = std::max(worst, h * std::abs(draft().slope(i, s) - dy[static_cast<std::size_t>(i)]) / scale);
    }
    return worst;
  }

  static constexpr double kNegligible = 0.02;  ///< of the tolerance
  static constexpr double kTooLong = 32;       ///< the error that halves a step
  static constexpr double kDefectWeight = 0.2;

  /// The largest difference between the extension and the trial at the middle and the end, in units of the tolerance.
  double distance_to_trial() const {
    double worst = 0;
    for (const double s : {0.5, 1.0}) {
      Vector a, b;
      draft().values(s, width(), a);
      trial_.values(s, width(), b);
      for (std::size_t i = 0; i < static_cast<std::size_t>(system_.dim()); ++i) {
        const double scale = std::abs(a[i]) + system_.typical(static_cast<int>(i));
        worst = std::max(worst, std::abs(a[i] - b[i]) / (options_.relative * scale));
      }
    }
    return worst;
  }

  double slack_at(int g, double s) const {
    Vector y;
    draft().values(s, width(), y);
    return system_.slack(g, t_ + s * draft().step, y, mode_);
  }

  /// Where each component stays during the step for certain: between the ends, or no further from them than it could move at the
  /// rates that it has there.
  [[gnu::always_inline]] Range range(double length) const {
    Range within;
    for (std::size_t i = 0; i < static_cast<std::size_t>(width()); i += 2) {
      const Pair from = load(&y_[i]), to = load(&end_[i]);
      const Pair way = both(length) * larger(magnitude(load(&slope_[i])), magnitude(load(&end_slope_[i])));
      store(&within.low[i], smaller(from, to) - way);
      store(&within.high[i], larger(from, to) + way);
    }
    return within;
  }
  static bool is_clear(const Level& level, const Range& within) {
    if (level.component < 0) return false;
    const auto c = static_cast<std::size_t>(level.component);
    return level.side > 0 ? within.low[c] > level.bound : within.high[c] < level.bound;
  }

  /// Where in the step guard g is met first; 2 when nowhere. `middle` and `last`: the state at reach / 2 and at reach.
  double meets(int g, double reach, const Vector& middle, const Vector& last) const {
    const double at0 = system_.slack(g, t_, y_, mode_);
    const double at_half = system_.slack(g, t_ + 0.5 * reach * draft().step, middle, mode_);
    const double at1 = system_.slack(g, t_ + reach * draft().step, last, mode_);
    if (at1 < -kTouch || at_half < -kTouch) {
      const double bad = at_half < -kTouch ? 0.5 * reach : reach;
      if (at0 <= 0) return leaves(g, bad);
      return root_of_slack(g, 0, at0, bad, at_half < -kTouch ? at_half : at1);
    }
    // A dip between the places looked at: where the parabola through them comes close to zero, look closer.
    const double bend = 2 * (at0 - 2 * at_half + at1);
    const double tilt = 4 * at_half - 3 * at0 - at1;
    if (!(bend > 0 && tilt < 0 && -tilt < 2 * bend)) return 2;
    // The parabola's lowest value at0 - tilt^2 / (4 bend) is above a tenth of its height over the step.
    if (4 * bend * (11 * at0 - std::max(at0, at1)) > 11 * tilt * tilt) return 2;
    double before = at0, s0 = 0;
    for (int i = 1; i <= kLooks; ++i) {
      const double s = reach * i / kLooks;
      const double here = slack_at(g, s);
      if (here < -kTouch) return before <= 0 ? s0 : root_of_slack(g, s0, before, s, here);
      before = here;
      s0 = s;
    }
    return 2;
  }
  /// At the start guard g stands at 0 already, at `bad` it is violated: at once, or after a way on the right side?
  double leaves(int g, double bad) const {
    for (int i = 1; i < kLooks; ++i) {
      const double s = bad * i / kLooks;
      const double here = slack_at(g, s);
      if (here > 0) return root_of_slack(g, s, here, bad, slack_at(g, bad));
    }
    return 0;
  }
  double root_of_slack(int g, double a, double fa, double b, double fb) const {
    return find_root([&](double s) { return slack_at(g, s); }, a, fa, b, fb);
  }
  static constexpr double kTouch = 1e-12;  ///< slacks are of order one: less than this is rounding
  static constexpr int kLooks = 16;

  /// How far lag k's argument is beyond `time` at place s of the step.
  double beyond(int k, double time, double s) const {
    Vector y;
    draft().values(s, width(), y);
    return argument(k, t_ + s * draft().step, y) - time;
  }

  /// Where in the step lag k's argument, which goes from `from` to `to`, meets the breaking point; 2 when nowhere.
  [[gnu::always_inline]] double passes(int k, const Break* b, bool upwards, double from, double to,
                                       bool planned) const {
    if (b == nullptr) return 2;
    if ((upwards ? to < b->time : to > b->time) && !planned) return 2;
    return meets_break(k, *b, upwards, from, to);
  }
  [[gnu::noinline]] double meets_break(int k, const Break& b, bool upwards, double from, double to) const {
    const double sign = upwards ? 1 : -1;
    const double start = sign * (from - b.time), at1 = sign * (to - b.time);
    const auto f = [&](double s) { return sign * beyond(k, b.time, s); };
    if (at1 >= 0) {
      if (start >= 0) return upwards ? 0 : turns_back(k, b.time, at1);
      return find_root(f, 0, start, 1, at1);
    }
    if (start >= 0 || at1 < (kReach - 1) * start) return 2;
    // Just short of a landing that was planned.
    const double ahead = f(kReach);
    return ahead >= 0 ? find_root(f, 1, at1, kReach, ahead) : 2;
  }
  /// An argument that stands on the breaking point below it goes back under it: only when it really does.
  double turns_back(int k, double time, double depth) const {
    if (depth <= 4 * resolution()) return 2;
    const double halfway = -beyond(k, time, 0.5);
    if (halfway >= 0) return 0;
    return find_root([&](double s) { return -beyond(k, time, s); }, 0.5, halfway, 1, depth);
  }

  Cut find_cut(const Plan& plan) {
    Cut cut;
    double first = 2;
    const bool planned = plan.shortened && !plan.ends_due;
    for (int k = 0; k < system_.lags(); ++k) {
      Course& lag = courses_[static_cast<std::size_t>(k)];
      const double from = lag.theta, to = argument(k, t_ + plan.length, end_);
      lag.ahead = to;
      lag.rate = (to - from) * draft().inverse_step;
      first = std::min({first, passes(k, history_.above(k), true, from, to, planned),
                        passes(k, history_.below(k), false, from, to, planned)});
    }
    if (first < kOvershoot && first * plan.length > resolution()) {
      cut.place = first;
      cut.overshot = true;
      return cut;
    }
    if (first < 2) cut.place = first;
    if (!all_clear(plan.length)) find_guard(plan.length, cut);
    return cut;
  }

  /// Whether no guard can be met during the step.
  [[gnu::always_inline]] bool all_clear(double length) const {
    if (!watched_) return false;
    const Range within = range(length);
    auto clear = both(0) <= both(0);
    for (std::size_t i = 0; i < static_cast<std::size_t>(width()); i += 2) {
      clear = clear & (load(&within.low[i]) > load(&levels_.low[i])) & (load(&within.high[i]) < load(&levels_.high[i]));
    }
    return (clear[0] & clear[1]) != 0;
  }
  /// Cuts the step at the guard that is met first. Not inlined: few steps come near one.
  [[gnu::noinline]] void find_guard(double length, Cut& cut) const {
    const Range within = range(length);
    const double reach = cut.place;
    Vector middle, last;
    draft().values(0.5 * reach, width(), middle);
    draft().values(reach, width(), last);
    const int guards = system_.guards(mode_);
    for (int g = 0; g < guards; ++g) {
      if (is_clear(system_.level(g, mode_), within)) continue;
      const double s = meets(g, reach, middle, last);
      if (s <= cut.place) {
        cut.place = s;
        cut.guard = g;
      }
    }
  }

  /// Accepts the step up to the cut and goes through what happens there. False when events do not let time go on.
  template <class Observe>
  bool take(const Plan& plan, const Cut& cut, double due, Observe&& observe) {
    const bool whole = cut.place == 1;
    const double begin = t_;
    const Mode mode_at_begin = mode_;
    const double end = whole && plan.ends_due ? due : t_ + cut.place * plan.length;
    if (end - begin > resolution()) {
      if (!whole) draft().values(cut.place, width(), end_);
      Seg& next = draft();
      next.end = end;
      next.curvature(cut.place, width(), bend_);
      observe(std::as_const(next));
      history_.append();
      ++joined_;
      ++work_.steps;
      t_ = end;
      y_ = end_;
      if ((work_.steps & 31) == 0) forget();
    }
    for (int k = 0; k < system_.lags(); ++k) {
      courses_[static_cast<std::size_t>(k)].theta =
          whole ? courses_[static_cast<std::size_t>(k)].ahead : argument(k, t_, y_);
    }
    Jump jump = cross_breaks();
    if (cut.guard >= 0 || t_ == begin) {
      burst_ = t_ - last_event_ < kBurstTime ? burst_ + 1 : 0;
      last_event_ = t_;
      if (burst_ > kMaxBurst) return false;  // in the mode whose guard it is
    }
    if (cut.guard >= 0) {
      ++work_.events;
      jump = jump.with(changed([&] { return system_.on_guard(cut.guard, t_, y_, mode_); }));
    }
    if (whole && plan.ends_due && due == system_.next_time(begin, mode_at_begin)) {
      jump = jump.with(changed([&] { return system_.on_time(t_, y_, mode_); }));
    }
    settle(jump);
    return true;
  }
  static constexpr double kBurstTime = 1e-7;  ///< events closer than this, s, follow each other without time going on

  /// A time that was due at once.
  void meet_time() {
    settle(changed([&] { return system_.on_time(t_, y_, mode_); }));
  }

  /// Runs a change of mode; arguments that jump with it are put in their place.
  template <class Change>
  Jump changed(Change&& change) {
    const Jump jump = change();
    take_mode();
    for (int k = 0; k < system_.lags(); ++k) {
      const double theta = argument(k, t_, y_);
      if (std::abs(theta - courses_[static_cast<std::size_t>(k)].theta) > resolution()) {
        courses_[static_cast<std::size_t>(k)] = {theta, 1, theta};
        history_.seat(k, theta);
      }
    }
    return jump;
  }

  /// Every lag whose argument stands on a breaking point passes it. Returns what y inherits.
  Jump cross_breaks() {
    Jump jump = kNoJump;
    for (int k = 0; k < system_.lags(); ++k) {
      const double theta = courses_[static_cast<std::size_t>(k)].theta;
      // An argument that stands on a breaking point goes where it is heading: up over it, or back under it.
      const double reach = (courses_[static_cast<std::size_t>(k)].rate >= 0 ? 4 : -4) * resolution();
      const auto pass = [&](const Break& b) {
        // Integration gains a derivative.
        jump = jump.with({b.jump.order + 1, b.jump.last});
        ++work_.landings;
      };
      for (const Break* b = history_.above(k); b != nullptr && theta >= b->time - reach; b = history_.above(k)) {
        pass(*b);
        history_.cross_up(k);
      }
      for (const Break* b = history_.below(k); b != nullptr && theta < b->time - reach; b = history_.below(k)) {
        pass(*b);
        history_.cross_down(k);
      }
    }
    return jump;
  }

  void add_break(Jump jump) {
    if (jump.order <= std::min(kLastOrder, jump.last)) history_.add_break(t_, jump);
  }

  void settle(Jump jump) {
    if (jump.order == kSmooth) {
      slope_ = end_slope_;
      smooth_ = true;
      return;
    }
    add_break(jump);
    joined_ = 0;
    smooth_ = jump.order > 2;
    if (jump.order <= 2) bend_ = {};
    refresh();
  }

  void forget() {
    double horizon = t_;
    for (int k = 0; k < system_.lags(); ++k) horizon = std::min(horizon, courses_[static_cast<std::size_t>(k)].theta);
    // Arguments can turn back: as far again is kept.
    history_.forget(horizon - (t_ - horizon));
  }

  System& system_;
  SolverOptions options_;
  Table table_;
  Hist history_;
  SolverWork work_;
  double t_ = 0, step_ = 0, aim_ = 0;
  Vector y_{}, end_{}, bend_{};  ///< bend_: the second derivative at the end of the last step
  Vector typical_{};             ///< typical() of each component
  double inverse_relative_ = 1 / options_.relative;
  Mode mode_{};
  Conditions conditions_{};
  Range levels_{};        ///< of the guards in this mode
  bool watched_ = false;  ///< every guard has its level there
  struct Course {
    double theta = 0;  ///< the argument at t_
    double rate = 1;   ///< its mean rate over the last step that was tried
    double ahead = 0;  ///< where that step would take it
  };
  std::array<Course, kMaxLags> courses_{};
  Vector slope_{}, end_slope_{};  ///< y' at t_, and at the end of the step under way
  Seg trial_;
  bool inside_ = false;
  std::int64_t joined_ = 0;  ///< so many of the newest segments join smoothly, and with what follows
  bool smooth_ = false;      ///< nothing of low order jumped at t_
  int burst_ = 0;
  double last_event_ = 0;
};

}  // namespace aqm::fluid
