// Weighted RED in the fluid model: a probability for each class of service.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "aqm/fluid_analysis.hpp"
#include "aqm/fluid_lane.hpp"
#include "aqm/fluid_solution.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

/// Rows of min_th, max_th, max_p.
ScenarioConfig weighted(const std::vector<double>& profiles, const std::vector<int>& flows) {
  ScenarioConfig c = sared("wred", 0, 150);
  c.warmup = 50;
  c.network.link().rate = 20e6;
  c.network.access_rate = 100e6;
  c.network.packet_size = 1000;
  c.params.lists = {profiles};
  c.traffic.clear();
  for (std::size_t i = 0; i < flows.size(); ++i) {
    c.traffic.push_back(ftp(flows[i]));
    c.traffic.back().service = static_cast<int>(i);
  }
  return c;
}
FluidConfig model_of(const ScenarioConfig& scenario, FluidLosses losses = FluidLosses::recovery) {
  const LaneChoice choice(FluidChoice{FluidForm::continuous, FluidDrops::effective}, losses);
  FluidLane lane = fluid_of(scenario, choice, FluidDelay::explicit_delay);
  EXPECT_TRUE(lane.issues.empty());
  return std::move(lane.config);
}

TEST(FluidService, EqualCurvesAreRed) {
  for (const bool marks : {false, true}) {
    ScenarioConfig two = weighted({30, 100, 0.12, 30, 100, 0.12}, {20, 30});
    ScenarioConfig red = two;
    red.aqm = "red";
    red.params = defaults("red");
    set(red, "min_th", 30);
    set(red, "max_th", 100);
    set(red, "max_p", 0.12);
    for (ScenarioConfig* c : {&two, &red}) {
      set(*c, "ecn", marks);
      for (TrafficGroup& row : c->traffic) row.ecn = marks;
    }
    const FluidConfig a = model_of(two), b = model_of(red);
    const FluidRest at = equilibrium(a, last_change(a)), of_red = equilibrium(b, last_change(b));
    ASSERT_EQ(at.kind, RestKind::interior);
    EXPECT_NEAR(at.queue, of_red.queue, 1e-5 * of_red.queue) << marks;
    EXPECT_NEAR(at.probability, of_red.probability, 1e-5 * of_red.probability);
    EXPECT_LT(at.residual, 1e-6);
    const double growth = growth_rate(linearise(a, at, Linearisation::exact, last_change(a)));
    EXPECT_NEAR(growth, growth_rate(linearise(b, of_red, Linearisation::exact, last_change(b))),
                1e-4 * std::abs(growth));
    const FluidSolution s = solve(a, {}), t = solve(b, {});
    for (std::size_t i = 0; i < s.time.size() && s.time[i] < 50; ++i) {  // later the phases of the swing drift apart
      ASSERT_NEAR(s.queue[i], t.queue[i], 5e-2) << marks << " " << s.time[i];
      ASSERT_NEAR(s.probability[i], t.probability[i], 5e-4);
    }
  }
}

/// Two classes of marked Reno flows with halved windows, by hand.
struct TwoByHand {
  double flows[2], max_p[2], capacity, propagation, weight;
  double min_th = 20, max_th = 160;
  double p(int i, double q) const {
    return 2 * max_p[i] * (q - min_th) / (max_th - min_th);
  }  // drops spaced uniformly: twice
  double slope(int i) const { return 2 * max_p[i] / (max_th - min_th); }
  double window(int i, double q) const { return std::sqrt(2 / p(i, q)); }
  double queue() const {
    double lo = min_th, hi = max_th;
    for (int k = 0; k < 200; ++k) {
      const double q = 0.5 * (lo + hi);
      const bool more = flows[0] * window(0, q) + flows[1] * window(1, q) > capacity * propagation + q;
      (more ? lo : hi) = q;
    }
    return lo;
  }
  /// |det| of the linearised equations at s.
  double determinant(std::complex<double> s) const {
    using C = std::complex<double>;
    const double q = queue(), trip = propagation + q / capacity, k = -std::log1p(-weight) * capacity;
    const C past = std::exp(-s * trip);
    C m[4][4] = {};  // W1, W2, q, avg
    for (int i = 0; i < 2; ++i) {
      const double w = window(i, q), half = w * p(i, q) / (2 * trip);
      m[i][i] = s + half + half * past;
      m[i][2] = (1.0 - past) / (trip * trip * capacity);
      m[i][3] = w * w / (2 * trip) * slope(i) * past;
      m[2][i] = -flows[i] / trip;
    }
    m[2][2] = s + 1 / trip;
    m[3][2] = -k;
    m[3][3] = s + k;
    C det = 1;
    for (int c = 0; c < 4; ++c) {
      for (int r = c + 1; r < 4; ++r) {
        const C f = m[r][c] / m[c][c];
        for (int j = c; j < 4; ++j) m[r][j] -= f * m[c][j];
      }
      det *= m[c][c];
    }
    return std::abs(det);
  }
};

TEST(FluidService, DifferentCurvesByHand) {
  for (const double ratio : {0.5, 1.5, 3.0}) {
    ScenarioConfig c = weighted({20, 160, 0.05, 20, 160, 0.05 * ratio}, {15, 25});
    set(c, "ecn", 1);
    c.network.link().buffer = 200;
    for (TrafficGroup& row : c.traffic) row.ecn = true;
    const FluidConfig config = model_of(c, FluidLosses::halving);
    const TwoByHand hand{
        {15, 25}, {0.05, 0.05 * ratio}, config.link().capacity.first(), config.classes[0].propagation, 0.002};
    const FluidRest rest = equilibrium(config, last_change(config));
    ASSERT_EQ(rest.kind, RestKind::interior);
    EXPECT_NEAR(rest.queue, hand.queue(), 1e-7 * rest.queue) << ratio;
    for (int i = 0; i < 2; ++i) {
      EXPECT_NEAR(rest.window[static_cast<std::size_t>(i)], hand.window(i, hand.queue()), 1e-6) << ratio;
    }
    EXPECT_LT(rest.residual, 1e-9);
    // What packets meet on average, each class with what it sends.
    const double w0 = 15 * rest.window[0], w1 = 25 * rest.window[1];
    EXPECT_NEAR(rest.probability, (w0 * hand.p(0, rest.queue) + w1 * hand.p(1, rest.queue)) / (w0 + w1), 1e-9);
    const RootReport roots = rightmost_roots(linearise(config, rest, Linearisation::exact, last_change(config)), 4);
    ASSERT_GE(roots.roots.size(), 2u);
    for (const auto& root : roots.roots) {
      const double beside = hand.determinant({root.re + 0.3, root.im});
      EXPECT_LT(hand.determinant({root.re, root.im}), 1e-6 * beside) << ratio << " " << root.re << " " << root.im;
    }
  }
}

TEST(FluidService, SharesAndQueueAreThoseOfPackets) {
  AQM_LONG_RUN();
  for (const double ratio : {1.0, 2.0, 4.0}) {
    const ScenarioConfig c = weighted({20, 120, 0.06, 20, 120, 0.06 * ratio}, {20, 20});
    const Finished packets = run(c);
    const FluidConfig config = model_of(c);
    const FluidRest rest = equilibrium(config, last_change(config));
    ASSERT_EQ(rest.kind, RestKind::interior);
    EXPECT_NEAR(rest.queue, packets.metrics.queue_mean, 0.08 * packets.metrics.queue_mean) << ratio;
    const auto rows = packets.simulation->rows();
    const double share = rest.window[0] / (rest.window[0] + rest.window[1]);
    EXPECT_NEAR(share, rows[0].goodput / (rows[0].goodput + rows[1].goodput), 0.04) << ratio;
    EXPECT_NEAR(rest.probability, packets.metrics.loss_ratio, 0.22 * packets.metrics.loss_ratio) << ratio;
  }
}

}  // namespace
}  // namespace aqm::test
