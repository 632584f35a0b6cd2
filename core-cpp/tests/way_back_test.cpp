// A way back that is a link of its own: against the plain one, a closed form, and what a home router does.
#include <gtest/gtest.h>

#include <cmath>

#include "support/discipline.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

ScenarioConfig two_way(const std::string& aqm) {
  ScenarioConfig c = sared(aqm, 5, kSanitized ? 5 : 40);
  c.warmup = c.duration / 4;
  TrafficGroup up = ftp(2);
  up.direction = Direction::reverse;
  c.traffic.push_back(up);
  return c;
}

TEST(WayBack, OfTheSameKindChangesNothing) {
  // A link of its own with the link's own rate, delay and buffer does what the plain way back does, packet by packet.
  for (const char* aqm : {"droptail", "red", "fq_codel"}) {
    ScenarioConfig plain = two_way(aqm), own = plain;
    own.network.link().reverse.rate = own.network.link().rate;
    const Finished a = run(plain), b = run(own);
    EXPECT_EQ(a.simulation->flow_goodputs(), b.simulation->flow_goodputs()) << aqm;
    EXPECT_EQ(a.metrics.departures, b.metrics.departures) << aqm;
    EXPECT_EQ(a.metrics.queue_mean, b.metrics.queue_mean) << aqm;
  }
}

TEST(WayBack, CarriesItsOwnRate) {
  // 10 Mbit/s down, 2 up: each direction's data fill their own link, minus the acknowledgements of the other direction.
  ScenarioConfig c = two_way("droptail");
  c.network.link().reverse.rate = 2e6;
  const Finished f = run(c);
  const std::vector<RowMetrics> rows = f.simulation->rows();
  const double up = rows[1].goodput, down = rows[0].goodput;
  // An acknowledgement of 40 bytes goes up for every packet of 1500 that comes down.
  const double answers = down / 1460 * 40;
  if (!kSanitized) {
    EXPECT_GT((up / 1460 * 1500 + answers) / 2e6, 0.95);  // retransmissions are not counted
  }
  EXPECT_LE(up / 1460 * 1500 + answers, 2e6 * (1 + 1e-9));
}

TEST(WayBack, HasItsOwnDelay) {
  // One packet at a time: the round trip is the sum of the links that it crosses.
  ScenarioConfig c = sared("droptail", 1, 5);
  c.network.access_delay = {0.001, 0.001};
  c.network.link().delay = 0.020;
  c.network.link().reverse.delay = 0.050;
  c.network.link().reverse.rate = 1e6;
  TrafficGroup& row = c.traffic[0];
  row.start = {0, 0};
  row.receiver_window = 1;
  row.handshake = false;
  const Finished f = run(c);
  const double trip = 4 * 0.001 + 0.020 + 0.050 + 2 * 12000 / 10e6 + 12000 / 10e6 + 2 * 320 / 10e6 + 320 / 1e6;
  EXPECT_NEAR(f.metrics.arrivals, std::floor(5 / trip) + 1, 1);
}

TEST(WayBack, ManagedByTheLanesAqmKeepsDownloadsFast) {
  AQM_LONG_RUN();
  // Two uploads fill a slow way back. Behind an unmanaged buffer of a second acknowledgements of the downloads wait
  // with them (Heusse et al. 2011); flow queues let them pass.
  ScenarioConfig c = two_way("fq_codel");
  c.traffic[0].flows = 1;
  c.duration = 60;
  c.network.link().rate = 20e6;
  c.network.access_rate = 1e9;
  c.network.link().reverse.rate = 1e6;
  c.network.link().reverse.buffer = 250;
  const double unmanaged = run(c).metrics.utilization;
  c.network.link().reverse.aqm = BackQueue::lane;
  const double managed = run(c).metrics.utilization;
  // Of three flows on the way back the acknowledgements have a third at least: 1e6 / 3 / 320 a second, a packet of
  // 12,000 bits each.
  EXPECT_GT(managed, 1e6 / 3 / 320 * 12000 / 20e6);
  EXPECT_LT(unmanaged, 0.6 * managed);
}

TEST(WayBack, LosesTrackOfNoPacket) {
  for (const Scheme* scheme : catalogue()) {
    ScenarioConfig c = two_way(std::string(scheme->id()));
    c.duration = kSanitized ? 3 : 10;
    c.warmup = 0;
    c.network.link().reverse = {3e6, 0.01, 140, BackQueue::lane};
    if (c.aqm == "rrmdp") {
      set(c, "min_th", 35);
      set(c, "max_th", 105);
    }
    const Finished f = run(c);
    EXPECT_EQ(lost_track_of(f), 0) << c.aqm;
    EXPECT_LE(f.metrics.utilization, 1 + 1e-9) << c.aqm;
  }
}

TEST(WayBack, NamesTheLinkAtWhichAParameterDoesNotDo) {
  ScenarioConfig c = two_way("red");
  c.network.link().reverse.aqm = BackQueue::lane;
  c.network.link().reverse.buffer = 10;
  const std::vector<ConfigIssue> issues = check(c);
  ASSERT_FALSE(issues.empty());
  EXPECT_NE(issues[0].rule.find("(at network.bottleneck.reverse)"), std::string::npos) << issues[0].rule;
}

}  // namespace
}  // namespace aqm::test
