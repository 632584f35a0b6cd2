// Links that are idle by chance while their queue is short (src/fluid/model/idle.hpp).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "aqm/fluid_lane.hpp"
#include "aqm/fluid_solution.hpp"
#include "fluid/model/epochs.hpp"
#include "support/fluid_chains.hpp"
#include "support/own_slope.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

const LaneChoice kMending({FluidForm::continuous, FluidDrops::effective}, FluidLosses::recovery);

FluidConfig model_of(const ScenarioConfig& scenario, const LaneChoice& choice = kMending) {
  const FluidLane lane = fluid_of(scenario, choice, FluidDelay::explicit_delay);
  EXPECT_TRUE(lane.issues.empty());
  return lane.config;
}

/// Flows that random loss keeps from filling their link, without an AQM.
ScenarioConfig thin(int flows, double loss) {
  ScenarioConfig c = grid_lane("droptail", flows, 20e6, 0.05);
  c.network.random_loss = loss;
  c.duration = 60;
  return c;
}

TEST(FluidIdle, UnderALawThatDropsNothingTheQueueIsTheClosedForm) {
  // (what enters) = C (1 - e^(-q / b)), b = w sqrt(N) / 13, w = W while windows are small, and at most 15.
  int checked = 0;
  for (const int flows : {10, 30, 100}) {
    for (const double loss : {0.02, 0.1}) {
      const FluidConfig config = model_of(thin(flows, loss));
      const FluidSolution s = solve(config, {});
      ASSERT_EQ(s.message, "");
      const FluidRest rest = chosen(equilibria(config, 50, &s));
      const double capacity = config.link().capacity.first(), used = rest.inflow / capacity;
      if (rest.kind == RestKind::full) continue;
      ++checked;
      ASSERT_EQ(rest.kind, RestKind::interior);
      EXPECT_LT(rest.residual, 1e-9);
      const double trains =
          rest.window[0] / std::pow(1 + std::pow(rest.window[0] / 15, 4), 0.25) * std::sqrt(flows) / 13;
      EXPECT_NEAR(rest.queue, -trains * std::log(1 - used), 1e-6 * rest.queue) << flows << " " << loss;
      EXPECT_NEAR(s.queue.back(), rest.queue, 1e-3 * rest.queue) << flows << " " << loss;
      EXPECT_NEAR(s.sent.back(), s.inflow.back(), 1e-3 * capacity);
    }
  }
  EXPECT_GE(checked, 3);
}

TEST(FluidIdle, TheLinearModelIsTheModelsOwnSlope) {
  for (const bool marks : {false, true}) {
    ScenarioConfig c = grid_lane("red", 60, 50e6, 0.2);
    set(c, "min_th", 2);
    set(c, "max_th", 60);
    set(c, "ecn", marks ? 1 : 0);
    c.traffic[0].ecn = marks;
    const FluidConfig config = model_of(c);
    const double time = last_change(config);
    const FluidRest rest = equilibrium(config, time);
    ASSERT_LT(rest.queue, 15);  // two or three trains
    expect_own_slope(config, rest, time);
  }
}

struct Seen {
  double queue, used;
};
Seen of_solution(const FluidConfig& config, double warmup) {
  const FluidSolution s = solve(config, {});
  EXPECT_EQ(s.message, "");
  double queue = 0, sent = 0, count = 0;
  for (std::size_t i = 0; i < s.time.size(); ++i) {
    if (s.time[i] < warmup) continue;
    ++count;
    queue += s.queue[i];
    sent += s.sent[i];
  }
  return {queue / count, sent / count / config.link().capacity.first()};
}

TEST(FluidIdle, MakesOscillationsOfEmptyQueuesThoseOfPackets) {
  AQM_LONG_RUN();
  // Without trains the queue is empty for too long in each oscillation.
  for (const std::string aqm : {"red", "ared", "wred"}) {
    const ScenarioConfig c = grid_lane(aqm, 60, 50e6, 0.2);
    FluidConfig config = model_of(c);
    const Metrics packets = run(c).metrics;
    const Seen with = of_solution(config, c.warmup);
    config.classes[0].trains = false;
    const Seen without = of_solution(config, c.warmup);
    EXPECT_NEAR(with.queue / packets.queue_mean, 1, 0.2) << aqm;
    EXPECT_LT(without.queue / packets.queue_mean, 0.7) << aqm;
    EXPECT_LT(std::abs(with.used - packets.utilization), 0.6 * std::abs(without.used - packets.utilization)) << aqm;
  }
}

TEST(FluidIdle, BehindALinkAsSlowTrainsAreGone) {
  const auto law = [] { return find_scheme("red")->fluid(defaults("red"), {8e6, 140, 1000}, {}).law; };
  for (const double before : {1000., 1500.}) {
    FluidConfig config =
        chain_config({link_of(before, 140, law()), link_of(1000, 140, law())}, {flows_over(0, 1, 20, 0.1)});
    config.classes[0].trains = true;
    config.observed = 1;
    const FluidRest rest = equilibrium(config, 0);
    const std::vector<int> trains = fluid::epoch_at(config, 0).trains[1];
    EXPECT_EQ(trains.size(), before > 1000 ? 1u : 0u);
    EXPECT_EQ(rest.links[1].kind, before > 1000 ? RestKind::interior : RestKind::empty);
    EXPECT_EQ(fluid::epoch_at(config, 0).trains[0].size(), 1u);
  }
}

TEST(FluidIdle, PacedSendersAndTheLiteraturesModelHaveNoTrains) {
  ScenarioConfig c = grid_lane("red", 10, 10e6, 0.06);
  EXPECT_TRUE(model_of(c).classes[0].trains);
  EXPECT_FALSE(model_of(c, {}).classes[0].trains);
  c.traffic[0].pacing = true;
  EXPECT_FALSE(model_of(c).classes[0].trains);
}

TEST(FluidIdle, AFewFlowsOnAFastLinkAreNotStiff) {
  // The queue of an empty link moves within the time of a train. 10 Gbit/s, of which the flows fill a part.
  ScenarioConfig c = grid_lane("red", 10, 10e9, 0.05);
  c.duration = 60;
  const FluidSolution s = solve(model_of(c), {});
  EXPECT_EQ(s.message, "");
  EXPECT_LT(s.work.steps, 400'000);
}

TEST(FluidIdle, WithoutASenderThatRespondsThereIsNoLoop) {
  // The flows stop; UDP alone overloads the link.
  ScenarioConfig c = grid_lane("red", 10, 10e6, 0.06);
  c.duration = 60;
  c.traffic[0].stop = {10, 10};
  c.traffic.push_back(udp("cbr", 1, 10.5e6));
  const FluidConfig config = model_of(c);
  const FluidSolution s = solve(config, {});
  EXPECT_EQ(s.message, "");
  const FluidRest rest = chosen(equilibria(config, last_change(config), &s));
  EXPECT_EQ(rest.window[0], 0);
  EXPECT_NEAR(s.queue.back(), rest.queue, 1e-3 * rest.queue);
  EXPECT_FALSE(can_linearise(config, rest, Linearisation::exact));
}

}  // namespace
}  // namespace aqm::test
