// A step ends where a delayed argument meets a point at which the past is not smooth: planned before, found after the
// step.
#pragma once
#include "moment.hpp"
#include "root.hpp"

namespace aqm::fluid {

/// Jumps in derivatives of y above the fifth do not affect the local error O(h^6) of a step: above this order of a
/// breaking point (one less than y's at its image) no step must end there.
inline constexpr int kLastOrder = BogackiShampine::kOrder - 1;

/// A step as planned.
struct Plan {
  double length = 0;
  bool shortened = false;  ///< to land, or to divide the distance to a landing
  bool ends_due = false;   ///< ends exactly at the time that is due

  /// Shortens the step so that it, or the next one, ends at a distance.
  void approach(double distance, double aim) {
    if (distance <= 1.05 * length) {
      length = distance * aim;
      shortened = true;
    } else if (distance < 2 * length) {
      length = 0.5 * distance;
      shortened = true;
    }
  }
};

/// The positions and directions of the delayed arguments.
template <class System>
class Landings {
 public:
  using At = Moment<System>;
  using Vector = typename At::Vector;

  /// a landing aims this far beyond the breaking point, because a cut is cheap
  static constexpr double kAim = 1.01;
  static constexpr double kOvershoot = 0.9;  ///< a step that meets a breaking point before this place is repeated

  void start(At& m) {
    for (int k = 0; k < m.system.lags(); ++k) seat(m, k, m.argument(k, m.t, m.y));
  }

  /// Shortens a step for the landings that come.
  void plan(const At& m, double step, Plan& plan) const {
    for (int k = 0; k < m.system.lags(); ++k) {
      const Course& lag = course(k);
      const Break* b = lag.rate >= 0 ? m.history.above(k) : m.history.below(k);
      if (b != nullptr) plan.approach(predict(m, step, k, b->time), kAim);
      if (m.options.fixed_step > 0) continue;
      // A step slightly longer than a lag would have to be iterated, which costs more than two steps that are not.
      const double length = m.t - lag.theta;
      if (length < plan.length && plan.length < kWorthIterating * length) {
        plan.length = kWithinLag * length;
        plan.shortened = true;
      }
    }
  }

  /// The first place in the step, in units of its length, where an argument meets a breaking point; 2 if there is none.
  [[gnu::always_inline]] double first(const At& m, const Plan& plan) {
    double first = 2;
    const bool planned = plan.shortened && !plan.ends_due;
    for (int k = 0; k < m.system.lags(); ++k) {
      Course& lag = course(k);
      const double from = lag.theta, to = m.argument(k, m.t + plan.length, m.end);
      lag.ahead = to;
      lag.rate = (to - from) * m.draft().inverse_step;
      first = std::min({first, passes(m, k, m.history.above(k), true, from, to, planned),
                        passes(m, k, m.history.below(k), false, from, to, planned)});
    }
    return first;
  }

  /// After a step; `whole`: it was not cut.
  void advance(const At& m, bool whole) {
    for (int k = 0; k < m.system.lags(); ++k) {
      course(k).theta = whole ? course(k).ahead : m.argument(k, m.t, m.y);
    }
  }

  /// Every lag whose argument is on a breaking point passes it. Returns the jump that y inherits.
  Jump cross(At& m) const {
    Jump jump = kNoJump;
    for (int k = 0; k < m.system.lags(); ++k) {
      const double theta = course(k).theta;
      // An argument on a breaking point continues in its direction: up over the point, or back under it. An argument
      // that runs ahead of time is known no better than time is.
      const double rate = course(k).rate, reach = (rate >= 0 ? 4 : -4) * m.resolution() * std::max(1.0, std::abs(rate));
      const auto pass = [&](const Break& b) {
        // Integration gains a derivative.
        jump = jump.with({b.jump.order + 1, b.jump.last});
        ++m.work.landings;
      };
      for (const Break* b = m.history.above(k); b != nullptr && theta >= b->time - reach; b = m.history.above(k)) {
        pass(*b);
        m.history.cross_up(k);
      }
      for (const Break* b = m.history.below(k); b != nullptr && theta < b->time - reach; b = m.history.below(k)) {
        pass(*b);
        m.history.cross_down(k);
      }
    }
    return jump;
  }

  /// After a change of mode: resets arguments that jumped with it.
  void reseat(At& m) {
    for (int k = 0; k < m.system.lags(); ++k) {
      const double theta = m.argument(k, m.t, m.y);
      if (std::abs(theta - course(k).theta) > m.resolution()) seat(m, k, theta);
    }
  }

  /// The earliest of the delayed arguments.
  double horizon(const At& m) const {
    double horizon = m.t;
    for (int k = 0; k < m.system.lags(); ++k) horizon = std::min(horizon, course(k).theta);
    return horizon;
  }

 private:
  static constexpr double kReach = 1.03;  ///< how far the extension may be continued to reach a breaking point
  static constexpr double kWorthIterating = 5, kWithinLag = 0.98;
  static constexpr std::size_t kMaxLags = 16;

  struct Course {
    double theta = 0;  ///< the argument now
    double rate = 1;   ///< its mean rate over the last attempted step
    double ahead = 0;  ///< where that step would take it
  };

  Course& course(int k) { return courses_[static_cast<std::size_t>(k)]; }
  const Course& course(int k) const { return courses_[static_cast<std::size_t>(k)]; }

  void seat(At& m, int k, double theta) {
    course(k) = {theta, 1, theta};
    m.history.seat(k, theta);
  }

  /// Where lag k's argument will be after `d`, from the parabola that continues the solution.
  static double predicted(const At& m, int k, double d) {
    Vector y;
    const Pair step = both(d), half = both(0.5 * d);
    for (std::size_t i = 0; i < static_cast<std::size_t>(m.width()); i += 2) {
      store(&y[i], load(&m.y[i]) + step * (load(&m.slope[i]) + half * load(&m.bend[i])));
    }
    return m.argument(k, m.t + d, y);
  }

  /// When lag k's argument will meet `time`; infinity if that is further than about three steps.
  double predict(const At& m, double step, int k, double time) const {
    constexpr double kNever = std::numeric_limits<double>::infinity();
    const double now = course(k).theta, way = time - now;
    if (std::abs(way) > 4 * step * std::max(std::abs(course(k).rate), 0.5)) return kNever;
    const double probe = 1e-3 * step;
    const double rate = (predicted(m, k, probe) - now) / probe;
    // The argument is not on the point already, and it approaches the point.
    if (std::abs(way) <= 8 * m.resolution() || !(way * rate > 0)) return kNever;
    double d = way / rate;
    if (d > 3 * step) return kNever;
    for (int i = 0; i < 2; ++i) {
      const double reached = predicted(m, k, d) - now;
      if (!(reached * way > 0)) break;
      d *= way / reached;
    }
    return std::max(d, 2 * m.resolution());  // less would be no step
  }

  /// How far lag k's argument is beyond `time` at place s of the step.
  static double beyond(const At& m, int k, double time, double s) {
    Vector y;
    m.draft().values(s, m.width(), y);
    return m.argument(k, m.t + s * m.draft().step, y) - time;
  }

  /// Where in the step lag k's argument, which goes from `from` to `to`, meets the breaking point; 2 if nowhere.
  [[gnu::always_inline]] static double passes(const At& m, int k, const Break* b, bool upwards, double from, double to,
                                              bool planned) {
    if (b == nullptr) return 2;
    if ((upwards ? to < b->time : to > b->time) && !planned) return 2;
    return meets(m, k, *b, upwards, from, to);
  }
  [[gnu::noinline]] static double meets(const At& m, int k, const Break& b, bool upwards, double from, double to) {
    const double sign = upwards ? 1 : -1;
    const double start = sign * (from - b.time), at1 = sign * (to - b.time);
    const auto f = [&](double s) { return sign * beyond(m, k, b.time, s); };
    if (at1 >= 0) {
      if (start >= 0) return upwards ? 0 : turns_back(m, k, b.time, at1);
      return find_root(f, 0, start, 1, at1);
    }
    if (start >= 0 || at1 < (kReach - 1) * start) return 2;
    // Just short of a landing that was planned.
    const double ahead = f(kReach);
    return ahead >= 0 ? find_root(f, 1, at1, kReach, ahead) : 2;
  }
  /// An argument on the breaking point below it goes back under it only if it really does.
  static double turns_back(const At& m, int k, double time, double depth) {
    if (depth <= 4 * m.resolution()) return 2;
    const double halfway = -beyond(m, k, time, 0.5);
    if (halfway >= 0) return 0;
    return find_root([&](double s) { return -beyond(m, k, time, s); }, 0.5, halfway, 1, depth);
  }

  std::array<Course, kMaxLags> courses_{};
};

}  // namespace aqm::fluid
