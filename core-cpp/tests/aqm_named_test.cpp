// Schemes that the papers name and that were added late: RED-PD, AOPC, Novel-PD, Self-tuning RED, Refined RED, w_q and
// max_p.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "../src/schemes/red_pd.hpp"
#include "../src/schemes/self_tuning_red.hpp"
#include "support/discipline.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

// ---- RED-PD ---------------------------------------------------------------------------------------------------------

TEST(RedPd, StepsByHand) {
  using namespace red_pd;
  // 3/5 of 40 ms sqrt(2 / (3 p)): at p = 2/300 ten round trips' worth, 240 ms; never beyond 80 and 400 ms.
  EXPECT_NEAR(interval(2.0 / 300, 0.04), 0.24, 1e-12);
  EXPECT_EQ(interval(1e-6, 0.04), 0.4);
  EXPECT_EQ(interval(0, 0.04), 0.4);
  EXPECT_EQ(interval(0.9, 0.04), 0.08);
  EXPECT_EQ(first(0.02, 0.03), 0.02);
  EXPECT_EQ(first(0.2, 0.03), 0.06);
  EXPECT_EQ(first(0.9, 0.4), 0.5);
  EXPECT_NEAR(raised(0.1, 0.03, false), 0.13, 1e-15);
  EXPECT_NEAR(raised(0.1, 0.3, false), 0.2, 1e-15);
  EXPECT_NEAR(raised(0.1, 0.03, true), 0.16, 1e-15);
  EXPECT_NEAR(raised(0.1, 0.3, true), 0.3, 1e-15);
  EXPECT_NEAR(raised(0.7, 0.8, false), 0.85, 1e-15);
  EXPECT_NEAR(raised(0.7, 0.8, true), 0.9, 1e-15);
  EXPECT_NEAR(lowered(0.2, false), 0.15, 1e-15);
  EXPECT_NEAR(lowered(0.08, false), 0.04, 1e-15);
  EXPECT_NEAR(lowered(0.06, true), 0.04, 1e-15);
  EXPECT_EQ(lowered(0.005, false), 0);
  EXPECT_GT(lowered(0.005, true), 0);
}

TEST(RedPd, TellsWhoAnswersToLosses) {
  // A rate that falls as 1 / sqrt(loss), a little faster, against one that stays.
  std::vector<red_pd::Look> tcp, cbr;
  for (const double loss : {0.01, 0.02, 0.04}) {
    tcp.push_back({1e6 * std::pow(loss, -0.6), loss});
    cbr.push_back({1e6, loss});
  }
  EXPECT_FALSE(red_pd::unresponsive(tcp));
  EXPECT_TRUE(red_pd::unresponsive(cbr));
  cbr.pop_back();  // one pair is not enough
  EXPECT_FALSE(red_pd::unresponsive(cbr));
  EXPECT_FALSE(
      red_pd::unresponsive(std::vector<red_pd::Look>{{1e6, 0.001}, {1e6, 0.02}, {1e6, 0.5}}));  // too far apart to say
}

TEST(RedPd, WithoutMonitoredFlowsIsGentleRed) {
  // The filter draws its own random numbers: packet by packet, the fates are the same while no flow is monitored.
  const Settings settings{{"min_th", 5}, {"max_th", 40}, {"w_q", 0.02}};
  Bench pd("red_pd", settings), red("gred", settings);
  Rng rng(5);
  int drops = 0;
  for (int i = 0; i < 20'000; ++i) {
    const int q = static_cast<int>(rng.below(60));
    const double u = rng.uniform();
    const Fate fate = red.find(q, 1e-3 * i, u);
    ASSERT_EQ(pd.find(q, 1e-3 * i, u), fate) << i;
    drops += is_drop(fate) ? 1 : 0;
  }
  EXPECT_GT(drops, 300);
  EXPECT_EQ(pd.state("monitored"), 0);
}

TEST(RedPd, MonitorsAFlowThatIsDroppedInThreeOfFiveIntervals) {
  // Flow 0 loses a packet in every interval, flow 1 in only one; 100 packets each. RED drops for certain at a queue of
  // 399.
  Bench pd("red_pd", {{"w_q", 0.9999}});
  double now = 0;
  const auto interval = [&](bool both) {
    for (int i = 0; i < 100; ++i) {
      for (std::uint32_t flow = 0; flow < 2; ++flow) {
        const bool lose = i == 50 && (flow == 0 || both);
        Dictate::queue(*pd.discipline, lose ? 399 : 0, 1000);
        const Fate fate = pd.arrive(now, Bench::kNoDrop, 1000, flow);
        ASSERT_EQ(is_drop(fate), lose);
      }
    }
    now += pd.state("interval");
    pd.timer();
  };
  interval(true);
  interval(false);
  EXPECT_EQ(pd.state("monitored"), 0);
  interval(false);
  EXPECT_EQ(pd.state("monitored"), 1);
  pd.arrive(now, Bench::kNoDrop, 1000, 0);
  // The only regular flow has the mean of the regular flows' drops: its first loss probability is RED's loss, which is
  // 1 in 200 for this interval and 1 in 200 when smoothed (0.01, 0.005: 0.0075; 0.005: 0.00625); the smaller one
  // counts.
  EXPECT_NEAR(pd.state("p_pre"), 1.0 / 200, 1e-12);
  pd.arrive(now, Bench::kNoDrop, 1000, 1);
  EXPECT_EQ(pd.state("p_pre"), 0);
}

TEST(RedPd, HoldsASteadyStreamNearTheTargetFlowAndFreesTheRest) {
  // An unresponsive stream of 3 Mbit/s among 30 TCP flows on 10 Mbit/s: RED lets nearly all of it through. A TCP flow
  // with the target round trip sends sqrt(3 / 2p) packets per 40 ms; the stream must come near that rate, and all TCP
  // flows together get the rest.
  const auto shares = [](const char* aqm) {
    ScenarioConfig c = sared(aqm, 30, 150);
    c.warmup = 50;
    c.network.access_rate = 50e6;
    c.network.access_delay = {0.01, 0.03};  // round trips of 80 to 160 ms
    c.traffic.push_back(udp("cbr", 1, 3e6));
    const Finished f = run(c);
    return std::pair{f.simulation->rows()[1].goodput, f.metrics.loss_ratio};
  };
  EXPECT_GT(shares("gred").first, 2.6e6);
  const auto [stream, loss] = shares("red_pd");
  EXPECT_LT(stream, 1.6e6);
  EXPECT_GT(stream, 0.2e6);
  EXPECT_GT(loss, 0);
}

// ---- AOPC -----------------------------------------------------------------------------------------------------------

TEST(Aopc, ItsGainGivesTheLoopADampingOfOneOverRootTwo) {
  for (const double loss : {0.002, 0.01, 0.05}) {
    for (const double rtt : {0.05, 0.2}) {
      const LinkInfo link{10e6, 400, 1000};
      const Bench aopc("aopc", {{"rtt", rtt}}, link);
      const double capacity = 1250, target = 200;
      const double gain = aopc.curve(target + 1, 0, {{"l", loss}}) - aopc.curve(target, 0, {{"l", loss}});
      EXPECT_NEAR(aopc.curve(target, 0, {{"l", loss}}), loss, 1e-15);
      // Hollot et al.'s loop without its delay, for the number of flows with this loss: W = sqrt(2 / p) = R C / N.
      const double n = rtt * capacity / std::sqrt(2 / loss);
      const double window_pole = 2 * n / (rtt * rtt * capacity), queue_pole = 1 / rtt;
      const double natural = std::sqrt(window_pole * queue_pole + gain * capacity * capacity / (2 * n));
      EXPECT_NEAR((window_pole + queue_pole) / (2 * natural), std::sqrt(0.5), 1e-9) << loss << " " << rtt;
    }
  }
}

TEST(Aopc, RestsAtItsTargetWithTcp) {
  for (const int flows : {20, 60}) {
    ScenarioConfig c = sared("aopc", flows, 200);
    c.warmup = 80;
    c.network.access_rate = 50e6;
    const Metrics m = run(c).metrics;
    EXPECT_NEAR(m.queue_mean, 70, 8) << flows;
    EXPECT_GT(m.utilization, 0.99);
  }
}

// ---- Novel-PD -------------------------------------------------------------------------------------------------------

TEST(NovelPd, IsThePiControllerWithOtherNames) {
  Bench pd("novel_pd", {{"k_p", 3e-5}, {"k_d", 7e-4}, {"target", 30}, {"rate", 100}});
  Bench pi("pi", {{"a", 7.3e-4}, {"b", 7e-4}, {"target", 30}, {"rate", 100}});
  Rng rng(9);
  double p = 0, before = 0;
  for (int i = 0; i < 2000; ++i) {
    const int q = static_cast<int>(rng.below(90));
    for (Bench* b : {&pd, &pi}) {
      Dictate::queue(*b->discipline, q, 1000);
      b->timer();
    }
    const double error = q - 30.0;  // the sum as printed
    p = std::clamp(p + 3e-5 * error + 7e-4 * (error - before), 0.0, 1.0);
    if (i == 0) p = pd.state("p");  // both begin as if the queue had been empty
    before = error;
    ASSERT_NEAR(pd.state("p"), pi.state("p"), 1e-12);
    ASSERT_NEAR(pd.state("p"), p, 1e-9);
    p = pd.state("p");
  }
}

// ---- Self-tuning RED ------------------------------------------------------------------------------------------------

TEST(SelfTuningRed, ItsBoundOfTheWeightIsWhereTheMapLosesItsRest) {
  // The map itself, for any N: slightly below the bound a small deviation decays, slightly above it grows.
  const double min_th = 20, max_th = 60, target = 40, path = 125;
  const double bound = self_tuning::stable_weight(target, min_th, path);
  for (const double flows : {10.0, 60.0}) {
    const double p_target = std::pow(flows / (target + path), 2), max_p = 2 * p_target;
    for (const double share : {0.98, 1.02}) {
      double avg = target + 0.01;
      for (int i = 0; i < 300; ++i) {
        const double p = max_p * (avg - min_th) / (max_th - min_th);
        avg += share * bound * (flows / std::sqrt(p) - path - avg);
      }
      EXPECT_EQ(std::abs(avg - target) < 0.01, share < 1) << flows << " " << share;
    }
  }
  // The weight per packet gives the weight per round trip.
  EXPECT_NEAR(1 - std::pow(1 - self_tuning::packet_weight(0.3, 150), 150), 0.3, 1e-12);
}

TEST(SelfTuningRed, FindsTheProbabilityThatTheFlowsNeedInOneStep) {
  // RED's line at rest with N flows: the average solves p(avg) = (N / (avg + path))^2. One step gives max_p for the
  // target.
  const double min_th = 20, path = 125, flows = 30;
  for (const double max_p : {0.06, 0.08}) {
    double avg = 40;
    for (int i = 0; i < 200; ++i)
      avg += 0.02 * (flows / std::sqrt(max_p * std::max(1e-4, (avg - min_th) / 40)) - path - avg);
    EXPECT_NEAR(self_tuning::next_max_p(max_p, avg, 40, min_th, path), 2 * std::pow(flows / (40 + path), 2), 1e-6);
  }
  EXPECT_EQ(self_tuning::next_max_p(0.1, 10, 40, 20, path), 0.05);
  EXPECT_EQ(self_tuning::next_max_p(0.1, 200, 40, 20, path), 0.2);
}

// ---- two weights ----------------------------------------------------------------------------------------------------

TEST(AdaptiveWeight, MovesTheAverageAsItSays) {
  // Refined RED far above its band: the weight doubles in each interval from 0.002 to 0.032, then max_p grows. The
  // average follows the current weight, to the bit of RED's formula.
  Bench red("refined_red", {{"interval", 0.5}});
  double avg = 0, weight = 0.002;
  for (int step = 0; step < 7; ++step) {
    for (int i = 0; i < 2000; ++i) {
      red.find(200, 0);
      avg = (1 - weight) * avg + weight * 200;
    }
    ASSERT_EQ(red.state("avg"), avg) << step;
    ASSERT_EQ(red.state("w_q now"), weight);
    const double max_p = red.state("max_p");
    red.timer();
    if (step < 4) weight *= 2;
    EXPECT_EQ(red.state("max_p") > max_p, step >= 4) << step;
  }
}

TEST(AdaptiveWeight, RefinedRedGoesBackInTheReverseOrder) {
  Bench red("refined_red", {{"w_q", 0.016}, {"max_p_bottom", 0.08}});
  for (int i = 0; i < 2000; ++i) red.find(200, 0);
  red.timer();
  EXPECT_EQ(red.state("w_q now"), 0.032);
  for (int i = 0; i < 2000; ++i) red.find(0, 0);
  const double max_p = red.state("max_p");
  int steps = 0;
  for (; red.state("w_q now") > 0.016 && steps < 50; ++steps) red.timer();
  EXPECT_EQ(red.state("w_q now"), 0.016);
  EXPECT_LT(red.state("max_p"), 0.08);
  EXPECT_EQ(steps, 1 + static_cast<int>(std::ceil(std::log(0.08 / max_p) / std::log(0.9))));
}

TEST(AdaptiveWeight, WqMaxPTakesTheLargeWeightWhileTheAverageChangesMuch) {
  Bench red("wq_max_p", {{"w_q", 0.002}, {"w_q_large", 0.05}, {"change", 0.25}});  // much: more than 10 packets
  EXPECT_EQ(red.state("w_q now"), 0.002);
  for (int i = 0; i < 100; ++i) red.find(80, 0);  // 80 (1 - 0.998^100) = 14.5
  red.timer();
  EXPECT_EQ(red.state("w_q now"), 0.05);
  for (int i = 0; i < 2000; ++i) red.find(80, 0);
  red.timer();
  EXPECT_EQ(red.state("w_q now"), 0.05);
  red.timer();
  EXPECT_EQ(red.state("w_q now"), 0.002);
}

TEST(AdaptiveWeight, WithOneWeightIsAdaptiveRed) {
  const Settings common{{"min_th", 20}, {"max_th", 60}};
  Settings same = common;
  same.push_back({"w_q_large", 0.002});
  Settings sharp = common;
  sharp.push_back({"gentle", 0});
  Bench two("wq_max_p", same), ared("ared", sharp);
  Rng rng(8);
  for (int i = 0; i < 20'000; ++i) {
    const int q = static_cast<int>(rng.below(i / 4000 % 2 == 0 ? 50 : 120));
    const double u = rng.uniform();
    ASSERT_EQ(two.find(q, 1e-3 * i, u), ared.find(q, 1e-3 * i, u)) << i;
    if (i % 500 == 499) {
      two.timer();
      ared.timer();
      ASSERT_EQ(two.state("max_p"), ared.state("max_p"));
    }
  }
}

}  // namespace
}  // namespace aqm::test
