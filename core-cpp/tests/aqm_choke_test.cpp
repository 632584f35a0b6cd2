// CHOKe against the equilibrium of its leaky buffer (Tang, Wang and Low, "Understanding CHOKe: throughput and spatial
// characteristics", IEEE/ACM ToN 12(4), 2004), derived here for unresponsive flows.
#include <gtest/gtest.h>

#include <cmath>

#include "support/discipline.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

TEST(Choke, DropsBothWhenAnArrivalMeetsItsOwnFlow) {
  Bench choke("choke", {{"w_q", 0.9}, {"min_th", 7}, {"max_th", 100}});
  for (std::uint32_t flow = 0; flow < 8; ++flow)
    EXPECT_EQ(choke.arrive(0, Bench::kNoDrop, 1000, 7), Fate::accepted) << flow;
  // Any drawn packet belongs to flow 7.
  EXPECT_EQ(choke.arrive(0, Bench::kNoDrop, 1000, 7), Fate::dropped_early);
  ASSERT_EQ(choke.late.drops.size(), 1u);
  EXPECT_EQ(choke.late.drops[0].packet.flow, 7u);
  EXPECT_EQ(choke.discipline->packets(), 7);
  EXPECT_EQ(choke.discipline->bytes(), 7000);
  // None is of flow 9.
  EXPECT_EQ(choke.arrive(0, Bench::kNoDrop, 1000, 9), Fate::accepted);
  EXPECT_EQ(choke.state("matches"), 1);
  int left = 0;
  while (choke.depart(1)) ++left;
  EXPECT_EQ(left, 8);
}

TEST(Choke, KeepsTheOrderOfThosePacketsThatStay) {
  Bench choke("choke", {{"w_q", 0.9}, {"min_th", 1}, {"max_th", 300}, {"candidates", 3}});
  Rng rng(31);
  for (int i = 0; i < 2000; ++i) {
    Packet p;
    p.flow = rng.below(12);
    p.seq = static_cast<std::uint32_t>(i);
    p.size = 1000;
    choke.discipline->enqueue(p, {i, Bench::kNoDrop, true});
    if (i % 3 == 0) choke.depart(1e-9 * i);
  }
  EXPECT_GT(choke.late.drops.size(), 100u);
  std::uint32_t last = 0;
  while (choke.depart(1)) {
    EXPECT_GT(choke.departed.seq, last);
    last = choke.departed.seq;
  }
}

TEST(Choke, BelowMinThItIsAFifo) {
  Bench choke("choke");
  for (int i = 0; i < 15; ++i) EXPECT_EQ(choke.arrive(0, 0, 1000, 7), Fate::accepted);
  EXPECT_TRUE(choke.late.drops.empty());
}

/// The flow `x0` and many small flows, together `small`, on a link of rate 1. An arrival passes RED with probability a.
/// Each later arrival of flow 0 draws one of its waiting packets with probability 1/b, so this packet survives the wait
/// tau with exp(-z), z = x0 tau / b:
///   its share of the queue      h = a (1 - h) (1 - exp(-z))
///   its throughput              mu = x0 a (1 - h) exp(-z)
///   the others, never drawn     small a = 1 - mu = (1 - h) b / tau = (1 - h) x0 / z
double leaky_throughput(double x0, double small) {
  const auto at = [&](double z) {
    const double e = std::exp(-z);
    double a = 1, mu = 0, h = 0;
    for (int i = 0; i < 200; ++i) {
      h = a * (1 - e) / (1 + a * (1 - e));
      mu = x0 * a * (1 - h) * e;
      a = 0.5 * a + 0.5 * std::min(1.0, (1 - mu) / small);
    }
    return std::pair{(1 - h) * x0 / z - (1 - mu), mu};
  };
  double lo = 1e-3, hi = 50;
  for (int i = 0; i < 100; ++i) {
    const double z = 0.5 * (lo + hi);
    (at(z).first > 0 ? lo : hi) = z;
  }
  return at(lo).second;
}

TEST(Choke, UnresponsiveFlowGetsWhatTheLeakyBufferLetsThrough) {
  for (const double small : {0.95, 1.2}) {  // enough for the average to stay above min_th
    for (const double x0 : {0.5, 1.2, 3.0}) {
      ScenarioConfig c = sared("choke", 1, 100);
      c.warmup = 20;
      c.network.access_rate = 50e6;
      // Only chance spaces the drops of the small flows.
      set(c, "count_mode", 2);
      set(c, "max_p", 0.5);
      c.traffic = {udp("poisson", 1, x0 * 10e6), udp("poisson", 1000, small * 10e3)};
      const Finished f = run(c);
      const double wanted = leaky_throughput(x0, small);
      const double goodput = f.simulation->rows()[0].goodput * 1500 / 1472;  // headers count as throughput too
      EXPECT_NEAR(goodput / 10e6, wanted, 0.03 * wanted + 0.002) << x0 << " " << small;
    }
  }
}

TEST(Choke, BoundsAnUnresponsiveFlowAmongTcpBelowOneOverEPlusOne) {
  // Many TCP flows: the share peaks at 1 / (e + 1) = 0.269, a little above the link's rate, and falls to zero beyond
  // it.
  double last = 1;
  for (const double x0 : {1.2, 2.0, 5.0}) {
    const auto share = [&](const char* aqm) {
      ScenarioConfig c = sared(aqm, 100, 100);
      c.warmup = 20;
      c.network.access_rate = 100e6;
      c.traffic.push_back(udp("cbr", 1, x0 * 10e6));
      return run(c).simulation->rows()[1].goodput / 10e6;
    };
    const double choke = share("choke");
    EXPECT_LT(choke, 0.275) << x0;
    EXPECT_LT(choke, last) << x0;
    EXPECT_GT(share("red"), 0.6) << x0;
    last = choke;
  }
  EXPECT_LT(last, 0.134);  // the model at 5, without drops by RED
}

}  // namespace
}  // namespace aqm::test
