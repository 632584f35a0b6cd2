// The fluid analysis where loops are steep: roots that a discretisation of the delay does not show, work that is
// bounded, pieces of a law that are narrow, timers that take small steps.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "aqm/fluid_lane.hpp"
#include "aqm/fluid_map.hpp"
#include "fluid/analysis/linear_law.hpp"
#include "laws/static_law.hpp"
#include "support/fluid_networks.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

/// y' = now y + delayed y(t - lag), the closed loop alone.
LinearLoop closed_loop(int states, double lag, std::vector<double> now, std::vector<double> delayed) {
  LinearLoop loop;
  loop.states = states;
  loop.lag = {lag};
  loop.now = std::move(now);
  loop.delayed = {std::move(delayed)};
  return loop;
}

TEST(SteepRoots, OfALagThatIsHardlyFelt) {
  // s = -a + b e^(-s lag) with b next to nothing: the delay's own roots lie far on the left, whatever a discretisation
  // shows.
  for (const double b : {1e-300, 1e-30, 1e-12}) {
    for (const double lag : {0.1, 1.0, 40.0}) {
      const LinearLoop loop = closed_loop(1, lag, {-0.3}, {b});
      double s = -0.3;
      for (int i = 0; i < 100; ++i) s = -0.3 + b * std::exp(-s * lag);
      EXPECT_NEAR(growth_rate(loop), s, 1e-9) << b << " " << lag;
      const RootReport report = rightmost_roots(loop, 3);
      ASSERT_FALSE(report.roots.empty()) << b << " " << lag;
      EXPECT_NEAR(report.roots[0].re, s, 1e-9) << b << " " << lag;
      EXPECT_EQ(report.right_half_plane, 0) << b << " " << lag;
    }
  }
}

TEST(SteepRoots, OfAnOscillationMuchFasterThanTheDelay) {
  // x' = w y, y' = -w x + 2 k y(t - 1): (s^2 + w^2) = 2 k s e^-s. Near j w, a whole number of turns in the delay, s = j
  // w + g with g = k e^-g to first order in k / w; all other roots lie further left. Beside it s = -a e^-s.
  const double k = 20, w = 2 * M_PI * 1000, a = 3;
  const LinearLoop loop = closed_loop(3, 1, {0, w, 0, -w, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 2 * k, 0, 0, 0, -a});
  double g = 2;
  for (int i = 0; i < 100; ++i) g -= (g - k * std::exp(-g)) / (1 + k * std::exp(-g));
  EXPECT_NEAR(growth_rate(loop), g, 10 * k / w);
  const RootReport report = rightmost_roots(loop, 4);
  ASSERT_FALSE(report.roots.empty());
  EXPECT_NEAR(report.roots[0].re, growth_rate(loop), 1e-9);
  const std::complex<double> s{report.roots[0].re, report.roots[0].im};
  EXPECT_LT(std::abs(s * s + w * w - 2 * k * s * std::exp(-s)), 1e-8 * w * w);
  EXPECT_GT(report.right_half_plane, 2);
}

TEST(SteepRoots, OfManyThatAreUnstableAreCounted) {
  // s = -a e^-s has 2 (1 + floor((a - pi/2) / 2 pi)) roots on the right, the first of them by Newton's method from log
  // a.
  for (const double a : {1e2, 1e3, 1e4}) {
    const LinearLoop loop = closed_loop(1, 1, {0}, {-a});
    const int right = 2 * (1 + static_cast<int>(std::floor((a - M_PI / 2) / (2 * M_PI))));
    std::complex<double> s{std::log(a) - std::log(std::log(a)), 2.5};
    for (int i = 0; i < 100; ++i) s -= (s + a * std::exp(-s)) / (1.0 - a * std::exp(-s));
    EXPECT_NEAR(growth_rate(loop), s.real(), 1e-9) << a;
    EXPECT_EQ(rightmost_roots(loop, 8).right_half_plane, right) << a;
  }
}

TEST(SteepRoots, ThatAreTooMuchWorkAreNotTold) {
  // Round trips from a microsecond to a second, each with a loop of its own that answers within it.
  constexpr int kLoops = 8;
  LinearLoop loop;
  loop.states = kLoops;
  loop.now.assign(kLoops * kLoops, 0);
  for (std::size_t i = 0; i < kLoops; ++i) {
    loop.lag.push_back(std::pow(10.0, -static_cast<double>(i) * 6 / (kLoops - 1)));
    loop.delayed.emplace_back(kLoops * kLoops, 0);
    loop.delayed.back()[i * kLoops + i] = -1 / loop.lag.back();
  }
  EXPECT_EQ(roots_right_of(loop, 0), kNotCounted);
  EXPECT_TRUE(std::isnan(growth_rate(loop)));
  const RootReport report = rightmost_roots(loop, 8);
  EXPECT_TRUE(report.roots.empty());
  EXPECT_EQ(report.right_half_plane, kNotCounted);
}

TEST(SteepMargins, OfAnIntegratorWithTheWrongSignAreNegative) {
  // q' = k p(t - 1), p = q: L = -k e^(-j w) / (j w), |L| = 1 at w = k; its phase there is -270 degrees - k.
  for (const double k : {0.1, 0.5, 1.0}) {
    LinearLoop loop = closed_loop(1, 1, {0}, {k});
    loop.plant = 1;
    loop.plant_now = {0};
    loop.plant_delayed = {{0}};
    loop.input_now = {0};
    loop.input_delayed = {{k}};
    loop.arrivals = loop.entering = {0};
    loop.queue = 0;
    loop.out_queue = 1;
    EXPECT_NEAR(margins(loop).phase_margin_deg, -90 - k * 180 / M_PI, 1e-6);
    EXPECT_NEAR(phase_margin(loop), -90 - k * 180 / M_PI, 1e-6);
    EXPECT_GT(growth_rate(loop), 0);
  }
}

TEST(SteepLaw, HasTheSlopeOfItsPieceHoweverNarrow) {
  for (const double width : {10.0, 0.1, 1e-3}) {
    const auto curve = [&](double x) { return x < 20 ? 0 : x < 20 + width ? std::pow((x - 20) / width, 3) : 1; };
    const fluid::StaticLaw law(curve, {20, 20 + width}, 0.002, 100);
    FluidQueue queue;
    queue.q = 20 + 0.4 * width;
    queue.capacity = queue.inflow = 1000;
    FluidMemory memory;
    law.settle(queue, &queue.q, memory);
    const LinearLaw linear = fluid::linear_law(law, queue, {queue.q}, memory);
    EXPECT_NEAR(linear.out[0] * width, 3 * 0.4 * 0.4, 1e-5) << width;
  }
}

TEST(SteepTimer, ArrivesInStepsOfAnySize) {
  // Adaptive RED adds alpha to max_p each time: in steps of a ten thousandth of the usual ones it ends as near to the
  // band as it does in those, which takes ten thousand times as many.
  const auto rest = [](double alpha) {
    ScenarioConfig c = sared("ared", 50);
    c.traffic[0].start = {0, 0};
    set(c, "min_th", 20);
    set(c, "max_th", 100);
    set(c, "max_p", 0.01);
    set(c, "alpha", alpha);
    return equilibrium(fluid_of(c, {}, FluidDelay::explicit_delay).config, 0);
  };
  const FluidRest usual = rest(0.01), small = rest(1e-6);
  ASSERT_EQ(usual.kind, RestKind::interior);
  ASSERT_EQ(small.kind, RestKind::interior);
  EXPECT_GT(small.memory.value[0], 0.011);  // it has gone far
  // The first step into the band: the queue is no further from its upper end than one step brings it.
  const double upper = 20 + 0.6 * 80;
  EXPECT_LE(small.queue, upper);
  EXPECT_GT(small.queue, upper - 1e-2);
  EXPECT_LE(usual.queue, upper);
}

}  // namespace
}  // namespace aqm::test
