// How oscillations begin at a Hopf point: the normal form against coefficients by hand and against solutions in time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "aqm/fluid_lane_hopf.hpp"
#include "aqm/fluid_solution.hpp"
#include "fluid/analysis/normal_form.hpp"
#include "support/dde_problems.hpp"
#include "support/published_diagrams.hpp"
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

/// DDE-BIFTOOL's first Lyapunov coefficient: its vector q has the length 1; here the shape, twice q, has the amplitude
/// 1 in the first component. Up to 2017 it also divided q by sqrt(p Delta'(j omega) q), the option q_scale of
/// nmfm_nullvector; for one component this is the root of the derivative of the characteristic function.
template <class System>
double lyapunov(const RestFunctional<System>& near, double omega) {
  NormalForm<System> form(near, omega, 0);
  const auto bend = form.bend();
  double square = 0;
  for (const Complex& v : form.shape()) square += norm(v) / 4;
  return bend ? bend->re / square / omega : NAN;
}

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
    ComplexLu matrix = NormalForm<Neurons>(near, omega, 0).delta({0, omega});
    ASSERT_TRUE(matrix.factorise());
    EXPECT_LT(magnitude(matrix.determinant({1, 0})), ts > 8 && a21 > 0.2072 ? 1e-8 : 2e-3) << a21;
  }
  Neurons system;
  system.a21 = 0.80712;
  const RestFunctional<Neurons> near(system, 0, {}, {}, {0, 1});
  EXPECT_NEAR(lyapunov(near, 0.78197), -0.39616, 2e-4);  // the point has five digits
}

TEST(FluidOnset, OfDelaysThatDependOnTheStateIsThatOfDdeBiftool) {
  // Roots j omega of s + 4.75 + kappa1 e^(-1.3 s) + 2.3 e^(-6 s), and the published coefficients.
  const double points[][3] = {{4.2736696623518915, 2.3911363797836795, -0.0368072044189892},
                              {5.954985884402312, 6.60271313026761, -0.0568094502229304},
                              {11.908234942963233, 11.039355483081142, -0.12869530352354}};
  for (const auto& [kappa1, omega, published] : points) {
    TwoStateDelays system;
    system.kappa1 = kappa1;
    const RestFunctional<TwoStateDelays> near(system, 0, {}, {}, {0});
    const Complex at{0, omega};
    ComplexLu matrix = NormalForm<TwoStateDelays>(near, omega, 0).delta(at);
    ASSERT_TRUE(matrix.factorise());
    EXPECT_LT(magnitude(matrix.determinant({1, 0})), 1e-9);
    const Complex slope = Complex{1, 0} - 1.3 * kappa1 * fluid::exp(-1.3 * at) - 13.8 * fluid::exp(-6.0 * at);
    EXPECT_NEAR(lyapunov(near, omega) / magnitude(slope) / published, 1, 1e-8) << kappa1;
  }
}

TEST(FluidOnset, OfMackeyAndGlassIsThatOfDdeBiftool) {
  // s = -1 - 4 e^(-s tau)
  MackeyGlass system;
  system.tau = std::acos(-0.25) / std::sqrt(15);
  const RestFunctional<MackeyGlass> near(system, 0, {1}, {}, {0});
  const Complex slope = Complex{1, 0} - 4 * system.tau * fluid::exp({0, -std::sqrt(15) * system.tau});
  // By hand -5.695289088208; that package differentiates by differences.
  EXPECT_NEAR(lyapunov(near, std::sqrt(15)) / magnitude(slope), -5.69527799058398, 2e-5);
  EXPECT_NEAR(lyapunov(near, std::sqrt(15)) / magnitude(slope), -5.695289088208, 1e-7);
}

/// Of Duffing's oscillator, the Hopf point with the frequency omega, `turns` whole turns within the delay:
/// b e^(-j omega tau) = b + 1/2 - omega^2 + 0.05 j omega.
Duffing duffing_at(double omega, int turns) {
  const double c = 0.5 - omega * omega, e = 0.05 * omega;
  Duffing out;
  out.b = -(c * c + e * e) / (2 * c);
  out.tau = (2 * M_PI * turns - std::atan2(e, c + out.b)) / omega;
  return out;
}
double duffing_lyapunov(double omega, int turns) {
  const Duffing system = duffing_at(omega, turns);
  return lyapunov(RestFunctional<Duffing>(system, 0, {}, {}, {0, 1}), omega);
}

/// Where f changes its sign between a and b.
template <class F>
double where_zero(const F& f, double a, double b) {
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (a + b);
    ((f(middle) > 0) == (f(a) > 0) ? a : b) = middle;
  }
  return a;
}

TEST(FluidOnset, OfDuffingsOscillatorIsThatOfDdeBiftool) {
  // The first three Hopf points along tau at b = 0.6; the first two begin with a jump.
  const double points[][4] = {{1.2, 1.4, 1, 0.12631}, {1.2, 1.4, 2, 0.13109}, {0.7072, 0.73, 1, -0.48039}};
  for (const auto& [from, to, turns, published] : points) {
    const auto beyond = [](double omega) { return duffing_at(omega, 1).b - 0.6; };
    const double omega = where_zero(beyond, from, to);
    EXPECT_NEAR(duffing_lyapunov(omega, static_cast<int>(turns)), published, 6e-6) << turns;
  }
  // Along the curve of the second one over tau and b, the coefficient changes its sign at a published place.
  const double omega = where_zero([](double w) { return duffing_lyapunov(w, 2); }, 0.72, 0.78);
  const Duffing place = duffing_at(omega, 2);
  EXPECT_NEAR(place.b, 0.036906, 6e-7);
  EXPECT_NEAR(place.tau, 14.8348, 6e-5);
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
      // With recovery the share of time in which the link is idle, e^(-q / b), bends more: closer to the point.
      const bool mends = losses == FluidLosses::recovery;
      const std::vector<double> shares = mends ? std::vector{1e-4, 5e-4} : std::vector{5e-4, 2e-3};
      for (const double share : shares) {
        if (kSanitized && share != shares.back()) continue;  // the closer, the longer it takes
        const Near at = near(wide_red(), losses, knob, share);
        ASSERT_LT(at.point.onset.bend, 0) << at.point.onset.message;
        EXPECT_NEAR(at.point.onset.lyapunov * at.point.omega, at.point.onset.bend, 1e-12);
        // The error of the theory is of the next order, proportional to the distance.
        const double most = mends ? 20 * share : 2 * share, end = 10 / share;
        EXPECT_NEAR(amplitude_from(at, 0.9 * at.amplitude, end) / at.amplitude, 1, most) << share;
      }
    }
  }
}

TEST(FluidOnset, JumpsBeginBeyondAnUnstableOscillation) {
  AQM_LONG_RUN();
  for (const FluidLosses losses : {FluidLosses::halving, FluidLosses::recovery}) {
    ScenarioConfig scenario = sared("lred", 40, 100);
    scenario.network.link().buffer = 2000;
    const Near at = near(scenario, losses, Knob::rate, 2e-3);
    ASSERT_GT(at.point.onset.bend, 0) << at.point.onset.message;
    // With recovery all flows are open at the start, which is a larger disturbance than this amplitude.
    if (losses == FluidLosses::halving) EXPECT_LT(amplitude_from(at, 0.9 * at.amplitude, 20000), 0.1 * at.amplitude);
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
