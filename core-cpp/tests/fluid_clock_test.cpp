// The clocks of the fluid model at round trips of 200 ms, against packets: cycles in which bursts within a round trip
// count.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "aqm/fluid_lane.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

/// Marked New Reno flows, 1500 bytes, 200 ms.
ScenarioConfig far_away(const std::string& aqm, int flows, double rate, int buffer) {
  ScenarioConfig c;
  c.aqm = aqm;
  c.params = defaults(aqm);
  c.duration = 160;
  c.warmup = 40;
  c.network.link() = {rate, 0.098, buffer};
  c.network.access_rate = 1e9;
  c.network.access_delay = {1e-3, 1e-3};
  TrafficGroup row = ftp(flows);
  row.ecn = true;
  row.min_rto = 1;
  row.start = {0, 1};
  c.traffic = {row};
  set(c, "ecn", 1);
  if (aqm == "pie") {
    set(c, "ecn_limit", 1);
    return c;
  }
  const double scale = rate > 20e6 ? 2 : 1;
  set(c, "min_th", scale > 1 ? 50 : 20);
  set(c, "max_th", scale > 1 ? 450 : 220);
  set(c, "max_p", 0.1);
  set(c, "w_q", 1e-3 / scale);
  return c;
}

struct Cycle {
  double mean = 0, spread = 0, used = 0;
};

Cycle of_packets(ScenarioConfig c) {
  constexpr int kSeeds = 3;
  Cycle all;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    c.seed = static_cast<std::uint64_t>(seed);
    const Metrics m = run(c).metrics;
    all.mean += m.queue_mean / kSeeds;
    all.spread += m.queue_std / kSeeds;
    all.used += m.utilization / kSeeds;
  }
  return all;
}

Cycle of_model(const ScenarioConfig& c, FluidClock clock) {
  const FluidChoice choice{FluidForm::sampled, FluidDrops::effective, FluidWindows::mean, clock};
  const FluidLane lane = fluid_of(c, choice, FluidDelay::explicit_delay);
  FluidOptions options;
  options.points = 16'001;
  const FluidSolution s = solve(lane.config, options);
  EXPECT_EQ(s.message, "");
  Cycle all;
  double squares = 0, count = 0;
  const double capacity = lane.config.link().capacity.first();
  for (std::size_t i = 0; i < s.time.size(); ++i) {
    if (s.time[i] < c.warmup) continue;
    ++count;
    all.mean += s.queue[i];
    squares += s.queue[i] * s.queue[i];
    all.used += s.queue[i] > 1e-6 ? 1 : std::min(1.0, s.inflow[i] / capacity);
  }
  all.mean /= count;
  all.used /= count;
  all.spread = std::sqrt(squares / count - all.mean * all.mean);
  return all;
}

TEST(FluidClock, OfAcknowledgementsSwingsAsPacketsDoAt200Milliseconds) {
  if (kSanitized) GTEST_SKIP() << "long runs: in the release builds";
  // If windows are sent evenly over a round trip, the queue follows late: the cycle is too wide and leaves the link
  // idle too long.
  for (const ScenarioConfig& c :
       {far_away("red", 30, 20e6, 600), far_away("red", 100, 50e6, 1000), far_away("pie", 30, 20e6, 600)}) {
    const std::string what = c.aqm + " " + std::to_string(c.traffic[0].flows);
    const Cycle packets = of_packets(c);
    const Cycle even = of_model(c, FluidClock::round_trip), clocked = of_model(c, FluidClock::acknowledgements);
    EXPECT_LT(even.used, packets.used) << what;
    EXPECT_GT(even.spread, packets.spread) << what;
    EXPECT_LT(std::abs(clocked.used - packets.used), 0.5 * std::abs(even.used - packets.used)) << what;
    EXPECT_LT(std::abs(clocked.spread - packets.spread), 0.5 * std::abs(even.spread - packets.spread)) << what;
  }
}

}  // namespace
}  // namespace aqm::test
