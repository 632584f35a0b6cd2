// Senders that repair their losses, in motion: the queues of packets when half of the flows leave, or other traffic
// enters (core-cpp/tests/data/small-windows.json, means of 24 seeds in bins of 0.1 s), and where stability is lost.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "aqm/fluid_analysis.hpp"
#include "aqm/fluid_lane.hpp"
#include "aqm/fluid_solution.hpp"
#include "support/small_windows.hpp"

namespace aqm::test {
namespace {

const LaneChoice kMending({FluidForm::continuous, FluidDrops::effective}, FluidLosses::recovery);
const LaneChoice kHalving({FluidForm::continuous, FluidDrops::effective}, FluidLosses::halving);

FluidConfig model_of(const ScenarioConfig& scenario, const LaneChoice& choice) {
  const FluidLane lane = fluid_of(scenario, choice, FluidDelay::explicit_delay);
  for (const ConfigIssue& issue : lane.issues) ADD_FAILURE() << issue.path << ": " << issue.rule;
  return lane.config;
}

/// How a queue moves to its new rest.
struct Passage {
  std::vector<double> queue;  ///< a bin, packets
  double rest;
  /// After the first bin, in which the queue leaves its old place; relative to the rest.
  double highest() const { return *std::max_element(queue.begin() + 1, queue.end()) - rest; }
  double lowest() const { return *std::min_element(queue.begin() + 1, queue.end()) - rest; }
};

/// The root of the mean square of the difference.
double distance(const Passage& a, const Passage& b) {
  double squares = 0;
  for (std::size_t i = 0; i < a.queue.size(); ++i) squares += (a.queue[i] - b.queue[i]) * (a.queue[i] - b.queue[i]);
  return std::sqrt(squares / static_cast<double>(a.queue.size()));
}

Passage of_packets(const Json& step) { return {step["queue_mean"].numbers(), step["packets"]["post"].number}; }

/// In the middle of each bin, as in the derivation.
Passage of_model(const Json& step, const LaneChoice& choice) {
  const double bin = step["bin"].number;
  const auto bins = step["queue_mean"].size();
  const auto before = static_cast<std::size_t>(std::lround(step["from"].number / bin));
  FluidConfig config = model_of(scenario_of(step["scenario"]), choice);
  config.duration = bin * static_cast<double>(before + bins);
  FluidOptions options;
  options.points = static_cast<int>(2 * (before + bins)) + 1;
  const FluidSolution solution = solve(config, options);
  EXPECT_EQ(solution.message, "") << step["id"].text;
  Passage passage{{}, equilibrium(config, config.duration).queue};
  for (std::size_t i = before; i < before + bins; ++i) passage.queue.push_back(solution.queue[2 * i + 1]);
  return passage;
}

TEST(FluidRecovery, GoesToANewRestAsPacketsDo) {
  double mended = 0, halved = 0;
  for (const Json& step : reference("small-windows.json")["steps"].items) {
    const std::string id = step["id"].text;
    const Passage packets = of_packets(step), model = of_model(step, kMending), halving = of_model(step, kHalving);
    const Json& stated = step["models"]["B"];
    // Nearer than the model with the clock W / R, whose distance the reference states.
    EXPECT_LT(distance(packets, model), 0.9 * stated["rms"].number) << id;
    EXPECT_NEAR(distance(packets, halving) / step["models"]["old"]["rms"].number, 1, 0.02) << id;
    // The first extreme, after which the queue comes to its rest: the swings of packets are wider, by 28 % at
    // most.
    const bool leave = packets.lowest() < -packets.highest();
    const double extreme = leave ? model.lowest() / packets.lowest() : model.highest() / packets.highest();
    EXPECT_GT(extreme, 0.72) << id;
    EXPECT_LT(extreme, 1) << id;
    mended += std::pow(distance(packets, model), 2) / 5;
    halved += std::pow(distance(packets, halving), 2) / 5;
  }
  EXPECT_LT(std::sqrt(mended), 2.8);  // of which 1.9 are the standard error of packets
  EXPECT_GT(std::sqrt(halved), 16);
}

/// The value between lo and hi at which the real part of the rightmost root is `wanted`.
double place_of(double lo, double hi, double wanted, const std::function<FluidConfig(double)>& at) {
  const auto beyond = [&](double x) {
    const FluidConfig config = at(x);
    return growth_rate(linearise(config, equilibrium(config, 5), Linearisation::exact, 5)) > wanted;
  };
  const bool first = beyond(lo);
  EXPECT_NE(first, beyond(hi));
  for (int i = 0; i < 20; ++i) {
    const double middle = 0.5 * (lo + hi);
    (beyond(middle) == first ? lo : hi) = middle;
  }
  return 0.5 * (lo + hi);
}

TEST(FluidRecovery, LosesStabilityNearPackets) {
  // RED, 10 Mbit/s. Packets have no sharp point, because their root comes from the queue's autocorrelation. The
  // compared value is where the root passes -0.1/s: 38 flows at a round trip of 140 ms, 30 with a shortest time-out of
  // 1 s; a round trip of 129 ms with 30 flows.
  ScenarioConfig scenario = scenario_of(reference("small-windows.json")["roots_choice"].at(0)["scenario"]);
  scenario.duration = 10;
  const auto along_flows = [&](const LaneChoice& choice, double min_rto) {
    return [&, choice, min_rto](double flows) {
      ScenarioConfig s = scenario;
      s.traffic[0].min_rto = min_rto;
      FluidConfig config = model_of(s, choice);
      config.classes[0].flows = FluidCourse(flows);
      return config;
    };
  };
  EXPECT_NEAR(place_of(5, 100, -0.1, along_flows(kMending, 0.2)), 31, 0.1);
  EXPECT_NEAR(place_of(5, 100, 0, along_flows(kMending, 0.2)), 27.9, 0.1);
  EXPECT_NEAR(place_of(5, 100, -0.1, along_flows(kMending, 1)), 34.1, 0.1);
  EXPECT_NEAR(place_of(5, 100, 0, along_flows(kMending, 1)), 30.4, 0.1);
  EXPECT_NEAR(place_of(5, 100, -0.1, along_flows(kHalving, 0.2)), 18.4, 0.1);
  EXPECT_NEAR(place_of(5, 100, 0, along_flows(kHalving, 0.2)), 16.6, 0.1);
  const auto along_trip = [&](const LaneChoice& choice) {
    return [&, choice](double trip) {
      ScenarioConfig s = scenario;
      s.traffic[0].flows = 30;
      FluidConfig config = model_of(s, choice);
      config.classes[0].propagation = trip;
      return config;
    };
  };
  EXPECT_NEAR(place_of(0.08, 0.3, -0.1, along_trip(kMending)), 0.139, 0.001);
  EXPECT_NEAR(place_of(0.08, 0.3, 0, along_trip(kMending)), 0.147, 0.001);
  EXPECT_NEAR(place_of(0.08, 0.3, -0.1, along_trip(kHalving)), 0.190, 0.001);
  EXPECT_NEAR(place_of(0.08, 0.3, 0, along_trip(kHalving)), 0.205, 0.001);
}

TEST(FluidRecovery, RootsAreNearThoseOfPackets) {
  // Where the queue's autocorrelation tells them: it saturates towards a limit cycle.
  double mended = 0, halved = 0, slower = 0;
  int count = 0;
  for (const Json& c : reference("small-windows.json")["roots_choice"].items) {
    const Json& packets = c["packets"]["root"];
    if (packets.at(0).number > -0.15) continue;
    const auto root = [&](const LaneChoice& choice) {
      const FluidConfig config = model_of(scenario_of(c["scenario"]), choice);
      return rightmost_roots(linearise(config, equilibrium(config, 5), Linearisation::exact, 5), 1).roots.at(0);
    };
    const Root with = root(kMending), without = root(kHalving);
    mended += std::pow(with.re - packets.at(0).number, 2);
    halved += std::pow(without.re - packets.at(0).number, 2);
    slower += with.im / packets.at(1).number - 1;
    ++count;
  }
  EXPECT_EQ(count, 6);
  EXPECT_LT(std::sqrt(mended / count), 0.36);
  EXPECT_GT(std::sqrt(halved / count), 0.5);
  EXPECT_NEAR(slower / count, -0.056, 0.01);
}

}  // namespace
}  // namespace aqm::test
