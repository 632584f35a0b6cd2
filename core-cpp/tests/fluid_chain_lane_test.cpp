// A scenario whose network is a chain, as a fluid model: its paths, laws, loads and knobs, computed by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "aqm/fluid_analysis.hpp"
#include "aqm/fluid_knobs.hpp"
#include "aqm/fluid_lane_design.hpp"
#include "aqm/fluid_map.hpp"
#include "aqm/fluid_solution.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

/// Three links, the middle one observed and slowest, the first unmanaged; long flows, and cross flows over the second
/// link.
ScenarioConfig chain_scenario(const std::string& aqm) {
  ScenarioConfig scenario = sared(aqm, 10, 60);
  scenario.network.packet_size = 1000;
  scenario.network.access_rate = 20e6;
  scenario.network.access_delay = {0.004, 0.004};
  scenario.network.links = {{16e6, 0.010, 200, false}, {8e6, 0.020, 120, true}, {12e6, 0.015, 160, true}};
  scenario.network.observed = 1;
  scenario.traffic.push_back(ftp(20));
  scenario.traffic.back().from = 1;
  scenario.traffic.back().to = 2;
  return scenario;
}

FluidLane lane_of(const ScenarioConfig& scenario, FluidDelay delay = FluidDelay::explicit_delay) {
  return fluid_of(scenario, {}, delay);
}

TEST(FluidChainLane, AQueueHeldAtAJumpLeavesNoLinearModelOfTheChain) {
  ScenarioConfig scenario = chain_scenario("red");
  scenario.network.link().buffer = 160;  // room above max_th
  const FluidLane few = lane_of(scenario);
  const FluidRest free = equilibrium(few.config, 30);
  ASSERT_EQ(free.links.at(1).kind, RestKind::interior);
  EXPECT_TRUE(can_linearise(few.config, free, Linearisation::exact));

  scenario.traffic.back().flows = 300;  // more than max_p can hold back: RED drops everything above max_th
  const FluidLane many = lane_of(scenario);
  const FluidRest rest = equilibrium(many.config, 30);
  ASSERT_EQ(rest.links.at(1).kind, RestKind::held);
  EXPECT_FALSE(can_linearise(many.config, rest, Linearisation::exact));
}

TEST(FluidChainLane, HasTheLinksAndTheWaysOfTheScenario) {
  ScenarioConfig scenario = chain_scenario("red");
  scenario.traffic.push_back(udp("cbr", 5, 80e3));
  scenario.traffic.push_back(udp("cbr", 3, 80e3));
  scenario.traffic.back().to = 1;
  scenario.traffic.push_back(udp("cbr", 2, 80e3));
  const FluidLane lane = lane_of(scenario);
  for (const ConfigIssue& issue : lane.issues) ADD_FAILURE() << issue.path << ": " << issue.rule;
  const FluidConfig& config = lane.config;
  ASSERT_EQ(config.links.size(), 3u);
  EXPECT_EQ(config.observed, 1);
  EXPECT_EQ(config.link().capacity.first(), 1000);
  EXPECT_EQ(config.link().buffer, 120);
  EXPECT_EQ(config.links[0].capacity.first(), 2000);
  EXPECT_EQ(config.links[0].law->states(), 0);  // DropTail
  EXPECT_EQ(config.links[2].law->states(), 1);
  EXPECT_EQ(config.classes[0].first_link, 0);
  EXPECT_EQ(config.classes[0].last_link, 2);
  EXPECT_EQ(config.classes[1].first_link, 1);
  EXPECT_EQ(config.classes[1].last_link, 1);
  // Both ways over three links and two access links, and the time to send 8000 and 320 bits on each of them.
  const double ways = 2 * (0.045 + 2 * 0.004), sending = 8320 * (1 / 16e6 + 1 / 8e6 + 1 / 12e6 + 2 / 20e6);
  EXPECT_NEAR(config.classes[0].propagation, ways + sending, 1e-12);
  EXPECT_NEAR(config.classes[1].propagation, 2 * (0.020 + 2 * 0.004) + 8320 * (1 / 8e6 + 2 / 20e6), 1e-12);
  // UDP by its path: 7 flows of 10 packets/s over all links, 3 over the first link.
  ASSERT_EQ(config.loads.size(), 2u);
  EXPECT_EQ(config.loads[0].last_link, 2);
  EXPECT_NEAR(config.loads[0].rate.at(30).value, 70, 1e-9);
  EXPECT_EQ(config.loads[1].last_link, 0);
  EXPECT_NEAR(config.loads[1].rate.at(30).value, 30, 1e-9);
  const auto says = [&](const char* part) {
    return std::any_of(lane.assumptions.begin(), lane.assumptions.end(),
                       [&](const std::string& sentence) { return sentence.find(part) != std::string::npos; });
  };
  EXPECT_TRUE(says("passes on no more than its link carries"));
  EXPECT_TRUE(says("count in the round trips only"));
}

TEST(FluidChainLane, OneLinkIsTheDumbbell) {
  ScenarioConfig dumbbell = sared("pie", 50, 20);
  dumbbell.traffic.push_back(udp("cbr", 5, 120e3));
  ScenarioConfig chain = dumbbell;
  chain.network.links = {{chain.network.link().rate, chain.network.link().delay, chain.network.link().buffer, true}};
  const FluidConfig one = lane_of(dumbbell).config, other = lane_of(chain).config;
  EXPECT_EQ(one.classes[0].propagation, other.classes[0].propagation);
  FluidOptions options;
  options.tolerance = 1e-10;
  const FluidSolution a = solve(one, options), b = solve(other, options);
  for (std::size_t i = 0; i < a.time.size(); ++i) ASSERT_NEAR(a.queue[i], b.queue[i], 1e-5) << a.time[i];
}

TEST(FluidChainLane, SaysWhyThereIsNone) {
  EXPECT_EQ(lane_of(chain_scenario("fq_codel")).config.link().law, nullptr);
  EXPECT_FALSE(lane_of(chain_scenario("fq_codel")).note.empty());
  // The implicit delay is refused, with its reason.
  const FluidLane implicit = lane_of(chain_scenario("red"), FluidDelay::implicit_delay);
  ASSERT_EQ(implicit.issues.size(), 1u);
  EXPECT_EQ(implicit.issues[0].path, "delay");
  EXPECT_NE(implicit.issues[0].rule.find("must be explicit in a chain"), std::string::npos);
}

TEST(FluidChainLane, KnobsTurnTheObservedLink) {
  const ScenarioConfig scenario = chain_scenario("red");
  const auto model = [&](Knob knob, double value) {
    const KnobSetting settings[] = {{knob, 0, value}};
    return fluid_at(scenario, {}, FluidDelay::explicit_delay, settings).config;
  };
  EXPECT_EQ(model(Knob::rate, 6e6).links[1].capacity.first(), 750);
  EXPECT_EQ(model(Knob::rate, 6e6).links[2].capacity.first(), 1500);
  EXPECT_EQ(model(Knob::buffer, 150).links[1].buffer, 150);
  EXPECT_NEAR(model(Knob::flows, 60).classes[0].flows.at(30).value, 20, 1e-9);
  const FluidConfig loaded = model(Knob::load, 0.2);
  ASSERT_EQ(loaded.loads.size(), 1u);
  EXPECT_EQ(loaded.loads[0].first_link, 1);
  EXPECT_EQ(loaded.loads[0].last_link, 1);
  EXPECT_NEAR(loaded.loads[0].rate.first(), 200, 1e-9);
  for (const Knob knob : {Knob::flows, Knob::rtt, Knob::rate, Knob::load}) {
    const double value = knob == Knob::flows ? 40 : knob == Knob::rtt ? 0.2 : knob == Knob::rate ? 9e6 : 0.1;
    const FluidConfig config = model(knob, value);
    ASSERT_TRUE(check(config).empty());
    const MapCell cell = map_cell(config, last_change(config));
    EXPECT_EQ(cell.kind, RestKind::interior);
    EXPECT_TRUE(std::isfinite(cell.growth));
  }
}

TEST(FluidChainLane, DesignCountsTheFlowsOfTheObservedLink) {
  ScenarioConfig scenario = chain_scenario("red");
  const LaneDesign all = design(scenario, DesignRule::pi);
  ASSERT_TRUE(all.issues.empty()) << all.issues[0].rule;
  scenario.traffic[1].to = -1;
  scenario.traffic[1].from = 2;  // over the last link only: on the observed link the ten long flows remain
  const LaneDesign few = design(scenario, DesignRule::pi);
  EXPECT_NE(all.claim.find("at least 30 flows"), std::string::npos) << all.claim;
  EXPECT_TRUE(!few.issues.empty() || few.claim.find("at least 10 flows") != std::string::npos) << few.claim;
}

}  // namespace
}  // namespace aqm::test
