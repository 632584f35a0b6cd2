// Drop curves that jump, with dropped packets: the queue is held at the jump (laws/smeared.hpp); its distance from
// Filippov's solution, avg = q = the threshold.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "aqm/fluid_analysis.hpp"
#include "aqm/fluid_lane.hpp"
#include "aqm/fluid_solution.hpp"
#include "laws/blue.hpp"
#include "laws/smeared.hpp"
#include "parts/pie_controller.hpp"
#include "support/fluid_cases.hpp"
#include "support/fluid_networks.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

constexpr double kCapacity = 1250, kTrip = 0.07, kFlows = 150, kThreshold = 60;

/// RED from 20 to 60 packets, max_p = 0.1; its jump to 1 is a line over this many packets to each side; packets are
/// dropped.
FluidConfig dropping(double half_width) {
  const auto curve = [](double x) { return x < 20 ? 0.0 : x < kThreshold ? 0.1 * (x - 20) / 40 : 1.0; };
  const std::vector<double> knots{20, kThreshold};
  const auto law =
      std::make_shared<fluid::StaticLaw>(curve, knots, 0.002, 180, fluid::ramps_of(curve, knots, 140, half_width));
  FluidConfig config = one_class(kFlows, kTrip, kCapacity, 140, law);
  config.classes[0].ecn = false;
  config.duration = 40;
  return config;
}

double mean_of_last_half(const FluidSolution& s) {
  double sum = 0;
  const std::size_t from = s.queue.size() / 2;
  for (std::size_t i = from; i < s.queue.size(); ++i) sum += s.queue[i];
  return sum / static_cast<double>(s.queue.size() - from);
}

FluidSolution solved(const FluidConfig& config) {
  FluidOptions options;
  options.tolerance = 1e-7;
  const FluidSolution s = solve(config, options);
  EXPECT_EQ(s.message, "");
  return s;
}

/// The drops that are needed at the threshold: N W (1 - p) / R = C with W = sqrt(2 / p), a quadratic equation in
/// sqrt(p).
double needed_at_threshold() {
  const double ratio = kCapacity * (kTrip + kThreshold / kCapacity) / (kFlows * std::sqrt(2));  // (1 - p) / sqrt(p)
  const double root = 0.5 * (std::sqrt(ratio * ratio + 4) - ratio);
  return root * root;
}

TEST(FluidJump, TheQueueTendsToTheThresholdAsTheLineBecomesSteeper) {
  double before = NAN;
  for (const double width : {2.0, 1.0, 0.5, 0.25, 0.125}) {
    const FluidConfig config = dropping(width);
    const FluidRest rest = equilibrium(config, 0);
    EXPECT_EQ(rest.kind, RestKind::held) << width;
    EXPECT_FALSE(can_linearise(config, rest, Linearisation::exact)) << width;
    EXPECT_LT(std::abs(rest.queue - kThreshold), width);
    // One packet more or less changes the round trip by less than a hundredth, and the needed drops by less than two
    // hundredths.
    EXPECT_NEAR(rest.probability / needed_at_threshold(), 1, 0.02 * width) << width;
    const double mean = mean_of_last_half(solved(config));
    EXPECT_NEAR(mean, rest.queue, 1e-3) << width;
    // Halving the width halves the distance from the threshold.
    const double distance = mean - kThreshold;
    if (!std::isnan(before)) {
      EXPECT_NEAR(distance / before, 0.5, 0.02) << width;
    }
    before = distance;
  }
}

TEST(FluidJump, ASteeperLineCostsNoMoreThanItsShorterTurns) {
  // The duration of the turns about the line is proportional to the root of its width: a line a sixteenth as wide has
  // turns a quarter as long.
  const FluidWork wide = solved(dropping(1)).work, narrow = solved(dropping(1.0 / 16)).work;
  EXPECT_LT(narrow.evaluations, 5 * wide.evaluations);
}

TEST(FluidJump, EveryCurveThatJumpsIsHeldWhereThePacketsQueueIs) {
  AQM_LONG_RUN();
  // More flows than the curve can hold back below max_th: the packets' queue is pressed against it.
  for (const char* id : {"red", "smred", "tred", "red_e", "dcred", "mred_f", "nlred"}) {
    ScenarioConfig scenario = sared(id, 150, 100);
    scenario.warmup = 20;
    const FluidLane lane =
        fluid_of(scenario, FluidChoice{FluidForm::continuous, FluidDrops::effective}, FluidDelay::explicit_delay);
    EXPECT_NE(lane.note.find("straight line"), std::string::npos) << id;
    const FluidRest rest = equilibrium(lane.config, 50);
    EXPECT_EQ(rest.kind, RestKind::held) << id;
    const double max_th = find_scheme(id)->resolve(scenario.params, {10e6, 140, 1500})[1];
    EXPECT_NEAR(rest.queue, max_th, fluid::kSmear) << id;
    const double mean = mean_of_last_half(solved(lane.config));
    EXPECT_NEAR(mean, rest.queue, 0.01 * rest.queue) << id;
    EXPECT_NEAR(mean / run(scenario).metrics.queue_mean, 1, 0.06) << id;
  }
}

TEST(FluidJump, WherePacketsAreMarkedTheLawJumpsAsItIs) {
  ScenarioConfig scenario = sared("red_e", 50, 60);
  set(scenario, "ecn", 1);
  scenario.traffic[0].ecn = true;
  const auto lane = [&] { return fluid_of(scenario, {}, FluidDelay::explicit_delay); };
  EXPECT_FALSE(lane().config.link().law->has_ramps());
  EXPECT_EQ(equilibrium(lane().config, 30).kind, RestKind::jump);
  // One source that does not understand marks is enough.
  scenario.traffic.push_back(udp("cbr", 1, 1e5));
  EXPECT_TRUE(lane().config.link().law->has_ramps());
}

TEST(FluidJump, RampsAreWhereACurveJumpsAndNowhereElse) {
  // A kink at 10, a cube root's vertical tangent at 20, jumps at 30, 30.5 and, at the buffer's end, 50.
  const auto curve = [](double x) {
    return 0.1 * std::max(0.0, x - 10) / 40 + 0.1 * std::cbrt(x - 20) + (x >= 30 ? 0.1 : 0) + (x >= 30.5 ? 0.1 : 0) +
           (x >= 50 ? 0.2 : 0);
  };
  const std::vector<fluid::Ramp> ramps = fluid::ramps_of(curve, {10, 20, 30, 30.5, 50}, 50);
  ASSERT_EQ(ramps.size(), 1u);
  EXPECT_EQ(ramps[0].from, 29);
  EXPECT_EQ(ramps[0].to, 31.5);
  EXPECT_EQ(fluid::with_ramps({10, 20, 30, 30.5, 50}, ramps), (std::vector<double>{10, 20, 29, 31.5, 50}));
}

TEST(FluidJump, PieSafeguardPassesOverWithinAnUpdate) {
  const FluidOffer offer = find_scheme("pie")->fluid(
      defaults("pie"), {10e6, 140, 1500},
      {FluidForm::continuous, FluidDrops::law, FluidWindows::mean, FluidClock::round_trip, true});
  FluidQueue queue;  // below half the target, but more than two packets
  queue.capacity = 10e6 / 12000;
  queue.q = 4;
  for (const auto& [p, dropped] : {std::pair{0.1, 0.0}, {0.19, 0.0}, {0.2, 0.1}, {0.21, 0.21}, {0.5, 0.5}}) {
    FluidMemory memory;
    offer.law->settle(queue, &p, memory);
    EXPECT_NEAR(offer.law->probability(queue, &p, memory), dropped, 1e-12) << p;
  }
}

TEST(FluidJump, PieDropsOnlyWhatTheAlgorithmDropsOfArrivalsNearAQueue) {
  // The algorithm's own decision for the whole numbers of packets that arrivals find within a packet of q.
  PieParams params;
  params.max_burst = 0;
  PieController controller(params, 1500);
  while (controller.p() < 0.9) {
    controller.taken(0.1, 15'000);
    controller.update();
  }
  const FluidOffer offer = find_scheme("pie")->fluid(defaults("pie"), {10e6, 140, 1500}, {});
  const double p = 0.6;
  for (const double q : {0.0, 1.2, 1.5, 2.0, 2.5, 3.1, 3.5, 8.0}) {
    constexpr int kArrivals = 2000;
    int at_risk = 0;
    for (int i = 0; i < kArrivals; ++i) {
      const double found = std::round(std::max(0.0, q - 1 + 2 * (i + 0.5) / kArrivals));
      at_risk += controller.decide(Packet{}, static_cast<std::int64_t>(1500 * found), 0.0) == Fate::accepted ? 0 : 1;
    }
    FluidQueue queue;
    queue.q = q;
    queue.capacity = 10e6 / 12000;
    FluidMemory memory;
    offer.law->settle(queue, &p, memory);
    EXPECT_NEAR(offer.law->probability(queue, &p, memory), p * at_risk / kArrivals, 1e-3) << q;
  }
}

TEST(FluidJump, BluesStepsWaitForTheirEvents) {
  // As often as the freeze time allows if events are frequent, as often as they occur if they are rare.
  const fluid::BlueLaw law(0.02, 0.002, 0.1, HUGE_VAL, 140);
  FluidQueue queue;
  queue.q = 70;  // a hundred standard deviations from both ends
  queue.flows = 1;
  queue.capacity = 1000;
  const double p = 0.5;
  const auto rate = [&](double refused, double idle) {
    queue.refused = refused;
    queue.idle = idle;
    FluidMemory memory;
    law.settle(queue, &p, memory);
    double dp = 0;
    law.rates(queue, &p, memory, &dp);
    return dp;
  };
  EXPECT_NEAR(rate(1e6, 0), 0.02 / 0.1, 1e-12);
  EXPECT_NEAR(rate(1e-3, 0), 0.02 * 1e-3, 1e-12);
  EXPECT_NEAR(rate(0, 0.5), -0.002 / 0.1, 1e-12);
  EXPECT_NEAR(rate(0, 1e-6), -0.002 * 1e-3, 1e-8);
  EXPECT_EQ(rate(0, 0), 0);
}

}  // namespace
}  // namespace aqm::test
