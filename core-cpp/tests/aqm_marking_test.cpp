// Schemes that read the instantaneous queue, and schemes with a queue for each flow.
#include <gtest/gtest.h>

#include <cmath>

#include "parts/flow_hash.hpp"
#include "support/discipline.hpp"
#include "support/fluid_networks.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

TEST(StepMarking, MarksWhatFindsMoreThanK) {
  Bench step("step", {{"k", 3}});
  step.ecn = Ecn::ect0;
  for (int i = 0; i < 4; ++i) EXPECT_EQ(step.arrive(0), Fate::accepted) << i;
  EXPECT_EQ(step.arrive(0), Fate::marked);
  step.ecn = Ecn::not_ect;
  EXPECT_EQ(step.arrive(0), Fate::dropped_early);
  step.depart(1);
  step.depart(1);
  EXPECT_EQ(step.arrive(1), Fate::accepted);
}

TEST(StepMarking, DctcpSawtoothIsAsDerived) {
  // Alizadeh et al. 2010, equations 8 to 10: N synchronised flows swing between Q_max = K + N and Q_max - A with A =
  // sqrt(2 N (C RTT + K)) / 2. Here N is one flow, and one of its packets is in transmission in addition.
  ScenarioConfig c = sared("step", 1, 120);
  c.warmup = 20;
  c.network.link().buffer = 400;
  c.network.access_rate = 1e9;
  c.network.access_delay = {0.01, 0.01};
  c.traffic[0].tcp = "dctcp";
  for (const double k : {30.0, 60.0}) {
    set(c, "k", k);
    const Metrics m = run(c).metrics;
    const double bdp = 10e6 / 12000 * 2 * (0.02 + 2 * 0.01);
    const double swing = 0.5 * std::sqrt(2 * (bdp + k));
    EXPECT_NEAR(m.queue_max, k + 1, 2) << k;
    EXPECT_NEAR(m.queue_mean, k + 1 - swing / 2, 2.5) << k;
    EXPECT_NEAR(m.queue_std, swing / std::sqrt(12), 0.5 * swing / std::sqrt(12)) << k;
    EXPECT_GT(m.utilization, 0.999) << k;
    EXPECT_EQ(m.drops_early + m.drops_overflow, 0) << k;
  }
}

TEST(Dcqcn, IsRedsLineOverTheQueueItself) {
  Bench dcqcn("dcqcn", {{"k_min", 10}, {"k_max", 50}, {"p_max", 0.2}}),
      red("red", {{"min_th", 10}, {"max_th", 50}, {"max_p", 0.2}});
  dcqcn.ecn = Ecn::ect0;
  for (double q = 0; q < 60; q += 0.5) EXPECT_EQ(dcqcn.curve(q), red.curve(q)) << q;
  Rng rng(41);
  for (int i = 0; i < 1000; ++i) {
    const double u = rng.uniform();
    const int q = static_cast<int>(rng.below(70));
    EXPECT_EQ(dcqcn.find(q, i, u), u < red.curve(q) ? Fate::marked : Fate::accepted);
  }
}

/// The rest of N marked Reno flows under p(q): W = R C / N, p = 2 / W^2, R = T + q / C, found by bisection.
template <class Law>
double rest_of(double flows, double propagation, double capacity, Law law) {
  double lo = 0, hi = 1e4;
  for (int i = 0; i < 200; ++i) {
    const double q = 0.5 * (lo + hi), window = (propagation + q / capacity) * capacity / flows;
    (law(q) < 2 / (window * window) ? lo : hi) = q;
  }
  return lo;
}

TEST(QueueCurves, RestWhereTheLawMeetsTheWindow) {
  struct Case {
    const char* id;
    Settings settings;
  };
  for (const Case& c :
       {Case{"pc", {{"gain", 0.001}, {"reference", 15}}}, Case{"pc", {{"gain", 2e-4}, {"reference", 0}}},
        Case{"dcqcn", {{"k_min", 10}, {"k_max", 300}, {"p_max", 0.3}}},
        Case{"stype_red", {{"min_th", 20}, {"max_th", 200}, {"max_p", 0.5}, {"count_mode", 2}}}}) {
    const LinkInfo link{10e6, 400, 1000};
    const Bench bench(c.id, c.settings, link);
    for (const double flows : {10.0, 20.0}) {
      const FluidConfig config = one_class(flows, 0.1, 1250, 400, bench.scheme.fluid(bench.values, link, {}).law);
      const double expected = rest_of(flows, 0.1, 1250, [&](double q) { return bench.curve(q); });
      EXPECT_NEAR(equilibrium(config, 50).queue, expected, 1e-4 * expected) << c.id << " " << flows;
    }
  }
}

TEST(StepMarking, FluidRestsOnTheStep) {
  const LinkInfo link{10e6, 400, 1000};
  const Bench step("step", {{"k", 30}}, link);
  const FluidConfig config = one_class(20, 0.1, 1250, 400, step.scheme.fluid(step.values, link, {}).law);
  const FluidRest rest = equilibrium(config, 50);
  const double window = (0.1 + rest.queue / 1250) * 1250 / 20;
  EXPECT_NEAR(rest.queue, 31, 1);
  EXPECT_NEAR(rest.probability, 2 / (window * window), 1e-6);
}

TEST(StypeRed, IsSymmetricAboutTheMiddleAndRedWhenFlat) {
  const Bench steep("stype_red", {{"steepness", 12}}), flat("stype_red", {{"steepness", 1e-3}}),
      red("red", {{"min_th", 20}, {"max_th", 60}});
  for (double d = 0; d < 20; d += 0.5) EXPECT_NEAR(steep.curve(40 + d) + steep.curve(40 - d), 0.1, 1e-12) << d;
  for (double q = 0; q < 70; q += 0.5) EXPECT_NEAR(flat.curve(q), red.curve(q), 1e-8) << q;
  EXPECT_LT(steep.curve(28), 0.3 * red.curve(28));
  // On both sides of the value below which the two differences would lose their digits, and at the smallest number.
  for (const double steepness : {1.1e-5, 0.9e-5, 1e-17, 5e-324}) {
    const Bench line("stype_red", {{"steepness", steepness}});
    for (double q = 0; q < 70; q += 0.5) EXPECT_NEAR(line.curve(q), red.curve(q), 1e-11) << steepness << ' ' << q;
  }
}

TEST(AredMimd, MultipliesBothWaysWithinItsBounds) {
  Bench ared("ared_mimd", {{"w_q", 0.9}, {"alpha", 1.25}, {"beta", 0.8}});
  double expected = 0.1;
  ared.settle(55);  // above the band, which ends at 44
  for (int i = 0; i < 12; ++i) {
    ared.timer();
    expected = std::min(0.5, 1.25 * expected);
    EXPECT_NEAR(ared.state("max_p"), expected, 1e-12);
  }
  ared.settle(25);
  for (int i = 0; i < 20; ++i) {
    ared.timer();
    expected = std::max(0.01, 0.8 * expected);
    EXPECT_NEAR(ared.state("max_p"), expected, 1e-12);
  }
  ared.settle(40);
  ared.timer();
  EXPECT_NEAR(ared.state("max_p"), expected, 1e-12);
}

TEST(Pi2, StepsAreThoseOfThePublishedController) {
  // RFC 9332 appendix A: p' += alpha (q - target) + beta (q - q_old); the queue's head has waited q.
  Bench pi2("pi2");
  double p = 0, old = 0, now = 0;
  Rng rng(51);
  for (int i = 1; i <= 400; ++i) {
    const double tick = 0.016 * i;
    while (now + 0.004 < tick) {
      now += 0.004;
      pi2.arrive(now);
      if (rng.uniform() < 0.9) pi2.depart(now);
    }
    pi2.timer();
    double q = pi2.state("qdelay");
    p = std::clamp(p + 0.16 * (q - 0.015) + 3.2 * (q - old), 0.0, 1.0);
    old = q;
    ASSERT_NEAR(pi2.state("p"), p, 1e-12);
    ASSERT_NEAR(pi2.state("p_C"), p * p, 1e-12);
  }
  EXPECT_GT(p, 0.01);
}

TEST(Pi2, DropsBySquareAndMarksScalableByTheCoupledProbability) {
  Bench pi2("pi2", {{"ecn", 1}});
  for (int i = 0; i < 60; ++i) pi2.arrive(0.001 * i);
  for (int i = 0; i < 4; ++i) pi2.timer();
  const double p = pi2.state("p");
  ASSERT_TRUE(p > 0.01 && p < 0.5) << p;
  EXPECT_EQ(pi2.arrive(1, 0.999 * p * p), Fate::dropped_early);
  EXPECT_EQ(pi2.arrive(1, 1.001 * p * p), Fate::accepted);
  pi2.ecn = Ecn::ect1;
  EXPECT_EQ(pi2.arrive(1, 0.999 * 2 * p), Fate::marked);
  EXPECT_EQ(pi2.arrive(1, 1.001 * 2 * p), Fate::accepted);
}

TEST(Pi2, HoldsItsTargetForFewAndForManyFlows) {
  for (const int flows : {15, 60}) {
    ScenarioConfig c = sared("pi2", flows, 120);
    c.network.link().rate = 50e6;
    c.network.link().buffer = 400;
    c.warmup = 30;
    c.network.access_rate = 100e6;
    c.traffic[0].ecn = true;
    set(c, "ecn", 1);
    EXPECT_NEAR(run(c).metrics.queueing_delay_mean, 0.015, 0.003) << flows;
  }
}

// ---- queues for each flow -------------------------------------------------------------------------------------------

TEST(FairQueueing, SharesAreMaxMinFair) {
  // 10 Mbit/s among constant rates of 1, 2, 5 and 9: a flow that asks for less than a share gets its rate, and the
  // others share the rest, 3.5 each.
  for (const char* id : {"fq", "fq_pie"}) {
    ScenarioConfig c = sared(id, 1, 60);
    c.warmup = 10;
    c.network.access_rate = 100e6;
    c.traffic = {udp("cbr", 1, 1e6), udp("cbr", 1, 2e6), udp("cbr", 1, 5e6), udp("cbr", 1, 9e6)};
    const std::vector<double> rates = run(c).simulation->flow_goodputs();
    const double share = 1472.0 / 1500;
    EXPECT_NEAR(rates[0], 1e6 * share, 1e4) << id;
    EXPECT_NEAR(rates[1], 2e6 * share, 1e4) << id;
    EXPECT_NEAR(rates[2], 3.5e6 * share, 2e4) << id;
    EXPECT_NEAR(rates[3], 3.5e6 * share, 2e4) << id;
  }
}

TEST(FairQueueing, BytesAreSharedWhateverThePackets) {
  ScenarioConfig c = sared("fq", 1, 60);
  c.warmup = 10;
  c.network.access_rate = 100e6;
  c.traffic = {udp("cbr", 1, 8e6), udp("cbr", 1, 8e6)};
  c.traffic[1].packet_size = 300;
  const std::vector<double> rates = run(c).simulation->flow_goodputs();
  EXPECT_NEAR(rates[0] * 1500 / 1472, 5e6, 5e4);
  EXPECT_NEAR(rates[1] * 300 / 272, 5e6, 5e4);
}

TEST(FqPie, KeepsEachFlowsDelayNearTheTargetAndIsFair) {
  ScenarioConfig c = sared("fq_pie", 4, 120);
  c.warmup = 30;
  c.network.access_rate = 100e6;
  c.network.link().buffer = 1000;
  const Metrics m = run(c).metrics;
  EXPECT_GT(m.fairness, 0.98);
  EXPECT_LT(m.queueing_delay_mean, 0.03);
  EXPECT_GT(m.utilization, 0.9);
}

TEST(FlowHash, ByChanceAsManyFlowsMeetAsExpected) {
  // 75 flows over 1024 queues: C(75, 2) / 1024 = 2.71 pairs share one; with an even spread, none.
  double pairs = 0;
  const int seeds = 400;
  for (int s = 0; s < seeds; ++s) {
    std::vector<int> queues(1024);
    for (std::uint32_t flow = 0; flow < 75; ++flow) {
      pairs += queues[queue_for(Spread::random, flow, 1024, static_cast<std::uint64_t>(s))]++;
    }
  }
  EXPECT_NEAR(pairs / seeds, 75 * 74 / 2 / 1024.0, 4 * std::sqrt(2.71 / seeds));
}

TEST(FlowHash, FlowsThatShareAQueueShareItsRate) {
  // Two queues for many flows by chance: a flow with fewer others in its queue gets more. With an even spread they are
  // equal.
  for (const char* id : {"fq", "fq_codel", "fq_pie"}) {
    ScenarioConfig c = sared(id, 1, 40);
    c.warmup = 10;
    c.network.access_rate = 100e6;
    c.traffic = {udp("cbr", 5, 4e6)};
    set(c, "flows", 8);
    EXPECT_GT(run(c).metrics.fairness, 0.999) << id;
    set(c, "hash", 1);
    double worst = 1;
    for (c.seed = 1; c.seed <= 6; ++c.seed) worst = std::min(worst, run(c).metrics.fairness);
    EXPECT_LT(worst, 0.95) << id;
  }
}

TEST(FqCodel, CountsBulkDropsOnlyWhereLinuxDoes) {
  for (const double on : {0.0, 1.0}) {
    Bench fq("fq_codel", {{"bulk_count", on}, {"drop_batch", 64}}, {10e6, 100, 1000});
    for (int i = 0; i < 100; ++i) fq.arrive(0, Bench::kNoDrop, 1000, 1);
    EXPECT_TRUE(fq.late.drops.empty());
    fq.arrive(0, Bench::kNoDrop, 1000, 1);
    EXPECT_EQ(fq.late.drops.size(), 51u);  // half of 101 packets' bytes
    // After an interval above the target CoDel drops, and continues from its count: 1 after a long pause, or with the
    // 51 added.
    fq.depart(0.05);
    fq.depart(0.2);
    EXPECT_EQ(fq.state("count"), on != 0 ? 51 : 1);
  }
}

}  // namespace
}  // namespace aqm::test
