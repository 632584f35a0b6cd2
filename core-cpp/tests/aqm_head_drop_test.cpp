// The invariants of the schemes that decide at the head of a queue, or that have many queues.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "parts/flow_hash.hpp"
#include "support/discipline.hpp"

namespace aqm::test {
namespace {

// ---- CoDel and COBALT -----------------------------------------------------------------------------------------------

TEST(Codel, WaitsForAWholeIntervalAboveTheTarget) {
  Bench codel("codel");
  for (int i = 0; i < 300; ++i) codel.arrive(0);
  double now = 0.02;  // sojourn above the target from the first departure on
  for (; now < 0.1199; now += 0.001) ASSERT_TRUE(codel.depart(now));
  EXPECT_TRUE(codel.late.drops.empty());
  codel.depart(0.1201);
  EXPECT_EQ(codel.late.drops.size(), 1u);
}

TEST(Codel, OneShortWaitStartsTheIntervalAnew) {
  Bench codel("codel");
  // Packets wait 50 ms, except one that waits 4 ms, every 90 ms.
  int n = 0;
  for (double now = 0; now < 3; now += 0.001, ++n) {
    Packet out;
    codel.arrive(now - (n % 90 == 0 ? 0.004 : 0.05), 0.5, 1000);
    codel.arrive(now, 0.5, 1000);
    codel.discipline->dequeue(from_seconds(now), out);
    while (codel.discipline->packets() > 5) codel.discipline->dequeue(from_seconds(now), out);
  }
  EXPECT_TRUE(codel.late.drops.empty());
}

TEST(Codel, NeverDropsTheLastMtu) {
  // One packet behind the leaving one has 1000 bytes, which is not more than the MTU, however long they have waited.
  Bench codel("codel");
  for (int i = 0; i < 2000; ++i) {
    codel.arrive(i);
    codel.arrive(i);
    ASSERT_TRUE(codel.depart(i + 0.5));
    ASSERT_TRUE(codel.depart(i + 0.6));
  }
  EXPECT_TRUE(codel.late.drops.empty());
}

TEST(Codel, MarksInsteadOfDroppingAndDeliversWhatItMarks) {
  Bench codel("codel", {{"ecn", 1}});
  codel.ecn = Ecn::ect0;
  for (int i = 0; i < 390; ++i) codel.arrive(0);
  int marked = 0, out = 0;
  for (double now = 0.02; codel.depart(now); now += 0.002) {
    ++out;
    marked += codel.departed.ecn == Ecn::ce;
  }
  EXPECT_EQ(out, 390);
  EXPECT_GT(marked, 5);
  EXPECT_EQ(codel.late.marks.size(), static_cast<std::size_t>(marked));
  EXPECT_TRUE(codel.late.drops.empty());
}

TEST(Codel, ResumesNearItsLastRate) {
  // Two long phases of delay, 0.2 s apart: the second starts with the drop count that the first had reached, not with
  // one.
  Bench codel("codel", {}, {10e6, 30'000, 1000});
  double now = 0;
  const auto spell = [&](double seconds) {
    for (const double end = now + seconds; now < end; now += 0.001) {
      while (codel.discipline->packets() < 200) codel.arrive(now - 0.1);
      codel.depart(now);
    }
  };
  spell(2);
  const double first = codel.state("count");
  ASSERT_GT(first, 50);
  while (codel.depart(now)) {}
  now += 0.2;
  const std::size_t before = codel.late.drops.size();
  while (codel.late.drops.size() == before) spell(0.001);
  EXPECT_GT(codel.state("count"), 0.5 * first);
}

TEST(Cobalt, CountRunsDownAfterTheDelayHasGone) {
  Bench cobalt("cobalt", {}, {10e6, 30'000, 1000});
  for (int i = 0; i < 3000; ++i) cobalt.arrive(0);
  double now = 0;
  for (; now < 1; now += 0.001) cobalt.depart(now);
  const double peak = cobalt.state("count");
  ASSERT_GT(peak, 10);
  while (cobalt.depart(now)) {}
  double last = cobalt.state("count");
  for (; now < 12; now += 0.001) {  // packets that do not wait
    cobalt.arrive(now);
    cobalt.depart(now);
    EXPECT_LE(cobalt.state("count"), last);
    EXPECT_GE(cobalt.state("count"), last - 1);
    last = cobalt.state("count");
  }
  EXPECT_EQ(last, 0);
}

TEST(Cobalt, BlueMovesAtMostOncePerTargetAndActsOnVeryLongDelay) {
  Bench cobalt("cobalt", {}, {10e6, 5000, 1000});
  double last_change = -1, p = 0, now = 1;
  for (int i = 0; i < 4000; ++i) cobalt.arrive(0);  // waits a second: beyond blue_threshold
  for (int i = 0; i < 500; ++i, now += 0.0013) {
    cobalt.depart(now);
    if (cobalt.state("p_drop") != p) {
      EXPECT_NEAR(cobalt.state("p_drop") - p, 1.0 / 256, 1e-12);
      EXPECT_GT(now - last_change, 0.005 - 1e-9);
      last_change = now;
      p = cobalt.state("p_drop");
    }
  }
  EXPECT_GT(p, 0.3);
}

TEST(Cobalt, BlueDropsEvenWhatCouldBeMarked) {
  Bench cobalt("cobalt", {{"ecn", 1}, {"increment", 1}}, {10e6, 10, 1000});
  cobalt.ecn = Ecn::ect0;
  for (int i = 0; i < 10; ++i) cobalt.arrive(0);
  EXPECT_EQ(cobalt.arrive(0), Fate::dropped_overflow);  // the level goes to 1 at once
  EXPECT_FALSE(cobalt.depart(0.001));
  EXPECT_EQ(cobalt.late.drops.size(), 10u);
}

// ---- flow queues ----------------------------------------------------------------------------------------------------

TEST(FlowQueueCodel, BackloggedFlowsGetEqualBytesWhateverTheirPackets) {
  Bench fq("fq_codel", {}, {10e6, 20'000, 1500});
  const int sizes[] = {1500, 700, 300, 100};
  for (int i = 0; i < 3000; ++i) {
    for (std::uint32_t f = 0; f < 4; ++f) fq.arrive(0, 0.5, sizes[f], f);
  }
  std::map<std::uint32_t, int> bytes;
  for (int i = 0; i < 3000; ++i) {
    ASSERT_TRUE(fq.depart(0));  // no time passes: CoDel is silent
    bytes[fq.departed.flow] += fq.departed.size;
    if (i < 100) continue;
    for (const auto& [a, sent_a] : bytes) {
      for (const auto& [b, sent_b] : bytes) ASSERT_LE(std::abs(sent_a - sent_b), 1500 + 1500);
    }
  }
}

TEST(FlowQueues, TakeTurnsPacketByPacket) {
  // The default quantum is one full packet: two queues that begin together alternate. With a quantum of 1514 bytes and
  // packets of 1500, each sent two packets in its first turn.
  for (const char* id : {"fq", "fq_codel", "fq_pie", "cake_lite"}) {
    for (const int size : {1500, 600}) {
      Bench queues(id, {}, {10e6, 100, size});
      for (std::uint32_t f = 0; f < 2; ++f) {
        for (int i = 0; i < 4; ++i) queues.arrive(0, 0.5, size, f);
      }
      for (int i = 0; i < 4; ++i) {
        ASSERT_TRUE(queues.depart(0));
        const std::uint32_t first = queues.departed.flow;
        ASSERT_TRUE(queues.depart(0));
        EXPECT_NE(queues.departed.flow, first) << id << ' ' << size << ' ' << i;
      }
    }
  }
}

TEST(FlowQueueCodel, ServesASparseFlowFirst) {
  Bench fq("fq_codel");
  for (int i = 0; i < 100; ++i) fq.arrive(0, 0.5, 1000, static_cast<std::uint32_t>(i % 4));
  for (int i = 0; i < 20; ++i) fq.depart(0.001);
  fq.arrive(0.002, 0.5, 100, 9);
  ASSERT_TRUE(fq.depart(0.002));
  EXPECT_EQ(fq.departed.flow, 9u);
}

TEST(FlowQueueCodel, OverflowTakesFromTheLongestQueue) {
  Bench fq("fq_codel", {{"drop_batch", 4}}, {10e6, 50, 1000});
  for (int i = 0; i < 45; ++i) fq.arrive(0, 0.5, 1000, 1);
  for (int i = 0; i < 5; ++i) fq.arrive(0, 0.5, 1000, 2);
  EXPECT_TRUE(fq.late.drops.empty());
  EXPECT_EQ(fq.arrive(0, 0.5, 1000, 2), Fate::accepted);
  ASSERT_EQ(fq.late.drops.size(), 4u);
  for (const auto& drop : fq.late.drops) {
    EXPECT_EQ(drop.packet.flow, 1u);
    EXPECT_EQ(drop.fate, Fate::dropped_overflow);
  }
  EXPECT_EQ(fq.discipline->packets(), 47);
}

TEST(FlowQueueCodel, FewerQueuesThanFlowsMakeFlowsMeet) {
  Bench fq("fq_codel", {{"flows", 4}});
  for (std::uint32_t f = 0; f < 40; ++f) fq.arrive(0, 0.5, 100, f);
  EXPECT_EQ(fq.state("queues"), 4);
  EXPECT_EQ(fq.state("longest"), 10);
}

TEST(CakeLite, KeepsTheLastPacketOfAFlow) {
  // One packet of each flow, with growing waits: CoDel and BLUE on a single queue would drop some, CAKE's queues drop
  // none.
  Bench cake("cake_lite"), cobalt("cobalt");
  for (int i = 0; i < 4000; ++i) {
    const double now = 0.01 * i;
    for (Bench* bench : {&cake, &cobalt}) {
      bench->arrive(now, Bench::kNoDrop, 1000, static_cast<std::uint32_t>(i));
      if (i >= 100) bench->depart(now);
    }
  }
  EXPECT_TRUE(cake.late.drops.empty());
  EXPECT_GT(cobalt.late.drops.size(), 10u);
}

TEST(CakeLite, FourPacketsSendingTimeIsNoLongWait) {
  // At 100 kbit/s a packet takes 80 ms: waits of 300 ms are within four packets' time, and ten of them cause no drop;
  // waits of 400 ms are not.
  const auto drops = [](const char* id, double wait) {
    Bench bench(id, {}, {1e5, 400, 1000});
    for (int i = 0; i < 400; ++i) {
      bench.arrive(0.08 * i);
      if (0.08 * i >= wait) bench.depart(0.08 * i);
    }
    return bench.late.drops.size();
  };
  EXPECT_EQ(drops("cake_lite", 0.3), 0u);
  EXPECT_GT(drops("cake_lite", 0.5), 0u);
  EXPECT_GT(drops("cobalt", 0.3), 0u);
}

TEST(CakeLite, EightPlacesKeepFlowsApart) {
  // 300 flows over 1024 queues: with a plain hash about 40 pairs would share a queue; here none do.
  Bench cake("cake_lite", {}, {10e6, 10'000, 1000});
  for (std::uint32_t f = 0; f < 300; ++f) cake.arrive(0, 0.5, 100, f);
  EXPECT_EQ(cake.state("queues"), 300);
  EXPECT_EQ(cake.state("longest"), 1);
  int meetings = 0;
  std::map<std::uint32_t, int> places;
  for (std::uint32_t f = 0; f < 300; ++f) meetings += places[flow_hash(f, 12345) % 1024]++;
  EXPECT_GT(meetings, 15);
}

TEST(FlowHash, IsEvenOverBinsAndIndependentOverSeeds) {
  // 64,000 flows into 64 bins: the 99.9 % point of chi squared with 63 degrees of freedom is 103.4.
  for (const std::uint64_t seed : {1ull, 77ull, 0x123456789ull}) {
    std::vector<int> bins(64);
    int same = 0;
    for (std::uint32_t f = 0; f < 64'000; ++f) {
      ++bins[flow_hash(f, seed) % 64];
      same += flow_hash(f, seed) % 64 == flow_hash(f, seed + 1) % 64;
    }
    double chi2 = 0;
    for (const int n : bins) chi2 += (n - 1000.0) * (n - 1000.0) / 1000;
    EXPECT_LT(chi2, 103.4);
    EXPECT_NEAR(same, 1000, 4 * std::sqrt(1000.0));
  }
}

TEST(StochasticFairQueueing, ServesOnePacketABucketInTurn) {
  Bench sfq("sfq", {{"buckets", 4}, {"maxqueue", 100}});
  for (int i = 0; i < 10; ++i) sfq.arrive(0, 0.5, 1500, 0);
  for (int i = 0; i < 3; ++i) sfq.arrive(0, 0.5, 100, 1);
  for (int i = 0; i < 5; ++i) sfq.arrive(0, 0.5, 700, 2);
  std::string order;
  while (sfq.depart(0)) order += static_cast<char>('a' + sfq.departed.flow);
  EXPECT_EQ(order, "abcabcabcacacaaaaa");
}

TEST(StochasticFairQueueing, OneFlowCannotTakeTheWholeBuffer) {
  // Accepted while used < (maxqueue - used) / 2: up to a third.
  Bench sfq("sfq");
  for (int i = 0; i < 100; ++i) sfq.arrive(0, 0.5, 1000, 3);
  EXPECT_EQ(sfq.discipline->packets(), 13);
  EXPECT_EQ(sfq.arrive(0, 0.5, 1000, 3), Fate::dropped_forced);
  EXPECT_EQ(sfq.arrive(0, 0.5, 1000, 4), Fate::accepted);
}

TEST(StochasticFairQueueing, WithABucketAFlowItIsFairQueueing) {
  Bench fq("sfq", {{"buckets", 50}, {"maxqueue", 300}});
  for (int i = 0; i < 5; ++i) {
    for (std::uint32_t f = 0; f < 50; ++f) fq.arrive(0, 0.5, 1000, f);
  }
  std::map<std::uint32_t, int> sent;
  for (int i = 1; i <= 250; ++i) {
    ASSERT_TRUE(fq.depart(0));
    ++sent[fq.departed.flow];
    for (const auto& [flow, n] : sent) ASSERT_LE(std::abs(n - (i - 1) / 50 - 1), 1);
  }
}

// ---- DualPI2 --------------------------------------------------------------------------------------------------------

TEST(DualPi2, ClassicProbabilityIsTheSquareOfTheCoupledOne) {
  for (const double k : {1.5, 2.0, 4.0}) {
    Bench dual("dualpi2", {{"k", k}});
    for (int i = 0; i < 200; ++i) {
      const double now = to_seconds(dual.discipline->next_timer());
      dual.arrive(now - 0.02);
      dual.timer();
      while (dual.depart(now)) {}
      const double p_l = dual.state("p_L");
      if (p_l < 1) {
        EXPECT_NEAR(dual.state("p_C"), p_l * p_l / (k * k), 1e-12);
      }
    }
  }
}

TEST(DualPi2, LooksAtWhatAPacketLeavesBehind) {
  // Linux removes the packet from the backlog before must_drop tests whether two packets are left.
  Bench dual("dualpi2");
  for (int i = 0; i < 4; ++i) dual.arrive(0);
  for (int i = 0; i < 400; ++i) dual.timer();
  ASSERT_EQ(dual.state("p"), 1);
  // Of four packets two are dropped, which leave three and two behind; the third leaves one and is sent, as is the
  // fourth.
  EXPECT_TRUE(dual.depart(7));
  EXPECT_EQ(dual.late.drops.size(), 2u);
  EXPECT_TRUE(dual.depart(7));
  EXPECT_EQ(dual.late.drops.size(), 2u);
}

TEST(DualPi2, SharesTheLinkNinetyToTenWhileBothWait) {
  Bench dual("dualpi2", {}, {10e6, 100'000, 1000});
  for (int i = 0; i < 20'000; ++i) {
    dual.ecn = Ecn::ect1;
    dual.arrive(0);
    dual.ecn = Ecn::not_ect;
    dual.arrive(0);
  }
  int scalable = 0;
  for (int i = 0; i < 10'000; ++i) {
    ASSERT_TRUE(dual.depart(0));
    scalable += dual.departed.ecn == Ecn::ect1;
  }
  EXPECT_NEAR(scalable, 9000, 10);
}

TEST(DualPi2, ACreditThatCancelsIsNothing) {
  // Linux counts percent times bytes (q_dualpi2's classic_protection): 10 for each byte of the low-latency queue, -90
  // for the other's. In floating point, 0.1 and -0.9 leave a residue, and the 131st turn goes to the wrong queue.
  const auto size = [](bool low_latency, int i) { return 64 + 3 * i % (low_latency ? 97 : 89); };
  Bench dual("dualpi2", {}, {10e6, 100'000, 1000});
  for (const bool low_latency : {true, false}) {
    dual.ecn = low_latency ? Ecn::ect1 : Ecn::not_ect;
    for (int i = 0; i < 3000; ++i) dual.arrive(0, 0.5, size(low_latency, i));
  }
  std::int64_t credit = (10 - 90) * 1000;
  int sent[2] = {0, 0};
  for (int i = 0; i < 3000; ++i) {
    const bool low_latency = credit <= 0;
    ASSERT_TRUE(dual.depart(0));
    ASSERT_EQ(dual.departed.ecn == Ecn::ect1, low_latency) << i;
    credit += (low_latency ? 10 : -90) * size(low_latency, sent[low_latency]++);
  }
}

TEST(DualPi2, MarksScalableByTheStepAndDropsClassicByTheSquare) {
  Bench dual("dualpi2", {}, {10e6, 400, 1000});
  // A scalable packet that waited 1.1 ms is marked, one that waited 0.9 ms is not: the controller is still at 0.
  dual.ecn = Ecn::ect1;
  for (const double wait : {0.0009, 0.0011}) {
    dual.arrive(0);
    ASSERT_TRUE(dual.depart(wait));
    EXPECT_EQ(dual.departed.ecn == Ecn::ce, wait > 0.001);
  }
  // Brings p to 0.3 and counts the fates of classic packets; 40,000 draws at p^2 = 0.09 +- 0.0058 (four deviations).
  dual.ecn = Ecn::not_ect;
  double p = 0;
  while (p < 0.3) {
    const double now = to_seconds(dual.discipline->next_timer());
    dual.arrive(now - 0.05);
    dual.timer();
    while (dual.depart(now)) {}
    p = dual.state("p");
  }
  dual.late.drops.clear();
  const double now = to_seconds(dual.discipline->next_timer());
  int offered = 0;
  while (offered < 40'000) {
    for (; dual.discipline->packets() < 100; ++offered) dual.arrive(now);
    for (int i = 0; i < 50; ++i) dual.depart(now);
  }
  EXPECT_NEAR(static_cast<double>(dual.late.drops.size()) / offered, p * p, 0.0058);
}

// ---- ECN ------------------------------------------------------------------------------------------------------------

TEST(Ecn, EveryEarlyDropOfAnEctPacketBecomesAMark) {
  // The same packets with and without ECN. Early drops are allowed only where the scheme's text says so: PIE above
  // ecn_limit, SFB above 1/2, BLUE's part of COBALT, the flows that RED-PD filters before its RED.
  int schemes = 0;
  for (const Scheme* scheme : catalogue()) {
    const std::string id(scheme->id());
    bool has_ecn = false;
    for (const ParamSpec& spec : scheme->params()) has_ecn |= std::string(spec.name) == "ecn";
    if (!has_ecn || id == "choke") continue;  // among six flows, CHOKe's comparison leaves nothing for RED
    ++schemes;
    SCOPED_TRACE(id);
    for (const bool on : {false, true}) {
      Settings settings{{"ecn", on ? 1.0 : 0.0}};
      if (id == "pie" || id == "fq_pie") settings.push_back({"ecn_limit", 1});
      Bench bench(id, settings);
      bench.ecn = Ecn::ect0;
      Rng rng(9);
      int early = 0, marked_in = 0, ce_out = 0;
      for (int i = 0; i < 60'000; ++i) {
        const double now = 0.0008 * i;
        while (bench.discipline->next_timer() <= from_seconds(now)) bench.timer();
        const Fate fate = bench.arrive(now, rng.uniform(), 1000, rng.below(6));
        early += fate == Fate::dropped_early;
        marked_in += fate == Fate::marked;
        if (rng.uniform() < 0.97 && bench.depart(now)) ce_out += bench.departed.ecn == Ecn::ce;
      }
      int late_early = 0;
      for (const auto& drop : bench.late.drops) late_early += drop.fate == Fate::dropped_early;
      while (bench.depart(48)) ce_out += bench.departed.ecn == Ecn::ce;
      const int marks = marked_in + static_cast<int>(bench.late.marks.size());
      if (!on) {
        EXPECT_EQ(marks + ce_out, 0);
        EXPECT_GT(early + late_early, 10);
      } else {
        EXPECT_GT(marks, 10);
        if (id != "sfb" && id != "cobalt" && id != "cake_lite" && id != "red_pd") {
          EXPECT_EQ(early, 0);
        }
        // Marked packets leave unless a full buffer evicts them or BLUE drops them.
        if (id != "fq_codel" && id != "fq_pie" && id != "cobalt" && id != "cake_lite") {
          EXPECT_EQ(ce_out, marks);
        }
      }
    }
  }
  EXPECT_GE(schemes, 30);
}

TEST(Ecn, ForcedDropsStayDrops) {
  for (const char* id : {"red", "nlred", "sared", "rrmdp", "aqmrd", "acred", "scred"}) {
    Bench scheme(id, {{"ecn", 1}, {"w_q", 0.9999}});
    scheme.ecn = Ecn::ect0;
    scheme.settle(390);
    EXPECT_EQ(scheme.find(390, 1), Fate::dropped_forced) << id;
  }
}

}  // namespace
}  // namespace aqm::test
