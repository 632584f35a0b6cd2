// Settling time, overshoot and limit cycles, computed from columns with known figures.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "aqm/fluid_response.hpp"
#include "support/fluid_cases.hpp"
#include "support/fluid_networks.hpp"

namespace aqm::test {
namespace {

FluidSolution column(const std::function<double(double)>& q, double end = 100, int points = 10001) {
  FluidSolution s;
  for (int i = 0; i < points; ++i) {
    s.time.push_back(end * i / (points - 1));
    s.queue.push_back(q(s.time.back()));
  }
  s.until = end;
  return s;
}
FluidRest resting(double queue) {
  FluidRest rest;
  rest.kind = RestKind::interior;
  rest.queue = queue;
  return rest;
}

TEST(Response, OfAnExponential) {
  // 200 (1 - e^(-t / 5)) enters the band of 10 packets at 5 ln 20.
  const FluidResponse r = response(column([](double t) { return 200 * (1 - std::exp(-t / 5)); }), resting(200));
  EXPECT_NEAR(r.settling_time, 5 * std::log(20), 1e-4);
  EXPECT_EQ(r.overshoot, 0);
  EXPECT_TRUE(std::isnan(r.period));
  EXPECT_TRUE(std::isnan(r.swing));
  // Of a queue of 10 packets the band is one packet.
  const FluidResponse small = response(column([](double t) { return 10 * (1 - std::exp(-t / 5)); }), resting(10));
  EXPECT_NEAR(small.settling_time, 5 * std::log(10), 1e-4);
}

TEST(Response, OfADampedOscillation) {
  // x' + 2 a x' + ... : 100 (1 - e^(-a t) cos(w t)) peaks by 100 e^(-a t) |cos(w t)| at tan(w t) = -a / w.
  const double a = 0.1, w = 1;
  const auto q = [&](double t) { return 100 * (1 - std::exp(-a * t) * std::cos(w * t)); };
  const FluidResponse r = response(column(q), resting(100));
  const double peak = (M_PI - std::atan(a / w)) / w;
  EXPECT_NEAR(r.overshoot, -100 * std::exp(-a * peak) * std::cos(w * peak), 1e-3);
  // It leaves the band of 5 packets for the last time where e^(-a t) |cos(w t)| = 0.05 last holds.
  double last = 0;
  for (double t = 0; t < 100; t += 1e-4) {
    if (std::abs(q(t) - 100) > 5) last = t;
  }
  EXPECT_NEAR(r.settling_time, last, 2e-4);
  EXPECT_TRUE(std::isnan(r.period));  // it dies away
}

TEST(Response, OfALimitCycle) {
  const auto q = [](double t) { return 150 + 60 * std::sin(2 * M_PI * t / 3.7) + 5 * std::sin(2 * M_PI * t / 0.37); };
  const FluidResponse r = response(column(q), resting(150));
  EXPECT_TRUE(std::isnan(r.settling_time));
  EXPECT_NEAR(r.period, 3.7, 0.01);
  EXPECT_NEAR(r.swing, 130, 2);
  EXPECT_GT(r.overshoot, 59);
  // Three cycles are needed in the last third, and more than a packet.
  EXPECT_TRUE(std::isnan(response(column(q, 25), resting(150)).period));
  EXPECT_TRUE(std::isnan(response(column([](double t) { return 150 + 0.4 * std::sin(t); }), resting(150)).swing));
  // About a jump of the law nothing rests, but there may be an oscillation.
  FluidRest jump = resting(150);
  jump.kind = RestKind::jump;
  const FluidResponse about = response(column(q), jump);
  EXPECT_TRUE(std::isnan(about.overshoot));
  EXPECT_NEAR(about.period, 3.7, 0.01);
}

TEST(Response, CountsFromTheLastChange) {
  const auto q = [](double t) { return t < 40 ? 300 : 100 + 50 * std::exp(-(t - 40) / 5); };
  const FluidResponse r = response(column(q), resting(100), 40);
  EXPECT_NEAR(r.settling_time, 5 * std::log(10), 1e-4);
  EXPECT_NEAR(r.overshoot, 50, 1e-9);
  EXPECT_EQ(response(column([](double) { return 100; }), resting(100), 40).settling_time, 0);
  EXPECT_TRUE(std::isnan(response(column(q), resting(100), 100).settling_time));
}

TEST(Response, HasTheGrowingModesPeriodNearTheHopfPoint) {
  // Just beyond the Hopf point the limit cycle is the unstable mode: period 2 pi / omega, as the linearisation says.
  FluidConfig config = one_class(60, 0.2, 3750, 800, red_fluid(150, 700, 0.1023, 0.4 / 3750, false));
  config.duration = 1500;
  config.link().start_queue = 190;
  config.classes[0].window = 15.9;
  FluidOptions options;
  options.points = 30001;
  const FluidRest rest = equilibrium(config, 0);
  const Root root = rightmost_roots(linearise(config, rest, Linearisation::exact, 0), 1).roots.front();
  ASSERT_GT(root.re, 0);
  const FluidResponse r = response(solve(config, options), rest);
  EXPECT_NEAR(r.period / (2 * M_PI / root.im), 1, 0.02);
  EXPECT_TRUE(std::isnan(r.settling_time));
}

}  // namespace
}  // namespace aqm::test
