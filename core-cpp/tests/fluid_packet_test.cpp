// The fluid model against packets: Hollot's network (15 Mbit/s, packets of 500 bytes, 200 ms, 800 packets of buffer), long ECN flows.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "aqm/fluid_lane.hpp"
#include "aqm/fluid_response.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

/// The retransmission timer's lower bound is RFC 6298's second: with 200 ms, which a round trip here exceeds as soon as the queue
/// grows, senders time out that have lost nothing.
ScenarioConfig hollot_network(const std::string& aqm, int flows) {
  ScenarioConfig c;
  c.aqm = aqm;
  c.params = defaults(aqm);
  c.network.rate = 15e6;
  c.network.packet_size = 500;
  c.network.buffer = 800;
  c.network.delay = 0.08;
  c.network.access_rate = 100e6;
  c.network.access_delay = {0.01, 0.01};
  TrafficGroup g = ftp(flows);
  g.ecn = true;
  g.min_rto = 1;
  g.start = {0, 10};
  c.traffic = {g};
  c.duration = 300;
  c.warmup = 100;
  set(c, "ecn", 1);
  return c;
}
ScenarioConfig under_red(int flows, double w_q) {
  ScenarioConfig c = hollot_network("red", flows);
  set(c, "min_th", 150);
  set(c, "max_th", 700);
  set(c, "max_p", 0.1);
  set(c, "w_q", w_q);
  set(c, "count_mode", 2);  // each packet on its own, as the model has it
  return c;
}
constexpr double kStableWeight = 2.67e-5;  // K = 0.1 /s; the Hopf point of 60 flows is at 0.38
ScenarioConfig under_pi(int flows) {
  ScenarioConfig c = hollot_network("pi", flows);
  set(c, "target", 200);
  set(c, "rate", 160);
  return c;
}

struct Means {
  double queue = 0, probability = 0;
};
Means fluid_means(const ScenarioConfig& scenario, FluidWindows windows) {
  const FluidChoice choice{FluidForm::sampled, FluidDrops::effective, windows};
  const FluidLane lane = fluid_of(scenario, choice, FluidDelay::explicit_delay);
  EXPECT_TRUE(lane.issues.empty());
  FluidOptions options;
  options.points = 3001;
  const FluidSolution s = solve(lane.config, options);
  EXPECT_EQ(s.message, "");
  Means m;
  int count = 0;
  for (std::size_t i = 0; i < s.time.size(); ++i) {
    if (s.time[i] < scenario.warmup) continue;
    m.queue += s.queue[i];
    m.probability += s.probability[i];
    ++count;
  }
  return {m.queue / count, m.probability / count};
}
Means packet_means(ScenarioConfig scenario) {
  constexpr int kSeeds = 3;
  Means m;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    scenario.seed = static_cast<std::uint64_t>(seed);
    const Metrics metrics = run(scenario).metrics;
    EXPECT_EQ(metrics.drops_early + metrics.drops_forced + metrics.drops_overflow, 0);
    m.queue += metrics.queue_mean / kSeeds;
    m.probability += metrics.marks / metrics.arrivals / kSeeds;
  }
  return m;
}
void expect_close(const Means& fluid, const Means& packets, const std::string& what) {
  EXPECT_NEAR(fluid.queue / packets.queue, 1, 0.1) << what;
  EXPECT_NEAR(fluid.probability / packets.probability, 1, 0.1) << what;
}

TEST(FluidPacket, MeansAgreeForManyFlows) {
  if (kSanitized) GTEST_SKIP() << "long runs: in the release builds";
  for (const int flows : {150, 200, 250}) {
    const std::string n = std::to_string(flows);
    expect_close(fluid_means(under_red(flows, kStableWeight), FluidWindows::mean),
                 packet_means(under_red(flows, kStableWeight)), "red " + n);
    expect_close(fluid_means(under_pi(flows), FluidWindows::mean), packet_means(under_pi(flows)), "pi " + n);
  }
}

TEST(FluidPacket, MeansOfLargeWindowsNeedTheirSpread) {
  if (kSanitized) GTEST_SKIP() << "long runs: in the release builds";
  // The model knows a window's mean alone, so at rest W = sqrt(2 / p). A window that is halved at random moments is spread: its mean
  // is 1.3098 / sqrt(p) (Ott, Kemperman and Mathis 1996), for windows of many packets. The queue, which RED's slope or PI's
  // integrator determine, hardly notices; the marks that are needed are 1.3098^2 / 2 = 0.858 times as many.
  constexpr double kSpread = 1.3098 * 1.3098;
  for (const int flows : {60, 100}) {
    for (const ScenarioConfig& scenario : {under_red(flows, kStableWeight), under_pi(flows)}) {
      const std::string what = scenario.aqm + " " + std::to_string(flows);
      const Means packets = packet_means(scenario), plain = fluid_means(scenario, FluidWindows::mean);
      expect_close(fluid_means(scenario, FluidWindows::spread), packets, what);
      EXPECT_NEAR(plain.queue / packets.queue, 1, 0.1) << what;
      // Between the model's own and the spread one's: at windows of ten packets halving an odd one already shows.
      EXPECT_GT(packets.probability / plain.probability, kSpread / 2 - 0.02) << what;
      EXPECT_LT(packets.probability / plain.probability, 1) << what;
    }
  }
}

/// The period at which the queue resembles itself most: the highest peak of its autocorrelation behind the first zero; and how much
/// it does.
struct Rhythm {
  double period, correlation;
};
Rhythm rhythm_of(ScenarioConfig scenario, int seed) {
  scenario.seed = static_cast<std::uint64_t>(seed);
  RecordConfig record;
  record.bins = 6000;
  const Finished f = run(scenario, 50'000, record);
  const Overview& overview = f.simulation->recording().overview;
  std::vector<double> q;
  for (int i = 0; i < overview.bins; ++i) {
    if (i * overview.bin_s >= scenario.warmup) q.push_back(overview.queue_mean[static_cast<std::size_t>(i)]);
  }
  double mean = 0;
  for (const double v : q) mean += v / static_cast<double>(q.size());
  const auto covariance = [&](std::size_t lag) {
    double sum = 0;
    for (std::size_t i = 0; i + lag < q.size(); ++i) sum += (q[i] - mean) * (q[i + lag] - mean);
    return sum / static_cast<double>(q.size() - lag);
  };
  const double variance = covariance(0);
  std::size_t lag = 1;
  while (covariance(lag) > 0) ++lag;
  Rhythm best{0, 0};
  for (; static_cast<double>(lag) * overview.bin_s < 10; ++lag) {
    const double c = covariance(lag) / variance;
    if (c > best.correlation) best = {static_cast<double>(lag) * overview.bin_s, c};
  }
  return best;
}

TEST(FluidPacket, WhereTheModelIsUnstablePacketsOscillate) {
  if (kSanitized) GTEST_SKIP() << "long runs: in the release builds";
  // Hollot's example with twice the weight that the Hopf point allows.
  const ScenarioConfig scenario = under_red(60, 2e-4);
  const FluidLane lane = fluid_of(scenario, {FluidForm::sampled, FluidDrops::effective}, FluidDelay::explicit_delay);
  const double settled = last_change(lane.config);
  const FluidRest rest = equilibrium(lane.config, settled);
  EXPECT_GT(growth_rate(linearise(lane.config, rest, Linearisation::exact, settled)), 0);
  FluidOptions options;
  options.points = 30001;
  const FluidResponse cycle = response(solve(lane.config, options), rest, settled);
  EXPECT_GT(cycle.swing, 200);
  for (const int seed : {1, 2, 3}) {
    const Rhythm rhythm = rhythm_of(scenario, seed);
    EXPECT_GT(rhythm.correlation, 0.7) << seed;
    // Shorter, if anything: packets leave on acknowledgements, so that the queue follows the windows at once instead of within a
    // round trip.
    EXPECT_NEAR(rhythm.period / cycle.period, 1, 0.2) << seed;
    // At the stable weight the queue is moved by chance alone and soon forgets its past.
    EXPECT_LT(rhythm_of(under_red(60, kStableWeight), seed).correlation, 0.5) << seed;
  }
}

}  // namespace
}  // namespace aqm::test
