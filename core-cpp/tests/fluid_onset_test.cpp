// How oscillations begin at a Hopf point: the normal form against coefficients by hand and against solutions in time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "aqm/fluid_lane_hopf.hpp"
#include "aqm/fluid_solution.hpp"
#include "fluid/analysis/normal_form.hpp"
#include "support/dde_problems.hpp"
#include "support/neurons.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

constexpr double kQuarter = M_PI / 2;  // x' = -a x(t - 1) loses stability at a = pi / 2 with omega = pi / 2

/// x' = -a x(t - 1 - c x) (1 + d x) + b x^3.
struct Delayed : PlainSystem<1> {
  double b = 0, c = 0, d = 0;
  double argument(int, double t, const Vector& y, const Mode&) const { return t - 1 - c * y[0]; }
  template <class Past>
  void derivative(double t, const Vector& y, const Mode& mode, Past& past, Vector& dy) const {
    dy[0] = -kQuarter * past.view(0, argument(0, t, y, mode)).value(0) * (1 + d * y[0]) + b * y[0] * y[0] * y[0];
  }
  static double typical(int) { return 1; }
};

/// z' of the normal form is the third-order harmonic of the equation over 1 + j pi / 2, the derivative of the
/// characteristic function there.
Complex by_hand(Complex third) { return third / Complex{1, kQuarter}; }

Complex bend_of(const Delayed& system) {
  const RestFunctional<Delayed> near(system, 0, {}, {}, {0});
  NormalForm<Delayed> form(near, kQuarter, 0);
  return form.bend().value_or(Complex{NAN, NAN});
}

void expect_near(Complex found, Complex expected) {
  EXPECT_NEAR(found.re / expected.re, 1, 1e-6);
  EXPECT_NEAR(found.im / expected.im, 1, 1e-6);
}

TEST(FluidOnset, NormalFormIsThatByHand) {
  // x^3 of A cos: 3/4 A^3 cos.
  Delayed cubic;
  cubic.b = 0.3;
  expect_near(bend_of(cubic), by_hand({0.75 * 0.3, 0}));

  // The delayed logistic equation of Hutchinson. Second order: cos(2 theta) / 5 + sin(2 theta) / 10; third order:
  // pi/2 (1 - 3 j) / 20. So A^2 = 40 (a - pi/2) / (3 pi - 2) (Hassard, Kazarinoff and Wan 1981, chapter 4).
  Delayed logistic;
  logistic.d = 1;
  const Complex bend = bend_of(logistic);
  expect_near(bend, by_hand(kQuarter / 20 * Complex{1, -3}));
  const double slope = kQuarter / (1 + kQuarter * kQuarter);
  EXPECT_NEAR(-slope / bend.re, 40 / (3 * M_PI - 2), 1e-5);

  // A delay that depends on the state: x(t - 1 - c x) = x1 - c x x1' + c^2 x^2 x1'' / 2. Second order: the mean
  // c w / 2, -c w / 10 cos(2 theta) + c w / 5 sin(2 theta); third order: c^2 w^3 (1/4 - j/8). With the delay held at 1
  // the equation would be linear.
  Delayed state;
  state.c = 0.7;
  const double w3 = kQuarter * kQuarter * kQuarter;
  expect_near(bend_of(state), by_hand(0.49 * w3 * Complex{0.25, -0.125}));
}

NormalForm<Neurons> neurons_at(const RestFunctional<Neurons>& near, double omega) { return {near, omega, 0}; }

TEST(FluidOnset, IsThatOfDdeBiftool) {
  // Hopf points of the published demonstration: a21, ts, omega, in five digits, and of its double Hopf point in ten.
  const double points[][3] = {{0.80712, 1.5, 0.78197},
                              {-0.0093668, 8.6012, 0.97151},
                              {0.207, 8.6341, 0.91575},
                              {0.2072962661, 8.6340742204, 0.3287154066},
                              {0.2072962661, 8.6340742204, 0.9157115877}};
  for (const auto& [a21, ts, omega] : points) {
    Neurons system;
    system.a21 = a21;
    system.ts = ts;
    const RestFunctional<Neurons> near(system, 0, {}, {}, {0, 1});
    ComplexLu matrix = neurons_at(near, omega).delta({0, omega});
    ASSERT_TRUE(matrix.factorise());
    EXPECT_LT(magnitude(matrix.determinant({1, 0})), ts > 8 && a21 > 0.2072 ? 1e-8 : 2e-3) << a21;
  }
  Neurons system;
  system.a21 = 0.80712;
  const RestFunctional<Neurons> near(system, 0, {}, {}, {0, 1});
  NormalForm<Neurons> form = neurons_at(near, 0.78197);
  const auto bend = form.bend();
  ASSERT_TRUE(bend);
  // There the vector q has the length 1; here twice q, the shape, has the amplitude 1 in the first component.
  double square = 0;
  for (const Complex& v : form.shape()) square += norm(v) / 4;
  EXPECT_NEAR(bend->re / square / 0.78197, -0.39616, 2e-4);
}

/// A lane near its Hopf point along the round trip or the rate, without any transient of its flows.
struct Near {
  HopfPoint point;
  FluidConfig config;
  FluidRest rest;
  double amplitude;  ///< by the normal form
};

/// `share` of the point's value away from it: where the rest is unstable; for an onset with a jump, where it is stable.
Near near(ScenarioConfig scenario, FluidLosses losses, Knob knob, double share) {
  const LaneChoice choice({}, losses);
  Near out;
  out.point = hopf_along(scenario, choice, FluidDelay::explicit_delay, knob, 0).point;
  const HopfOnset& onset = out.point.onset;
  const double distance = share * out.point.value * (onset.slope * onset.bend < 0 ? 1 : -1);
  const KnobSetting settings[] = {{knob, 0, out.point.value + distance}};
  out.config = fluid_at(scenario, choice, FluidDelay::explicit_delay, settings).config;
  out.config.classes[0].flows = FluidCourse(scenario.traffic[0].flows);
  out.rest = equilibrium(out.config, 0);
  out.amplitude = std::sqrt(-onset.slope * distance / onset.bend);
  return out;
}

/// Half of the queue's range over the end of a solution that starts `amplitude` packets above the rest.
double amplitude_from(const Near& at, double amplitude, double radians) {
  FluidConfig config = at.config;
  config.classes[0].window = at.rest.window[0];
  config.link().start_queue = at.rest.queue + amplitude;
  config.link().start_law = at.rest.law;
  config.duration = radians / at.point.omega;
  FluidOptions options;
  options.tolerance = 1e-8;
  options.points = 20001;
  const FluidSolution solution = solve(config, options);
  EXPECT_EQ(solution.message, "");
  const auto [low, high] = std::minmax_element(solution.queue.end() - 1000, solution.queue.end());
  return 0.5 * (*high - *low);
}

ScenarioConfig wide_red() {
  ScenarioConfig scenario = sared("red", 40, 100);
  scenario.network.link().buffer = 2000;
  set(scenario, "min_th", 50);
  set(scenario, "max_th", 1500);
  set(scenario, "max_p", 0.5);
  set(scenario, "w_q", 0.0005);
  return scenario;
}

TEST(FluidOnset, SoftOscillationsGrowAsTheSquareRoot) {
  for (const FluidLosses losses : {FluidLosses::halving, FluidLosses::recovery}) {
    for (const Knob knob : {Knob::rtt, Knob::rate}) {
      for (const double share : {5e-4, 2e-3}) {
        const Near at = near(wide_red(), losses, knob, share);
        ASSERT_LT(at.point.onset.bend, 0) << at.point.onset.message;
        EXPECT_NEAR(at.point.onset.lyapunov * at.point.omega, at.point.onset.bend, 1e-12);
        // The error of the theory is of the next order, proportional to the distance.
        EXPECT_NEAR(amplitude_from(at, 0.9 * at.amplitude, 20000) / at.amplitude, 1, 2 * share) << share;
      }
    }
  }
}

TEST(FluidOnset, JumpsBeginBeyondAnUnstableOscillation) {
  for (const FluidLosses losses : {FluidLosses::halving, FluidLosses::recovery}) {
    ScenarioConfig scenario = sared("lred", 40, 100);
    scenario.network.link().buffer = 2000;
    const Near at = near(scenario, losses, Knob::rate, 2e-3);
    ASSERT_GT(at.point.onset.bend, 0) << at.point.onset.message;
    EXPECT_LT(amplitude_from(at, 0.9 * at.amplitude, 20000), 0.1 * at.amplitude);
    EXPECT_GT(amplitude_from(at, 1.1 * at.amplitude, 20000), 4 * at.amplitude);
  }
}

TEST(FluidOnset, SaysWhyThereIsNoCoefficient) {
  const auto onset = [](const char* aqm, const char* tcp) {
    ScenarioConfig scenario = sared(aqm, 40);
    scenario.traffic[0].tcp = tcp;
    return hopf_along(scenario, {}, FluidDelay::explicit_delay, Knob::rtt, 0).point.onset;
  };
  // CARED's timer changes its curve at every queue; ARED's rests while the average is within its band.
  EXPECT_NE(onset("cared", "newreno").message.find("timer"), std::string::npos);
  EXPECT_LT(onset("ared", "newreno").bend, 0);
  EXPECT_TRUE(std::isnan(onset("red", "cubic").bend));
}

}  // namespace
}  // namespace aqm::test
