// One period of a periodic solution, from a past that is a polynomial through a few places, by the solver itself:
// modes, events and delays that depend on the state are those of every solution. The past lies within one mode.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "aqm/elementary.hpp"
#include "fluid/solver/solver.hpp"

namespace aqm::fluid {

template <class System>
class Shooting {
 public:
  using Seg = Segment<System>;
  using Vector = typename Seg::Vector;
  using Mode = typename System::Mode;
  static constexpr int kPlaces = Seg::kDegree + 1;

  /// `base`: the values of the components that do not move.
  Shooting(double time, const Vector& base, std::vector<int> moving)
      : time_(time), base_(base), moving_(std::move(moving)) {
    for (int j = 0; j < kPlaces; ++j) {
      place_[index(j)] = -0.5 - 0.5 * math::cos(3.141592653589793 * j / (kPlaces - 1));
    }
    place_.back() = 0;
  }

  std::size_t components() const { return moving_.size(); }
  /// Numbers of a past: the moving components at each place, from the oldest on.
  std::size_t size() const { return moving_.size() * index(kPlaces); }
  double time() const { return time_; }
  /// Of place j, in units of the past's length: from -1 to 0.
  double place(int j) const { return place_[index(j)]; }

  struct Past {
    std::vector<double> values;
    double length = 0;
    Mode mode{};
  };
  struct Shot {
    bool complete = false;
    std::vector<double> values, slopes;  ///< at the places, a period later
    std::int64_t evaluations = 0;
  };
  struct Step {
    Seg segment;
    bool event;  ///< whether it begins where the mode changed
  };

  /// The past as the solver reads it.
  Seg segment_of(const Past& past) const {
    Seg out;
    out.begin = time_ - past.length;
    out.end = time_;
    out.step = past.length;
    out.inverse_step = 1 / past.length;
    out.mode = past.mode;
    out.c[0] = base_;
    for (std::size_t i = 0; i < moving_.size(); ++i) {
      // Newton's divided differences, expanded to powers.
      double f[kPlaces], power[kPlaces] = {};
      for (int j = 0; j < kPlaces; ++j) f[j] = past.values[index(j) * moving_.size() + i];
      for (int k = 1; k < kPlaces; ++k) {
        for (int j = kPlaces - 1; j >= k; --j) f[j] = (f[j] - f[j - 1]) / (place(j) - place(j - k));
      }
      for (int j = kPlaces - 1; j >= 0; --j) {
        for (int d = kPlaces - 1; d >= 1; --d) power[d] = power[d - 1] - (place(j) + 1) * power[d];
        power[0] = f[j] - (place(j) + 1) * power[0];
      }
      for (int d = 0; d < kPlaces; ++d) out.c[index(d)][index(moving_[i])] = power[d];
    }
    return out;
  }

  Shot shoot(System& system, const Past& past, double period) const {
    Shot shot;
    shot.values.resize(size());
    shot.slopes.resize(size());
    int next = 0;
    const auto take = [&](const Seg& segment, double until) {
      for (; next < kPlaces; ++next) {
        const double t = time_ + period + past.length * place(next);
        if (t > until) return;
        read(segment, t, next, shot.values, shot.slopes);
      }
    };
    const Seg before = segment_of(past);
    take(before, time_);
    const double end = time_ + period, rounding = 1e-12 * (std::abs(end) + period);
    shot.complete = run(system, before, end, shot.evaluations, [&](const Seg& segment, bool) {
      take(segment, segment.end >= end - rounding ? end + rounding : segment.end);
    });
    shot.complete = shot.complete && next == kPlaces;
    return shot;
  }

  /// All steps of `span` seconds; fewer if the solver stops.
  std::vector<Step> trace(System& system, const Past& past, double span) const {
    std::vector<Step> steps;
    std::int64_t evaluations = 0;
    run(system, segment_of(past), time_ + span, evaluations, [&](const Seg& segment, bool event) {
      steps.push_back({segment, event});
    });
    return steps;
  }

  void read(const Seg& segment, double t, int at, std::vector<double>& values, std::vector<double>& slopes) const {
    const double s = segment.place(t);
    for (std::size_t i = 0; i < moving_.size(); ++i) {
      values[index(at) * moving_.size() + i] = segment.value(moving_[i], s);
      slopes[index(at) * moving_.size() + i] = segment.slope(moving_[i], s);
    }
  }

 private:
  static constexpr double kTolerance = 1e-9;
  static constexpr std::int64_t kMostSteps = 20'000;
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

  template <class Observe>
  bool run(System& system, const Seg& past, double until, std::int64_t& evaluations, const Observe& observe) const {
    SolverOptions options;
    options.relative = kTolerance;
    options.max_steps = kMostSteps;
    Solver<System> solver(system, options);
    Vector y;
    past.values(1, padded(system.dim()), y);
    if constexpr (requires { system.meet_arguments(time_, y, past.mode, Reader{past}); }) {
      system.meet_arguments(time_, y, past.mode, Reader{past});
    }
    solver.start(time_, y, past.mode, &past, 1);
    std::int64_t events = 0;
    const Outcome outcome = solver.run(until, [&](const Seg& segment) {
      observe(segment, solver.work().events != events);
      events = solver.work().events;
    });
    evaluations = solver.work().evaluations;
    return outcome.ending == Ending::done;
  }

  struct Reader {
    const Seg& segment;
    struct View {
      const Seg& segment;
      double s;
      void values(int width, Vector& out) const { segment.values(s, width, out); }
    };
    View view(int, double theta) const { return {segment, segment.place(theta)}; }
  };

  double time_;
  Vector base_;
  std::vector<int> moving_;
  std::array<double, static_cast<std::size_t>(kPlaces)> place_{};
};

}  // namespace aqm::fluid
