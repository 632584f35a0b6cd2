// A step ends where the mode of the system ends: at the first place where one of its guards reaches 0.
#pragma once
#include "moment.hpp"
#include "root.hpp"

namespace aqm::fluid {

/// Where a step ends.
struct Cut {
  double place = 1;       ///< in units of the step's length
  int guard = -1;         ///< the guard that is met there
  bool overshot = false;  ///< the step passed a breaking point too early in the step: `place` says where
};

template <class System>
class Guards {
 public:
  using At = Moment<System>;
  using Vector = typename At::Vector;

  /// Collects what is constant during a mode.
  void take_mode(const At& m) {
    constexpr double kNone = std::numeric_limits<double>::infinity();
    levels_.low.fill(-kNone);
    levels_.high.fill(kNone);
    watched_ = true;
    const int guards = m.system.guards(m.mode);
    for (int g = 0; g < guards; ++g) {
      const Level level = m.system.level(g, m.mode);
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

  /// Cuts the step of length `length` at the first guard that is met before its cut.
  [[gnu::always_inline]] void find(const At& m, double length, Cut& cut) const {
    if (!all_clear(m, length)) find_among(m, length, cut);
  }

 private:
  /// Bounds of each component.
  struct Range {
    Vector low, high;
  };

  /// Where each component certainly stays during the step: between the ends, or no further from them than it could move
  /// at its rates there.
  [[gnu::always_inline]] static Range range(const At& m, double length) {
    Range within;
    for (std::size_t i = 0; i < static_cast<std::size_t>(m.width()); i += 2) {
      const Pair from = load(&m.y[i]), to = load(&m.end[i]);
      const Pair way = both(length) * larger(magnitude(load(&m.slope[i])), magnitude(load(&m.end_slope[i])));
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

  /// Whether no guard can be met during the step.
  [[gnu::always_inline]] bool all_clear(const At& m, double length) const {
    if (!watched_) return false;
    const Range within = range(m, length);
    auto clear = both(0) <= both(0);
    for (std::size_t i = 0; i < static_cast<std::size_t>(m.width()); i += 2) {
      clear = clear & (load(&within.low[i]) > load(&levels_.low[i])) & (load(&within.high[i]) < load(&levels_.high[i]));
    }
    return (clear[0] & clear[1]) != 0;
  }

  /// Not inlined: few steps come near a guard.
  [[gnu::noinline]] void find_among(const At& m, double length, Cut& cut) const {
    const Range within = range(m, length);
    const double reach = cut.place;
    Vector middle, last;
    m.draft().values(0.5 * reach, m.width(), middle);
    m.draft().values(reach, m.width(), last);
    const int guards = m.system.guards(m.mode);
    for (int g = 0; g < guards; ++g) {
      if (is_clear(m.system.level(g, m.mode), within)) continue;
      const double s = meets(m, g, reach, middle, last);
      if (s <= cut.place) {
        cut.place = s;
        cut.guard = g;
      }
    }
  }

  /// Where in the step guard g is first met; 2 if nowhere. `middle` and `last`: the state at reach / 2 and at reach.
  static double meets(const At& m, int g, double reach, const Vector& middle, const Vector& last) {
    const double at0 = m.system.slack(g, m.t, m.y, m.mode);
    const double at_half = m.system.slack(g, m.t + 0.5 * reach * m.draft().step, middle, m.mode);
    const double at1 = m.system.slack(g, m.t + reach * m.draft().step, last, m.mode);
    if (at1 < -kTouch || at_half < -kTouch) {
      const double bad = at_half < -kTouch ? 0.5 * reach : reach;
      if (at0 <= 0) return leaves(m, g, bad);
      return root_of_slack(m, g, 0, at0, bad, at_half < -kTouch ? at_half : at1);
    }
    // A dip between the evaluated places: if the parabola through them comes close to zero, look closer.
    const double bend = 2 * (at0 - 2 * at_half + at1);
    const double tilt = 4 * at_half - 3 * at0 - at1;
    if (!(bend > 0 && tilt < 0 && -tilt < 2 * bend)) return 2;
    // The parabola's lowest value at0 - tilt^2 / (4 bend) is above a tenth of its height over the step.
    if (4 * bend * (11 * at0 - std::max(at0, at1)) > 11 * tilt * tilt) return 2;
    double before = at0, s0 = 0;
    for (int i = 1; i <= kLooks; ++i) {
      const double s = reach * i / kLooks;
      const double here = slack_at(m, g, s);
      if (here < -kTouch) return before <= 0 ? s0 : root_of_slack(m, g, s0, before, s, here);
      before = here;
      s0 = s;
    }
    return 2;
  }
  /// Guard g is already 0 at the start and violated at `bad`: is it violated at once, or after a time on the right
  /// side?
  static double leaves(const At& m, int g, double bad) {
    for (int i = 1; i < kLooks; ++i) {
      const double s = bad * i / kLooks;
      const double here = slack_at(m, g, s);
      if (here > 0) return root_of_slack(m, g, s, here, bad, slack_at(m, g, bad));
    }
    return 0;
  }
  static double slack_at(const At& m, int g, double s) {
    Vector y;
    m.draft().values(s, m.width(), y);
    return m.system.slack(g, m.t + s * m.draft().step, y, m.mode);
  }
  static double root_of_slack(const At& m, int g, double a, double fa, double b, double fb) {
    return find_root([&](double s) { return slack_at(m, g, s); }, a, fa, b, fb);
  }

  static constexpr double kTouch = 1e-12;  ///< slacks are of order one: less than this is rounding
  static constexpr int kLooks = 16;

  Range levels_{};        ///< for the guards in this mode
  bool watched_ = false;  ///< every guard has its level there
};

}  // namespace aqm::fluid
