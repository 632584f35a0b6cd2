// The fluid model against packets: Hollot's network (15 Mbit/s, packets of 500 bytes, 200 ms, 800 packets of buffer),
// long ECN flows.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "aqm/fluid_band.hpp"
#include "aqm/fluid_lane.hpp"
#include "aqm/fluid_response.hpp"
#include "fluid/model/windows.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

/// The lower bound of the retransmission timer is RFC 6298's second: with 200 ms, which a round trip here exceeds as
/// soon as the queue grows, senders without a loss would time out.
ScenarioConfig hollot_network(const std::string& aqm, int flows) {
  ScenarioConfig c;
  c.aqm = aqm;
  c.params = defaults(aqm);
  c.network.link().rate = 15e6;
  c.network.packet_size = 500;
  c.network.link().buffer = 800;
  c.network.link().delay = 0.08;
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
  set(c, "count_mode", 2);  // each packet is marked independently, as in the model
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
Means fluid_means(const ScenarioConfig& scenario, FluidWindows windows, FluidLosses losses = FluidLosses::halving) {
  const LaneChoice choice{{FluidForm::sampled, FluidDrops::effective, windows}, losses};
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
/// A window that is halved at random moments is spread: it grows by one a round trip and loses half at a mark, so
/// E[W^2] = 2 / p, and its mean is 1.3098 / sqrt(p) (Ott, Kemperman and Mathis 1996). A mark meets a window of E[W^2] /
/// E[W] on average and leaves half of it.
constexpr double kSpread = 1.3098 * 1.3098;
constexpr double kHalved = 1 / kSpread;  ///< what a mark leaves, in mean windows

double window_of(const ScenarioConfig& scenario, double queue) {
  const auto& link = scenario.network.link();
  const double capacity = link.rate / 8 / scenario.network.packet_size;
  return (capacity * 0.2 + queue) / scenario.traffic[0].flows;  // hollot_network: 0.2 s without a queue
}

/// The marks that get a response. A sender responds to one mark per round trip (RFC 3168 section 6.1.2): in the round
/// trip after it the halved window is sent, and its marks get no response.
double answered(const ScenarioConfig& scenario, const Means& packets) {
  return packets.probability / (1 + packets.probability * kHalved * window_of(scenario, packets.queue));
}

TEST(FluidPacket, MarksAreWhatSpreadWindowsNeedThatAnswerOnceARoundTrip) {
  AQM_LONG_RUN();
  for (const int flows : {60, 100, 150, 200, 250}) {
    for (const ScenarioConfig& scenario : {under_red(flows, kStableWeight), under_pi(flows)}) {
      const std::string what = scenario.aqm + " " + std::to_string(flows);
      const Means packets = packet_means(scenario);
      const double window = window_of(scenario, packets.queue);
      EXPECT_NEAR(answered(scenario, packets) * window * window / kSpread, 1, 0.03) << what;
      // The model as printed (Misra, Gong and Towsley 2000) has one window, W = sqrt(2 / p), and responds to every
      // mark. The two errors are opposite: the queue, which RED's slope or PI's integrator determines, hardly changes.
      const Means plain = fluid_means(scenario, FluidWindows::mean);
      EXPECT_NEAR(plain.queue / packets.queue, 1, 0.05) << what;
      if (scenario.aqm == "pi") {
        const Means spread = fluid_means(scenario, FluidWindows::spread);
        EXPECT_NEAR(spread.probability / answered(scenario, packets), 1, 0.03) << what;
        // With one response per round trip the model needs as many marks as packets do.
        const Means once = fluid_means(scenario, FluidWindows::mean, FluidLosses::recovery);
        EXPECT_NEAR(once.probability / packets.probability, 1, 0.06) << what;
        EXPECT_NEAR(once.queue / packets.queue, 1, 0.03) << what;
      }
    }
  }
}

/// A long lane with marks of models/agreement/grid.json.
ScenarioConfig marked_lane(const std::string& aqm, const char* tcp, int flows, double rate, double round_trip) {
  ScenarioConfig c;
  c.aqm = aqm;
  c.params = defaults(aqm);
  c.network.link() = {rate, 0.3 * round_trip, 140};
  c.network.access_rate = 10 * rate;
  c.network.access_delay = {0.08 * round_trip, 0.12 * round_trip};
  c.duration = 100;
  c.warmup = 25;
  TrafficGroup g = ftp(flows);
  g.tcp = tcp;
  g.ecn = true;
  c.traffic = {g};
  set(c, "ecn", 1);
  return c;
}

TEST(FluidPacket, WhereMarksNoLongerHelpTheLawDropsWhatItCouldMark) {
  AQM_LONG_RUN();
  // Windows of two packets fill the link however many marks come. RED drops everything above max_th and PIE above a
  // probability of 0.1, so their queues stay where they are; a model that only marks fills the buffer of 140 packets.
  for (const char* tcp : {"newreno", "dctcp"}) {
    for (const char* aqm : {"red", "wred", "cbt", "pie"}) {
      const ScenarioConfig c = marked_lane(aqm, tcp, 120, 10e6, 0.06);
      const double packets = run(c).metrics.queue_mean;
      EXPECT_LT(packets, 125) << aqm << " " << tcp;
      EXPECT_NEAR(fluid_means(c, FluidWindows::mean, FluidLosses::recovery).queue / packets, 1, 0.2)
          << aqm << " " << tcp;
    }
  }
}

TEST(FluidPacket, WhereTheModelHasNoChanceItHasNoBand) {
  const auto banded = [](const ScenarioConfig& scenario) {
    const LaneChoice choice{{FluidForm::continuous, FluidDrops::effective}, FluidLosses::recovery};
    const FluidLane lane = fluid_of(scenario, choice, FluidDelay::explicit_delay);
    const FluidRest rest = equilibrium(lane.config, 10);
    EXPECT_EQ(rest.kind, RestKind::interior);
    const LinearLoop loop = linearise(lane.config, rest, Linearisation::exact, 10);
    return !std::isnan(band_around(lane.config, rest, loop, rightmost_roots(loop, 8).roots, 10).queue);
  };
  // PIE above ecn_limit drops; with few flows it marks.
  EXPECT_FALSE(banded(marked_lane("pie", "newreno", 80, 10e6, 0.06)));
  EXPECT_TRUE(banded(marked_lane("pie", "newreno", 10, 10e6, 0.06)));
  // Nearly every window of DCTCP is marked, or one in two.
  EXPECT_FALSE(banded(marked_lane("hred", "dctcp", 40, 10e6, 0.06)));
  EXPECT_TRUE(banded(marked_lane("gred", "dctcp", 5, 10e6, 0.06)));
}

TEST(FluidPacket, DctcpHalvesItsWindowAtALoss) {
  // Without marks W lost / (1 + lost W / 2) W / 2 = 1 at rest, which is W = (1 + sqrt(1 + 8 / lost)) / 2.
  FluidClass c;
  c.once = true;
  double w[fluid::kMaxWindowStates];
  for (const double lost : {1e-4, 1e-3, 1e-2}) {
    for (const FluidTcp tcp : {FluidTcp::dctcp, FluidTcp::prague}) {
      c.tcp = tcp;
      fluid::window_at_rest(c, lost, 0.1, w, lost);
      EXPECT_NEAR(w[0] / ((1 + std::sqrt(1 + 8 / lost)) / 2), 1, 2e-3) << lost;
      EXPECT_EQ(w[1], 0);
    }
  }
  AQM_LONG_RUN();
  // PI is slow: for a long time it is the full buffer that holds 40 flows back.
  const ScenarioConfig lane = marked_lane("pi", "dctcp", 40, 10e6, 0.06);
  const Metrics packets = run(lane).metrics;
  EXPECT_GT(packets.drops_overflow, 0);
  const Means model = fluid_means(lane, FluidWindows::mean, FluidLosses::recovery);
  EXPECT_NEAR(model.queue / packets.queue_mean, 1, 0.1);
}

TEST(FluidPacket, PragueMarksAndQueueAreThoseOfPackets) {
  AQM_LONG_RUN();
  // Round trips below and above the virtual one. The bounds are those of the whole model (docs/fluid-model.md).
  for (const int flows : {5, 15}) {
    for (const double one_way : {0.002, 0.01, 0.03}) {
      ScenarioConfig c = hollot_network("red", flows);
      c.network.link().rate = 40e6;
      c.network.packet_size = 1500;
      c.network.link().delay = one_way;
      c.network.access_delay = {0.0005, 0.0005};
      c.traffic[0].tcp = "prague";
      c.traffic[0].start = {0, 1};
      c.duration = 60;
      c.warmup = 20;
      set(c, "min_th", 1);
      set(c, "max_th", 100);
      set(c, "max_p", 1);
      set(c, "w_q", 0.002);
      set(c, "count_mode", 2);
      const Metrics packets = run(c).metrics;
      const Means fluid = fluid_means(c, FluidWindows::mean, FluidLosses::recovery);
      EXPECT_NEAR(fluid.queue / packets.queue_mean, 1, 0.06) << flows << ' ' << one_way;
      EXPECT_NEAR(fluid.probability * packets.arrivals / packets.marks, 1, 0.2) << flows << ' ' << one_way;
    }
  }
}

/// The period at which the queue resembles itself most: the highest peak of its autocorrelation after the first zero,
/// and the value of that peak.
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

FluidResponse fluid_cycle(const ScenarioConfig& scenario, FluidClock clock) {
  const FluidChoice choice{FluidForm::sampled, FluidDrops::effective, FluidWindows::mean, clock};
  const FluidLane lane = fluid_of(scenario, choice, FluidDelay::explicit_delay);
  const double settled = last_change(lane.config);
  const FluidRest rest = equilibrium(lane.config, settled);
  EXPECT_GT(growth_rate(linearise(lane.config, rest, Linearisation::exact, settled)), 0);
  FluidOptions options;
  options.points = 30001;
  return response(solve(lane.config, options), rest, settled);
}

TEST(FluidPacket, WhereTheModelIsUnstablePacketsOscillate) {
  AQM_LONG_RUN();
  // Hollot's example with twice the weight that the Hopf point allows.
  const ScenarioConfig scenario = under_red(60, 2e-4);
  const FluidResponse cycle = fluid_cycle(scenario, FluidClock::round_trip);
  EXPECT_GT(cycle.swing, 200);
  for (const int seed : {1, 2, 3}) {
    const Rhythm rhythm = rhythm_of(scenario, seed);
    EXPECT_GT(rhythm.correlation, 0.7) << seed;
    EXPECT_NEAR(rhythm.period / cycle.period, 1, 0.2) << seed;
    // At the stable weight only chance moves the queue, and the queue soon forgets its past.
    EXPECT_LT(rhythm_of(under_red(60, kStableWeight), seed).correlation, 0.5) << seed;
  }
}

TEST(FluidLane, NearRestTheClockedModelMovesAsItsRightmostRootSays) {
  // The linearisation comes from derivatives of the same equations, the solution from the solver: nothing else is
  // shared.
  const FluidChoice choice{FluidForm::sampled, FluidDrops::effective, FluidWindows::mean, FluidClock::acknowledgements};
  FluidLane lane = fluid_of(under_red(60, 2e-4), choice, FluidDelay::explicit_delay);
  FluidConfig& config = lane.config;
  config.classes[0].flows = 60.0;
  const FluidRest rest = equilibrium(config, 0);
  const Root root = rightmost_roots(linearise(config, rest, Linearisation::exact, 0), 1).roots.front();
  config.classes[0].window = rest.window[0];
  config.link().start_queue = rest.queue;  // what is out of rest is the excess in flight, which starts at 0
  config.duration = 60;
  FluidOptions options;
  options.tolerance = 1e-10;
  options.points = 60'001;
  const FluidSolution s = solve(config, options);
  ASSERT_EQ(s.message, "");
  // Upward crossings of the queue at rest, and the peaks between them.
  std::vector<double> times, peaks;
  for (std::size_t i = 20'000; i < s.time.size(); ++i) {
    const double before = s.queue[i - 1] - rest.queue, now = s.queue[i] - rest.queue;
    if (before < 0 && now >= 0) {
      times.push_back(s.time[i] - (s.time[i] - s.time[i - 1]) * now / (now - before));
      peaks.push_back(0);
    }
    if (!peaks.empty()) peaks.back() = std::max(peaks.back(), now);
  }
  ASSERT_GT(times.size(), 8u);
  const double cycles = static_cast<double>(times.size() - 1), span = times.back() - times.front();
  EXPECT_NEAR(span / cycles * root.im / (6.283185307179586), 1, 1e-3);
  EXPECT_NEAR(std::log(peaks[times.size() - 2] / peaks[0]) / (span * (cycles - 1) / cycles) / root.re, 1, 0.01);
}

TEST(FluidPacket, PeriodsAreThoseOfSendersClockedByAcknowledgements) {
  AQM_LONG_RUN();
  // If windows are sent evenly over a round trip, a window's change reaches the queue late: the cycle takes up to a
  // third longer than with packets, and the more so the faster the average follows. The property that makes the
  // difference is the clock: with it the periods agree.
  for (const int flows : {60, 40}) {
    double longer = 1;
    for (const double w_q : {5e-4, 1e-3, 2e-3}) {
      const ScenarioConfig scenario = under_red(flows, w_q);
      const std::string what = std::to_string(flows) + " flows, w_q " + std::to_string(w_q);
      const Rhythm rhythm = rhythm_of(scenario, 1);
      EXPECT_NEAR(fluid_cycle(scenario, FluidClock::acknowledgements).period / rhythm.period, 1, 0.05) << what;
      const double even = fluid_cycle(scenario, FluidClock::round_trip).period / rhythm.period;
      EXPECT_GT(even, longer) << what;
      longer = even;
    }
  }
}

}  // namespace
}  // namespace aqm::test
