// CAKE's parts against closed forms: shares by weights and by hosts, the throughput that its shaper and its overheads
// leave, the acknowledgements that its filter removes. The results of Linux's code for given packets are in
// tests/cli/vectors.test.ts.
#include <gtest/gtest.h>

#include <numeric>

#include "parts/linux_cake_acks.hpp"
#include "parts/linux_cake_tins.hpp"
#include "support/discipline.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

constexpr double kBesteffort = 0, kDiffserv3 = 1, kDiffserv4 = 2;
constexpr double kFlowblind = 0, kFlows = 4, kDualSource = 5, kDualDestination = 6, kTriple = 7;
constexpr double kInterplanetary = 7, kLinux = 1;
constexpr int kBulk = 8, kVideo = 34, kVoice = 46;  ///< CS1, AF41, EF

TrafficGroup flood(int flows, double rate, int dscp = 0, int host = -1) {
  TrafficGroup row = udp("cbr", flows, rate);
  row.service = dscp;
  row.host = host;
  return row;
}

ScenarioConfig cake(const Settings& settings, std::vector<TrafficGroup> rows) {
  ScenarioConfig c = sared("cake", 1, kSanitized ? 3 : 10);
  c.warmup = 1;
  c.network.access_rate = 1e9;
  c.network.link().buffer = 1000;
  c.traffic = std::move(rows);
  for (const auto& [name, value] : settings) set(c, name, value);
  return c;
}

/// For each row, its share of the total.
std::vector<double> shares(const ScenarioConfig& c) {
  std::vector<double> parts;
  for (const RowMetrics& row : run(c).simulation->rows()) parts.push_back(row.goodput);
  const double all = std::accumulate(parts.begin(), parts.end(), 0.0);
  for (double& part : parts) part /= all;
  return parts;
}

TEST(Cake, PutsCodePointsIntoTheTinsOfItsLists) {
  // tc-cake(8): diffserv3 has CS1 and LE as bulk, and TOS4, VA, EF, CS6, CS7 as voice; diffserv4 besides AF4x, AF3x,
  // CS3, AF2x, CS2, TOS4 as video, and CS4, CS5 as voice.
  using kernel::tin_of, kernel::TinMode;
  for (const int dscp : {1, 8}) EXPECT_EQ(tin_of(TinMode::diffserv3, dscp), 1U) << dscp;
  for (const int dscp : {4, 44, 46, 48, 56}) EXPECT_EQ(tin_of(TinMode::diffserv3, dscp), 2U) << dscp;
  for (const int dscp : {0, 10, 18, 34, 40, 63, 200}) EXPECT_EQ(tin_of(TinMode::diffserv3, dscp), 0U) << dscp;
  for (const int dscp : {4, 16, 18, 24, 26, 34, 38}) EXPECT_EQ(tin_of(TinMode::diffserv4, dscp), 2U) << dscp;
  for (const int dscp : {32, 40, 44, 46, 48, 56}) EXPECT_EQ(tin_of(TinMode::diffserv4, dscp), 3U) << dscp;
  EXPECT_EQ(tin_of(TinMode::besteffort, 46), 0U);
  EXPECT_EQ(tin_of(TinMode::precedence, 46), 5U);
}

TEST(Cake, TinsWithoutAShaperShareByTheirQuanta) {
  // 1024 : 64 : 256, and of four tins 1024 : 64 : 512 : 256.
  const auto expect = [](double mode, const std::vector<TrafficGroup>& rows, const std::vector<double>& weights) {
    const auto found = shares(cake({{"isolation", kFlows}, {"diffserv", mode}}, rows));
    const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (std::size_t i = 0; i < weights.size(); ++i) EXPECT_NEAR(found[i], weights[i] / all, 0.003) << mode << i;
  };
  expect(kDiffserv3, {flood(1, 2e7), flood(1, 2e7, kBulk), flood(1, 2e7, kVoice)}, {1024, 64, 256});
  expect(kDiffserv4, {flood(1, 2e7), flood(1, 2e7, kBulk), flood(1, 2e7, kVideo), flood(1, 2e7, kVoice)},
         {1024, 64, 512, 256});
}

TEST(Cake, TinsBelowAShaperGetTheirThresholdsAndTheRestIsBestEffort) {
  // Bulk has a sixteenth of 8 Mbit/s, voice a quarter, and both have precedence below that rate: a call of 1 Mbit/s
  // does not wait for a flood.
  ScenarioConfig c = cake({{"bandwidth", 8e6}}, {flood(1, 2e7), flood(1, 2e7, kBulk), flood(1, 2e7, kVoice)});
  const auto found = shares(c);
  EXPECT_NEAR(found[1], 1.0 / 16, 0.002);
  EXPECT_NEAR(found[2], 1.0 / 4, 0.004);
  EXPECT_NEAR(run(c).metrics.throughput, 8e6, 8e6 * 0.001);
  c.traffic = {flood(1, 2e7), flood(1, 1e6, kVoice)};
  const Finished f = run(c);
  EXPECT_EQ(f.simulation->rows()[1].loss_ratio, 0);
  // The call waits for the packet in transmission, and for the shaper to have sent it.
  EXPECT_LT(f.simulation->rows()[1].latency_added, 2 * 12000 / 8e6);
}

TEST(Cake, HostsShareBeforeFlows) {
  // One flow to one host beside eight to another: half for each host, or a ninth for each flow. Here each flow comes
  // from its own host.
  const std::vector<TrafficGroup> rows{flood(1, 2e7, 0, 1), flood(8, 2e7, 0, 2)};
  for (const double mode : {kTriple, kDualDestination})
    EXPECT_NEAR(shares(cake({{"isolation", mode}}, rows))[0], 0.5, 0.005) << mode;
  for (const double mode : {kFlows, kDualSource})
    EXPECT_NEAR(shares(cake({{"isolation", mode}}, rows))[0], 1.0 / 9, 0.003) << mode;
  // Rows with the same number are one host.
  const auto three = shares(cake({}, {flood(1, 2e7, 0, 1), flood(1, 2e7, 0, 2), flood(2, 2e7, 0, 2)}));
  EXPECT_NEAR(three[0], 0.5, 0.005);
  EXPECT_NEAR(three[1], 0.5 / 3, 0.005);
}

TEST(Cake, HostsShareTheWayBackByWhoSends) {
  ScenarioConfig c = cake({{"isolation", kDualSource}}, {flood(1, 2e7, 0, 1), flood(8, 2e7, 0, 2)});
  for (TrafficGroup& row : c.traffic) row.direction = Direction::reverse;
  c.network.link().reverse.aqm = BackQueue::lane;
  EXPECT_NEAR(shares(c)[0], 0.5, 0.005);
}

TEST(Cake, ItsShaperCountsWhatALinkAdds) {
  // 44 bytes over AAL5: 33 cells of 53 bytes for a packet of 1500.
  const ScenarioConfig c =
      cake({{"bandwidth", 8e6}, {"overhead", 44}, {"cells", 1}, {"diffserv", kBesteffort}}, {flood(1, 2e7)});
  EXPECT_NEAR(run(c).metrics.throughput, 8e6 * 1500 / (33 * 53), 8e6 * 0.001);
}

TEST(Cake, IngressChargesWhatItDrops) {
  // With the longest round trip the queue never runs empty: all drops are overflows.
  const Settings ingress{{"bandwidth", 8e6}, {"ingress", 1}, {"diffserv", kBesteffort}, {"preset", kInterplanetary}};
  // The drops of a flood alone exceed the rate: the second clock, which counts sent packets one and a half times,
  // passes two thirds.
  for (const double rate : {20e6, 40e6}) {
    ScenarioConfig c = cake(ingress, {flood(1, rate)});
    c.network.link().rate = 100e6;
    c.warmup = 2;  // until the buffer is full, the second clock again runs half as far ahead
    EXPECT_NEAR(run(c).metrics.throughput, 8e6 * 2 / 3, 8e6 * 0.002) << rate;
  }
  // Responsive senders: sent and dropped packets have all crossed the link before this one, and together they fill it.
  ScenarioConfig c = cake(ingress, {ftp(8)});
  c.duration = kSanitized ? 12 : 30;
  c.warmup = 6;
  c.network.link().buffer = 150;
  const Metrics m = run(c).metrics;
  const double drops = m.drops_early + m.drops_forced + m.drops_overflow;
  const double measured = c.duration - c.warmup;
  EXPECT_GT(drops, 20);
  EXPECT_NEAR((m.departures + drops) * 12000 / measured, 8e6, 8e6 * 0.01);
}

TEST(Cake, WithOneTinIsWhatItsPartsAreAsInLinux) {
  ScenarioConfig c = sared("cake", 6, kSanitized ? 4 : 15);
  c.traffic.push_back(udp("onoff", 3, 3e6));
  const auto digest = [&c](const char* aqm, const Settings& settings) {
    c.aqm = aqm;
    c.params = values_of(aqm, settings);
    return run(c).simulation->digest();
  };
  Settings one{{"diffserv", kBesteffort}, {"isolation", kFlows}, {"memory_limit", 0}, {"bandwidth", 9e6}};
  EXPECT_EQ(digest("cake", one), digest("cake_lite", {{"profile", kLinux}, {"ecn", 1}, {"bandwidth", 9e6}}));
  one = {{"diffserv", kBesteffort}, {"isolation", kFlowblind}, {"memory_limit", 0}};
  EXPECT_EQ(digest("cake", one), digest("cobalt", {{"profile", kLinux}, {"ecn", 1}}));
}

TEST(Cake, TakesItsTargetFromTheRoundTrip) {
  const Scheme& scheme = *find_scheme("cake");
  const auto value = [&](const Settings& settings, const char* name) {
    const auto all = scheme.resolve(values_of("cake", settings), {});
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (std::string_view(scheme.params()[i].name) == name) return all[i];
    }
    return kUnset;
  };
  EXPECT_DOUBLE_EQ(value({}, "rtt"), 0.1);
  EXPECT_DOUBLE_EQ(value({}, "target"), 0.005);
  EXPECT_DOUBLE_EQ(value({{"preset", 6}}, "target"), 0.05);
  EXPECT_DOUBLE_EQ(value({{"preset", 6}, {"rtt", 0.02}}, "target"), 0.001);
}

// ---- the filter of acknowledgements ---------------------------------------------------------------------------------

/// For a packet: `seq` is what it acknowledges, `kind` is 1 for an acknowledgement and 2 for one with an echo, `extra`
/// is how much more it reports.
struct Acks final : HeaderReader {
  Hosts hosts(const Packet&) const override { return {}; }
  bool bare_ack(const Packet& packet) const override { return packet.kind > 0; }
  bool echoes(const Packet& packet) const override { return packet.kind == 2; }
  bool covers(const Packet& later, const Packet& earlier) const override {
    return later.seq > earlier.seq && later.extra >= earlier.extra;
  }
};

struct Waiting {
  std::uint32_t seq;
  std::uint8_t kind = 1;
  std::uint32_t extra = 0, flow = 0;
};

/// The rest of a queue into which these packets come one by one.
std::vector<std::uint32_t> left(const std::vector<Waiting>& all, bool aggressive = false) {
  PacketPool pool;
  PacketChain chain;
  const Acks reader;
  for (const Waiting& one : all) {
    Packet packet;
    packet.seq = one.seq;
    packet.kind = one.kind;
    packet.extra = one.extra;
    packet.flow = one.flow;
    packet.size = 40;
    pool.push(chain, packet);
    const std::int32_t before = kernel::before_needless_ack(pool, chain, reader, aggressive);
    if (before != kernel::kNoAck) pool.take_behind(chain, before);
  }
  std::vector<std::uint32_t> found;
  for (Packet packet; pool.pop(chain, packet);) found.push_back(packet.seq);
  return found;
}

using Numbers = std::vector<std::uint32_t>;

TEST(CakeAcks, OfARunTheNewestTwoStayOrTheNewestAlone) {
  EXPECT_EQ(left({{1}, {2}, {3}, {4}, {5}}), (Numbers{4, 5}));
  EXPECT_EQ(left({{1}, {2}, {3}, {4}, {5}}, true), (Numbers{5}));
}

TEST(CakeAcks, WhatSaysMoreStays) {
  // Data, another flow's, a selective part that the later ones lack, and a number that does not grow.
  EXPECT_EQ(left({{1, 0}, {2, 0}, {3}, {4}, {5}}), (Numbers{1, 2, 4, 5}));
  EXPECT_EQ(left({{1, 1, 0, 7}, {2}, {3}, {4}}, true), (Numbers{1, 4}));
  EXPECT_EQ(left({{1, 1, 3}, {2}, {3}, {4}}), (Numbers{1, 3, 4}));
  EXPECT_EQ(left({{5}, {5}, {5}}), (Numbers{5, 5, 5}));
}

TEST(CakeAcks, AChangeOfTheEchoStays) {
  EXPECT_EQ(left({{1}, {2, 2}, {3}}), (Numbers{1, 2, 3}));
  EXPECT_EQ(left({{1, 2}, {2}}, true), (Numbers{1, 2}));
  EXPECT_EQ(left({{1, 2}, {2, 2}, {3, 2}}), (Numbers{2, 3}));
}

TEST(CakeAcks, MakeRoomOnASlowWayBack) {
  // 30 Mbit/s down, 0.2 Mbit/s up: acknowledgements of 40 bytes for each 1500 need 0.8 Mbit/s. With the filter they
  // fit, and no segment is lost because of it.
  ScenarioConfig c = sared("cake", 4, kSanitized ? 4 : 12);
  c.warmup = 3;
  c.network.access_rate = 100e6;
  c.network.link().rate = 30e6;
  c.network.link().reverse.rate = 0.2e6;
  c.network.link().reverse.aqm = BackQueue::lane;
  const double without = run(c).metrics.goodput;
  set(c, "ack_filter", 1);
  const Finished f = run(c);
  EXPECT_GT(f.metrics.goodput, 1.2 * without);
  EXPECT_EQ(lost_track_of(f), 0);
}

// ---- fq -------------------------------------------------------------------------------------------------------------

TEST(LinuxFq, ANewFlowBeginsWithItsInitialQuantum) {
  // Behind a flow in its rounds of two packets, a new flow sends its ten packets, and two more when it joins the
  // rounds.
  Bench fq("fq", {{"profile", kLinux}}, {10e6, 1000, 1500});
  for (int i = 0; i < 40; ++i) fq.arrive(0, 0.5, 1500, 0);
  for (int i = 0; i < 12; ++i) ASSERT_TRUE(fq.depart(0));
  for (int i = 0; i < 40; ++i) fq.arrive(0, 0.5, 1500, 1);
  Numbers order;
  for (int i = 0; i < 16; ++i) {
    ASSERT_TRUE(fq.depart(0));
    order.push_back(fq.departed.flow);
  }
  EXPECT_EQ(order, (Numbers{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1}));
}

TEST(LinuxFq, AFlowHasALimitAndAFullBufferDropsTheArrival) {
  Bench fq("fq", {{"profile", kLinux}, {"flow_limit", 3}}, {10e6, 5, 1500});
  for (int i = 0; i < 3; ++i) EXPECT_EQ(fq.arrive(0), Fate::accepted);
  EXPECT_EQ(fq.arrive(0), Fate::dropped_overflow);
  for (std::uint32_t flow = 1; flow < 3; ++flow) EXPECT_EQ(fq.arrive(0, 0.5, 1500, flow), Fate::accepted);
  EXPECT_EQ(fq.arrive(0, 0.5, 1500, 3), Fate::dropped_overflow);
}

TEST(LinuxFq, PacesAFlowByPacketsOrByQuanta) {
  // Slow flows packet by packet; at 4 Mbit/s a quantum of 3000 bytes each 6 ms. Others go ahead meanwhile.
  for (const double rate : {0.5e6, 4e6}) {
    ScenarioConfig c = sared("fq", 1, kSanitized ? 5 : 20);
    c.warmup = 2;
    c.network.access_rate = 1e9;
    c.network.link().buffer = 1000;
    c.traffic = {udp("cbr", 1, 9e6), udp("cbr", 1, 1e6)};
    set(c, "profile", kLinux);
    set(c, "maxrate", rate);
    const auto rows = run(c).simulation->rows();
    EXPECT_NEAR(rows[0].goodput * 1500 / 1472, rate, 0.01 * rate);
    EXPECT_NEAR(rows[1].goodput * 1500 / 1472, std::min(rate, 1e6), 0.01 * rate);
  }
}

}  // namespace
}  // namespace aqm::test
