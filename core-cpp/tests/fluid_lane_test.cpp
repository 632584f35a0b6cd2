// A packet scenario as a fluid model: what its flows, times and link become, against the packet simulation and by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "aqm/fluid_analysis.hpp"
#include "aqm/fluid_knobs.hpp"
#include "aqm/fluid_lane_design.hpp"
#include "aqm/fluid_lane_hopf.hpp"
#include "aqm/fluid_solution.hpp"
#include "support/fluid_cases.hpp"
#include "support/json.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

FluidLane lane_of(const ScenarioConfig& scenario) { return fluid_of(scenario, {}, FluidDelay::explicit_delay); }

int index_in(const char* scheme, const std::string& name) {
  int index = 0;
  while (find_scheme(scheme)->params()[static_cast<std::size_t>(index)].name != name) ++index;
  return index;
}

TEST(FluidLane, HasTheRoundTripOfThePacketSimulation) {
  // A sender with a window of one segment sends one each round trip.
  ScenarioConfig scenario = sared("droptail", 1, 100);
  scenario.network.access_delay = {0.007, 0.007};
  scenario.traffic[0].start = {0, 0};
  scenario.traffic[0].receiver_window = 1;
  const Metrics m = run(scenario).metrics;
  const double packets_per_second = m.throughput / (8.0 * scenario.network.packet_size);
  const FluidLane lane = lane_of(scenario);
  EXPECT_NEAR(lane.config.classes[0].propagation * packets_per_second, 1, 1e-3);
  EXPECT_EQ(lane.assumptions.back(), "The receivers' windows set no limit.");
}

TEST(FluidLane, AChainOfLossesLosesItsMean) {
  ScenarioConfig scenario = sared("red", 5);
  scenario.network.gemodel = {0.01, 0.19, 0.8, 0.1};
  const FluidLane lane = lane_of(scenario);
  EXPECT_DOUBLE_EQ(lane.config.random_loss, (0.01 * 0.8 + 0.19 * 0.1) / 0.2);
  const auto& told = lane.assumptions;
  EXPECT_EQ(std::count(told.begin(), told.end(), "Random losses come one by one, not in runs."), 1);
}

TEST(FluidLane, FlowsStartAndStopEvenlyOverTheirSpans) {
  ScenarioConfig scenario = sared("red", 50, 200);
  scenario.traffic[0].start = {2, 4};
  scenario.traffic[0].stop = {100, 150};
  const FluidLane lane = lane_of(scenario);
  ASSERT_EQ(lane.issues.size(), 0u);
  const FluidCourse& flows = lane.config.classes[0].flows;
  for (const auto& [time, expected] :
       {std::pair{0.0, 0.0}, {2, 0}, {3, 25}, {4, 50}, {99, 50}, {110, 40}, {150, 0}, {199, 0}}) {
    EXPECT_NEAR(flows.at(time).value, expected, 1e-9) << time;
  }
  EXPECT_EQ(last_change(lane.config), 150);
  // A span that ends before it began is not a span: all flows are active from the start.
  scenario.traffic[0].start = {0, 0};
  scenario.traffic[0].stop = {kInfinity, kInfinity};
  EXPECT_EQ(lane_of(scenario).config.classes[0].flows.knots.size(), 1u);
  EXPECT_EQ(last_change(lane_of(scenario).config), 0);
}

TEST(FluidLane, UdpIsOneLoadThatIsDroppedButNeverMarked) {
  ScenarioConfig scenario = sared("red", 50);
  scenario.traffic.push_back(udp("cbr", 5, 120e3));
  scenario.traffic.push_back(udp("onoff", 4, 300e3));
  set(scenario.traffic.back(), "on", {1, 1});
  set(scenario.traffic.back(), "off", {2, 2});
  const FluidLane lane = lane_of(scenario);
  // 5 x 120 kbit/s and 4 x 300 kbit/s a third of the time: 1 Mbit/s of 1500-byte packets.
  ASSERT_EQ(lane.config.loads.size(), 1u);
  EXPECT_NEAR(lane.config.loads[0].rate.at(50).value, 1e6 / 12000, 1e-9);
  EXPECT_FALSE(lane.config.loads[0].ecn);
  EXPECT_EQ(lane.config.classes.size(), 1u);
}

TEST(FluidLane, MarksOnlyWhenSenderAndRouterBothDo) {
  for (const bool router : {false, true}) {
    for (const bool sender : {false, true}) {
      ScenarioConfig scenario = sared("red", 50);
      scenario.traffic[0].ecn = sender;
      set(scenario, "ecn", router);
      EXPECT_EQ(lane_of(scenario).config.classes[0].ecn, router && sender);
      // DCTCP and Prague are ECN-capable whatever the row says, in packets, too.
      scenario.traffic[0].tcp = "dctcp";
      const FluidClass c = lane_of(scenario).config.classes[0];
      EXPECT_EQ(c.ecn, router);
      EXPECT_EQ(c.tcp, router ? FluidTcp::dctcp : FluidTcp::reno);
      scenario.traffic[0].tcp = "prague";
      EXPECT_EQ(lane_of(scenario).issues.empty(), router);
    }
  }
  // For a scheme without a counterpart, this is the reason, not the sender.
  ScenarioConfig fair = sared("sfq", 5);
  fair.traffic[0].tcp = "prague";
  EXPECT_TRUE(lane_of(fair).issues.empty());
  // DualPI2 marks without a parameter that says so.
  ScenarioConfig coupled = sared("dualpi2", 5);
  coupled.traffic[0].tcp = "prague";
  EXPECT_TRUE(lane_of(coupled).config.classes[0].ecn);
}

TEST(FluidLane, SaysForWhichFlowsAnOptionDoesNothing) {
  const auto sentences = [](const char* tcp, FluidClock clock, FluidWindows windows) {
    ScenarioConfig scenario = sared("red", 50);
    scenario.traffic[0].tcp = tcp;
    const FluidChoice choice{FluidForm::continuous, FluidDrops::effective, windows, clock};
    return fluid_of(scenario, choice, FluidDelay::explicit_delay).assumptions.size();
  };
  constexpr auto even = FluidClock::round_trip, acks = FluidClock::acknowledgements;
  constexpr auto mean = FluidWindows::mean, spread = FluidWindows::spread;
  for (const char* tcp : {"newreno", "cubic"}) {
    const std::size_t plain = sentences(tcp, even, mean), more = std::string_view(tcp) == "cubic" ? 1 : 0;
    EXPECT_EQ(sentences(tcp, acks, mean), plain + more);
    EXPECT_EQ(sentences(tcp, even, spread), plain + more);
    EXPECT_EQ(sentences(tcp, acks, spread), plain + 2 * more);
  }
}

TEST(FluidLane, SaysWhereWindowsAreTooSmallForIt) {
  AQM_LONG_RUN();
  const auto limits = [](const ScenarioConfig& scenario) {
    const FluidConfig config = lane_of(scenario).config;
    return limits_at_rest(config, equilibrium(config, last_change(config)));
  };
  // Few flows, with windows of nearly twenty packets: no remark. Many flows: with the same law and link, the model's
  // queue is too long if packets are dropped, as the remark says, and within some percent if they are marked.
  EXPECT_TRUE(limits(sared("gred", 4)).empty());
  for (const bool marks : {false, true}) {
    ScenarioConfig scenario = sared("gred", 50, 200);
    scenario.network.link().buffer = 300;
    scenario.warmup = 40;
    scenario.traffic[0].ecn = marks;
    set(scenario, "ecn", marks);
    EXPECT_EQ(limits(scenario).size(), marks ? 0u : 1u);
    const FluidChoice choice{FluidForm::continuous, FluidDrops::effective};
    const double model = equilibrium(fluid_of(scenario, choice, FluidDelay::explicit_delay).config, 100).queue;
    const double excess = model / run(scenario).metrics.queue_mean - 1;
    if (marks)
      EXPECT_LT(std::abs(excess), 0.1);
    else
      EXPECT_TRUE(excess > 0.1 && excess < 0.45) << excess;
  }
  // So many flows that the model's marked window is below the least window of a sender.
  ScenarioConfig crowd = sared("gred", 150);
  crowd.traffic[0].ecn = true;
  set(crowd, "ecn", 1);
  EXPECT_EQ(limits(crowd).size(), 1u);
}

TEST(FluidLane, SaysThatPacketsWanderBetweenRests) {
  // SARED with drops and 82 flows: two loads, and it can stay in each of them. Over a long window chance has no part in
  // the measured load.
  ScenarioConfig scenario = sared("sared", 82);
  set(scenario, "rho_window", 10);
  const LaneChoice choice(FluidChoice{FluidForm::continuous, FluidDrops::effective}, FluidLosses::recovery);
  const FluidConfig config = fluid_of(scenario, choice, FluidDelay::explicit_delay).config;
  const std::vector<FluidRest> rests = equilibria(config, last_change(config));
  ASSERT_GE(rests.size(), 2u);
  std::vector<bool> none(rests.size(), false), all(rests.size(), true);
  const std::string said = limit_among_rests(rests, none);
  char least[32], most[32];
  const auto [low, high] = std::minmax_element(
      rests.begin(), rests.end(), [](const FluidRest& a, const FluidRest& b) { return a.queue < b.queue; });
  std::snprintf(least, sizeof least, " %.3g ", low->queue);
  std::snprintf(most, sizeof most, " %.3g ", high->queue);
  EXPECT_NE(said.find(least), std::string::npos) << said;
  EXPECT_NE(said.find(most), std::string::npos) << said;
  EXPECT_TRUE(limit_among_rests(rests, all).empty());
  // One place, or the same place twice: no remark. One of a set: a remark.
  std::vector<FluidRest> one(1, rests[0]);
  EXPECT_TRUE(limit_among_rests(one, {false}).empty());
  one[0].one_of_a_set = true;
  EXPECT_FALSE(limit_among_rests(one, {false}).empty());
}

TEST(FluidLane, TicksWithoutEndAreNotFollowed) {
  // DRED samples every ten packets: at 100 Mbit/s and 500 bytes 2500 times a second.
  ScenarioConfig scenario = sared("dred", 200, 300);
  scenario.network.link().rate = 100e6;
  scenario.network.packet_size = 500;
  const FluidChoice sampled{FluidForm::sampled};
  const FluidLane often = fluid_of(scenario, sampled, FluidDelay::explicit_delay);
  EXPECT_FALSE(often.config.link().law->ticks_finely());
  EXPECT_TRUE(std::any_of(often.assumptions.begin(), often.assumptions.end(),
                          [](const std::string& a) { return a.find("750000 times") != std::string::npos; }));
  FluidOptions options;
  const FluidSolution solved = solve(often.config, options);
  EXPECT_EQ(solved.message, "");
  EXPECT_LT(solved.work.steps, 200'000);
  scenario.duration = 60;
  EXPECT_TRUE(fluid_of(scenario, sampled, FluidDelay::explicit_delay).config.link().law->ticks_finely());
  // If the steps are used up nevertheless, the message names the ticks.
  options.max_steps = 1000;
  FluidLane few = fluid_of(scenario, sampled, FluidDelay::explicit_delay);
  EXPECT_NE(solve(few.config, options).message.find("the timer of the AQM has ticked"), std::string::npos);
}

TEST(FluidLane, SaysWhyThereIsNone) {
  EXPECT_EQ(lane_of(sared("fq_codel", 50)).config.link().law, nullptr);
  EXPECT_FALSE(lane_of(sared("fq_codel", 50)).note.empty());
  ScenarioConfig silent = sared("red", 50);
  silent.traffic.clear();
  EXPECT_EQ(lane_of(silent).issues.at(0).path, "traffic");
  ScenarioConfig many = sared("red", 5);
  many.traffic.assign(11, ftp(5));
  EXPECT_EQ(lane_of(many).issues.at(0).path, "traffic");
  // Reverse traffic alone is no forward flow.
  ScenarioConfig reverse = sared("red", 5);
  reverse.traffic[0].direction = Direction::reverse;
  EXPECT_EQ(lane_of(reverse).issues.at(0).path, "traffic");
}

/// Ten megabits, packets of 1000 bytes that are dropped, not marked: with these, a law that jumps with the queue would
/// chatter.
ScenarioConfig dropping(const std::string& aqm, int flows) {
  ScenarioConfig scenario = sared(aqm, flows, 100);
  scenario.network.packet_size = 1000;
  scenario.network.link().buffer = 400;
  scenario.warmup = 20;
  return scenario;
}

TEST(FluidLane, EveryLawSolvesWherePacketsAreDropped) {
  for (const Scheme* scheme : catalogue()) {
    for (const int flows : {20, 50, 150}) {
      if (kSanitized && flows != 50) continue;
      const std::string id(scheme->id());
      // As the page has it by default.
      const FluidChoice choice{FluidForm::continuous, FluidDrops::effective};
      const FluidLane lane = fluid_of(dropping(id, flows), choice, FluidDelay::explicit_delay);
      if (lane.config.link().law == nullptr) continue;
      ASSERT_TRUE(lane.issues.empty()) << id;
      FluidOptions options;
      options.tolerance = 1e-5;
      const FluidSolution s = solve(lane.config, options);
      EXPECT_EQ(s.message, "") << id << " " << flows;
      EXPECT_EQ(s.until, 100) << id << " " << flows;
      // A round trip is a few tenths of a second: no step is shorter than a few milliseconds while nothing happens.
      EXPECT_LT(s.work.steps, 100'000) << id << " " << flows;
      for (const double p : s.probability) ASSERT_TRUE(p >= 0 && p <= 1) << id << " " << p;
    }
  }
}

/// More UDP than the link carries, and RED that jumps to 1 at max_th = 700: the queue is held there.
ScenarioConfig held_at_max_th() {
  ScenarioConfig scenario = sared("red", 60, 100);
  scenario.network.link().rate = 30e6;
  scenario.network.link().delay = 0.0995;
  scenario.network.link().buffer = 800;
  scenario.network.access_rate = 1e9;
  scenario.network.access_delay = {1e-4, 1e-4};
  scenario.network.packet_size = 1000;
  scenario.traffic[0].start = {0, 0};
  scenario.traffic.push_back(udp("cbr", 40, 1e6));
  set(scenario, "min_th", 150);
  set(scenario, "max_th", 700);
  return scenario;
}

TEST(FluidLane, AJumpThatTakesStepsWithoutEndFillsNoMemory) {
  // The law with its jump, which a lane with dropped packets does not have: ever shorter turns about it.
  FluidConfig config = lane_of(held_at_max_th()).config;
  config.link().law = red_fluid(150, 700, 0.2, 0.002, false);
  FluidOptions options;
  options.tolerance = 1e-6;
  const FluidSolution s = solve(config, options);
  EXPECT_LT(s.until, 100);
  EXPECT_NE(s.message.find("a round trip has more steps than fit"), std::string::npos) << s.message;
  EXPECT_LT(s.work.steps, 1'000'000);
}

TEST(FluidLane, LawsThatJumpWithTheQueueHoldThePacketsQueueToo) {
  for (const char* id : {"pie", "aqmrd"}) {
    const ScenarioConfig scenario = dropping(id, 50);
    FluidOptions options;
    options.tolerance = 1e-5;
    const FluidSolution s = solve(lane_of(scenario).config, options);
    double mean = 0;
    for (std::size_t i = s.queue.size() / 5; i < s.queue.size(); ++i) mean += s.queue[i];
    mean /= static_cast<double>(s.queue.size() - s.queue.size() / 5);
    const double packets = run(scenario).metrics.queue_mean;
    EXPECT_NEAR(mean / packets, 1, 0.05) << id << " " << mean << " " << packets;
  }
}

TEST(FluidLane, FollowsALinkWhoseRateChangesAsThePacketsDo) {
  ScenarioConfig scenario = dropping("red", 50);
  scenario.warmup = 0;
  const double rate = scenario.network.link().rate;
  scenario.network.link().changes = {{40, rate / 2}, {70, rate}};
  const LaneChoice choice{{FluidForm::continuous, FluidDrops::effective}, FluidLosses::recovery};
  const FluidLane lane = fluid_of(scenario, choice, FluidDelay::explicit_delay);
  ASSERT_TRUE(lane.issues.empty());
  EXPECT_EQ(last_change(lane.config), 70);
  FluidOptions options;
  options.tolerance = 1e-5;
  options.points = 1001;  // ten a second
  const FluidSolution s = solve(lane.config, options);
  RecordConfig record;
  record.bins = 100;
  const Finished f = run(scenario, 50'000, record);
  const std::vector<double>& packets = f.simulation->recording().overview.queue_mean;
  const auto mean = [](const std::vector<double>& values, double from, double to) {
    const double each = static_cast<double>(values.size() - values.size() % 100) / 100;
    double sum = 0;
    for (auto i = static_cast<std::size_t>(from * each); i < static_cast<std::size_t>(to * each); ++i) sum += values[i];
    return sum / ((to - from) * each);
  };
  // As close as a lane whose link never changes (SmallWindows: within 5 % of the packets' queue).
  for (const auto& [from, to] : {std::pair{15., 40.}, {50., 70.}, {80., 100.}}) {
    EXPECT_NEAR(mean(s.queue, from, to) / mean(packets, from, to), 1, 0.05) << from;
  }
  EXPECT_GT(mean(packets, 50, 70), 1.1 * mean(packets, 15, 40));  // and it does make a difference
}

TEST(FluidLane, RefusesWhatItCannotFollowOfALink) {
  ScenarioConfig scenario = sared("red", 50);
  scenario.network.link().changes = {{50, -1, 0.1}};
  ASSERT_EQ(lane_of(scenario).issues.size(), 1u);
  EXPECT_EQ(lane_of(scenario).issues[0].path, "network.bottleneck.changes");
  scenario.network.link().changes = {{50, 0}};
  EXPECT_EQ(lane_of(scenario).issues.size(), 1u);
}

TEST(FluidLane, AThresholdThatNeverMovesRestsAsTheLawWithoutIt) {
  // AQMRD whose threshold stays at max_th is RED: marked, the same rest and the same roots.
  ScenarioConfig still = sared("aqmrd", 30), red = sared("red", 30);
  for (ScenarioConfig* c : {&still, &red}) {
    c->traffic[0].ecn = true;
    set(*c, "ecn", 1);
    set(*c, "min_th", 20);
    set(*c, "max_th", 120);
  }
  set(still, "mid_step", 0);
  const FluidConfig one = lane_of(still).config, other = lane_of(red).config;
  const FluidRest a = equilibrium(one, 50), b = equilibrium(other, 50);
  EXPECT_NEAR(a.queue, b.queue, 1e-6 * b.queue);
  EXPECT_NEAR(a.probability, b.probability, 1e-6 * b.probability);
  FluidOptions options;
  options.tolerance = 1e-6;
  const FluidSolution s = solve(one, options), t = solve(other, options);
  ASSERT_FALSE(s.queue.empty());
  EXPECT_EQ(s.until, one.duration) << s.message;
  EXPECT_NEAR(s.queue.back(), t.queue.back(), 1e-3 * t.queue.back());
}

TEST(FluidKnobs, GiveTheModelOfTheScenarioThatHasThem) {
  const ScenarioConfig scenario = sared("red", 50);
  const auto model = [&](Knob knob, double value, int param = 0) {
    const KnobSetting settings[] = {{knob, param, value}};
    return fluid_at(scenario, {}, FluidDelay::explicit_delay, settings);
  };
  EXPECT_NEAR(model(Knob::flows, 80).config.classes[0].flows.at(100).value, 80, 1e-9);
  EXPECT_NEAR(model(Knob::rtt, 0.3).config.classes[0].propagation, 0.3, 1e-12);
  EXPECT_NEAR(model(Knob::rate, 24e6).config.link().capacity.first(), 2000, 1e-9);
  EXPECT_EQ(model(Knob::buffer, 250).config.link().buffer, 250);
  EXPECT_NEAR(model(Knob::load, 0.25).config.loads.at(0).rate.at(10).value, 0.25 * 10e6 / 12000, 1e-9);
  // max_p doubled moves the equilibrium as the scenario with that max_p has it.
  ScenarioConfig doubled = scenario;
  set(doubled, "max_p", 0.2);
  EXPECT_EQ(equilibrium(model(Knob::param, 0.2, index_in("red", "max_p")).config, 50).queue,
            equilibrium(lane_of(doubled).config, 50).queue);
}

TEST(FluidKnobs, NameWhatTheScenarioRefuses) {
  const ScenarioConfig scenario = sared("red", 50);
  for (const KnobSetting& setting : {KnobSetting{Knob::flows, 0, 0},
                                     {Knob::flows, 0, NAN},
                                     {Knob::rtt, 0, -1},
                                     {Knob::rate, 0, 0},
                                     {Knob::buffer, 0, 10},
                                     {Knob::buffer, 0, NAN},
                                     {Knob::load, 0, 1},
                                     {Knob::param, 999, 1},
                                     {Knob::param, -1, 1}}) {
    const KnobSetting settings[] = {setting};
    EXPECT_FALSE(fluid_at(scenario, {}, FluidDelay::explicit_delay, settings).issues.empty())
        << static_cast<int>(setting.knob) << " " << setting.value;
  }
}

/// Hollot's network as a scenario: 3750 packets/s, 60 flows, 200 ms of propagation, RED with w_q = 0.002.
ScenarioConfig hollot_scenario() {
  ScenarioConfig scenario = sared("red", 60, 100);
  NetworkConfig& network = scenario.network;
  network.packet_size = 500;
  network.link().rate = 3750 * 8.0 * 500;
  network.link().buffer = 800;
  network.access_rate = 1e10;
  network.access_delay = {0, 0};
  network.link().delay = 0;
  network.link().delay = 0.5 * (0.2 - unloaded_round_trip(network, scenario.traffic[0]));
  scenario.traffic[0].start = {0, 0};
  scenario.traffic[0].ecn = true;
  set(scenario, "min_th", 150);
  set(scenario, "max_th", 700);
  set(scenario, "max_p", 0.1023);
  set(scenario, "w_q", 0.002);
  set(scenario, "ecn", true);
  return scenario;
}
TEST(LaneHopf, IsThatOfTheReference) {
  const ScenarioConfig scenario = hollot_scenario();
  const FluidChoice choice{FluidForm::continuous, FluidDrops::law};
  const Json& table = reference("fluid.json")["hopf"];
  const auto along = [&](Knob knob, int param) {
    return hopf_along(scenario, choice, FluidDelay::explicit_delay, knob, param);
  };
  const HopfSearch flows = along(Knob::flows, 0);
  EXPECT_EQ(flows.point.message, "");
  EXPECT_NEAR(flows.point.value / table["N_critical_at_wq_0_002"]["full"].number, 1, 1e-9);
  const int w_q = index_in("red", "w_q");
  const HopfSearch weight = along(Knob::param, w_q);
  const double rate = table["K_critical"]["full"]["char_newton"].number;
  EXPECT_NEAR(weight.point.value / -std::expm1(-rate / 3750), 1, 1e-9);
  EXPECT_NEAR(weight.point.omega / table["K_critical"]["full"]["omega"].number, 1, 1e-9);
  // On either side of every place that is found the growth rate has another sign.
  for (const Knob knob : {Knob::flows, Knob::rtt, Knob::rate, Knob::param}) {
    const HopfSearch found = along(knob, w_q);
    ASSERT_EQ(found.point.message, "") << static_cast<int>(knob);
    EXPECT_GT(found.point.omega, 0) << static_cast<int>(knob);
    double growth[2];
    for (const int side : {0, 1}) {
      const KnobSetting settings[] = {{knob, w_q, found.point.value * (side == 0 ? 0.999 : 1.001)}};
      growth[side] = map_cell(fluid_at(scenario, choice, FluidDelay::explicit_delay, settings).config, 0).growth;
    }
    EXPECT_LT(growth[0] * growth[1], 0) << static_cast<int>(knob);
  }
}

TEST(LaneHopf, SaysWhatWasSearchedAndWhyThereIsNone) {
  const ScenarioConfig scenario = hollot_scenario();
  const FluidChoice choice{FluidForm::continuous, FluidDrops::law};
  const auto along = [&](const ScenarioConfig& of, Knob knob, int param = 0) {
    return hopf_along(of, choice, FluidDelay::explicit_delay, knob, param);
  };
  // The buffer has no effect in this loop: it is unstable for every buffer that holds the thresholds.
  const HopfSearch buffer = along(scenario, Knob::buffer);
  EXPECT_EQ(buffer.point.message, "it is unstable throughout");
  EXPECT_LE(buffer.from, 800);
  EXPECT_GE(buffer.from, 700);
  EXPECT_NEAR(buffer.to, 80000, 1e-6);
  ScenarioConfig cubic = scenario;
  cubic.traffic[0].tcp = "cubic";
  EXPECT_NE(along(cubic, Knob::flows).point.message.find("CUBIC's W_max"), std::string::npos);
  ScenarioConfig silent = scenario;
  silent.traffic.clear();
  EXPECT_EQ(along(silent, Knob::flows).point.message, "the lane has no fluid model");
  EXPECT_EQ(along(scenario, Knob::param, 999).point.message, "it has no value to search from");
  EXPECT_EQ(along(scenario, Knob::param, -1).point.message, "it has no value to search from");
}

TEST(LaneHopf, IsFoundByTheSecondLookWhereTheFirstPassesOverAStrip) {
  // PI2 is unstable just below the target that the buffer no longer holds, 0.168 s.
  ScenarioConfig scenario = sared("pi2", 40);
  scenario.network.access_rate = 100e6;
  scenario.network.access_delay = {0.0048, 0.0072};
  scenario.network.links[0] = {10e6, 0.018, 140};
  const int target = index_in("pi2", "target");
  const LaneChoice choice({}, FluidLosses::recovery);
  const auto growth_at = [&](double value) {
    const KnobSetting settings[] = {{Knob::param, target, value}};
    const FluidConfig config = fluid_at(scenario, choice, FluidDelay::explicit_delay, settings).config;
    return map_cell(config, last_change(config)).growth;
  };
  const HopfSearch found = hopf_along(scenario, choice, FluidDelay::explicit_delay, Knob::param, target);
  ASSERT_EQ(found.point.message, "");
  EXPECT_LT(growth_at(0.999 * found.point.value) * growth_at(1.001 * found.point.value), 0);
  const FluidLane lane = fluid_of(scenario, choice, FluidDelay::explicit_delay);
  const double step = std::pow(10, 0.05), present = knob_value(scenario, lane, Knob::param, target);
  const double place = present * std::pow(step, std::floor(std::log(found.point.value / present) / std::log(step)));
  EXPECT_LT(growth_at(place), 0);
  EXPECT_TRUE(std::isnan(growth_at(place * step)) || growth_at(place * step) < 0);
  EXPECT_EQ(found.tried, 0);
}

TEST(LaneHopf, SaysHowManyValuesHaveALinearModelIfThereIsNoPoint) {
  const FluidChoice choice{FluidForm::continuous, FluidDrops::law};
  const HopfSearch buffer = hopf_along(hollot_scenario(), choice, FluidDelay::explicit_delay, Knob::buffer, 0);
  EXPECT_NE(buffer.point.message, "");
  EXPECT_EQ(buffer.tried, 81);
  EXPECT_EQ(buffer.modelled, 81);
  EXPECT_EQ(buffer.first, buffer.from);
  EXPECT_NEAR(buffer.last, buffer.to, 1e-9 * buffer.to);
}

TEST(LaneHopf, SlicesFindTheBitsOfTheWhole) {
  const ScenarioConfig scenario = hollot_scenario();
  for (const Knob knob : {Knob::flows, Knob::rtt, Knob::buffer, Knob::load}) {
    const HopfSearch whole = hopf_along(scenario, {}, FluidDelay::explicit_delay, knob, 0);
    const auto run = begin_hopf_along(scenario, {}, FluidDelay::explicit_delay, knob, 0);
    EXPECT_EQ(run->share(), 0);
    constexpr double kSlice = 1e5;
    int slices = 1;
    double work = kSlice;
    for (double before = 0; !run->run(work); ++slices) {
      EXPECT_LE(work, 0) << "it ends where there is no work left";
      EXPECT_GE(run->share(), before);
      before = run->share();
      work = kSlice;
    }
    EXPECT_EQ(run->search().point.message, whole.point.message);
    EXPECT_EQ(run->search().from, whole.from);
    EXPECT_EQ(run->search().to, whole.to);
    if (whole.point.message.empty()) {
      EXPECT_EQ(run->search().point.value, whole.point.value);
      EXPECT_EQ(run->search().point.omega, whole.point.omega);
    }
    EXPECT_GT(slices, 10) << static_cast<int>(knob);
    EXPECT_TRUE(run->run(work)) << "what is found stays found";
    EXPECT_EQ(run->search().point.message, whole.point.message);
  }
}

TEST(LaneDesign, KeepsWhatTheLaneHasSetAndStabilises) {
  ScenarioConfig scenario = sared("gred", 50);
  scenario.network.link().buffer = 300;
  set(scenario, "min_th", 30);
  set(scenario, "max_th", 100);
  set(scenario, "w_q", 0.9);
  for (const DesignRule rule : {DesignRule::red, DesignRule::pi}) {
    const LaneDesign made = design(scenario, rule);
    ASSERT_TRUE(made.issues.empty()) << made.issues[0].rule;
    ScenarioConfig next = scenario;
    next.aqm = made.aqm;
    next.params = defaults(made.aqm);
    for (const auto& [name, value] : made.params) set(next, name, value);
    if (rule == DesignRule::red) {
      EXPECT_EQ(find_scheme("red")->resolve(next.params, {})[0], 30);
    }
    const FluidLane lane =
        fluid_of(next, FluidChoice{FluidForm::continuous, FluidDrops::effective}, FluidDelay::explicit_delay);
    const FluidRest rest = equilibrium(lane.config, 100);
    ASSERT_EQ(rest.kind, RestKind::interior);
    EXPECT_LT(growth_rate(linearise(lane.config, rest, Linearisation::exact, 100)), 0);
  }
  scenario.traffic.clear();
  EXPECT_EQ(design(scenario, DesignRule::pi).issues.at(0).path, "traffic");
}

}  // namespace
}  // namespace aqm::test
