// What the parts of the solver share: the current state of the solution, and the current step.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "history.hpp"
#include "method_table.hpp"
#include "options.hpp"

namespace aqm::fluid {

/// The part of the mode that a derivative needs: a system may offer conditions(mode), which are then made once per
/// mode.
template <class System>
auto conditions_of(const System& system, const typename System::Mode& mode) {
  if constexpr (requires { system.conditions(mode); })
    return system.conditions(mode);
  else
    return mode;
}

template <class System>
struct Moment {
  using Method = BogackiShampine;
  using Seg = Segment<System>;
  using Hist = History<System>;
  using Vector = typename Seg::Vector;
  using Mode = typename System::Mode;
  using Conditions = decltype(conditions_of(std::declval<const System&>(), std::declval<const Mode&>()));

  /// `typical` if there is no component.
  static constexpr double kPadding = std::numeric_limits<double>::infinity();

  Moment(System& of, const SolverOptions& with) : system(of), options(with) {}

  System& system;
  SolverOptions options;
  double inverse_relative = 1 / options.relative;
  MethodTable table;
  Hist history;
  SolverWork work;

  double t = 0;
  Vector y{}, slope{};  ///< at t: the state and its derivative
  Vector bend{};        ///< the second derivative at the end of the last step
  Vector typical{};     ///< the size below which each component counts as small
  Mode mode{};
  Conditions conditions{};

  // The step under way.
  Vector end{}, end_slope{};
  Seg trial;                ///< the step before it is known
  bool inside = false;      ///< a delayed argument fell inside the step
  std::int64_t joined = 0;  ///< number of the newest segments that join smoothly with each other and with the next one

  /// The segment of the current step.
  Seg& draft() { return history.draft(); }
  const Seg& draft() const { return history.draft(); }
  int width() const { return padded(system.dim()); }
  double argument(int k, double at, const Vector& state) const { return system.argument(k, at, state, mode); }
  /// Times closer than this are the same.
  double resolution() const { return 4e-15 * std::max(std::abs(t), 1.0); }

  [[gnu::always_inline]] void evaluate(double at, const Vector& state, const Conditions& now, Vector& dy) {
    Past past(history, trial, inside);
    system.derivative(at, state, now, past, dy);
  }

  void open_windows() {
    for (int k = 0; k < system.lags(); ++k) history.open_window(k);
  }

  /// The derivative at the beginning of the next step, after a discontinuity.
  void refresh() {
    open_windows();
    set_trial(0);
    evaluate(t, y, conditions, slope);
    ++work.evaluations;
  }

  /// The trial of a step: the parabola that continues the solution.
  void set_trial(double length) {
    trial.begin = t;
    trial.step = length;
    trial.inverse_step = length > 0 ? 1 / length : 0;
    trial.mode = mode;
    for (std::size_t i = 0; i < static_cast<std::size_t>(width()); ++i) {
      trial.c[0][i] = y[i];
      trial.c[1][i] = length * slope[i];
      trial.c[2][i] = 0.5 * length * length * bend[i];
      for (std::size_t d = 3; d <= Seg::kDegree; ++d) trial.c[d][i] = 0;
    }
  }

  /// `v` for the components i and i + 1; 0 for a component that only fills the pair, which may have any value.
  [[gnu::always_inline]] Pair counted(std::size_t i, Pair v) const {
    return load(&typical[i]) < both(kPadding) ? v : both(0);
  }

 private:
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
};

}  // namespace aqm::fluid
