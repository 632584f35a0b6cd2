// Links whose rate, delay and loss change at given times: against links that never change, closed forms, conservation,
// and the same path turned round.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "aqm/rng.hpp"
#include "packet/link_schedule.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

LinkChange rate_at(double time, double rate) { return {time, rate}; }
LinkChange delay_at(double time, double delay) { return {time, -1, delay}; }
LinkChange loss_at(double time, double loss) { return {time, -1, -1, loss}; }

/// UDP at a constant rate over one link that the senders' own links do not hold up.
ScenarioConfig constant(double rate, double duration) {
  ScenarioConfig c = sared("droptail", 0, duration);
  c.network.access_rate = 1e9;
  c.network.access_delay = {1e-6, 1e-6};
  c.network.packet_size = 1000;
  c.network.link().rate = 8e6;
  c.traffic = {udp("cbr", 1, rate)};
  return c;
}

// ---- one transmission -----------------------------------------------------------------------------------------------

TEST(LinkSchedule, APacketLeavesWhenTheIntegralOfTheRateIsItsSize) {
  LinkConfig link;
  link.rate = 8e6;  // a byte a microsecond
  link.changes = {rate_at(1, 4e6), rate_at(2, 0), rate_at(3, 16e6)};
  const LinkSchedule schedule(link, 0);
  const Time us = 1000;
  EXPECT_EQ(schedule.transmitted(0, 1000), 1000 * us);
  EXPECT_EQ(schedule.transmitted(kSecond, 1000), kSecond + 2000 * us);
  // 400 bytes before the change, 600 after it at half the rate.
  EXPECT_EQ(schedule.transmitted(kSecond - 400 * us, 1000), kSecond + 1200 * us);
  // 100 bytes before the rate ends, a second of nothing, 900 at twice the first rate.
  EXPECT_EQ(schedule.transmitted(2 * kSecond - 200 * us, 1000), 3 * kSecond + 450 * us);
  EXPECT_EQ(schedule.mean_rate(0, 4 * kSecond), 7e6);
  EXPECT_EQ(schedule.mean_rate(kSecond / 2, 3 * kSecond / 2), 6e6);
}

TEST(LinkSchedule, NothingLeavesALinkThatStopsForGood) {
  LinkConfig link;
  link.rate = 8e6;
  link.changes = {rate_at(1, 0)};
  EXPECT_EQ(LinkSchedule(link, 0).transmitted(kSecond - 1000, 1000), kNever);
}

TEST(LinkSchedule, ALinkKeepsTheOrderOfItsPackets) {
  Rng rng(7, 1);
  for (int round = 0; round < 200; ++round) {
    LinkConfig link;
    for (double t = rng.uniform(0, 0.1); t < 1; t += rng.uniform(0.001, 0.2)) {
      link.changes.push_back(delay_at(t, rng.uniform(0, 0.3)));
    }
    const LinkSchedule schedule(link, 0);
    Time before = 0;
    for (Time t = 0; t < kSecond; t += kSecond / 1000) {
      const Time reached = schedule.reached(t);
      EXPECT_GE(reached, before);
      EXPECT_GE(reached, t);
      before = reached;
    }
  }
}

// ---- against a link that never changes ------------------------------------------------------------------------------

TEST(PacketChanges, ThatChangeNothingLeaveEveryEventAsItIs) {
  for (const char* aqm : {"red", "codel", "fq_codel"}) {
    ScenarioConfig c = sared(aqm, 20, 20);
    c.network.link().rate = 8e6;  // whole nanoseconds a byte, so that no rounding tells the two apart
    c.network.random_loss = 0.001;
    const std::uint64_t digest = run(c).simulation->digest();
    c.network.link().changes = {{5, 8e6}, {7, -1, c.network.link().delay}, {9, -1, -1, 0.001}, {3000, 1e6}};
    EXPECT_EQ(run(c).simulation->digest(), digest) << aqm;
  }
}

TEST(PacketChanges, AChangeAtTheStartIsTheLinksOwnValue) {
  ScenarioConfig c = sared("droptail", 20, 20);
  c.network.link().rate = 4e6;
  c.network.link().delay = 0.05;
  const std::uint64_t digest = run(c).simulation->digest();
  c.network.link().rate = 10e6;
  c.network.link().delay = 0.02;
  c.network.link().changes = {{0, 4e6, 0.05}};
  EXPECT_EQ(run(c).simulation->digest(), digest);
}

// ---- closed forms ---------------------------------------------------------------------------------------------------

TEST(PacketChanges, TheQueueIsTheIntegralOfWhatComesLessWhatLeaves) {
  // 6 Mbit/s in; 8, then 4 from 10 s on, then none from 12 to 13 s, then 16.
  ScenarioConfig c = constant(6e6, 20);
  c.network.link().buffer = 100'000;
  c.network.link().changes = {rate_at(10, 4e6), rate_at(12, 0), rate_at(13, 16e6)};
  RecordConfig record;
  record.bins = 200;  // a tenth of a second each
  const Finished f = run(c, 50'000, record);
  const std::vector<double>& queue = f.simulation->recording(0).overview.queue_max;
  const double per_second = 1e6 / 8000;  // packets in a second of 1 Mbit/s
  EXPECT_LE(queue[90], 2);
  EXPECT_NEAR(queue[119], 2 * 2 * per_second, 3);            // 2 Mbit/s too much for 2 s
  EXPECT_NEAR(queue[129], (2 * 2 + 6) * per_second, 3);      // and 6 for one
  EXPECT_NEAR(queue[134], (10 - 0.4 * 10) * per_second, 3);  // 10 too few from there on
  EXPECT_LE(queue[145], 2);                                  // so it is empty after a second
  EXPECT_NEAR(f.metrics.throughput, 6e6, 2e3);
  EXPECT_NEAR(f.metrics.utilization, 6e6 * 20 / (80e6 + 8e6 + 7 * 16e6), 1e-3);
  EXPECT_EQ(lost_track_of(f), 0);
}

TEST(PacketChanges, AFullLinkCarriesItsRateWhateverItIs) {
  ScenarioConfig c = constant(20e6, 30);
  c.network.link().changes = {rate_at(5, 1e6), rate_at(11, 12e6), rate_at(17, 0), rate_at(18.5, 3e6)};
  const Finished f = run(c);
  EXPECT_NEAR(f.metrics.utilization, 1, 1e-3);
  EXPECT_NEAR(f.metrics.throughput * 30, 5 * 8e6 + 6 * 1e6 + 6 * 12e6 + 11.5 * 3e6, 2e4);
  EXPECT_EQ(lost_track_of(f), 0);
}

TEST(PacketChanges, ThePropagationDelayIsThatOfTheMoment) {
  ScenarioConfig c = constant(1e5, 30);
  c.network.access_delay = {0.001, 0.001};
  c.network.link().delay = 0.01;
  c.network.link().changes = {delay_at(10, 0.11), delay_at(20, 0.06)};
  const Finished f = run(c);
  const double sending = 8000 / 8e6 + 2 * (0.001 + 8000 / 1e9);
  EXPECT_NEAR(f.metrics.delay_mean, sending + (0.01 + 0.11 + 0.06) / 3, 5e-4);
  EXPECT_NEAR(f.metrics.jitter, std::sqrt((1 + 121 + 36) / 3. - 36) / 100, 5e-4);
}

TEST(PacketChanges, TheLossIsThatOfTheMoment) {
  ScenarioConfig c = constant(4e6, 100);
  c.network.random_loss = 0.5;
  c.network.link().changes = {loss_at(0, 0.1), loss_at(50, 0)};
  const double sent = 100 * 4e6 / 8000, lost = 0.05 * sent;
  const double arrived = run(c).simulation->flow_goodputs()[0] * 100 / 8 / 972;
  EXPECT_NEAR(arrived, sent - lost, 4 * std::sqrt(lost * 0.9) + 100);
}

TEST(PacketChanges, TcpSeesNoReorderingWhenTheDelayFalls) {
  // One flow whose window never fills the link: nothing is lost, so that only reordering could make it send twice.
  ScenarioConfig c = sared("droptail", 0, 20);
  c.traffic = {ftp(1)};
  c.traffic[0].receiver_window = 40;
  c.traffic[0].min_rto = 5;
  c.network.link().delay = 0.15;
  c.network.link().changes = {delay_at(5, 0.01), delay_at(10, 0.15), delay_at(12, 0.03)};
  EXPECT_EQ(run(c).simulation->rows()[0].retransmissions, 0);
}

// ---- turned round ---------------------------------------------------------------------------------------------------

TEST(PacketChanges, APathTurnedRoundCarriesTheSame) {
  // The way back changes as the way there does.
  for (std::uint64_t seed = 1; seed <= (kSanitized ? 20 : 100); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Rng rng(seed, 78);
    ScenarioConfig c = sared("droptail", 0, 6);
    c.seed = seed;
    c.network.links.clear();
    for (std::uint32_t links = 1 + rng.below(3); links > 0; --links) {
      LinkConfig link{rng.uniform(0.2e6, 12e6), rng.uniform(0, 0.03), 1 + static_cast<int>(rng.below(100)), false};
      for (double t = rng.uniform(0, 1); t < 6; t += rng.uniform(0.01, 1)) {
        LinkChange change{t};
        if (rng.below(2) == 0) change.rate = rng.below(5) == 0 ? 0 : rng.uniform(0.2e6, 12e6);
        if (rng.below(3) == 0) change.delay = rng.uniform(0, 0.05);
        link.changes.push_back(change);
      }
      c.network.links.push_back(link);
    }
    c.traffic = {ftp(4), udp("cbr", 2, 5e5)};
    c.traffic[0].delayed_ack = rng.below(2) == 0;
    const std::vector<double> forward = run(c).simulation->flow_goodputs();
    std::reverse(c.network.links.begin(), c.network.links.end());
    for (TrafficGroup& row : c.traffic) row.direction = Direction::reverse;
    EXPECT_EQ(run(c).simulation->flow_goodputs(), forward);
  }
}

// ---- wrong input ----------------------------------------------------------------------------------------------------

TEST(PacketChanges, AreRefusedByNameWhenTheyAreWrong) {
  ScenarioConfig c = sared("red", 5, 20);
  c.network.link().changes = {rate_at(5, 1e6), rate_at(5, 2e6)};
  ASSERT_EQ(check(c).size(), 1U);
  EXPECT_EQ(check(c)[0].path, "network.bottleneck.changes[1].time");
  EXPECT_EQ(check(c)[0].rule, "changes are in order of time");
  c.network.link().changes = {loss_at(1, 1.5)};
  ASSERT_EQ(check(c).size(), 1U);
  EXPECT_EQ(check(c)[0].path, "network.bottleneck.changes[0].loss");
}

}  // namespace
}  // namespace aqm::test
