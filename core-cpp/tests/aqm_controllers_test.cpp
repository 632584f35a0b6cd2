// The invariants of the schemes that do not use an average queue: BLUE and similar schemes, controllers, virtual
// queues, and schemes that count flows.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "parts/active_flows.hpp"
#include "parts/pie_controller.hpp"
#include "parts/zombie_list.hpp"
#include "schemes/neural_pi.hpp"
#include "support/discipline.hpp"
#include "support/json.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

// ---- BLUE -----------------------------------------------------------------------------------------------------------

TEST(Blue, MovesAtMostOncePerFreezeTimeWhateverTheQueue) {
  Bench blue("blue", {{"freeze_time", 0.05}}, {10e6, 20, 1000});
  Rng rng(1);
  double p_m = 0, last_change = -1;
  for (int i = 0; i < 50'000; ++i) {
    const double now = 0.001 * i;
    if (rng.uniform() < 0.3) {
      blue.discipline->on_idle(from_seconds(now));
    } else {
      blue.find(static_cast<int>(rng.below(21)), now);
    }
    if (blue.state("p_m") != p_m) {
      const double step = blue.state("p_m") - p_m;
      EXPECT_TRUE(std::fabs(step - 0.0025) < 1e-12 || step < 0);
      EXPECT_GE(step, -0.00025 - 1e-12);
      EXPECT_GT(now - last_change, 0.05 - 1e-9);
      last_change = now;
      p_m = blue.state("p_m");
    }
  }
  EXPECT_GT(p_m, 0);
}

TEST(Blue, LimitBelowTheBufferCountsAsOverflow) {
  Bench blue("blue", {{"limit", 10}});
  EXPECT_EQ(blue.find(10, 1), Fate::accepted);
  EXPECT_EQ(blue.state("p_m"), 0);
  EXPECT_EQ(blue.find(11, 2), Fate::accepted);
  EXPECT_EQ(blue.state("p_m"), 0.0025);
}

// ---- SFB ------------------------------------------------------------------------------------------------------------

/// One flow floods at ten times its share beside `others` well-behaved ones; returns the loss rates of the flood and of
/// the others.
std::pair<double, double> flood(Bench& sfb, int others) {
  Rng rng(2);
  int flood_sent = 0, flood_lost = 0, sent = 0, lost = 0;
  for (int i = 0; i < 400'000; ++i) {
    const double now = 0.0004 * i;
    const bool bad = i % 2 == 0;
    const std::uint32_t flow = bad ? 0 : 1 + rng.below(static_cast<std::uint32_t>(others));
    const bool drop = is_drop(sfb.arrive(now, rng.uniform(), 1000, flow));
    (bad ? flood_sent : sent) += 1;
    (bad ? flood_lost : lost) += drop;
    if (i % 2 == 1) sfb.depart(now);
  }
  return {static_cast<double>(flood_lost) / flood_sent, static_cast<double>(lost) / sent};
}

TEST(StochasticFairBlue, FindsTheFloodAndSparesTheOthers) {
  Bench sfb("sfb");
  const auto [flood_loss, loss] = flood(sfb, 20);
  EXPECT_GT(flood_loss, 0.85);
  EXPECT_LT(loss, 0.1);
  EXPECT_GT(sfb.state("p_max"), 0.9);
}

TEST(StochasticFairBlue, APunishedFlowKeepsThePenaltyRate) {
  // Only packets that pass the penalty box leave the link: 10 packets per second once the level is 1.
  Bench sfb("sfb", {{"increment", 0.5}, {"decrement", 1e-9}, {"bin_max", 1000}}, {10e6, 1000, 1000});
  for (int i = 0; i < 30; ++i) sfb.arrive(0, Bench::kNoDrop);
  EXPECT_EQ(sfb.state("p"), 1);
  for (int i = 0; i < 1000; ++i) sfb.arrive(0.001 * i, Bench::kNoDrop);  // uses the burst of 20 up
  int admitted = 0;
  for (int i = 0; i < 10'000; ++i) admitted += !is_drop(sfb.arrive(1 + 0.001 * i, Bench::kNoDrop));
  EXPECT_NEAR(admitted, 100, 2);
}

TEST(StochasticFairBlue, RehashingKeepsTheCounts) {
  Bench sfb("sfb", {{"rehash_interval", 1}});
  for (int i = 0; i < 15; ++i) sfb.arrive(0, Bench::kNoDrop, 1000, static_cast<std::uint32_t>(i % 3));
  sfb.timer();
  EXPECT_EQ(sfb.state("p_max"), 0);
  // All packets have left, and the counts are zero again: a level rises only after twenty new packets.
  for (int i = 0; i < 15; ++i) ASSERT_TRUE(sfb.depart(1.5));
  for (int i = 0; i < 20; ++i) EXPECT_EQ(sfb.arrive(1.6, 0.0), Fate::accepted);
  EXPECT_EQ(sfb.arrive(1.6, 0.0), Fate::dropped_early);
}

// ---- controllers ----------------------------------------------------------------------------------------------------

TEST(Rem, RestsAtItsTargetWithTheLinkJustFull) {
  // 2.5 packets fit into 2 ms; two and three in turn, with the queue at the target, do not change the price.
  Bench rem("rem");
  for (int i = 0; i < 4000; ++i) {
    for (int k = 0; k < 2 + i % 2; ++k) rem.find(0, 0);
    Dictate::queue(*rem.discipline, 20, 1000);
    rem.timer();
    EXPECT_NEAR(rem.state("price"), i % 2 == 0 ? 0 : 0.0005, 0.00051);
  }
  // Prices of links on a path add up: 1 - (1 - p1)(1 - p2) is the probability of the sum.
  const double p1 = rem.curve(30), p2 = rem.curve(75);
  EXPECT_NEAR(1 - (1 - p1) * (1 - p2), rem.curve(105), 1e-12);
  for (double price = 0; price < 500; price += 1) EXPECT_LT(rem.curve(price), rem.curve(price + 1));
}

TEST(Pi, AConstantErrorRaisesTheProbabilityByADifferenceOfGains) {
  Bench pi("pi");
  Dictate::queue(*pi.discipline, 80, 1000);
  pi.timer();
  for (int i = 0; i < 100; ++i) {
    const double before = pi.state("p");
    pi.timer();
    EXPECT_NEAR(pi.state("p") - before, (1.822e-5 - 1.816e-5) * 30, 1e-15);
  }
  Dictate::queue(*pi.discipline, 50, 1000);
  pi.timer();
  const double rest = pi.state("p");
  for (int i = 0; i < 100; ++i) pi.timer();
  EXPECT_EQ(pi.state("p"), rest);  // at the target, and nowhere else
}

TEST(Dred, RestsOnlyAtItsTargetAndSparesAShortQueue) {
  Bench dred("dred", {}, {10e6, 100, 1000});  // target 50, low 45
  Dictate::queue(*dred.discipline, 50, 1000);
  for (int i = 0; i < 1000; ++i) dred.timer();
  EXPECT_EQ(dred.state("p"), 0);
  Dictate::queue(*dred.discipline, 90, 1000);
  for (int i = 0; i < 20'000; ++i) dred.timer();
  const double p = dred.state("p");
  EXPECT_GT(p, 0.1);
  EXPECT_EQ(dred.find(44, 0, 0.0), Fate::accepted);
  EXPECT_EQ(dred.find(45, 0, 0.5 * p), Fate::dropped_early);
  EXPECT_EQ(dred.find(45, 0, 1.5 * p), Fate::accepted);
}

TEST(Lred, ProbabilityIsTheLossRatioAtTheTarget) {
  const Bench lred("lred");  // target 200
  for (const double l : {0.001, 0.01, 0.2}) {
    EXPECT_NEAR(lred.curve(200, 0, {{"l", l}}), l, 1e-15);
    EXPECT_NEAR(lred.curve(250, 0, {{"l", l}}) - l, 0.001 * std::sqrt(l) * 50, 1e-15);
  }
  EXPECT_EQ(lred.curve(399), 0);  // no loss yet, no drop: only overflow can start it
}

// ---- PIE ------------------------------------------------------------------------------------------------------------

TEST(Pie, ProbabilityIsBoundedAndItsRiseIsCapped) {
  Rng rng(3);
  const PieParams params;
  for (int i = 0; i < 100'000; ++i) {
    const double p = std::pow(rng.uniform(), 4), now = rng.uniform(0, 0.5), before = rng.uniform(0, 0.5);
    const double next = pie_step(params, p, now, before);
    ASSERT_TRUE(next >= 0 && next <= 1);
    if (p >= 0.1) {
      ASSERT_LE(next - p, 0.02 + 1e-15);
    }
  }
}

TEST(Pie, DecaysByTwoPercentAnUpdateWhenTheQueueIsEmpty) {
  // With the integral and proportional terms at zero, only the decay remains.
  PieParams params;
  params.target = 0;
  double p = 0.5;
  for (int i = 1; i <= 50; ++i) {
    p = pie_step(params, p, 0, 0);
    EXPECT_NEAR(p, 0.5 * std::pow(0.98, i), 1e-12);
  }
}

TEST(Pie, AllowsABurstAfterAQuietTime) {
  Bench pie("pie");
  EXPECT_DOUBLE_EQ(pie.state("burst_allowance"), 0.15);
  // A standing queue of 100 ms: ten updates of 15 ms use up the allowance, and during them nothing is dropped.
  double now = 0;
  for (int i = 0; i < 200; ++i) pie.arrive(now);
  for (int i = 0; i < 10; ++i) {
    now += 0.015;
    EXPECT_EQ(pie.arrive(now, 0.0), Fate::accepted) << i;
    pie.depart(now);
    pie.timer();
  }
  EXPECT_EQ(pie.state("burst_allowance"), 0);
  EXPECT_GT(pie.state("p"), 0);
  // And not one update more: in floating point, 0.15 minus ten times 0.015 is above 0.
  EXPECT_EQ(pie.arrive(now, 0.0), Fate::dropped_early);
}

TEST(Pie, LeavesTwoPacketsAlone) {
  PieController controller{[] {
                             PieParams p;
                             p.max_burst = 0;
                             return p;
                           }(),
                           1000};
  for (int i = 0; i < 2000; ++i) {
    controller.taken(0.2, 100'000);
    controller.update();
  }
  ASSERT_GT(controller.p(), 0.5);
  EXPECT_EQ(controller.decide(Packet{}, 2000, 0.0), Fate::accepted);
  EXPECT_EQ(controller.decide(Packet{}, 2001, 0.0), Fate::dropped_early);
}

TEST(Pie, InByteModeSmallPacketsAreHitInProportion) {
  Bench pie("pie", {{"max_burst", 0}, {"byte_mode", 1}});
  for (int i = 0; i < 40; ++i) pie.arrive(0);
  double now = 0;
  while (pie.state("p") < 0.3) {
    pie.depart(now += 0.05);
    pie.arrive(now);
    pie.timer();
  }
  pie.timer();
  const double p = pie.state("p");
  ASSERT_LT(p, 0.9);
  for (const int size : {100, 500, 1000}) {
    EXPECT_EQ(pie.arrive(now, 0.999 * p * size / 1000, size), Fate::dropped_early) << size;
    EXPECT_EQ(pie.arrive(now, 1.001 * p * size / 1000, size), Fate::accepted) << size;
  }
}

TEST(Pie, WithoutAProbabilityNothingIsRemembered) {
  // RFC 8033 section 5.4: accu_prob is 0 where drop_prob is. Two arrivals at p = 0.4 bring it to 0.8; after p has been
  // 0 it takes three again.
  PieParams params;
  params.max_burst = 0;
  params.derandomize = true;
  PieController controller(params, 1000);
  const auto raise = [&] {
    while (controller.p() < 0.4) {
      controller.taken(0.2, 100'000);
      controller.update();
    }
  };
  raise();
  const double first = controller.p();
  ASSERT_LT(first, 0.42);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(controller.decide(Packet{}, 50'000, 0.0), Fate::accepted);
  while (controller.p() > 0) {
    controller.taken(0, 0);
    controller.update();
  }
  raise();
  for (int i = 0; i < 2; ++i) EXPECT_EQ(controller.decide(Packet{}, 50'000, 0.0), Fate::accepted);
  EXPECT_EQ(controller.decide(Packet{}, 50'000, 0.0), Fate::dropped_early);
}

TEST(Pie, DerandomisedDropsKeepTheirDistance) {
  PieParams params;
  params.max_burst = 0;
  params.derandomize = true;
  PieController controller(params, 1000);
  while (controller.p() < 0.05) {
    controller.taken(0.03, 100'000);
    controller.update();
  }
  const double p = controller.p();
  ASSERT_LT(p, 0.1);
  Rng rng(4);
  int gap = 0, drops = 0;
  for (int i = 0; i < 200'000; ++i) {
    ++gap;
    if (!is_drop(controller.decide(Packet{}, 50'000, rng.uniform()))) continue;
    ASSERT_GE(gap * p, 0.85 - 1e-9);
    ASSERT_LE(gap * p, 8.5 + p);
    ++drops;
    gap = 0;
  }
  EXPECT_GT(drops, 500);
}

TEST(Madpie, DropsOneForCertainAnInterval) {
  Bench madpie("madpie", {}, {10e6, 500, 1000});
  Rng rng(5);
  // A standing delay of 200 ms, twice tau_dd.
  for (int i = 0; i < 250; ++i) madpie.arrive(0);
  int forced = 0, updates = 0;
  for (int i = 1; i < 20'000; ++i) {
    const double now = 0.2 + 0.0008 * i;
    while (madpie.discipline->next_timer() <= from_seconds(now)) {
      madpie.timer();
      ++updates;
    }
    Dictate::queue(*madpie.discipline, 250, 1000);
    Packet p;
    p.size = 1000;
    if (madpie.discipline->enqueue(p, {from_seconds(now), Bench::kNoDrop, true}) == Fate::dropped_forced) ++forced;
    madpie.depart(now);
  }
  EXPECT_GT(forced, 0);
  EXPECT_LE(forced, updates);
}

// ---- virtual queues -------------------------------------------------------------------------------------------------

TEST(Avq, CapacityStaysWithinTheLinkAndBalancesAtGamma) {
  // Marking: marked packets enter, so the capacity falls while more than gamma C arrives and rises while less does.
  Bench avq("avq", {{"ecn", 1}});
  avq.ecn = Ecn::ect0;
  double now = 0;
  const auto drift = [&](double load) {
    const double before = avq.state("ctilde");
    for (int i = 0; i < 5000; ++i) {
      now += 0.0008 / load;
      EXPECT_FALSE(is_drop(avq.arrive(now)));
      avq.depart(now);
      const double ctilde = avq.state("ctilde");
      EXPECT_TRUE(ctilde >= 0 && ctilde <= 1250);
    }
    return avq.state("ctilde") - before;
  };
  EXPECT_LT(drift(1.02), -1);
  EXPECT_GT(drift(0.9), 1);
  // 5000 arrivals at gamma C: each adds alpha (gamma C dt - 1) = 0.
  EXPECT_NEAR(drift(0.98), 0, 0.01);
  for (int i = 0; i < 100; ++i) drift(0.3);
  EXPECT_EQ(avq.state("ctilde"), 1250);
}

TEST(ExponentialRed, LogarithmOfTheProbabilityIsAStraightLine) {
  const Bench scheme("exp_red", {{"p_min", 0.002}, {"p_top", 0.3}});
  const double slope = std::log(0.3 / 0.002) / 100;
  for (double b = 20; b < 120; b += 0.5)
    EXPECT_NEAR(std::log(scheme.curve(b)), std::log(0.002) + slope * (b - 20), 1e-12);
}

TEST(ExponentialRed, VirtualQueueIsServedAtGammaOfTheLink) {
  Bench scheme("exp_red");
  for (int i = 0; i < 50; ++i) scheme.arrive(0);
  scheme.arrive(0.01);  // 0.98 * 1250 * 0.01 = 12.25 packets have left it
  EXPECT_NEAR(scheme.state("b"), 51 - 12.25, 1e-9);
}

TEST(ScalableControl, PriceIsTheDelayOfAVirtualQueueAndPricesAddUp) {
  // p' = (y - gamma C) / C for a steady load of 1.5 C, to a packet's time: 1250 packets/s.
  Bench scheme("scalable_control", {{"gamma", 0.9}});
  double now = 0;
  for (int i = 1; i <= 1500; ++i) {
    now = i / 1875.0;
    scheme.find(0, now);
    ASSERT_NEAR(scheme.state("price"), 0.6 * now, 1.0 / 1250);
  }
  // The price falls by gamma per second and stays at 0.
  const double before = scheme.state("price");
  scheme.find(0, now + 0.25);
  EXPECT_NEAR(scheme.state("price"), before - 0.9 * 0.25 + 1.0 / 1250, 1e-9);
  scheme.find(0, now + 10);
  EXPECT_EQ(scheme.state("price"), 0);
  const double p1 = scheme.curve(0.03), p2 = scheme.curve(0.2);
  EXPECT_NEAR(1 - (1 - p1) * (1 - p2), scheme.curve(0.23), 1e-15);
}

TEST(ScalableControl, MarkedTrafficSettlesAtGammaOfTheLinkWithAShortQueue) {
  ScenarioConfig c = sared("scalable_control", 10, 60);
  c.warmup = c.duration / 3;
  c.traffic[0].ecn = true;
  set(c, "ecn", 1);
  set(c, "gamma", 0.9);
  const Metrics m = run(c).metrics;
  EXPECT_NEAR(m.utilization, 0.9, 0.01);
  EXPECT_LT(m.queue_mean, 5);
}

// ---- the integral of a fractional order --------------------------------------------------------------------------

/// What an error of one packet at the first arrival only adds n arrivals later.
std::vector<double> impulse(double order, int length) {
  Bench pi("pi_alpha", {{"order", order}, {"target", 50}, {"memory", 300}});
  std::vector<double> response;
  for (int i = 0; i < length; ++i) {
    pi.find(i == 0 ? 51 : 50, 0);
    response.push_back(i == 0 ? 1 : pi.state("past"));
  }
  return response;
}

TEST(PiAlpha, ForgetsAnErrorAsAnIntegralOfItsOrder) {
  // Gamma(n + order) / (Gamma(order) n!), and nothing beyond the memory.
  for (const double order : {0.4, 1.0, 1.3}) {
    const std::vector<double> w = impulse(order, 320);
    for (int n = 1; n <= 300; ++n) {
      const double wanted = std::exp(std::lgamma(n + order) - std::lgamma(order) - std::lgamma(n + 1));
      ASSERT_NEAR(w[static_cast<std::size_t>(n)], wanted, 1e-12 * n) << order << " " << n;
    }
    EXPECT_EQ(w[301], 0);
  }
  // Half an integral of half an integral is an integral.
  const std::vector<double> half = impulse(0.5, 200);
  for (std::size_t n = 0; n < half.size(); ++n) {
    double twice = 0;
    for (std::size_t j = 0; j <= n; ++j) twice += half[j] * half[n - j];
    ASSERT_NEAR(twice, 1, 1e-12);
  }
}

TEST(PiAlpha, AnErrorThatLastsRaisesTheProbabilityToTheGainThatIsTold) {
  Bench pi("pi_alpha", {{"memory", 100}});
  for (int i = 0; i < 150; ++i) pi.find(60, 0);
  EXPECT_NEAR(pi.state("p"), 10 * pi.computed("gain of a lasting deviation"), 1e-12);
  EXPECT_NEAR(pi.curve(60, 0, {{"past", pi.state("past")}}), pi.state("p"), 1e-15);
}

// ---- the network that imitates it -----------------------------------------------------------------------------------

TEST(NeuralPi, AnswersAsTheProgramThatTrainedItDoes) {
  // scripts/neural-pi.mjs has its own arithmetic; these are its answers for arrivals on which it was not trained.
  std::set<double> answers;
  for (const Json& one : reference("neural-pi.json")["cases"].items) {
    neural_pi::History queues{}, drops{};
    for (std::size_t i = 0; i < queues.size(); ++i) {
      queues[i] = one["queues"].at(i).number / 50;
      drops[i] = one["drops"].at(i).number;
    }
    EXPECT_EQ(neural_pi::probability(queues, drops), one["p"].number);
    answers.insert(one["p"].number);
  }
  EXPECT_GT(answers.size(), 4);
}

TEST(NeuralPi, FindsTheLossThatItsTeacherFinds) {
  const auto settled = [](const char* id, int flows) {
    ScenarioConfig c = sared(id, flows, 60);
    c.warmup = 20;
    return run(c).metrics;
  };
  const Bench pi("pi_alpha");
  for (const int flows : {30, 100}) {
    const Metrics teacher = settled("pi_alpha", flows), pupil = settled("neural_pi", flows);
    // The teacher rests where the deviation times its gain equals the loss. The classes of the pupil differ by a factor
    // of 2.
    EXPECT_NEAR(teacher.queue_mean, 50 + teacher.loss_ratio / pi.computed("gain of a lasting deviation"), 1);
    EXPECT_LT(pupil.loss_ratio, std::sqrt(2.0) * teacher.loss_ratio);
    EXPECT_GT(pupil.loss_ratio, std::sqrt(0.5) * teacher.loss_ratio);
  }
}

// ---- counting flows -------------------------------------------------------------------------------------------------

TEST(ActiveFlows, CountsWhoWasSeenWithinTheWindow) {
  // Against a list of all arrivals of the last second.
  ActiveFlows active(1);
  Rng rng(6);
  std::vector<std::pair<Time, std::uint32_t>> history;
  Time now = 0;
  for (int i = 0; i < 20'000; ++i) {
    now += from_seconds(rng.uniform(0, i / 3000 % 2 == 0 ? 0.004 : 0.4));
    const std::uint32_t flow = rng.below(60);
    history.push_back({now, flow});
    std::set<std::uint32_t> seen;
    for (auto it = history.rbegin(); it != history.rend() && it->first >= now - kSecond; ++it) seen.insert(it->second);
    ASSERT_EQ(active.seen(flow, now), static_cast<int>(seen.size()));
  }
}

TEST(Green, GrowsWithTheSquareOfTheFlowsAndFallsWithThatOfTheRoundTrip) {
  const Bench near("green", {{"rtt", 0.08}}), far("green", {{"rtt", 0.24}});
  EXPECT_NEAR(near.curve(20) / near.curve(10), 4, 1e-12);
  EXPECT_NEAR(near.curve(10) / far.curve(10), 9, 1e-12);
}

TEST(StabilizedRed, HitFrequencyIsOneOverTheNumberOfFlows) {
  // The mean of P over 400,000 arrivals of N equal flows. P forgets in M / p_overwrite = 2000 arrivals, so the mean
  // covers about 100 independent values of relative deviation sqrt(N / 4000): 5 % is more than four standard errors for
  // N = 50.
  for (const std::uint32_t flows : {5u, 20u, 50u}) {
    ZombieList list(500, 0.25, Rng(7));
    Rng rng(8);
    double sum = 0;
    int n = 0;
    for (int i = 0; i < 450'000; ++i) {
      list.see(rng.below(flows));
      ASSERT_TRUE(list.frequency() >= 0 && list.frequency() <= 1);
      if (i < 50'000) continue;
      sum += list.frequency();
      ++n;
    }
    EXPECT_NEAR(sum / n * flows, 1, 0.05) << flows;
  }
}

TEST(StabilizedRed, DropsNothingEarlyUntilItsListIsFull) {
  Bench sred("sred", {{"list_size", 300}}, {10e6, 100, 1000});
  for (int i = 0; i < 299; ++i) EXPECT_EQ(sred.find(90, 0, 0.0), Fate::accepted);
  bool dropped = false;
  for (int i = 0; i < 50; ++i) dropped |= is_drop(sred.find(90, 0, 1e-6));
  EXPECT_TRUE(dropped);
}

TEST(BalancedRed, EachFlowIsHeldToItsOwnShare) {
  // Two flows in a buffer of 120 packets: l2 = 30, w_m = 45. The greedy flow stops there, the other is not affected.
  Bench bred("bred", {{"w_n", 1}}, {10e6, 120, 1000});
  for (int i = 0; i < 10; ++i) EXPECT_EQ(bred.arrive(0, 0.0, 1000, 1), Fate::accepted);
  for (int i = 0; i < 100; ++i) bred.arrive(0, Bench::kNoDrop, 1000, 0);
  EXPECT_EQ(bred.state("N"), 2);
  EXPECT_EQ(bred.discipline->packets(), 10 + 45);
  EXPECT_EQ(bred.arrive(0, Bench::kNoDrop, 1000, 0), Fate::dropped_forced);
  EXPECT_EQ(bred.arrive(0, 0.0, 1000, 1), Fate::accepted);
}

}  // namespace
}  // namespace aqm::test
