// The relations between the schemes (section 4 of the specification sheet): what a scheme becomes for a special value
// of one of its parameters.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "support/discipline.hpp"

namespace aqm::test {
namespace {

/// Two curves agree on [from, to], which is scanned at 1001 points.
void expect_same(const Bench& a, const Bench& b, double from, double to, int which_a = 0, int which_b = 0,
                 const Settings& state_a = {}, const Settings& state_b = {}) {
  for (int i = 0; i <= 1000; ++i) {
    const double x = from + (to - from) * i / 1000.0;
    const double p = b.curve(x, which_b, state_b);
    ASSERT_NEAR(a.curve(x, which_a, state_a), p, 1e-12 + 1e-9 * p) << "at " << x;
  }
}

/// The same arrivals, with the same draws, meet the same fates in both: one random walk of the queue.
void expect_same_fates(Bench& a, Bench& b, std::uint64_t seed, int arrivals = 20'000) {
  Rng rng(seed);
  int drops = 0;
  for (int i = 0; i < arrivals; ++i) {
    const double now = 0.0008 * i, u = rng.uniform();
    for (Bench* bench : {&a, &b}) {
      while (bench->discipline->next_timer() <= from_seconds(now)) bench->timer();
    }
    const std::uint32_t flow = rng.below(6);
    const Fate fate = a.arrive(now, u, 1000, flow);
    ASSERT_EQ(fate, b.arrive(now, u, 1000, flow)) << "arrival " << i;
    drops += is_drop(fate);
    const double serve = i / 4000 % 2 == 0 ? 0.85 : 0.97;  // overload of two degrees
    if (rng.uniform() < serve) {
      ASSERT_EQ(a.depart(now), b.depart(now));
    }
    ASSERT_EQ(a.discipline->packets(), b.discipline->packets());
  }
  EXPECT_GT(drops, 100);
}

TEST(AqmRelations, SaredAtHighLoadIsRed) {
  for (const double k : {2.0, 3.0, 5.5}) {
    for (const double eps : {1.0, 2.0, 4.0}) {
      const Bench sared("sared", {{"k", k}, {"epsilon", eps}});
      expect_same(sared, Bench("red", {{"max_p", (1 - std::pow(k, -k)) / eps}}), 0, 200, 2);
    }
  }
}

TEST(AqmRelations, SaredAtModerateLoadIsNonlinearRed) {
  for (const double eps : {1.0, 2.0, 4.0}) {
    const Bench sared("sared", {{"k", 2}, {"epsilon", eps}});
    expect_same(sared, Bench("nlred", {{"coeff", 1}, {"max_p", 1 / (2 * eps)}}), 0, 200, 1);
  }
}

TEST(AqmRelations, SaredWithAFixedLoadIsItsOwnFrozenCurve) {
  Bench sared("sared", {{"load_mode", 3}}), red("red", {{"max_p", 0.375}});
  expect_same_fates(sared, red, 1);
}

TEST(AqmRelations, RrmdpWithExponentOneIsNonlinearRed) {
  for (const double max_p : {0.02, 0.1, 0.125}) {
    const Bench rrmdp("rrmdp", {{"n", 1}, {"max_p", max_p}});
    const Bench nlred("nlred", {{"min_th", 100}, {"max_th", 300}, {"coeff", 1}, {"max_p", 8 * max_p}});
    expect_same(rrmdp, nlred, 0, 350);
  }
}

TEST(AqmRelations, RrmdpWithAVanishingExponentIsRedWithMaxPOne) {
  const Bench rrmdp("rrmdp", {{"n", 1e-12}});
  const Bench red("red", {{"min_th", 100}, {"max_th", 300}, {"max_p", 1}});
  for (double x = 100.1; x < 320; x += 0.1) ASSERT_NEAR(rrmdp.curve(x), red.curve(x), 1e-9) << x;
}

TEST(AqmRelations, AqmrdIsRedWhileTheAverageDoesNotRise) {
  const Bench aqmrd("aqmrd"), red("red", {{"min_th", 16}, {"max_th", 48}});
  for (const double mid : {16.0, 20.0, 47.0}) expect_same(aqmrd, red, 0, 64, 1, 0, {{"mid_th", mid}});
}

TEST(AqmRelations, AqmrdWithItsThresholdAtTheTopIsRed) {
  const Bench aqmrd("aqmrd"), red("red", {{"min_th", 16}, {"max_th", 48}});
  expect_same(aqmrd, red, 0, 64, 0, 0, {{"mid_th", 48}});
}

TEST(AqmRelations, UpperThresholdAtTwiceMaxThIsGentleRed) {
  expect_same(Bench("ured", {{"u_th", 120}}), Bench("gred", {{"max_th", 60}}), 0, 150);
}

TEST(AqmRelations, GentleVariantsAreRedBelowMaxTh) {
  const Bench red("red", {{"max_th", 60}});
  for (const char* id : {"gred", "ured", "mred_f"}) expect_same(Bench(id, {{"max_th", 60}}), red, 0, 59.999);
}

TEST(AqmRelations, ZhangsMredIsNonlinearRedBelowAndGentleRedAbove) {
  const Bench mred("mred_z");
  expect_same(mred, Bench("nlred", {{"max_th", 60}, {"coeff", 1}}), 0, 59.999);
  expect_same(mred, Bench("gred", {{"max_th", 60}}), 60, 150);
}

TEST(AqmRelations, DoubleSlopeWithEqualSlopesIsRedWithMaxPOne) {
  expect_same(Bench("dsred", {{"gamma", 0.5}}), Bench("red", {{"max_p", 1}}), 0, 150);
}

TEST(AqmRelations, ThreeSectionsParabolaAndLineHaveOneArea) {
  // The integral over [min_th, max_th), by the midpoint rule: (max_th - min_th) max_p / 2.
  for (const char* id : {"red", "tred", "nlred"}) {
    const Bench scheme(id);
    double area = 0;
    constexpr int kSteps = 30'000;
    for (int i = 0; i < kSteps; ++i) area += scheme.curve(20 + 100 * (i + 0.5) / kSteps) * 100 / kSteps;
    EXPECT_NEAR(area, 100 * 0.1 / 2, 1e-6) << id;
  }
}

TEST(AqmRelations, AnlredAdaptsLikeRearedAndDropsLikeNonlinearRed) {
  Bench anlred("anlred", {{"w_q", 0.9999}}), reared("reared", {{"w_q", 0.9999}});
  Rng rng(2);
  for (int i = 0; i < 500; ++i) {
    const int q = static_cast<int>(rng.below(100));
    for (Bench* b : {&anlred, &reared}) {
      b->settle(q);
      b->timer();
    }
    ASSERT_EQ(anlred.state("max_p"), reared.state("max_p"));
  }
  for (const double max_p : {0.01, 0.1, 0.5}) {
    expect_same(anlred, Bench("nlred", {{"max_th", 60}, {"coeff", 1}, {"max_p", max_p}}), 0, 80, 0, 0,
                {{"max_p", max_p}});
  }
}

TEST(AqmRelations, QaredAdaptsLikeAredAndDropsLikeAnlred) {
  Bench qared("qared", {{"w_q", 0.9999}}), ared("ared", {{"w_q", 0.9999}});
  Rng rng(3);
  for (int i = 0; i < 500; ++i) {
    const int q = static_cast<int>(rng.below(100));
    for (Bench* b : {&qared, &ared}) {
      b->settle(q);
      b->timer();
    }
    ASSERT_EQ(qared.state("max_p"), ared.state("max_p"));
  }
  for (const double max_p : {0.01, 0.1, 0.5}) {
    expect_same(qared, Bench("anlred"), 0, 80, 0, 0, {{"max_p", max_p}}, {{"max_p", max_p}});
  }
}

TEST(AqmRelations, AdaptiveRedThatIsFrozenIsRed) {
  // One adaptation in 60 s, which these 16 s do not see.
  Bench ared("ared", {{"interval", 60}, {"gentle", 0}, {"max_th", 100}}), red("red", {{"max_th", 100}});
  expect_same_fates(ared, red, 4);
}

TEST(AqmRelations, DrawnAsRedIsRed) {
  const Settings drop{{"beyond", 1}}, rise{{"beyond", 0}};
  Bench drawn("drawn", drop), red("red", {{"min_th", 25}, {"max_th", 90}, {"max_p", 0.2}});
  drawn.values.lists = {{25, 0, 90, 0.2}};
  drawn.discipline = drawn.scheme.make(drawn.values, drawn.link, Rng(1));
  expect_same_fates(drawn, red, 5);
  expect_same(drawn, red, 0, 120);
  Bench gentle("drawn", rise);
  gentle.values.lists = {{20, 0, 120, 0.1}};
  expect_same(gentle, Bench("gred"), 0, 300);
}

TEST(AqmRelations, WeightedRedWithOneClassIsRed) {
  Bench wred("wred"), red("red", {{"min_th", 25}, {"max_th", 90}, {"max_p", 0.2}});
  wred.values.lists = {{25, 90, 0.2}};
  wred.discipline = wred.scheme.make(wred.values, wred.link, Rng(1));
  expect_same_fates(wred, red, 5);
  expect_same(wred, red, 0, 120);
}

TEST(AqmRelations, ClassBasedThresholdWithTcpAloneIsRed) {
  Bench cbt("cbt"), red("red", {{"max_th", 60}});
  expect_same_fates(cbt, red, 6);
}

TEST(AqmRelations, FlowQueueCodelWithOneFlowIsCodel) {
  // The same drop times, through several dropping spells.
  Bench codel("codel"), fq("fq_codel");
  Rng rng(7);
  double now = 0;
  for (int i = 0; i < 60'000; ++i) {
    now += 0.0004;
    for (Bench* b : {&codel, &fq}) b->arrive(now, 0.5, 1000, 5);
    const bool crowded = i / 5000 % 2 == 0;
    if (rng.uniform() < (crowded ? 0.93 : 1.0)) {
      for (int k = 0; k < (crowded ? 1 : 2); ++k) ASSERT_EQ(codel.depart(now), fq.depart(now));
    }
    ASSERT_EQ(codel.discipline->packets(), fq.discipline->packets());
  }
  ASSERT_GT(codel.late.drops.size(), 100u);
  ASSERT_EQ(codel.late.drops.size(), fq.late.drops.size());
  for (std::size_t i = 0; i < codel.late.drops.size(); ++i) EXPECT_EQ(codel.late.drops[i].at, fq.late.drops[i].at);
}

TEST(AqmRelations, FengsModifiedRedWithALongQueueIsRed) {
  expect_same(Bench("mred_f"), Bench("red", {{"max_th", 60}}), 0, 100, 1);
}

TEST(AqmRelations, CakeLiteWithOneFlowIsCobalt) {
  Bench cobalt("cobalt"), cake("cake_lite");
  for (int i = 0; i < 20'000; ++i) {
    const double now = 0.0004 * i;
    for (Bench* b : {&cobalt, &cake}) b->arrive(now, 0.5, 1000, 5);
    if (i % 100 < 92) {
      ASSERT_EQ(cobalt.depart(now), cake.depart(now));
    }
    ASSERT_EQ(cobalt.discipline->packets(), cake.discipline->packets());
  }
  EXPECT_GT(cobalt.late.drops.size(), 100u);
}

TEST(AqmRelations, MadpieIsPieWhileTheDelayIsBelowItsLimit) {
  // tau_dd above any delay that 60 packets of 0.8 ms can have.
  Bench madpie("madpie", {{"tau_dd", 1}}, {10e6, 60, 1000}), pie("pie", {}, {10e6, 60, 1000});
  expect_same_fates(madpie, pie, 8);
}

TEST(AqmRelations, ThresholdsOutOfReachAndVanishingMaxPLeaveDropTail) {
  // min_th at the top of the buffer: the queue cannot bring the average above it.
  const LinkInfo link{10e6, 60, 1000};
  for (const char* id : {"red", "gred", "nlred", "mred_z", "mred_f", "tred", "ured", "smred", "rrmdp", "aqmrd",
                         "anlred", "ared", "reared", "cared", "qared", "scred", "dcred", "red_e"}) {
    SCOPED_TRACE(id);
    Settings settings{{"min_th", 59}, {"max_th", 59.9}, {"max_p", 1e-9}};
    for (const ParamSpec& spec : find_scheme(id)->params()) {
      const std::string name = spec.name;
      if (name == "max_p_bottom") settings.push_back({name, 1e-9});
      if (name == "u_th") settings.push_back({name, 60});
    }
    Bench scheme(id, settings, link), droptail("droptail", {}, link);
    expect_same_fates(scheme, droptail, 9);
  }
}

TEST(AqmRelations, SchemesOfThePapersNeverDropBelowMinTh) {
  for (const char* id : {"sared", "rrmdp", "anlred", "aqmrd", "acred"}) {
    Bench scheme(id, {{"w_q", 0.1}});
    const int below = static_cast<int>(scheme.scheme.resolve(scheme.values, scheme.link)[0]) - 1;
    for (int i = 0; i < 5000; ++i) ASSERT_EQ(scheme.find(below, 0.001 * i, 0), Fate::accepted) << id;
  }
}

/// The announced order of the packets that leave next comes true, or the discipline says that it does not know it.
TEST(AqmRelations, UpcomingPacketsLeaveInThatOrder) {
  int told = 0;
  for (const Scheme* scheme : catalogue()) {
    Bench bench(std::string(scheme->id()));
    for (std::uint32_t i = 0; i < 30; ++i) bench.arrive(0.0001 * i, Bench::kNoDrop, 1000, (7 * i) % 11);
    std::array<std::uint32_t, 8> flows{};
    const std::size_t n = bench.discipline->upcoming(2, flows);
    if (n == 0) continue;
    ++told;
    ASSERT_EQ(n, std::min<std::size_t>(flows.size(), static_cast<std::size_t>(bench.discipline->packets()) - 2));
    for (std::size_t i = 0; i < n + 2; ++i) {
      ASSERT_TRUE(bench.depart(0.003));
      if (i >= 2) {
        EXPECT_EQ(bench.departed.flow, flows[i - 2]) << scheme->id();
      }
    }
  }
  EXPECT_GT(told, 30);
}

}  // namespace
}  // namespace aqm::test
