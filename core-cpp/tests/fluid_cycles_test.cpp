// Limit cycles that are followed: against an identity, against solutions in time, and against their growth.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "aqm/fluid_lane_cycles.hpp"
#include "aqm/fluid_solution.hpp"
#include "fluid/analysis/cycle_branch.hpp"
#include "support/dde_problems.hpp"
#include "support/published_diagrams.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

/// Hutchinson's delayed logistic equation.
struct Logistic : PlainSystem<1> {
  double a = 1;
  static double typical(int) { return 1; }
  double argument(int, double t, const Vector&, const Mode&) const { return t - 1; }
  template <class Past>
  void derivative(double t, const Vector& y, const Mode&, Past& past, Vector& dy) const {
    dy[0] = -a * past.view(0, t - 1).value(0) * (1 + y[0]);
  }
};
struct LogisticModel {
  Logistic system;
};

std::vector<BranchPoint> logistic_branch(double to) {
  using Cycles = CycleBranch<LogisticModel>;
  const Cycles::Onset onset{M_PI / 2, M_PI / 2, 0, {}, {}, {0}, {{1, 0}}, 0, 0.05};
  Cycles branch(
      [](double a) {
        auto model = std::make_unique<LogisticModel>();
        model->system.a = a;
        return model;
      },
      onset, 1, to);
  std::int64_t evaluations = 0;
  while (!branch.advance(evaluations)) {}
  EXPECT_STREQ(branch.ending(), "it leaves the range");
  return branch.points();
}

TEST(FluidCycles, OfTheLogisticEquationHaveTheMeanZero) {
  const auto points = logistic_branch(2);
  ASSERT_GT(points.size(), 10u);
  for (const BranchPoint& point : points) {
    // (log(1 + x))' = -a x(t - 1), so x has the mean 0 over every cycle.
    // The sum is of trapezoids, eight in each step of the solver.
    EXPECT_NEAR(point.mean, 0, 1e-5) << point.value;
    EXPECT_LT(point.trivial, 1e-3);
    EXPECT_EQ(point.unstable, 0);
    const double square = 40 / (3 * M_PI - 2) * (point.value - M_PI / 2), amplitude = 0.5 * (point.high - point.low);
    // To first order in the distance; the next order is proportional to it.
    if (point.value < 1.58) EXPECT_NEAR(amplitude * amplitude / square, 1, point.value - M_PI / 2);
  }
}

/// The largest values of a solution, one in each turn: where the slope changes its sign.
template <class System>
std::vector<double> tops_of(System& system, double start, double until) {
  SolverOptions options;
  options.relative = 1e-11;
  Solver<System> solver(system, options);
  const auto past = constant_past<System>(0, {start});
  solver.start(0, {start}, {}, &past, 1);
  std::vector<double> tops;
  double slope_before = 0;
  solver.run(until, [&](const Segment<System>& segment) {
    const double end = segment.place(segment.end);
    for (int i = 1; i <= 200; ++i) {
      const double s = end * i / 200, slope = segment.slope(0, s);
      if (slope_before > 0 && slope <= 0) {
        const double before = end * (i - 1) / 200;
        const double top = before + (s - before) * slope_before / (slope_before - slope);
        tops.push_back(segment.value(0, top));
      }
      slope_before = slope;
    }
  });
  return tops;
}

struct NeuronsModel {
  Neurons system;
};

TEST(FluidCycles, BeginAsThoseOfDdeBiftool) {
  using Cycles = CycleBranch<NeuronsModel>;
  // At this Hopf point; a21 tanh x1(t - 0.2) follows from the first equation.
  const double a21 = 0.80712, omega = 0.78197;
  const auto turn = [&](double lag) { return fluid::exp({0, -omega * lag}); };
  const Complex second = (Complex{0.5, omega} + turn(1.5)) / turn(0.2);
  const Cycles::Onset onset{a21, omega, 0, {}, {}, {0, 1}, {{1, 0}, second}, 0, 0.01};
  Cycles branch(
      [](double value) {
        auto model = std::make_unique<NeuronsModel>();
        model->system.a21 = value;
        return model;
      },
      onset, 0.5, 0.9);
  std::int64_t evaluations = 0;
  while (!branch.advance(evaluations)) {}
  ASSERT_GT(branch.points().size(), 5u);
  // Its first cycle has a21 = 0.8072 and the period 8.0354.
  const BranchPoint* nearest = &branch.points().front();
  for (const BranchPoint& point : branch.points()) {
    if (std::abs(point.value - 0.8072) < std::abs(nearest->value - 0.8072)) nearest = &point;
  }
  EXPECT_NEAR(nearest->period, 8.0354, 1e-3);
  EXPECT_EQ(nearest->unstable, 0);  // the published coefficient is below 0, and the rest is stable before the point
  EXPECT_LT(nearest->trivial, 1e-3);
}

struct MackeyGlassModel {
  MackeyGlass system;
};
TEST(FluidCycles, PeriodsDoubleWhereThoseOfSolutionsDo) {
  // From the Hopf point of DDE-BIFTOOL's demonstration, whose cycles double their period.
  using Cycles = CycleBranch<MackeyGlassModel>;
  const double omega = std::sqrt(15);
  const Cycles::Onset onset{std::acos(-0.25) / omega, omega, 0, {1}, {}, {0}, {{1, 0}}, 0, 0.01};
  Cycles branch(
      [](double tau) {
        auto model = std::make_unique<MackeyGlassModel>();
        model->system.tau = tau;
        return model;
      },
      onset, 0.3, 1.4);
  std::int64_t evaluations = 0;
  while (!branch.advance(evaluations)) {}
  EXPECT_STREQ(branch.ending(), "it leaves the range");
  const auto& points = branch.points();
  const auto doubled =
      std::find_if(points.begin(), points.end(), [](const BranchPoint& point) { return point.unstable > 0; });
  ASSERT_NE(doubled, points.end());
  const BranchPoint &after = *doubled, &before = *(doubled - 1);
  const double share = (-1 - before.multiplier.re) / (after.multiplier.re - before.multiplier.re);
  const double found = before.value + share * (after.value - before.value);

  // Before it, solutions approach the cycle from side to side, by the multiplier in a turn.
  const auto tops = [](double tau) {
    MackeyGlass system;
    system.tau = tau;
    return tops_of(system, 1.1, 400);
  };
  const std::vector<double> near = tops(before.value);
  EXPECT_NEAR((near[22] - near[21]) / (near[21] - near[20]), before.multiplier.re, 5e-3);
  // Beyond it, high and low turns alternate, and the square of their difference grows with the distance.
  const auto square = [&](double tau) {
    const std::vector<double> all = tops(tau);
    const double difference = all[all.size() - 1] - all[all.size() - 2];
    return difference * difference;
  };
  const double first = square(found + 0.015), second = square(found + 0.025);
  EXPECT_NEAR(found + 0.015 - 0.01 * first / (second - first), found, 1e-3) << found;
}

TEST(FluidCycles, MultipliersAreTheGrowthOfDisturbedSolutions) {
  const auto points = logistic_branch(1.75);
  const BranchPoint& point = points.back();
  Logistic system;
  system.a = point.value;
  const std::vector<double> tops = tops_of(system, 0.5, 80);
  ASSERT_GT(tops.size(), 16u);
  EXPECT_NEAR(tops.back(), point.high, 2e-3);  // the branch has the largest of eight looks at each step
  const double last = tops.back();
  const double ratio = (tops[8] - last) / (tops[7] - last);
  EXPECT_NEAR(ratio, point.multiplier.re, 5e-3);
}

TEST(FluidCycles, OfRedAreThoseOfSolutions) {
  for (const FluidLosses losses : {FluidLosses::halving, FluidLosses::recovery}) {
    const ScenarioConfig scenario = sared("red", 40, 100);
    const LaneChoice choice({}, losses);
    const CycleDiagram diagram = cycles(scenario, choice, FluidDelay::explicit_delay, {Knob::rtt, 0, 0.05, 0.5, true});
    ASSERT_EQ(diagram.branches.size(), 1u);
    const CycleBranchColumns& branch = diagram.branches[0];
    EXPECT_EQ(branch.ending, "it leaves the range");
    EXPECT_NEAR(branch.value.front() / diagram.points[0].value, 1, 1e-4);
    for (const std::size_t i : {branch.value.size() / 2, branch.value.size() - 2}) {
      const KnobSetting settings[] = {{Knob::rtt, 0, branch.value[i]}};
      FluidConfig config = fluid_at(scenario, choice, FluidDelay::explicit_delay, settings).config;
      config.duration = 100 + 40 * branch.period[i];
      FluidOptions options;
      options.tolerance = 1e-9;
      options.points = 200'001;
      const FluidSolution solution = solve(config, options);
      const auto late = solution.queue.begin() + 150'000;
      const auto [low, high] = std::minmax_element(late, solution.queue.end());
      EXPECT_NEAR(branch.low[i], *low, 0.05) << branch.value[i];
      EXPECT_NEAR(branch.high[i], *high, 0.05) << branch.value[i];
      EXPECT_LT(std::hypot(branch.multiplier_re[i], branch.multiplier_im[i]), 1);
    }
  }
}

TEST(FluidCycles, UnstableOnesTurnIntoStableOnesAtAFold) {
  AQM_LONG_RUN();
  const CycleDiagram diagram =
      cycles(sared("lred", 40, 100), {}, FluidDelay::explicit_delay, {Knob::rtt, 0, 0.3, 1.2, true});
  ASSERT_EQ(diagram.branches.size(), 1u);
  const CycleBranchColumns& branch = diagram.branches[0];
  const auto fold = std::find(branch.event.begin(), branch.event.end(), static_cast<double>(CycleEvent::fold));
  ASSERT_NE(fold, branch.event.end());
  const auto at = static_cast<std::size_t>(fold - branch.event.begin());
  EXPECT_GT(branch.unstable[at - 1], 0);
  EXPECT_EQ(branch.unstable[at], 0);
  // There the branch turns: its least value.
  const double least = *std::min_element(branch.value.begin(), branch.value.end());
  EXPECT_NEAR(branch.value[at] / least, 1, 0.01);
  EXPECT_LT(least, 0.9 * diagram.points[0].value);
}

TEST(FluidCycles, SayWhereTheirStabilityIsDoubtful) {
  // LRED begins with a jump, so its cycles are unstable up to a fold, also those that just touch the full buffer.
  const CycleDiagram diagram =
      cycles(sared("lred", 40, 100), LaneChoice(), FluidDelay::explicit_delay, {Knob::rtt, 0, 0.3, 1.2, true});
  ASSERT_EQ(diagram.branches.size(), 1u);
  const CycleBranchColumns& branch = diagram.branches[0];
  int events = 0, doubtful = 0;
  for (std::size_t i = 0; i < branch.value.size(); ++i) {
    events += branch.event[i] != 0;
    if (branch.doubtful[i] == 0) continue;
    ++doubtful;
    EXPECT_NEAR(branch.high[i], 140, 1e-3) << branch.value[i];
  }
  EXPECT_GT(doubtful, 10);
  EXPECT_EQ(events, 1);
  EXPECT_EQ(branch.unstable.front(), 1);
  EXPECT_EQ(branch.unstable.back(), 0);
}

TEST(FluidCycles, SlicesFindTheBitsOfTheWhole) {
  const ScenarioConfig scenario = sared("pi2", 40, 100);
  const KnobRange along{Knob::rtt, 0, 0.2, 0.25, false};
  const CycleDiagram whole = cycles(scenario, {}, FluidDelay::explicit_delay, along);
  ASSERT_EQ(whole.branches.size(), 1u);
  const auto run = begin_cycles(scenario, {}, FluidDelay::explicit_delay, along);
  for (double work = 1e5; !run->run(work); work = 1e5) EXPECT_LE(work, 0);
  ASSERT_EQ(run->diagram().branches.size(), 1u);
  EXPECT_EQ(run->diagram().branches[0].high, whole.branches[0].high);
  EXPECT_EQ(run->diagram().branches[0].multiplier_re, whole.branches[0].multiplier_re);
}

}  // namespace
}  // namespace aqm::test
