// Schemes that decide packet by packet, in the fluid model: their rests in closed form, and against packets of the same
// scenario.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "aqm/fluid_lane.hpp"
#include "schemes/lred.hpp"
#include "support/fluid_networks.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

constexpr LinkInfo kLink{10e6, 140, 1000};  // 1250 packets/s
constexpr double kTrip = 0.074, kCapacity = 1250;

FluidConfig under(const std::string& id, double flows, bool ecn) {
  FluidConfig config = one_class(flows, kTrip, kCapacity, 140, find_scheme(id)->fluid(defaults(id), kLink, {}).law);
  config.classes[0].ecn = ecn;
  return config;
}
/// Reno's window is halved p times per packet and grows by one per round trip: W = sqrt(2 / p).
double needed(double flows, double rate, double trip) {
  const double window = rate * trip / flows;
  return 2 / (window * window);
}

TEST(FluidCounterparts, AvqFillsAShareOfTheLink) {
  for (const double flows : {10.0, 20.0, 40.0}) {
    const FluidRest marked = equilibrium(under("avq", flows, true), 0);
    const double p = needed(flows, 0.98 * kCapacity, kTrip);
    EXPECT_EQ(marked.kind, RestKind::empty);
    EXPECT_NEAR(marked.probability / p, 1, 1e-9) << flows;
    EXPECT_NEAR(marked.inflow, 0.98 * kCapacity, 1e-6) << flows;
    EXPECT_NEAR(marked.law[1], 0.98 * kCapacity * (1 - p), 1e-6) << flows;
    EXPECT_LT(marked.residual, 1e-9) << flows;
    // Dropped: the accepted rate is gamma C (1 - (3 - e) p).
    const FluidRest dropped = equilibrium(under("avq", flows, false), 0);
    const double share = dropped.probability;
    EXPECT_NEAR(dropped.inflow * (1 - share), 0.98 * kCapacity * (1 - (3 - std::exp(1.0)) * share), 1e-6) << flows;
    EXPECT_NEAR(needed(flows, dropped.inflow, kTrip) / share, 1, 1e-9) << flows;
  }
}

TEST(FluidCounterparts, AvqLosesTheTimeBeforeADrop) {
  // kappa, by simulating the virtual queue with exponential gaps as in its discipline: the share of a mean gap before a
  // drop.
  std::uint64_t state = 12345;
  const auto uniform = [&state] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (static_cast<double>(state >> 11) + 0.5) / 9007199254740992.0;
  };
  double room = 0, lost = 0, drops = 0;
  for (int i = 0; i < 4'000'000; ++i) {
    const double gap = -std::log(uniform());
    room += gap;
    if (room >= 1) {
      room -= 1;
      // If a queue has been idle for long, its room is limited: only full queues drop, and those are examined.
      if (room > 1) room = -std::log(uniform());
    } else {
      lost += gap;
      ++drops;
    }
  }
  EXPECT_NEAR(lost / drops, 3 - std::exp(1.0), 0.03);
}

TEST(FluidCounterparts, ExponentialRedRestsWhereItsCurveSaysSo) {
  for (const double flows : {10.0, 18.0}) {
    const double p = needed(flows, 0.98 * kCapacity, kTrip);
    const FluidRest rest = equilibrium(under("exp_red", flows, true), 0);
    ASSERT_GT(p, 0.001);
    ASSERT_LT(p, 0.1);
    EXPECT_EQ(rest.kind, RestKind::empty);
    // p = p_min (p_top / p_min)^((b - min_th) / (max_th - min_th))
    EXPECT_NEAR(rest.law[0], 20 + 100 * std::log(p / 0.001) / std::log(100.0), 1e-6) << flows;
    EXPECT_NEAR(rest.inflow, 0.98 * kCapacity, 1e-6) << flows;
  }
}

TEST(FluidCounterparts, LredRestsAtItsTargetWhateverIsNeeded) {
  for (const double flows : {10.0, 40.0}) {
    const FluidRest rest = equilibrium(under("lred", flows, true), 0);
    EXPECT_NEAR(rest.queue, 70, 1e-9);
    EXPECT_NEAR(rest.probability / needed(flows, kCapacity, kTrip + 70 / kCapacity), 1, 1e-9) << flows;
    for (const double l : rest.law) EXPECT_NEAR(l, rest.probability, 1e-12);
  }
}

TEST(FluidCounterparts, LredFollowsTheLossAsItsMeterDoes) {
  // The lags against the meter itself: a step of the loss ratio. The mean delay and its scatter are those of the step
  // response.
  LossMeter meter(4, 0.1);
  double delay = 0, square = 0, before = 0;
  for (int second = -10; second < 60; ++second) {
    // Periods of 1 s; the step comes in the middle of one, as it does on average.
    for (int i = 0; i < 1000; ++i) {
      meter.arrival();
      if (second > 0 || (second == 0 && i >= 500)) meter.drop();
    }
    meter.roll();
    const double answer = meter.value() - before, at = second + 0.5;
    before = meter.value();
    delay += answer * at;
    square += answer * at * at;
  }
  // A loss of 1 on states of 0: the first of three equal lags begins to follow.
  const auto law = find_scheme("lred")->fluid(defaults("lred"), kLink, {}).law;
  FluidQueue lost;
  lost.inflow = lost.refused = kCapacity;
  double z[kMaxLawStates] = {}, dz[kMaxLawStates] = {};
  law->rates(lost, z, {}, dz);
  const double expected = 3 / dz[1];
  EXPECT_NEAR(delay, expected, 1e-9);
  EXPECT_NEAR(square - delay * delay, expected * expected / 3, 0.7);
}

TEST(FluidCounterparts, SredKnowsTheNumberOfItsSenders) {
  FluidConfig config = under("sred", 40, true);
  EXPECT_NEAR(equilibrium(config, 0).law[0], 1.0 / 40, 1e-12);
  // Two rows: the sum of the squared shares, which the round trips decide.
  config.classes.push_back(config.classes[0]);
  config.classes[1].propagation = 3 * kTrip;
  const FluidRest rest = equilibrium(config, 0);
  const double ratio = rest.round_trip[0] / rest.round_trip[1];
  EXPECT_NEAR(rest.law[0], (1 + ratio * ratio) / (40 * (1 + ratio) * (1 + ratio)), 1e-9);
  EXPECT_LT(rest.residual, 1e-9);
  // In the buffer's upper two thirds p = p_max min(1, (N / 256)^2) (1 + 1): once for all, once more for those that hit.
  const FluidRest full = equilibrium(under("sred", 40, true), 0);
  EXPECT_NEAR(full.probability, 0.15 * (40 / 256.0) * (40 / 256.0) * 2, 1e-9);
}

TEST(FluidCounterparts, GreenSetsTheProbabilityAndTheQueueFollows) {
  for (const double flows : {20.0, 30.0}) {
    const FluidRest rest = equilibrium(under("green", flows, true), 0);
    const double root = flows * 0.93 / (kCapacity * 0.08);
    EXPECT_NEAR(rest.probability / (root * root), 1, 1e-12);
    EXPECT_NEAR(rest.queue, flows * std::sqrt(2.0) / root - kTrip * kCapacity, 1e-6) << flows;
  }
}

TEST(FluidCounterparts, GreenCountsWhoComesAndGoes) {
  FluidConfig config = under("green", 20, true);
  config.classes[0].flows.jump(30, 30);
  config.loads = {{FluidCourse(50), false, 0, 0, 10}};  // five senders
  config.duration = 60;
  const FluidSolution s = solve(config, {});
  ASSERT_EQ(s.message, "");
  EXPECT_NEAR(s.law[0].front(), 25, 1e-9);
  EXPECT_NEAR(s.law[0].back(), 35, 1e-6);
}

TEST(FluidCounterparts, MadpieIsPieBelowItsLimitAndDropsOneAnIntervalAbove) {
  ParamValues values = defaults("madpie");
  const auto pie = find_scheme("pie")->fluid(defaults("pie"), kLink, {}).law;
  const auto madpie = find_scheme("madpie")->fluid(values, kLink, {}).law;
  for (const double p : {0.0, 0.03, 0.4}) {
    FluidQueue queue;
    queue.capacity = kCapacity;
    FluidMemory memory;
    for (const double q : {10.0, 60.0, 123.0}) {
      queue.q = q;
      pie->settle(queue, &p, memory);
      const double plain = pie->probability(queue, &p, memory);
      madpie->settle(queue, &p, memory);
      EXPECT_EQ(madpie->probability(queue, &p, memory), plain) << q;
    }
    // Above 0.1 s, 125 packets: of x arrivals a second C enter, and 1 / T are dropped for certain.
    queue.q = 135;
    madpie->settle(queue, &p, memory);
    const double all = madpie->probability(queue, &p, memory), arrivals = kCapacity / (1 - all);
    EXPECT_NEAR(arrivals * (all - p) / (1 - p), 1 / 0.015, 1e-6) << p;
  }
}

// ---- CoDel and COBALT

TEST(FluidCounterparts, CobaltRestsWhereThePacketsThatAreSentWaitForItsTarget) {
  for (const bool ecn : {true, false}) {
    for (const double flows : {10.0, 30.0}) {
      FluidChoice choice;
      choice.thinned = !ecn;
      FluidConfig config = under("cobalt", flows, ecn);
      config.link().law = find_scheme("cobalt")->fluid(defaults("cobalt"), kLink, choice).law;
      const FluidRest rest = equilibrium(config, 0);
      const double p = rest.probability;
      // What is dropped at the head takes no time of the link.
      EXPECT_NEAR((ecn ? 1 : 1 - p) * rest.queue, 0.005 * kCapacity, 1e-9);
      EXPECT_NEAR(p, needed(flows, rest.inflow, kTrip + rest.queue / kCapacity), 1e-9) << flows;
      // sqrt(count) / interval drops per second, made by the half of the packets that see more than the target.
      const double drops = 0.5 * rest.law[0] * kCapacity;
      EXPECT_NEAR(drops / (ecn ? kCapacity : kCapacity + drops), p, 1e-9) << flows;
      EXPECT_LT(rest.residual, 1e-9);
    }
  }
}

/// The times at which RFC 8289 drops from a queue that is above the target from its first packet on.
std::vector<double> drop_times(double interval, double seconds) {
  std::vector<double> times;
  double next = interval, count = 1;
  for (; next < seconds; next += interval / std::sqrt(count), ++count) times.push_back(next);
  return times;
}

TEST(FluidCounterparts, CodelDropsAtTheRateThatItsGapsMake) {
  const auto law = find_scheme("codel")->fluid(defaults("codel"), kLink, {}).law;
  FluidQueue queue;
  queue.capacity = kCapacity;
  queue.q = 2 * 0.005 * kCapacity;
  double z[kMaxLawStates] = {};
  FluidMemory memory;
  law->start(queue, z, memory);
  // Euler's method, guards looked at after each step.
  double drops = 0;
  constexpr double kStep = 1e-5, kEnd = 3;
  for (double t = 0; t < kEnd; t += kStep) {
    double dz[kMaxLawStates];
    law->rates(queue, z, memory, dz);
    drops += kStep * kCapacity * law->probability(queue, z, memory);
    for (int i = 0; i < law->states(); ++i) z[i] += kStep * dz[i];
    for (int guard = 0; guard < law->guards(memory); ++guard) {
      if (law->slack(guard, queue, z, memory) < 0) law->cross(guard, queue, z, memory);
    }
  }
  const auto made = static_cast<double>(drop_times(0.1, kEnd).size());
  EXPECT_GT(made, 200);
  EXPECT_NEAR(drops / made, 1, 0.04);
  // If packets are dropped at the head, the delay is the target with (1 + z) times as many packets waiting.
  FluidChoice dropping;
  dropping.thinned = true;
  const auto dropped = find_scheme("codel")->fluid(defaults("codel"), kLink, dropping).law;
  FluidQueue at_target = queue;
  at_target.q = 0.005 * kCapacity * (1 + z[0]);
  EXPECT_NEAR(dropped->slack(0, at_target, z, memory), 0, 1e-12);
  // Below the target it stops at once, and soon afterwards it continues where it was.
  const double before = z[0];
  queue.q = 0.9 * 0.005 * kCapacity;
  ASSERT_LT(law->slack(0, queue, z, memory), 0);
  law->cross(0, queue, z, memory);
  EXPECT_EQ(law->probability(queue, z, memory), 0);
  queue.q = 2 * 0.005 * kCapacity;
  law->cross(0, queue, z, memory);
  z[1] = 0.1 + 1e-9;
  ASSERT_LT(law->slack(1, queue, z, memory), 0);
  law->cross(1, queue, z, memory);
  // The count minus the count with which the dropping phase began, 1.
  EXPECT_NEAR(std::pow(z[0] * kCapacity * 0.1, 2), std::pow(before * kCapacity * 0.1, 2) - 1, 1e-6);
}

// ---- against packets ------------------------------------------------------------------------------------------------

/// 20 Mbit/s, 1000-byte packets, 140 of them in the buffer, NewReno with SACK that halves what is in flight, for which
/// mended losses are derived (docs/fluid-model.md), round trips of 60 to 80 ms; drops.
ScenarioConfig dropped(const std::string& aqm, int flows) {
  ScenarioConfig c = sared(aqm, flows, 150);
  c.warmup = 50;
  c.network.link().rate = 20e6;
  c.network.access_rate = 100e6;
  c.network.packet_size = 1000;
  c.traffic[0].start = {0, 5};
  c.traffic[0].flight = FlightEstimate::pipe;
  return c;
}
struct Means {
  double queue = 0, lost = 0, load = 0;
};
Means of_packets(ScenarioConfig scenario) {
  constexpr int kSeeds = 2;
  Means m;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    scenario.seed = static_cast<std::uint64_t>(seed);
    const Metrics metrics = run(scenario).metrics;
    m.queue += metrics.queue_mean / kSeeds;
    m.lost += metrics.loss_ratio / kSeeds;
    m.load += metrics.utilization / kSeeds;
  }
  return m;
}
Means of_fluid(const ScenarioConfig& scenario) {
  const LaneChoice choice({FluidForm::continuous, FluidDrops::effective}, FluidLosses::recovery);
  const FluidLane lane = fluid_of(scenario, choice, FluidDelay::explicit_delay);
  EXPECT_TRUE(lane.issues.empty());
  FluidOptions options;
  options.points = 3001;
  const FluidSolution s = solve(lane.config, options);
  EXPECT_EQ(s.message, "") << scenario.aqm;
  const double capacity = lane.config.link().capacity.first();
  Means m;
  double count = 0, arrived = 0;
  for (std::size_t i = 0; i < s.time.size(); ++i) {
    if (s.time[i] < scenario.warmup) continue;
    const double enters = (1 - s.probability[i]) * (1 - s.overflow[i]) * s.inflow[i];
    m.queue += s.queue[i];
    m.lost += s.inflow[i] - enters;
    m.load += s.sent[i] / capacity;
    arrived += s.inflow[i];
    ++count;
  }
  return {m.queue / count, m.lost / arrived, m.load / count};
}

/// How far the fluid model's loss, queue and utilization may be from the packets': shares, and packets.
struct Promise {
  const char* aqm;
  double lost, queue_share, queue_packets, load;
};

TEST(FluidCounterparts, BlueRestsWhereFullAndEmptyQueuesBalance) {
  // d1 of the time beyond the end of the buffer equals d2 of the time below 0, for a queue that varies with the sum of
  // independent windows: E W^2 = 2 / p, E W = 1.3098 / sqrt(p).
  for (const double flows : {20.0, 60.0}) {
    const FluidRest rest = equilibrium(under("blue", flows, true), 0);
    ASSERT_EQ(rest.kind, RestKind::interior);
    const double p = rest.probability, mean = 1.3098 / std::sqrt(p), end = 140;
    const double sigma = 1 / std::sqrt(1 / (flows * (2 / p - mean * mean)) + 4 / (end * end));
    const auto tail = [](double x) { return 0.5 * std::erfc(x / std::sqrt(2.0)); };
    EXPECT_NEAR(tail((end - rest.queue) / sigma) * 0.0025 / (tail(rest.queue / sigma) * 0.00025), 1, 1e-6) << flows;
    EXPECT_NEAR(needed(flows, kCapacity, kTrip + rest.queue / kCapacity) / p, 1, 1e-6) << flows;
  }
}

TEST(FluidCounterparts, ChokeDropsTwoPacketsOfAMatch) {
  // Of N equal senders, m draws match with M = 1 - (1 - 1/N)^m, and then two packets are dropped.
  for (const int draws : {1, 3}) {
    for (const double flows : {30.0, 50.0}) {
      ParamValues values = defaults("choke");
      const auto table = find_scheme("choke")->params();
      for (std::size_t i = 0; i < table.size(); ++i) {
        if (std::string(table[i].name) == "candidates") values.numbers[i] = draws;
        if (std::string(table[i].name) == "max_p") values.numbers[i] = 1;
      }
      FluidConfig config = under("red", flows, false);
      config.link().law = find_scheme("choke")->fluid(values, kLink, {}).law;
      const FluidRest rest = equilibrium(config, 0);
      const double match = 1 - std::pow(1 - 1 / flows, draws), p = rest.probability;
      if (rest.kind == RestKind::held) {
        // The matches alone are more than the senders need.
        EXPECT_NEAR(rest.queue, 20, 1) << flows << " " << draws;
        EXPECT_GT(2 * match, p);
        continue;
      }
      EXPECT_EQ(rest.kind, RestKind::interior) << flows << " " << draws;
      EXPECT_NEAR(p, 2 * match + (1 - match) * (rest.queue - 20) / 100, 1e-9) << flows << " " << draws;
      EXPECT_NEAR(needed(flows, kCapacity / (1 - p), kTrip + rest.queue / kCapacity) / p, 1, 1e-9);
      EXPECT_LT(rest.residual, 1e-9);
    }
  }
}

/// How far above the target a line through the queue of the last three round trips ends where a dropping phase of
/// CoDel's packets ends, over the root of the packets that are sent in a round trip; a mean over the phases.
double dip_of_packets(int flows, double round_trip, double rate) {
  constexpr double kTarget = 0.005, kInterval = 0.1, kBin = 0.004;
  ScenarioConfig c = sared("codel", flows);
  c.network.link() = {rate, 0.3 * round_trip, 140};
  c.network.access_rate = 10 * rate;
  c.network.access_delay = {0.08 * round_trip, 0.12 * round_trip};
  RecordConfig record;
  record.bins = static_cast<int>(std::lround(c.duration / kBin));
  const Finished finished = run(c, 50'000'000, record);
  const Overview& seen = finished.simulation->recording().overview;
  const double capacity = rate / (8 * c.network.packet_size),
               trip = round_trip + finished.metrics.queue_mean / capacity;
  const double flight = capacity * trip / (1 - finished.metrics.loss_ratio);
  const auto window = static_cast<std::size_t>(3 * trip / seen.bin_s), used = window - window / 6;
  double sum = 0;
  int phases = 0;
  for (std::size_t end = static_cast<std::size_t>(c.warmup / seen.bin_s); end + 1 < seen.queue_mean.size(); ++end) {
    const auto dropping = [&](std::size_t bin) { return seen.state[2][bin] == 1; };
    const std::size_t first = end + 1 - window;
    bool whole = dropping(end) && !dropping(end + 1);
    for (std::size_t i = first; whole && i < end; ++i) whole = dropping(i);
    if (!whole) continue;
    // The line of least squares, without the dip itself.
    double x = 0, y = 0, xx = 0, xy = 0;
    const auto n = static_cast<double>(used);
    for (std::size_t i = 0; i < used; ++i) {
      const auto at = static_cast<double>(i);
      x += at / n;
      y += seen.queue_mean[first + i] / n;
      xx += at * at / n;
      xy += at * seen.queue_mean[first + i] / n;
    }
    const double slope = (xy - x * y) / (xx - x * x), here = y + slope * (static_cast<double>(window - 1) - x);
    sum += here - kTarget * capacity * (1 + std::sqrt(seen.state[0][end]) / (kInterval * capacity));
    ++phases;
  }
  EXPECT_GT(phases, 30);
  return sum / phases / std::sqrt(flight);
}

TEST(FluidCounterparts, CodelsPhasesEndAsFarAboveTheTargetAsThoseOfPackets) {
  AQM_LONG_RUN();
  // Points of the second grid, to which the law's number was not fitted.
  for (const auto& [flows, round_trip, rate] :
       {std::tuple{15, 0.04, 8e6}, {25, 0.09, 15e6}, {90, 0.09, 15e6}, {30, 0.03, 30e6}, {100, 0.05, 30e6}}) {
    const double dip = dip_of_packets(flows, round_trip, rate);
    EXPECT_NEAR(dip, 0.57, 0.1) << flows;
    // The law's own: where its slack is 0 in a phase that has just begun.
    const LinkInfo link{rate, 140, 1500};
    const auto law = find_scheme("codel")->fluid(defaults("codel"), link, {}).law;
    FluidQueue queue;
    queue.capacity = rate / 12000;
    queue.flight = 100;
    queue.q = 0.005 * queue.capacity + dip * std::sqrt(queue.flight);
    double z[kMaxLawStates] = {};
    FluidMemory memory;
    law->start(queue, z, memory);
    EXPECT_NEAR(law->slack(0, queue, z, memory) * (1 + queue.q), 0, 1) << flows;
  }
}

TEST(FluidCounterparts, MeansAreThoseOfPackets) {
  AQM_LONG_RUN();
  // The wide bounds are for AVQ, which swings with up to 70 flows, in the model about twice as far as with packets
  // (where it rests: below).
  for (const Promise& promise : std::vector<Promise>{{"avq", 0.45, 0.5, 20, 0.05},
                                                     {"sred", 0.25, 0.3, 5, 0.01},
                                                     {"lred", 0.1, 0.05, 0, 0.01},
                                                     {"green", 0.15, 0.15, 15, 0.17},
                                                     {"madpie", 0.15, 0.1, 1, 0.01},
                                                     {"codel", 0.1, 0.25, 0, 0.01},
                                                     {"cobalt", 0.35, 0.1, 0.5, 0.03},
                                                     {"blue", 0.15, 0.25, 0, 0.01}}) {
    for (const int flows : {20, 40, 70, 120}) {
      const ScenarioConfig scenario = dropped(promise.aqm, flows);
      const Means fluid = of_fluid(scenario), packets = of_packets(scenario);
      const std::string what = std::string(promise.aqm) + " " + std::to_string(flows);
      EXPECT_NEAR(fluid.lost / packets.lost, 1, promise.lost) << what;
      EXPECT_NEAR(fluid.queue, packets.queue, promise.queue_packets + promise.queue_share * packets.queue) << what;
      EXPECT_NEAR(fluid.load, packets.load, promise.load) << what;
    }
  }
}

TEST(FluidCounterparts, AvqAtRestIsNearPackets) {
  AQM_LONG_RUN();
  const ScenarioConfig scenario = dropped("avq", 120);
  const Means fluid = of_fluid(scenario), packets = of_packets(scenario);
  EXPECT_NEAR(fluid.lost / packets.lost, 1, 0.06);
  EXPECT_NEAR(fluid.queue, packets.queue, 6);
  EXPECT_NEAR(fluid.load, packets.load, 0.05);
}

TEST(FluidCounterparts, WithoutAQueueOneFormsByChance) {
  // What the model leaves out if it has no queue: arrivals are single packets. Exponential-RED holds them at gamma =
  // 0.98 of the link; there random arrivals would wait behind rho^2 / (2 (1 - rho)) = 24 others (Pollaczek and
  // Khinchine), and those of TCP, which come more evenly, behind fewer.
  AQM_LONG_RUN();
  const double chance = 0.98 * 0.98 / (2 * 0.02);
  for (const int flows : {20, 40, 70, 120}) {
    const ScenarioConfig scenario = dropped("exp_red", flows);
    const Means fluid = of_fluid(scenario), packets = of_packets(scenario);
    EXPECT_NEAR(fluid.lost / packets.lost, 1, 0.11) << flows;
    EXPECT_NEAR(fluid.load, packets.load, 0.02) << flows;
    EXPECT_GT(packets.queue, fluid.queue) << flows;
    EXPECT_LT(packets.queue, fluid.queue + chance) << flows;
  }
}

}  // namespace
}  // namespace aqm::test
