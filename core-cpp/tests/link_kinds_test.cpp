// Kinds of links: what each adds, against tc's arithmetic and closed forms, and packets conserved under all of them.
#include <gtest/gtest.h>

#include <cmath>

#include "packet/grants.hpp"
#include "packet/policer.hpp"
#include "packet/runs_of_loss.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

ScenarioConfig overloaded() {
  ScenarioConfig c = sared("droptail", 1, kSanitized ? 5 : 20);
  c.traffic = {udp("cbr", 2, 9e6)};
  c.network.access_rate = 1e9;
  c.warmup = 1.23456789;
  return c;
}

TEST(LinkKinds, BytesOnTheWireAreThoseOfTc) {
  // tc-stab(8): AAL5 cells carry 48 of 53 bytes; PTM has 65 bytes for 64. 44: PPPoE over LLC, with the trailer of AAL5.
  EXPECT_EQ((Framing{44, 0, Cells::atm}.on_wire(1500)), 33 * 53);
  EXPECT_EQ((Framing{40, 0, Cells::atm}.on_wire(40)), 2 * 53);
  EXPECT_EQ((Framing{8, 0, Cells::atm}.on_wire(40)), 53);
  EXPECT_EQ((Framing{9, 0, Cells::atm}.on_wire(40)), 2 * 53);
  EXPECT_EQ((Framing{22, 0, Cells::ptm}.on_wire(1500)), 1522 + 24);
  EXPECT_EQ((Framing{18, 64, Cells::none}.on_wire(40)), 64);
  EXPECT_EQ((Framing{18, 64, Cells::none}.on_wire(100)), 118);
  EXPECT_EQ(Framing{}.on_wire(1500), 1500);
}

TEST(LinkKinds, AFramedLinkIsFullWithFewerPackets) {
  ScenarioConfig c = overloaded();
  c.network.link().frame = {44, 0, Cells::atm};
  const Metrics m = run(c).metrics;
  EXPECT_NEAR(m.throughput, 10e6 * 1500 / (33 * 53), 1);
  EXPECT_NEAR(m.utilization, 1, 1e-6);
  EXPECT_NEAR(run(c).simulation->rows()[0].latency_added, 139.5 * 33 * 53 * 8 / 10e6, 2e-3);
}

TEST(LinkKinds, GrantsEndATransmissionWhereTheTimeInWhichTheySendHasCarriedIt) {
  const Grants grants(10e6, 0.004, 0.25);  // 40 Mbit/s for a millisecond of four: 200 ns a byte
  EXPECT_EQ(grants.transmitted(0, 1500), 300'000);
  EXPECT_EQ(grants.transmitted(700'000, 1500), 1'000'000);
  EXPECT_EQ(grants.transmitted(900'000, 1500), 4'200'000);
  EXPECT_EQ(grants.transmitted(2'000'000, 1500), 4'300'000);
  EXPECT_EQ(grants.transmitted(0, 15'000), 8'000'000 + 1'000'000);
  for (const Time start : {Time{0}, Time{999'999}, Time{1'000'000}, Time{123'456'789}}) {
    for (const int bytes : {1, 40, 1500, 9000}) {
      EXPECT_EQ(grants.sending(grants.transmitted(start, bytes)) - grants.sending(start), bytes * 200) << start;
    }
  }
}

TEST(LinkKinds, GrantsCarryTheRateOnAverageAndHoldALonePacketForHalfOfWhatIsMissing) {
  ScenarioConfig c = overloaded();
  c.network.link().grant_period = 0.01;
  c.network.link().grant_share = 0.2;
  const Metrics full = run(c).metrics;
  EXPECT_NEAR(full.utilization, 1, 1e-6);
  EXPECT_NEAR(full.throughput, 10e6, 10e6 * 0.008 / (c.duration - c.warmup));
  // A random arrival falls into a pause with probability 1 - s, and waits for half of it; a packet takes 0.24 ms at
  // five times the rate.
  c.traffic = {udp("poisson", 1, 20e3)};
  c.duration = kSanitized ? 300 : 3000;
  c.network.access_delay = {0, 0};
  const double pause = 0.008, sending = 1500 * 8 / 50e6;
  const double n = c.duration * 20e3 / 12000;
  // A packet that a grant's end cuts takes the pause in the middle.
  const double mean = 0.8 * pause / 2 + sending / 0.01 * pause;
  EXPECT_NEAR(run(c).metrics.delay_mean - 0.02 - sending - 2 * 12e-6, mean, 4 * 0.003 / std::sqrt(n));
}

TEST(LinkKinds, JitterKeepsTheOrderAndIsHalfOfItOnAverage) {
  ScenarioConfig c = sared("droptail", 1, kSanitized ? 100 : 1000);
  c.network.access_delay = {0, 0};
  c.network.access_rate = 1e9;
  c.network.link().jitter = 0.004;
  c.traffic = {udp("cbr", 1, 120e3)};  // a packet in 100 ms: none catches up with another
  const double base = 0.02 + 12000 / 10e6 + 2 * 12000 / 1e9;
  const double n = c.duration * 10;
  const RowMetrics row = run(c).simulation->rows()[0];
  EXPECT_NEAR(row.delay_mean, base + 0.002, 4 * 0.004 / std::sqrt(12 * n));
  EXPECT_NEAR(row.jitter, 0.004 / std::sqrt(12), 0.1 * 0.004);
  // TCP meets no packet out of order: with room for all of them nothing is sent again.
  c.traffic = {ftp(2)};
  c.duration = 5;
  c.network.link().buffer = 100'000;
  c.network.link().reverse.jitter = 0.004;
  EXPECT_EQ(run(c).simulation->rows()[0].retransmissions, 0);
}

TEST(LinkKinds, APolicerLetsItsRateAndOneBurstPass) {
  Policer policer(8e6, 4500);
  int passed = 0;
  for (Time now = 0; now < 1'000'000'000; now += 500'000) passed += policer.conforms(now, 1500);
  EXPECT_EQ(passed, 3 + (999'500'000 / 1'500'000));
  ScenarioConfig c = overloaded();
  c.network.link().policer_rate = 6e6;
  const Finished f = run(c);
  EXPECT_NEAR(f.metrics.throughput, 6e6, 6e6 * 0.001);
  EXPECT_EQ(f.metrics.drops_overflow, 0);
  EXPECT_NEAR(f.simulation->rows()[0].loss_ratio, 1 - 6. / 18, 0.002);
}

TEST(LinkKinds, LossesInRunsHaveTheirShareAndTheirLength) {
  const double kPackets = kSanitized ? 200'000 : 2'000'000;
  for (const double run_length : {1.0, 3.0, 20.0}) {
    const double loss = 0.02;
    RunsOfLoss runs(run_length);
    Rng rng(7, 4);
    int lost = 0, begun = 0;
    bool before = false;
    for (int i = 0; i < kPackets; ++i) {
      const bool now = runs.next(loss, rng);
      lost += now;
      begun += now && !before;
      before = now;
    }
    // Runs and gaps are geometric: the variance of the share is (1 + rho) / (1 - rho) times that of independent losses,
    // rho = 1 - 1 / b - L / (b (1 - L)) the chain's second eigenvalue.
    const double rho = 1 - 1 / run_length - loss / (run_length * (1 - loss));
    const double sigma = std::sqrt(loss * (1 - loss) / kPackets * (1 + rho) / (1 - rho));
    EXPECT_NEAR(lost / kPackets, loss, 4 * sigma) << run_length;
    EXPECT_NEAR(lost / double(begun), run_length, 4 * run_length / std::sqrt(begun)) << run_length;
  }
}

TEST(LinkKinds, GilbertAndElliottsChainLosesItsMean) {
  // Elliott 1963: the bad state has the share p / (p + r) of the packets. Fates are correlated by 1 - p - r a packet.
  const double kPackets = kSanitized ? 100'000 : 1'000'000;
  for (const Gemodel& model : {Gemodel{0.01, 0.2, 1, 0}, Gemodel{0.05, 0.1, 0.4, 0.02}, Gemodel{0.3, 1, 0.5, 0.1},
                               Gemodel{0, 0, 1, 0.03}, Gemodel{1, 0, 0.25, 0}}) {
    const double bad = model.p > 0 ? model.p / (model.p + model.r) : 0;
    const double mean = bad * model.bad + (1 - bad) * model.good;
    EXPECT_DOUBLE_EQ(model.mean(), mean);
    GilbertElliott chain(model);
    Rng rng(5, 4);
    int lost = 0;
    for (int i = 0; i < kPackets; ++i) lost += chain.next(rng);
    const double between = (model.bad - model.good) * (model.bad - model.good) * bad * (1 - bad);
    const double memory = 1 - model.p - model.r;
    const double variance = mean * (1 - mean) + (between > 0 ? 2 * between * memory / (1 - memory) : 0);
    EXPECT_NEAR(lost / kPackets, mean, 4 * std::sqrt(variance / kPackets) + 1.0 / kPackets) << model.p;
  }
}

TEST(LinkKinds, AHostWithALimitHoldsThatMuchAndLosesTheRest) {
  ScenarioConfig c = overloaded();
  c.warmup = 1;
  c.network.access_buffer = 10;
  c.traffic = {udp("cbr", 1, 9e6)};
  c.traffic[0].access_rate = 3e6;
  const Finished f = run(c);
  const RowMetrics row = f.simulation->rows()[0];
  // A packet is accepted when one begins to leave, or until the next one would come after that: it waits for ten
  // packets minus that time.
  EXPECT_LE(row.latency_added, 10 * 12000 / 3e6);
  EXPECT_GE(row.latency_added, 10 * 12000 / 3e6 - 12000 / 9e6);
  const double measured = c.duration - c.warmup;
  EXPECT_NEAR(row.host_drops, measured * (9e6 - 3e6) / 12000, 12);
  EXPECT_NEAR(row.loss_ratio, 2.0 / 3, 12 / (measured * 9e6 / 12000));
  EXPECT_EQ(f.metrics.drops_overflow, 0);
  EXPECT_EQ(lost_track_of(f), 0);
}

TEST(LinkKinds, AHostWithRoomForEverythingIsOneWithoutALimit) {
  ScenarioConfig c = sared("codel", 4, kSanitized ? 3 : 10);
  TrafficGroup up = ftp(2);
  up.direction = Direction::reverse;
  c.traffic.push_back(up);
  const Finished without = run(c);
  c.network.access_buffer = 1'000'000;
  EXPECT_EQ(run(c).simulation->digest(), without.simulation->digest());
  // A row's own limit counts in place of the network's; acknowledgements wait in it, too.
  c.traffic[1].access_buffer = 1;
  const Finished tight = run(c);
  EXPECT_EQ(tight.simulation->rows()[0].host_drops, 0);
  EXPECT_GT(tight.simulation->rows()[1].host_drops, 0);
}

TEST(LinkKinds, LosesTrackOfNoPacket) {
  Rng rng(11, 1);
  for (const char* aqm : {"droptail", "red", "codel", "pie", "fq_codel", "cake", "dualpi2"}) {
    for (int i = 0; i < (kSanitized ? 2 : 6); ++i) {
      ScenarioConfig c = sared(aqm, 3, kSanitized ? 2 : 6);
      TrafficGroup up = ftp(2);
      up.direction = Direction::reverse;
      c.traffic.push_back(up);
      const auto some = [&rng] { return rng.uniform() < 0.5; };
      LinkConfig& link = c.network.link();
      if (some()) link.frame = {static_cast<int>(rng.uniform() * 60), 64, some() ? Cells::atm : Cells::ptm};
      if (some()) link.grant_period = 0.001 + 0.02 * rng.uniform();
      if (some()) link.jitter = 0.01 * rng.uniform();
      if (some()) link.policer_rate = 3e6 + 9e6 * rng.uniform();
      if (some()) link.reverse.grant_period = 0.002;
      if (some()) link.reverse.aqm = BackQueue::lane;
      if (some()) c.network.loss_run = 4;
      if (some()) c.network.random_loss = 0.02;
      if (some()) c.network.access_buffer = 5;
      const Finished f = run(c);
      EXPECT_EQ(lost_track_of(f), 0) << aqm << i;
      EXPECT_LE(f.metrics.utilization, 1) << aqm << i;
      EXPECT_EQ(run(c, 777).simulation->digest(), f.simulation->digest()) << aqm << i;
    }
  }
}

TEST(LinkKinds, AreRefusedWhereTheyCannotBe) {
  const auto refused = [](const ScenarioConfig& c) {
    const auto issues = check(c);
    return issues.empty() ? std::string() : issues[0].path;
  };
  ScenarioConfig c = sared("red", 1);
  c.network.link().grant_period = 0.01;
  c.network.link().changes = {{1, 5e6, -1, -1}};
  EXPECT_EQ(refused(c), "network.bottleneck.grant_period");
  c = sared("red", 1);
  c.network.link().policer_rate = 1e6;
  c.network.link().policer_burst = 1499;
  EXPECT_EQ(refused(c), "network.bottleneck.policer.burst");
  c = sared("red", 1);
  c.network.loss_run = 2;
  c.network.random_loss = 0.7;
  EXPECT_EQ(refused(c), "network.random_loss");
  c.network.gemodel.p = 0.01;
  EXPECT_EQ(refused(c), "network.gemodel.p");
  c.network.gemodel.p = -1;
  c.network.random_loss = 0.6;
  EXPECT_EQ(refused(c), "");
}

}  // namespace
}  // namespace aqm::test
