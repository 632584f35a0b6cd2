// LEDBAT (RFC 6817): the closed forms that its law of the window implies.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/scenarios.hpp"
#include "support/tcp_path.hpp"

namespace aqm::test {
namespace {

constexpr Time kOneWay = 50'000'000;

TcpPath path_with(double rate, int buffer) {
  TcpOptions o;
  o.control = control("ledbat");
  TcpPath path(o, kOneWay, [](std::uint32_t, int) { return TcpPath::Fate::arrives; });
  path.rate = rate;
  path.buffer = buffer;
  return path;
}

TEST(Ledbat, WithoutAQueueARoundTripAddsASegment) {
  // There is no slow start: from two segments on, each of the whole segments of a window adds 1 / W, as in congestion
  // avoidance (RFC 5681 eq 3), up to one segment more than is in flight (ALLOWED_INCREASE). The run ends within a round
  // trip, which is one segment.
  TcpPath path = path_with(0, 0);
  path.run(UINT32_MAX, 20);
  double window = 2;
  for (int trip = 0; trip < 200; ++trip) {
    const double segments = std::floor(window);
    for (int i = 0; i < segments; ++i) window = std::min(window + 1 / window, std::floor(window) + 1);
  }
  EXPECT_NEAR(path.sender.cwnd(), window, 1);
}

TEST(Ledbat, AloneItHoldsTheQueueAtItsTarget) {
  // At rest the waiting time is the target: the window is the rate by the round trip without a queue and the target,
  // 200 (0.105 + 0.1) = 41 segments. The window's rest is any value with 41 whole segments; one more for the swing by
  // which the law leaves the target, since 42 segments wait for 0.105 s and shrink the window.
  TcpPath path = path_with(200, 1000);
  path.run(UINT32_MAX, 60);
  for (const auto& [time, window] : path.windows) {
    if (time > 40) ASSERT_NEAR(window, 41.5, 1.01) << time;
  }
  EXPECT_EQ(path.timeouts, 0);
}

TEST(Ledbat, ABufferBelowTheTargetMakesItHalveAtALoss) {
  // 10 segments of buffer are 50 ms. The window grows to what the path and the buffer hold, 21 + 10 segments and one,
  // and one loss halves it: a second reaction would leave 8.
  TcpPath path = path_with(200, 10);
  path.run(UINT32_MAX, 120);
  double least = 1000, most = 0;
  for (const auto& [time, window] : path.windows) {
    if (time < 40) continue;
    least = std::min(least, window);
    most = std::max(most, window);
  }
  EXPECT_NEAR(most, 32, 1);
  EXPECT_NEAR(path.sender.ssthresh(), 16, 1);
  EXPECT_GE(least, 15);
  EXPECT_EQ(path.timeouts, 0);
}

/// 2 Mbit/s for packets of 1000 bytes are 250 a second; 50 ms.
ScenarioConfig beside(const char* other, double start, int buffer, double duration) {
  ScenarioConfig c = sared("droptail", 1, duration);
  c.network.link().rate = 2e6;
  c.network.link().delay = 0.02;
  c.network.link().buffer = buffer;
  c.network.packet_size = 1000;
  c.network.access_rate = 1e9;
  c.network.access_delay = {0.0025, 0.0025};
  TrafficGroup background = ftp(1), second = ftp(1);
  background.tcp = "ledbat";
  second.tcp = other;
  background.start = {0, 0};
  second.start = {start, start};
  c.traffic = {background, second};
  return c;
}

TEST(Ledbat, BesideNewRenoItKeepsItsLeastWindow) {
  // New Reno's halving leaves (12.5 + 100) / 2 - 12.5 = 44 segments in the queue, 0.17 s: above the target at all
  // times. So LEDBAT sends its least window, two segments a round trip.
  ScenarioConfig c = beside("newreno", 1, 100, 120);
  c.warmup = 20;
  const Finished f = run(c);
  const auto rows = f.simulation->rows();
  const double round_trip = 0.05 + f.metrics.queueing_delay_mean;
  EXPECT_NEAR(rows[0].goodput / (rows[0].goodput + rows[1].goodput), 2 / (250 * round_trip), 0.002);
}

TEST(Ledbat, ALateFlowTakesTheQueueForThePathAndStarvesTheFirst) {
  // The latecomer's advantage: the second flow's shortest delay includes the first one's queue,
  // so that it holds twice the target, at which the first one falls to two segments a round trip.
  ScenarioConfig c = beside("ledbat", 40, 1000, 120);
  c.warmup = 80;
  const Finished f = run(c);
  const auto rows = f.simulation->rows();
  EXPECT_NEAR(f.metrics.queueing_delay_mean, 0.2, 2 * 0.004);
  EXPECT_NEAR(rows[0].goodput / (rows[0].goodput + rows[1].goodput), 2 / (250 * 0.25), 0.002);
}

}  // namespace
}  // namespace aqm::test
