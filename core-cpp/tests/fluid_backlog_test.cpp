// CBT in the fluid model: classes of service that the queue counts separately (src/laws/backlog_curves.hpp).
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "aqm/fluid_analysis.hpp"
#include "aqm/fluid_band.hpp"
#include "aqm/fluid_lane.hpp"
#include "aqm/fluid_solution.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

/// 20 Mbit/s with packets of 1000 bytes; TCP in class 0, and UDP with these rates in Mbit/s in class 1 and in class 2.
ScenarioConfig classes(int flows, double marked, double other) {
  ScenarioConfig c = sared("cbt", flows, 150);
  c.warmup = 50;
  c.network.link().rate = 20e6;
  c.network.access_rate = 100e6;
  c.network.packet_size = 1000;
  for (const auto& [service, rate] : {std::pair{1, marked}, std::pair{2, other}}) {
    if (!(rate > 0)) continue;
    c.traffic.push_back(udp("poisson", 5, rate * 1e6 / 5));
    c.traffic.back().service = service;
  }
  return c;
}
FluidConfig model_of(const ScenarioConfig& scenario, FluidLosses losses) {
  const LaneChoice choice(FluidChoice{FluidForm::continuous, FluidDrops::effective}, losses);
  FluidLane lane = fluid_of(scenario, choice, FluidDelay::explicit_delay);
  EXPECT_TRUE(lane.issues.empty());
  return std::move(lane.config);
}

TEST(FluidBacklog, WithoutOtherTrafficItIsRed) {
  int bands = 0;
  for (const int flows : {40, 150}) {
    for (const bool marks : {false, true}) {
      ScenarioConfig cbt = classes(flows, 0, 0);
      ScenarioConfig red = cbt;
      red.aqm = "red";
      red.params = defaults("red");
      set(red, "min_th", 20);
      set(red, "max_th", 60);
      for (ScenarioConfig* c : {&cbt, &red}) {
        set(*c, "ecn", marks);
        for (TrafficGroup& row : c->traffic) row.ecn = marks;
      }
      const std::string what = std::to_string(flows) + (marks ? " marked" : " dropped");
      const FluidConfig a = model_of(cbt, FluidLosses::recovery), b = model_of(red, FluidLosses::recovery);
      const double time = last_change(a);
      const FluidRest at = equilibrium(a, time), of_red = equilibrium(b, time);
      ASSERT_EQ(at.kind, of_red.kind) << what;
      EXPECT_NEAR(at.queue, of_red.queue, 1e-5 * of_red.queue) << what;
      EXPECT_NEAR(at.probability, of_red.probability, 1e-5) << what;
      // Near the rest, too. CBT's average moves with each arrival of its class, RED's with each departure, so with
      // drops CBT has the lower weight here.
      if (at.kind != RestKind::interior) continue;
      if (!marks) set(cbt, "w_q", -std::expm1(std::log1p(-0.002) * (1 - at.probability)));
      const FluidConfig same = model_of(cbt, FluidLosses::recovery);
      ASSERT_TRUE(can_linearise(same, at, Linearisation::exact)) << what;
      const LinearLoop loop = linearise(same, at, Linearisation::exact, time);
      const LinearLoop loop_of_red = linearise(b, of_red, Linearisation::exact, time);
      const Root root = rightmost_roots(loop, 6).roots.front(), of_loop = rightmost_roots(loop_of_red, 6).roots.front();
      const double off = 1e-3 * std::hypot(of_loop.re, of_loop.im);
      EXPECT_NEAR(root.re, of_loop.re, off) << what;
      EXPECT_NEAR(root.im, of_loop.im, off) << what;
      if (!(of_loop.re < 0)) continue;
      ++bands;
      const double band = band_around(same, at, loop, {root}, time).queue;
      EXPECT_NEAR(band / band_around(b, of_red, loop_of_red, {of_loop}, time).queue, 1, 1e-3) << what;
    }
  }
  EXPECT_GT(bands, 0);
}

TEST(FluidBacklog, RestsByHand) {
  // Marked Reno, halved windows: N W / R plus the accepted packets of the other classes fills the link. A class below
  // its threshold waits with its share of the arrivals, a class above it with its threshold, to within the packet over
  // which the jump is a line.
  ScenarioConfig c = classes(30, 4, 8);
  set(c, "ecn", 1);
  set(c, "max_p", 0.3);
  set(c, "count_mode", 2);  // independent drops: the curve itself
  set(c, "marked_th", 20);
  set(c, "other_th", 6);
  c.traffic[0].ecn = true;
  const FluidConfig config = model_of(c, FluidLosses::halving);
  const FluidRest rest = equilibrium(config, last_change(config));
  EXPECT_EQ(rest.kind, RestKind::held);  // class 2 stands on its jump
  EXPECT_LT(rest.residual, 1e-9);
  EXPECT_FALSE(can_linearise(config, rest, Linearisation::exact));
  const double capacity = config.link().capacity.first(), q = rest.queue;
  const double trip = config.classes[0].propagation + q / capacity;
  const double a1 = 4e6 / 8000, a2 = 8e6 / 8000;
  const double q1 = q * a1 / capacity;
  ASSERT_LT(q1, 19);
  EXPECT_NEAR(rest.law[1], q1, 1e-9);
  EXPECT_NEAR(rest.law[2], 6, 1);
  const double q2 = rest.law[2], p2 = (q2 - 5) / 2;
  EXPECT_NEAR(q2, q * a2 * (1 - p2) / capacity, 1e-9);
  EXPECT_NEAR(rest.law[0], q - q1 - q2, 1e-9);
  const double p0 = 0.3 * (q - q1 - q2 - 20) / 40, window = std::sqrt(2 / p0);
  EXPECT_NEAR(30 * window / trip + a1 + a2 * (1 - p2), capacity, 1e-6 * capacity);
  // The mean probability for packets.
  const double tcp = 30 * window / trip;
  EXPECT_NEAR(rest.probability, (tcp * p0 + a2 * p2) / (tcp + a1 + a2), 1e-9);
}

TEST(FluidBacklog, SolutionsComeToTheRest) {
  ScenarioConfig c = classes(60, 4, 8);
  c.duration = 100;
  const FluidConfig config = model_of(c, FluidLosses::recovery);
  const FluidSolution s = solve(config, {});
  EXPECT_EQ(s.message, "");
  const FluidRest rest = chosen(equilibria(config, last_change(config), &s));
  EXPECT_TRUE(rest.reached);
  EXPECT_NEAR(s.queue.back(), rest.queue, 1e-3 * rest.queue);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(s.law[i].back(), rest.law[i], 1e-3 * (1 + rest.law[i])) << i;
}

TEST(FluidBacklog, SharesAndLossesAreThoseOfPackets) {
  // If a class is at its threshold, its packets are accepted while the queue is short, and its share of the link is
  // more than that of the mean queue: by up to 3 % of the link.
  AQM_LONG_RUN();
  for (const auto& [marked, other] : {std::pair{4.0, 0.0}, std::pair{4.0, 4.0}, std::pair{2.0, 10.0}}) {
    const ScenarioConfig c = classes(40, marked, other);
    const Finished packets = run(c);
    const FluidConfig config = model_of(c, FluidLosses::recovery);
    const FluidRest rest = equilibrium(config, last_change(config));
    EXPECT_NEAR(rest.queue, packets.metrics.queue_mean, 0.03 * packets.metrics.queue_mean) << other;
    const auto rows = packets.simulation->rows();
    double all = 0;
    for (const auto& row : rows) all += row.goodput;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_NEAR(rest.law[i] / rest.queue, rows[i].goodput / all, 0.035) << other << " row " << i;
    }
    // The losses of the classes: their accepted packets are their share of the queue.
    const double capacity = config.link().capacity.first();
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const double sent = (i == 1 ? marked : other) * 1e6 / 8000;
      EXPECT_NEAR(1 - capacity * rest.law[i] / rest.queue / sent, rows[i].loss_ratio, 0.12) << other << " row " << i;
    }
  }
}

TEST(FluidBacklog, TcpBelongsToTheFirstClass) {
  ScenarioConfig c = classes(20, 0, 0);
  c.traffic[0].service = 1;
  const FluidLane lane = fluid_of(c, LaneChoice(), FluidDelay::explicit_delay);
  ASSERT_FALSE(lane.issues.empty());
  EXPECT_EQ(lane.issues[0].path, "traffic[0].service");
}

}  // namespace
}  // namespace aqm::test
