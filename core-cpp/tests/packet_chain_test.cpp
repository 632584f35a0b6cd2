// A chain of links in the packet simulator: against the dumbbell, closed forms, conservation, and itself with another
// observed link.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "aqm/rng.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

ScenarioConfig chain_of(ScenarioConfig c, std::vector<LinkConfig> links, int observed = 0) {
  c.network.links = std::move(links);
  c.network.observed = observed;
  return c;
}

TrafficGroup between(TrafficGroup row, int from, int to) {
  row.from = from;
  row.to = to;
  return row;
}

/// Two equal links, flows over both and over each: the smallest parking lot.
ScenarioConfig parking_lot(const std::string& aqm, double duration) {
  ScenarioConfig c = chain_of(sared(aqm, 0, duration), {{8e6, 0.01, 120, true}, {8e6, 0.015, 120, true}});
  c.network.access_rate = 100e6;
  c.traffic = {between(ftp(10), 0, 2), between(ftp(10), 0, 1), between(ftp(10), 1, 2)};
  return c;
}

double sum(const std::vector<double>& rates, int from, int to) {
  return std::accumulate(rates.begin() + from, rates.begin() + to, 0.0);
}

// ---- against the dumbbell -------------------------------------------------------------------------------------------

TEST(PacketChain, OfOneLinkIsTheDumbbell) {
  for (const char* aqm : {"red", "pie", "codel", "sfb", "droptail"}) {
    ScenarioConfig c = sared(aqm, 20, 20);
    c.network.random_loss = 0.001;
    TrafficGroup reverse = ftp(5);
    reverse.direction = Direction::reverse;
    c.traffic.push_back(reverse);
    c.traffic.push_back(udp("poisson", 3, 2e5));
    const Finished dumbbell = run(c);
    const Finished chain =
        run(chain_of(c, {{c.network.link().rate, c.network.link().delay, c.network.link().buffer, true}}));
    EXPECT_EQ(chain.simulation->digest(), dumbbell.simulation->digest()) << aqm;
    EXPECT_EQ(chain.simulation->flow_goodputs(), dumbbell.simulation->flow_goodputs()) << aqm;
  }
}

TEST(PacketChain, LinksThatNeverFillOnlyAddTheirDelay) {
  AQM_LONG_RUN();
  // Links a hundred times faster add 12 us of serialisation each to a round trip of 70 to 90 ms.
  const auto over_seeds = [](const ScenarioConfig& config, double Metrics::*metric) {
    double total = 0, squares = 0;
    const int kSeeds = 12;
    for (int seed = 1; seed <= kSeeds; ++seed) {
      ScenarioConfig c = config;
      c.seed = static_cast<std::uint64_t>(seed);
      const double value = run(c).metrics.*metric;
      total += value;
      squares += value * value;
    }
    const double mean = total / kSeeds;
    return std::pair(mean, (squares / kSeeds - mean * mean) / (kSeeds - 1));  // and the variance of the mean
  };
  for (const char* aqm : {"red", "droptail"}) {
    ScenarioConfig longer = sared(aqm, 25, 60);
    longer.warmup = 10;
    longer.network.link().delay = 0.02;
    const ScenarioConfig chain =
        chain_of(longer, {{1e9, 0.004, 140, true}, {10e6, 0.01, 140, true}, {1e9, 0.006, 140, false}}, 1);
    for (const auto metric : {&Metrics::queue_mean, &Metrics::utilization, &Metrics::loss_ratio, &Metrics::goodput}) {
      const auto [one, one_variance] = over_seeds(longer, metric);
      const auto [other, other_variance] = over_seeds(chain, metric);
      EXPECT_LT(std::abs(one - other), 4 * std::sqrt(one_variance + other_variance) + 1e-4 * one) << aqm;
    }
  }
}

// ---- closed forms ---------------------------------------------------------------------------------------------------

TEST(PacketChain, APacketTakesTheSumOfItsLinks) {
  const std::vector<LinkConfig> links{{5e6, 0.011, 140, true}, {2e6, 0.007, 50, false}, {40e6, 0.003, 140, true}};
  for (int from = 0; from < 3; ++from) {
    for (int to = from + 1; to <= 3; ++to) {
      for (const Direction direction : {Direction::forward, Direction::reverse}) {
        for (int observed = 0; observed < 3; ++observed) {
          ScenarioConfig c = chain_of(sared("red", 0, 5), links, observed);
          c.network.packet_size = 1000;
          c.network.access_delay = {0.002, 0.002};
          c.traffic = {between(udp("cbr", 1, 1e5), from, to)};
          c.traffic[0].direction = direction;
          double expected = 2 * (0.002 + 8000 / 10e6);
          for (int i = from; i < to; ++i) {
            const LinkConfig& link = links[static_cast<std::size_t>(i)];
            expected += link.delay + 8000 / link.rate;
          }
          const Finished f = run(c);
          EXPECT_NEAR(f.metrics.delay_mean, expected, 1e-8) << from << to << observed;
          EXPECT_NEAR(f.metrics.jitter, 0, 1e-9);
          const bool seen = direction == Direction::forward && from <= observed && observed < to;
          EXPECT_NEAR(f.metrics.arrivals, seen ? 5 * 1e5 / 8000 : 0, 2) << from << to << observed;
        }
      }
    }
  }
}

TEST(PacketChain, ATcpFileGoesThereAndBackOverEveryLink) {
  // One segment: the flow ends when its acknowledgement is back, which no limit of the queues delays.
  ScenarioConfig c = chain_of(sared("red", 0, 20), {{5e6, 0.05, 140, true}, {5e6, 0.1, 140, true}});
  c.traffic = {ftp(3), ftp(3), between(ftp(2), 1, 2)};
  for (TrafficGroup& row : c.traffic) set(row, "bytes", {1e5, 1e5});
  c.traffic[1].direction = Direction::reverse;
  for (const double rate : run(c).simulation->flow_goodputs()) EXPECT_DOUBLE_EQ(rate * 20 / 8, 1e5);
}

TEST(PacketChain, WhatOneLinkLetsThroughIsWhatTheNextGets) {
  // UDP of 12 Mbit/s through 9 and then 6 Mbit/s: each link loses what it cannot carry.
  const std::vector<LinkConfig> links{{9e6, 0.01, 50, false}, {6e6, 0.01, 50, false}, {8e6, 0.01, 50, false}};
  ScenarioConfig c = chain_of(sared("droptail", 0, 100), links);
  c.network.access_rate = 100e6;
  c.traffic = {udp("cbr", 4, 3e6)};
  const double rates[] = {9e6, 6e6, 6e6}, losses[] = {1 - 9. / 12, 1 - 6. / 9, 0};
  for (int i = 0; i < 3; ++i) {
    c.network.observed = i;
    const Finished f = run(c);
    EXPECT_NEAR(f.metrics.throughput / rates[i], 1, 0.002) << i;
    EXPECT_NEAR(f.metrics.loss_ratio, losses[i], 0.003) << i;
    EXPECT_EQ(lost_track_of(f), 0) << i;
    EXPECT_NEAR(f.metrics.goodput, 6e6 * 1472 / 1500, 2e4) << i;
  }
}

// ---- a path turned round --------------------------------------------------------------------------------------------

/// The way back is a row of FIFOs with the same rates, delays and buffers: in the opposite direction, a path with
/// DropTail carries the same, to the bit. A dumbbell is a path of one link.
void expect_same_turned_round(ScenarioConfig c) {
  const std::vector<double> forward = run(c).simulation->flow_goodputs();
  std::reverse(c.network.links.begin(), c.network.links.end());
  for (TrafficGroup& row : c.traffic) row.direction = Direction::reverse;
  EXPECT_EQ(run(c).simulation->flow_goodputs(), forward);
}

/// A row of any kind and any options.
TrafficGroup random_row(Rng& rng) {
  const int flows = 1 + static_cast<int>(rng.below(6));
  if (rng.below(4) == 0) return udp("cbr", flows, rng.uniform(5e4, 1e6));
  if (rng.below(4) == 0) {
    TrafficGroup row = udp("onoff", flows, rng.uniform(5e4, 2e6));
    set(row, "on", {0.1, 0.5});
    set(row, "off", {0.1, 1});
    return row;
  }
  TrafficGroup row = ftp(flows);
  row.tcp = kControls[rng.below(4)];
  row.sack = rng.below(3) != 0;
  row.delayed_ack = rng.below(2) == 0;
  row.ecn = rng.below(2) == 0;
  row.flight = rng.below(2) == 0 ? FlightEstimate::pipe : FlightEstimate::outstanding;
  row.initial_window = 1 + static_cast<int>(rng.below(10));
  row.min_rto = rng.below(2) == 0 ? 0.2 : 1;
  if (rng.below(3) == 0) row.receiver_window = 1 + static_cast<int>(rng.below(60));
  if (rng.below(3) == 0) set(row, "bytes", {1000, 3e5});
  if (rng.below(4) == 0) row.stop = {2, 5};
  if (rng.below(3) == 0) row.packet_size = 200 + static_cast<int>(rng.below(1200));
  return row;
}

TEST(PacketChain, AnyPathTurnedRoundCarriesTheSame) {
  for (std::uint64_t seed = 1; seed <= (kSanitized ? 60 : 300); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Rng rng(seed, 77);
    ScenarioConfig c = sared("droptail", 0, 6);
    c.seed = seed;
    c.network.link().rate = rng.uniform(0.1e6, 12e6);
    c.network.link().delay = rng.uniform(0, 0.05);
    c.network.link().buffer = 1 + static_cast<int>(rng.below(120));
    c.network.access_rate = rng.uniform(0.2e6, 50e6);
    c.network.access_delay = {0.001, rng.uniform(0.001, 0.05)};
    std::vector<LinkConfig> chain;
    for (std::uint32_t links = rng.below(4); links > 1; --links) {
      const int buffer = 1 + static_cast<int>(rng.below(100));
      const LinkConfig link{rng.uniform(0.2e6, 12e6), rng.uniform(0, 0.03), buffer, false};
      chain.push_back(link);
    }
    if (!chain.empty()) c.network.links = chain;
    c.traffic.clear();
    for (std::uint32_t rows = 1 + rng.below(3); rows > 0; --rows) c.traffic.push_back(random_row(rng));
    expect_same_turned_round(c);
  }
}

TEST(PacketChain, EveryLinkLosesAtRandom) {
  ScenarioConfig c = chain_of(sared("droptail", 0, 200), std::vector<LinkConfig>(3, {10e6, 0.01, 100, false}), 1);
  c.network.random_loss = 0.1;
  c.traffic = {udp("cbr", 4, 1e6)};
  // 66,667 packets: the binomial standard deviation of what three links leave is 0.0017.
  EXPECT_NEAR(run(c).metrics.goodput / (4e6 * 1472 / 1500), 0.9 * 0.9 * 0.9, 0.008);
}

// ---- what is observed changes nothing of what happens ---------------------------------------------------------------

TEST(PacketChain, ObservingAnotherLinkGivesTheSameHistory) {
  for (const char* aqm : {"red", "pie", "codel", "fq_codel", "droptail"}) {
    ScenarioConfig c = parking_lot(aqm, 30);
    c.network.links.push_back({6e6, 0.005, 60, false});
    c.network.random_loss = 0.0005;
    TrafficGroup reverse = between(ftp(4), 1, 3);
    reverse.direction = Direction::reverse;
    c.traffic.push_back(reverse);
    c.traffic.push_back(between(udp("onoff", 3, 4e5), 2, 3));
    const Finished first = run(c);
    for (int observed = 1; observed < 3; ++observed) {
      c.network.observed = observed;
      const Finished other = run(c);
      EXPECT_EQ(first.simulation->flow_goodputs(), other.simulation->flow_goodputs()) << aqm;
      EXPECT_EQ(first.metrics.delay_mean, other.metrics.delay_mean) << aqm;
      EXPECT_EQ(first.simulation->digest(), other.simulation->digest()) << aqm;
      EXPECT_EQ(lost_track_of(other), 0) << aqm;
    }
  }
}

TEST(PacketChain, ATieAtALinkIsResolvedTheSameWayObservedOrNot) {
  // A constant rate that meets a link of the same pace: arrivals and ends of transmission fall on the same nanosecond.
  ScenarioConfig c =
      chain_of(sared("droptail", 0, 20), {{8e6, 0.01, 3, false}, {8e6, 0.01, 3, false}, {8e6, 0.01, 3, false}});
  c.network.packet_size = 1000;
  c.network.access_rate = 8e6;
  c.network.access_delay = {0.005, 0.005};
  c.traffic = {between(udp("cbr", 1, 8e6), 0, 3), between(udp("cbr", 1, 4e6), 1, 3), between(udp("cbr", 1, 2e6), 2, 3)};
  const Finished first = run(c);
  for (int observed = 1; observed < 3; ++observed) {
    c.network.observed = observed;
    const Finished other = run(c);
    EXPECT_EQ(first.simulation->flow_goodputs(), other.simulation->flow_goodputs()) << observed;
    EXPECT_GT(other.metrics.drops_overflow, 1000) << observed;
  }
}

// ---- the parking lot ------------------------------------------------------------------------------------------------

TEST(PacketChain, LongFlowsGetLessThanThoseThatCrossOneLink) {
  // Floyd 1991, "Connections with multiple congested gateways": a flow over more congested gateways gets less.
  for (const char* aqm : {"red", "droptail", "pie"}) {
    ScenarioConfig c = parking_lot(aqm, 120);
    c.warmup = 20;
    for (int observed = 0; observed < 2; ++observed) {
      c.network.observed = observed;
      const Finished f = run(c);
      const std::vector<double> rates = f.simulation->flow_goodputs();
      EXPECT_LT(sum(rates, 0, 10), 0.7 * sum(rates, 10, 20)) << aqm;
      EXPECT_LT(sum(rates, 0, 10), 0.7 * sum(rates, 20, 30)) << aqm;
      EXPECT_GT(f.metrics.utilization, 0.95) << aqm;
    }
  }
}

TEST(PacketChain, UdpAcrossTakesItsShareFirst) {
  ScenarioConfig c = parking_lot("red", 100);
  c.warmup = 20;
  c.network.observed = 1;
  c.traffic[2] = between(udp("cbr", 5, 1e6), 1, 2);
  const Finished f = run(c);
  const std::vector<double> rates = f.simulation->flow_goodputs();
  EXPECT_LT(sum(rates, 0, 10), 3.2e6);  // what 5 Mbit/s of the second link's 8 leave
  EXPECT_GT(sum(rates, 20, 25), 4.5e6);
  EXPECT_GT(f.metrics.utilization, 0.95);
}

// ---- invariants -----------------------------------------------------------------------------------------------------

TEST(PacketChain, EverySchemeConservesPacketsAtEveryLink) {
  for (const Scheme* scheme : catalogue()) {
    const std::string id(scheme->id());
    ScenarioConfig c = parking_lot(id, kSanitized ? 3 : 8);
    c.network.links = {{8e6, 0.01, 200, true}, {15e6, 0.01, 60, false}, {8e6, 0.01, 200, true}};
    while (!check(c).empty()) {  // some schemes' defaults are for a longer buffer
      c.network.links[0].buffer = c.network.links[2].buffer *= 10;
      ASSERT_LE(c.network.links[0].buffer, 1'000'000) << id;
    }
    c.traffic = {between(ftp(15), 0, 3), between(ftp(15), 0, 1), between(ftp(15), 2, 3),
                 between(udp("poisson", 2, 5e5), 1, 3)};
    c.traffic[0].ecn = true;
    c.traffic[1].direction = Direction::reverse;
    std::vector<double> goodputs;
    for (int observed = 0; observed < 3; ++observed) {
      c.network.observed = observed;
      const Finished f = run(c);
      EXPECT_EQ(lost_track_of(f), 0) << id << observed;
      EXPECT_GT(f.metrics.departures, 100) << id << observed;
      if (goodputs.empty()) goodputs = f.simulation->flow_goodputs();
      EXPECT_EQ(f.simulation->flow_goodputs(), goodputs) << id << observed;
    }
  }
}

TEST(PacketChain, SlicesAndNeighboursDoNotChangeTheResult) {
  const ScenarioConfig a = parking_lot("red", 15), b = parking_lot("codel", 15);
  std::vector<ConfigIssue> issues;
  auto first = Simulation::create(a, {}, issues), second = Simulation::create(b, {}, issues);
  bool more = true;
  while (more) {
    const bool x = first->run(from_seconds(15), 997), y = second->run(from_seconds(15), 1);
    more = !(x && y);
  }
  EXPECT_EQ(first->digest(), run(a, UINT64_MAX).simulation->digest());
  EXPECT_EQ(second->digest(), run(b, UINT64_MAX).simulation->digest());
}

TEST(PacketChain, RunsWithoutTraffic) {
  ScenarioConfig c = parking_lot("pie", 2);
  c.traffic.clear();
  EXPECT_EQ(run(c).metrics.arrivals, 0);
}

// ---- what is refused ------------------------------------------------------------------------------------------------

TEST(PacketChain, RefusesWhatItCannotRun) {
  struct Case {
    const char* path;
    void (*spoil)(ScenarioConfig&);
  };
  const Case cases[] = {
      {"network.links", [](ScenarioConfig& c) { c.network.links.resize(33); }},
      {"network.links[1].rate", [](ScenarioConfig& c) { c.network.links[1].rate = 0; }},
      {"network.links[1].delay", [](ScenarioConfig& c) { c.network.links[1].delay = kUnset; }},
      {"network.links[0].buffer", [](ScenarioConfig& c) { c.network.links[0].buffer = 0; }},
      {"network.observed", [](ScenarioConfig& c) { c.network.observed = 2; }},
      {"network.observed", [](ScenarioConfig& c) { c.network.observed = -1; }},
      {"network.observed",
       [](ScenarioConfig& c) {
         c.network.links.resize(1);
         c.network.observed = 1;
         c.traffic = {ftp(1)};
       }},
      {"traffic[1].to", [](ScenarioConfig& c) { c.traffic[1].to = 3; }},
      {"traffic[1].to", [](ScenarioConfig& c) { c.traffic[1].to = -2; }},
      {"traffic[1].from", [](ScenarioConfig& c) { c.traffic[1].from = 1; }},
      {"traffic[1].from", [](ScenarioConfig& c) { c.traffic[1].from = -1; }},
      {"aqm.params.max_th", [](ScenarioConfig& c) { c.network.links[1].buffer = 100; }},
  };
  for (const Case& bad : cases) {
    ScenarioConfig c = parking_lot("red", 5);
    bad.spoil(c);
    std::vector<ConfigIssue> issues;
    EXPECT_EQ(Simulation::create(c, {}, issues), nullptr) << bad.path;
    ASSERT_FALSE(issues.empty()) << bad.path;
    EXPECT_EQ(issues[0].path, bad.path);
  }
  ScenarioConfig c = parking_lot("red", 1);
  c.network.links[1] = {8e6, 0.01, 100, false};  // thresholds are for the queues that the scheme manages
  EXPECT_EQ(lost_track_of(run(c)), 0);
  EXPECT_TRUE(check(c).empty());
}

}  // namespace
}  // namespace aqm::test
