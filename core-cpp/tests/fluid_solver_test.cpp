// The solver of delay differential equations against equations whose solutions are known.
#include <gtest/gtest.h>

#include "support/dde_problems.hpp"
#include "support/json.hpp"

namespace aqm::test {
namespace {

constexpr auto kPowers = [](double t, double* y) {
  y[0] = std::log(t);
  y[1] = 1 / t;
};

/// A problem solved once: its largest error anywhere on the continuous solution, and what it took.
struct Solved {
  double error;
  SolverWork work;
  Outcome outcome;
};

template <class System, class Exact>
Solved solve(System system, const SolverOptions& options, const std::vector<Segment<System>>& past, Jump jump,
             double t0, double until, Exact exact, int component = 0) {
  Solver<System> solver(system, options);
  State<System::kDim> y{};
  past.back().values(past.back().place(t0), padded(System::kDim), y);
  solver.start(t0, y, {}, past.data(), static_cast<int>(past.size()), jump);
  ErrorOf<System> error{exact, component};
  const Outcome outcome = solver.run(until, error);
  return {error.worst, solver.work(), outcome};
}

Solved solve_constant_lag(const SolverOptions& options) {
  return solve(ConstantLag{}, options, {constant_past<ConstantLag>(0, {1})}, {1}, 0, 10, constant_lag_exact);
}
Solved solve_two_lags(const SolverOptions& options) {
  const auto past = past_of<TwoLags>([](double t, double* y) { y[0] = std::sin(t); }, -5, 0, 100);
  return solve(TwoLags{}, options, past, kNoJump, 0, 20, [](double t) { return std::sin(t); });
}
template <class System>
Solved solve_swing(const SolverOptions& options) {
  const auto exact = [](double t) { return 2 + std::sin(t); };
  const auto past = past_of<System>([&](double t, double* y) { y[0] = exact(t); }, -4, 0, 100);
  return solve(System{}, options, past, kNoJump, 0, 20, exact);
}
Solved solve_short_lag(const SolverOptions& options) {
  // y' = -y(t - tau) is solved by e^(-1.1 t) when 1.1 = e^(1.1 tau): a lag shorter than the steps.
  ConstantLag system;
  system.tau = std::log(1.1) / 1.1;
  const auto exact = [](double t) { return std::exp(-1.1 * t); };
  const auto past = past_of<ConstantLag>([&](double t, double* y) { y[0] = exact(t); }, -1, 0, 20);
  return solve(system, options, past, kNoJump, 0, 5, exact);
}
Solved solve_d1(const SolverOptions& options, Jump jump = kNoJump) {
  const auto past = past_of<EnrightHayashiD1>(kPowers, 1e-4, 0.1, 4000, true);
  return solve(
      EnrightHayashiD1{}, options, past, jump, 0.1, 5, [](double t) { return 1 / t; }, 1);
}
Solved solve_neves(const SolverOptions& options) {
  return solve(Neves{}, options, {constant_past<Neves>(1, {1})}, {1}, 1, 12, neves_exact);
}

/// The observed order between two lengths of fixed steps.
template <class Problem>
double order(Problem problem, double coarse, double fine) {
  SolverOptions options;
  options.relative = 1e-13;
  options.fixed_step = coarse;
  const double before = problem(options).error;
  options.fixed_step = fine;
  return std::log(before / problem(options).error) / std::log(coarse / fine);
}

TEST(FluidSolver, ConvergesWithOrderFive) {
  // Steps so short that the leading term of the error rules, and so long that rounding does not.
  EXPECT_NEAR(order(solve_two_lags, 0.15, 0.05), 5, 0.3);         // smooth, constant delays
  EXPECT_NEAR(order(solve_swing<StateLag>, 0.15, 0.05), 5, 0.3);  // smooth, a delay that depends on the state
  EXPECT_NEAR(order(solve_constant_lag, 0.24, 0.06), 5,
              0.3);                                        // breaking points that the steps do not meet by themselves
  EXPECT_NEAR(order(solve_short_lag, 0.2, 0.05), 5, 0.3);  // a delay shorter than the steps
  EXPECT_NEAR(order(solve_neves, 0.15, 0.05), 5, 0.3);     // breaking points of a state-dependent argument
  EXPECT_NEAR(order(solve_swing<VanishingLag>, 0.15, 0.05), 5, 0.3);  // a delay that vanishes again and again
}

TEST(FluidSolver, KeepsTheToleranceThatIsAsked) {
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    SolverOptions options;
    options.relative = tolerance;
    // Errors of the whole way against a tolerance of one step; the solutions are of order 1, D1's up to 10. Neves'
    // problem multiplies an error of its first step by more than a thousand on its way to t = 12 (y grows to 85).
    EXPECT_LT(solve_constant_lag(options).error, 20 * tolerance + 2e-13) << tolerance;
    EXPECT_LT(solve_two_lags(options).error, 20 * tolerance + 2e-13) << tolerance;
    EXPECT_LT(solve_swing<StateLag>(options).error, 20 * tolerance + 2e-13) << tolerance;
    EXPECT_LT(solve_swing<VanishingLag>(options).error, 20 * tolerance + 2e-13) << tolerance;
    EXPECT_LT(solve_short_lag(options).error, 20 * tolerance + 2e-13) << tolerance;
    EXPECT_LT(solve_d1(options).error, 20 * tolerance + 2e-13) << tolerance;
    EXPECT_LT(solve_neves(options).error, 2e4 * tolerance + 2e-11) << tolerance;
  }
}

TEST(FluidSolver, LandsOnBreakingPointsAndTheirImages) {
  SolverOptions options;
  options.relative = 1e-10;
  // y' jumps at 0; lag 1 carries that to 1, 2, 3 and 4, one derivative higher each time; the fifth no step can feel.
  std::vector<double> ends;
  ConstantLag system;
  Solver<ConstantLag> solver(system, options);
  const auto past = constant_past<ConstantLag>(0, {1});
  solver.start(0, {1}, {}, &past, 1);
  solver.run(10, [&](const Segment<ConstantLag>& segment) { ends.push_back(segment.end); });
  for (const double t : {1.0, 2.0, 3.0, 4.0}) EXPECT_EQ(std::count(ends.begin(), ends.end(), t), 1) << t;
  EXPECT_EQ(std::count(ends.begin(), ends.end(), 5.0), 0);
  EXPECT_EQ(solver.work().landings, 4);

  // Neves: the argument ln y meets 1 at t = e and ln y = e at t = e^2.
  Neves neves;
  Solver<Neves> other(neves, options);
  const auto flat = constant_past<Neves>(1, {1});
  ends.clear();
  other.start(1, {1}, {}, &flat, 1);
  other.run(12, [&](const Segment<Neves>& segment) { ends.push_back(segment.end); });
  for (const double t : {M_E, M_E * M_E}) {
    const auto nearest = std::min_element(ends.begin(), ends.end(),
                                          [&](double a, double b) { return std::abs(a - t) < std::abs(b - t); });
    EXPECT_NEAR(*nearest, t, 1e-8);
  }
}

TEST(FluidSolver, IteratesWhereTheArgumentFallsInsideTheStep) {
  SolverOptions options;
  options.relative = 1e-9;
  EXPECT_GT(solve_d1(options).work.iterations, 0);
  options.fixed_step = 0.25;
  EXPECT_GT(solve_short_lag(options).work.iterations, 0);
  // A jump that is not there costs a landing or two, not accuracy: the past continues smoothly.
  options.fixed_step = 0;
  EXPECT_NEAR(solve_d1(options, {0}).error, solve_d1(options).error, 20e-9);
}

TEST(FluidSolver, MatchesTheReferenceOfDelayEquations) {
  for (const char* name : {"LIN1", "ENRIGHT_HAYASHI_D1"}) {
    const Json& c = reference("fluid.json")["cases"][name];
    const std::vector<double> times = c["t"].numbers();
    const bool d1 = c.has("y2");
    const std::vector<double> values = c[d1 ? "y2" : "x"].numbers();
    std::size_t next = 0;
    double worst = 0;
    const auto compare = [&](const auto& segment) {
      for (; next < times.size() && times[next] <= segment.end + 1e-12; ++next) {
        // The file rounds to 12 decimals (D1: 12 digits).
        worst = std::max(worst, std::abs(segment.value(d1 ? 1 : 0, segment.place(times[next])) - values[next]));
      }
    };
    SolverOptions options;
    options.relative = 1e-13;
    if (d1) {
      EnrightHayashiD1 system;
      Solver<EnrightHayashiD1> solver(system, options);
      const auto past = past_of<EnrightHayashiD1>(kPowers, 1e-4, 0.1, 4000, true);
      solver.start(0.1, {std::log(0.1), 10}, {}, past.data(), static_cast<int>(past.size()), kNoJump);
      solver.run(5, compare);
    } else {
      ConstantLag system;
      Solver<ConstantLag> solver(system, options);
      const auto past = constant_past<ConstantLag>(0, {1});
      solver.start(0, {1}, {}, &past, 1);
      solver.run(10, compare);
    }
    EXPECT_EQ(next, times.size()) << name;
    EXPECT_LT(worst, 2e-12) << name;
  }
}

// ---- what cannot be solved ends, and says why -----------------------------------------------------------------------

/// y' = -1 above 0 and +1 below: at 0 there is nowhere to go.
struct Relay : PlainSystem<1, 0> {
  struct Mode {
    double sign = 1;
  };
  double argument(int, double t, const Vector&, const Mode&) const { return t; }
  template <class Past>
  void derivative(double, const Vector&, const Mode& mode, Past&, Vector& dy) const {
    dy[0] = -mode.sign;
  }
  static int guards(const Mode&) { return 1; }
  static double slack(int, double, const Vector& y, const Mode& mode) { return mode.sign * y[0]; }
  static Level level(int, const Mode& mode) { return {0, 0, mode.sign}; }
  static Jump on_guard(int, double, Vector& y, Mode& mode) {
    y[0] = 0;
    mode.sign = -mode.sign;
    return {0};
  }
  static double next_time(double, const Mode&) { return std::numeric_limits<double>::infinity(); }
  static Jump on_time(double, Vector&, Mode&) { return kNoJump; }
};

/// y' = y^2 from 1: infinite at t = 1.
struct Explosion : PlainSystem<1, 0> {
  double argument(int, double t, const Vector&, const Mode&) const { return t; }
  template <class Past>
  void derivative(double, const Vector& y, const Mode&, Past&, Vector& dy) const {
    dy[0] = y[0] * y[0];
  }
};

template <class System>
Outcome outcome_of(const SolverOptions& options) {
  System system;
  Solver<System> solver(system, options);
  const auto past = constant_past<System>(0, {1});
  solver.start(0, {1}, {}, &past, 1);
  return solver.run(3, [](const Segment<System>&) {});
}

TEST(FluidSolver, EndsWhereThereIsNoSolution) {
  const Outcome relay = outcome_of<Relay>({});
  EXPECT_EQ(relay.ending, Ending::chatters);
  EXPECT_NEAR(relay.time, 1, 1e-9);
  const Outcome explosion = outcome_of<Explosion>({});
  EXPECT_NE(explosion.ending, Ending::done);
  EXPECT_NEAR(explosion.time, 1, 1e-6);
  SolverOptions few;
  few.max_steps = 5;
  EXPECT_EQ(outcome_of<Explosion>(few).ending, Ending::too_many_steps);
  SolverOptions forgetful;
  forgetful.max_past = 2000;
  EXPECT_EQ(outcome_of<Explosion>(forgetful).ending, Ending::past_too_long);
}

/// Components at rest, one of which has no derivative from t = 1 on.
struct Breaking : PlainSystem<3, 0> {
  std::size_t component = 0;
  double argument(int, double t, const Vector&, const Mode&) const { return t; }
  template <class Past>
  void derivative(double t, const Vector&, const Mode&, Past&, Vector& dy) const {
    dy = {};
    if (t > 1) dy[component] = std::nan("");
  }
};

TEST(FluidSolver, EndsWhereAnyComponentIsNotANumber) {
  for (std::size_t component = 0; component < 3; ++component) {
    Breaking system;
    system.component = component;
    Solver<Breaking> solver(system);
    const auto past = constant_past<Breaking>(0, {1, 1, 1});
    solver.start(0, {1, 1, 1}, {}, &past, 1);
    const Outcome outcome = solver.run(3, [](const Segment<Breaking>&) {});
    EXPECT_EQ(outcome.ending, Ending::not_finite) << component;
    EXPECT_NEAR(outcome.time, 1, 1e-9) << component;
  }
}

/// The second of a pair that only fills it.
struct FilledLag : ConstantLag {
  double filling = 0;
  template <class Past>
  void derivative(double t, const Vector& y, const Mode& mode, Past& past, Vector& dy) const {
    ConstantLag::derivative(t, y, mode, past, dy);
    dy[1] = filling;
  }
};

TEST(FluidSolver, DoesNotLookAtWhatFillsAPair) {
  const auto run = [](double filling) {
    FilledLag system;
    system.filling = filling;
    Solver<FilledLag> solver(system);
    const auto past = constant_past<FilledLag>(0, {1});
    solver.start(0, {1}, {}, &past, 1);
    EXPECT_EQ(solver.run(10, [](const Segment<FilledLag>&) {}).ending, Ending::done);
    return std::pair(solver.state()[0], solver.work().evaluations);
  };
  const auto plain = run(0);
  for (const double filling : {1e9, std::numeric_limits<double>::infinity(), std::nan("")}) {
    EXPECT_EQ(run(filling), plain) << filling;
  }
}

// ---- the length of the next step ------------------------------------------------------------------------------------

TEST(StepControl, LogarithmAndPowerAreRoughButContinuous) {
  for (double z = -40; z <= 40; z += 0.01) {
    EXPECT_NEAR(rough_log2(std::exp2(z)), z, 0.01) << z;
    EXPECT_NEAR(rough_exp2(z) / std::exp2(z), 1, 0.01) << z;
  }
  for (int n = -900; n <= 900; ++n) {
    EXPECT_EQ(rough_log2(std::ldexp(1, n)), n);
    EXPECT_EQ(rough_exp2(n), std::ldexp(1, n));
    for (const double side : {-1e-9, 1e-9}) {
      EXPECT_NEAR(rough_exp2(n + side) / std::ldexp(1, n), 1, 1e-8) << n;
    }
  }
}

// ---- the method -----------------------------------------------------------------------------------------------------

TEST(BogackiShampine, FulfilsTheOrderConditions) {
  using M = BogackiShampine;
  // b^T c^k = 1 / (k + 1), and the conditions with one inner sum, b^T (c^j . A c^k) = 1 / ((k + 1)(j + k + 2)), up to
  // order 5; of the extension with powers of s on the right, for its derivative at several places.
  const auto stage_sum = [](const double* weights, int stages, int j, int k) {
    double sum = 0;
    for (int i = 0; i < stages; ++i) {
      double inner = std::pow(M::kNodes[i], j);
      if (k >= 0) {
        double a = 0;
        for (int l = 0; l < i; ++l) a += M::kWeights[i][l] * std::pow(M::kNodes[l], k);
        inner *= a;
      }
      sum += weights[i] * inner;
    }
    return sum;
  };
  for (const double s : {0.25, 0.5, 0.8, 1.0}) {
    double weights[M::kDense];
    for (int i = 0; i < M::kDense; ++i) {
      weights[i] = 0;
      for (int d = M::kDegree; d >= 1; --d) weights[i] = (weights[i] + M::kExtension[i][d]) * s;
    }
    for (int k = 0; k <= 4; ++k) {
      EXPECT_NEAR(stage_sum(weights, M::kDense, k, -1), std::pow(s, k + 1) / (k + 1), 2e-14) << s << " " << k;
    }
    for (int j = 0; j <= 2; ++j) {
      for (int k = 1; j + k <= 3; ++k) {
        EXPECT_NEAR(stage_sum(weights, M::kDense, j, k), std::pow(s, j + k + 2) / ((k + 1) * (j + k + 2)), 2e-14);
      }
    }
  }
  for (int i = 0; i < M::kDense; ++i) {
    double row = 0;
    for (int j = 0; j < i; ++j) row += M::kWeights[i][j];
    EXPECT_NEAR(row, M::kNodes[i], 1e-15) << i;
  }
  // The estimate vanishes on what order 4 gets right, and not on more.
  const auto estimate = [&](int k) { return stage_sum(M::kError, M::kStages, k, -1); };
  for (int k = 0; k <= 3; ++k) EXPECT_NEAR(estimate(k), 0, 1e-16);
  EXPECT_GT(std::abs(estimate(4)), 1e-6);
}

}  // namespace
}  // namespace aqm::test
