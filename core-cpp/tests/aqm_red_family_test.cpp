// The invariants of the members of the RED family, each its own.
#include <gtest/gtest.h>

#include <cmath>

#include "parts/adaptive_max_p.hpp"
#include "schemes/acred.hpp"
#include "support/discipline.hpp"

namespace aqm::test {
namespace {

constexpr double kTiny = 1e-9;

/// No jump at `x`.
void expect_continuous(const Bench& b, double x, int which = 0, const Settings& state = {}) {
  EXPECT_NEAR(b.curve(x - kTiny, which, state), b.curve(x + kTiny, which, state), 1e-7) << "at " << x;
}
double left(const Bench& b, double x, int which = 0, const Settings& state = {}) {
  return b.curve(x - kTiny, which, state);
}

// ---- static curves --------------------------------------------------------------------------------------------------

TEST(Red, ReachesMaxPAndThenJumps) {
  const Bench red("red");
  EXPECT_NEAR(red.curve(70), 0.05, 1e-12);
  EXPECT_NEAR(left(red, 120), 0.1, 1e-9);
  EXPECT_EQ(red.curve(120), 1);
}

TEST(GentleSlopes, AreContinuousWhereTheyMeet) {
  const Bench gred("gred"), ured("ured"), mred("mred_z"), sared("sared", {{"gentle", 1}}), ared("ared"),
      cared("cared", {{"gentle", 1}});
  for (const double x : {120.0, 240.0}) expect_continuous(gred, x);
  for (const double x : {60.0, 90.0}) expect_continuous(ured, x);
  for (const double x : {60.0, 120.0}) expect_continuous(mred, x);
  for (const double x : {120.0, 240.0}) {
    for (int which = 0; which < 4; ++which) expect_continuous(sared, x, which);
  }
  for (const double x : {60.0, 120.0}) {
    expect_continuous(ared, x, 0, {{"max_p", 0.3}});
    expect_continuous(cared, x, 0, {{"max_p", 0.02}});
  }
}

TEST(NonlinearRed, CrossesRedAtTwoThirds) {
  const Bench nlred("nlred"), red("red");
  const double cross = 20 + 100 * 2.0 / 3;
  for (double x = 21; x < 119.5; x += 0.5) {
    if (std::fabs(x - cross) > 0.3) {
      EXPECT_EQ(nlred.curve(x) < red.curve(x), x < cross) << x;
    }
  }
  EXPECT_NEAR(left(nlred, 120), 1.5 * 0.1, 1e-9);
}

Bench drawn(const std::vector<double>& points, const Settings& settings = {}) {
  Bench made("drawn", settings);
  made.values.lists = {points};
  return made;
}

TEST(DrawnCurve, GoesThroughItsPointsAndOnAsItIsTold) {
  const std::vector<double> points{10, 0.05, 40, 0.02, 60, 0.3, 100, 0.3};
  for (const double smooth : {0.0, 1.0}) {
    const Bench curve = drawn(points, {{"smooth", smooth}});
    EXPECT_EQ(left(curve, 10), 0);
    for (std::size_t i = 0; i < points.size(); i += 2) EXPECT_NEAR(curve.curve(points[i]), points[i + 1], 1e-15);
    for (const double x : {40.0, 60.0, 100.0, 200.0}) expect_continuous(curve, x);
    EXPECT_NEAR(curve.curve(150), 0.65, 1e-12);  // half of the way from 0.3 at 100 to 1 at 200
    EXPECT_EQ(curve.curve(200), 1);
  }
  EXPECT_NEAR(drawn(points).curve(55), 0.02 + 0.28 * 0.75, 1e-15);
  EXPECT_EQ(drawn(points, {{"beyond", 1}}).curve(100), 1);
  EXPECT_EQ(drawn(points, {{"beyond", 2}}).curve(350), 0.3);
}

TEST(DrawnCurve, SmoothIsMonotoneBetweenPoints) {
  Rng rng(7);
  for (int n = 0; n < 200; ++n) {
    std::vector<double> points;
    const int count = 2 + static_cast<int>(rng.below(8));
    for (int i = 0; i < count; ++i) {
      points.insert(points.end(), {20.0 * i + 15 * rng.uniform(), rng.uniform()});
    }
    const Bench curve = drawn(points, {{"smooth", 1}});
    for (std::size_t i = 0; i + 2 < points.size(); i += 2) {
      const double rise = points[i + 3] - points[i + 1];
      double before = points[i + 1];
      for (int k = 1; k < 40; ++k) {
        const double p = curve.curve(points[i] + (points[i + 2] - points[i]) * k / 40);
        EXPECT_GE((p - before) * rise, -1e-15);
        before = p;
      }
    }
  }
}

TEST(DrawnCurve, SmoothIsTheCubicOfFritschAndButland) {
  // The step of the manual of MATLAB's pchip, moved and scaled: slopes are 0 on the flat parts and at the corners, 1 in
  // the middle.
  const Bench step = drawn({10, 0.1, 20, 0.1, 30, 0.1, 40, 0.2, 50, 0.3, 60, 0.3, 70, 0.3}, {{"smooth", 1}});
  EXPECT_EQ(step.curve(25), 0.1);
  EXPECT_NEAR(step.curve(35), 0.2 - 0.1 * (0.5 + 0.125), 1e-12);
  EXPECT_NEAR(step.curve(45), 0.2 + 0.1 * (0.5 + 0.125), 1e-12);
  // Straight points stay a straight line, wherever they are.
  const Bench line = drawn({10, 0.1, 13, 0.13, 40, 0.4, 55, 0.55}, {{"smooth", 1}});
  for (double x = 10; x < 55; x += 0.7) EXPECT_NEAR(line.curve(x), x / 100, 1e-14);
  // Unequal widths: the weighted harmonic mean of 0.01 and 0.03 with widths 10 and 20 is 0.09 / (50 / 0.01 + 40 / 0.03)
  // * 1000.
  const double slope = 90 / (50 / 0.01 + 40 / 0.03);
  const Bench three = drawn({0, 0, 10, 0.1, 30, 0.7}, {{"smooth", 1}});
  EXPECT_NEAR((three.curve(10 + 1e-5) - three.curve(10 - 1e-5)) / 2e-5, slope, 1e-6);
}

TEST(DrawnCurve, RefusesWhatIsNoCurve) {
  const auto rule = [](const std::vector<double>& points) -> std::string {
    const Bench curve = drawn(points);
    for (const Issue& issue : curve.scheme.check(curve.values, curve.link)) {
      if (issue.error) return issue.rule;
    }
    return "";
  };
  EXPECT_EQ(rule({20, 0, 80, 0.04}), "");
  EXPECT_EQ(rule({20, 0}), "at least 2 points");
  EXPECT_EQ(rule({20, 0, 20, 0.1}), "points[1]: place > that of the point before");
  EXPECT_EQ(rule({20, 0, 30, 1.1}), "points[1]: probability <= 1");
  EXPECT_EQ(rule({20, 0, 500, 0.1}), "points[1]: place <= buffer");
  EXPECT_EQ(rule({-1, 0, 50, 0.1}), "points[0]: 0 <= place");
  std::vector<double> many;
  for (int i = 0; i < 33; ++i) many.insert(many.end(), {1.0 * i, 0.01});
  EXPECT_EQ(rule(many), "at most 32 points");
}

TEST(DoubleSlope, HalfWayIsOneMinusGammaAndTheTopIsOne) {
  for (const double gamma : {0.1, 0.5, 0.96}) {
    const Bench dsred("dsred", {{"gamma", gamma}});
    EXPECT_NEAR(dsred.curve(70), 1 - gamma, 1e-12);
    expect_continuous(dsred, 70);
    expect_continuous(dsred, 120);
  }
}

TEST(ThreeSection, IsSymmetricAboutItsMiddle) {
  const Bench tred("tred"), red("red");
  for (double d = 0; d < 50; d += 0.25) EXPECT_NEAR(tred.curve(70 - d) + left(tred, 70 + d), 0.1, 1e-8) << d;
  expect_continuous(tred, 20 + 100.0 / 3);
  expect_continuous(tred, 20 + 200.0 / 3);
  for (double x = 20; x < 53; x += 0.5) EXPECT_LE(tred.curve(x), red.curve(x));
  for (double x = 87; x < 120; x += 0.5) EXPECT_GE(tred.curve(x), red.curve(x));
}

TEST(SmartRed, JumpsAtItsTarget) {
  const Bench smred("smred");
  EXPECT_NEAR(left(smred, 70), 0.1 / 4, 1e-9);
  EXPECT_NEAR(smred.curve(70), 0.1 * std::sqrt(0.5), 1e-12);
}

TEST(ModifiedRedFeng, NeverDropsMoreThanRed) {
  const Bench red("red", {{"max_th", 60}});
  for (const double law : {0.0, 1.0}) {
    const Bench mred("mred_f", {{"over_law", law}});
    for (double x = 0; x < 200; x += 0.5) {
      for (int which = 0; which < 2; ++which) EXPECT_LE(mred.curve(x, which), red.curve(x) + 1e-15);
    }
  }
  // With a dictated queue: packets are spared if the average is high and the queue is short.
  Bench mred("mred_f", {{"w_q", 0.5}, {"over_law", 1}});
  for (int i = 0; i < 10; ++i) mred.find(100, 0);
  EXPECT_EQ(mred.find(100, 0), Fate::dropped_forced);
  EXPECT_EQ(mred.find(59, 0), Fate::accepted);
  EXPECT_GT(mred.state("avg"), 60);
}

TEST(RedE, IsAnExponentialFromZeroToMaxP) {
  const Bench small("red_e", {{"min_th", 2}, {"max_th", 6}});
  for (double x = 2; x < 6; x += 0.01) {
    EXPECT_NEAR(small.curve(x), 0.1 * (std::exp(x) - std::exp(2.0)) / (std::exp(6.0) - std::exp(2.0)), 1e-12) << x;
  }
  // e^1e5 would overflow; the law must not.
  const Bench large("red_e", {{"min_th", 100}, {"max_th", 1e5}}, {10e6, 200'000, 1000});
  EXPECT_EQ(large.curve(5e4), 0);
  EXPECT_NEAR(left(large, 1e5), 0.1, 1e-8);
}

TEST(HarshRed, RisesToTheEndOfTheBuffer) {
  const Bench hred("hred", {{"max_p", 0.8}}, {10e6, 100, 1000});
  EXPECT_EQ(hred.curve(20), 0);
  EXPECT_NEAR(hred.curve(60), 0.4, 1e-12);
  EXPECT_NEAR(left(hred, 100), 0.8, 1e-9);
  // A large weight: 20 arrivals at q = 60 bring the average most of the way.
  Bench fast("hred", {}, {10e6, 100, 1000});
  for (int i = 0; i < 20; ++i) fast.find(60, 0.001 * i);
  EXPECT_NEAR(fast.state("avg"), 60 * (1 - std::pow(0.95, 20)), 1e-9);
}

TEST(EffectiveRed, LooksAtTheQueueAndResetsALaggingAverage) {
  // min_th' = 60, max_th' = 120, 1.75 max_th = 105, K = 40, N = 73.3, T = 100.
  Bench ered("ered", {{"w_q", 0.01}});
  EXPECT_EQ(ered.find(104, 0, 0.0), Fate::accepted);        // low average, queue not yet beyond the burst limit
  EXPECT_EQ(ered.find(106, 0, 0.05), Fate::dropped_early);  // beyond it: max_p
  EXPECT_NEAR(ered.state("p_b"), 0.1, 1e-12);
  for (int i = 0; i < 600; ++i) ered.find(90, 0);
  EXPECT_GT(ered.state("avg"), 60);
  EXPECT_EQ(ered.find(59, 0, 0.0), Fate::accepted);  // the average is within the band, but the queue is short
  // A packet leaves a queue shorter than T while the average is above K: the average becomes N.
  Dictate::queue(*ered.discipline, 90, 1000);
  ASSERT_TRUE(ered.depart(0));
  EXPECT_NEAR(ered.state("avg"), 220.0 / 3, 1e-9);
  Dictate::queue(*ered.discipline, 102, 1000);
  for (int i = 0; i < 300; ++i) ered.find(102, 0);
  const double before = ered.state("avg");
  Dictate::queue(*ered.discipline, 102, 1000);
  ASSERT_TRUE(ered.depart(0));  // 101 remain: not short
  EXPECT_EQ(ered.state("avg"), before);
}

// ---- RRMDP ----------------------------------------------------------------------------------------------------------

TEST(Rrmdp, IsAPowerOfTheDistanceFromMinTh) {
  // (8 max_p)^n X^(n+1), for any thresholds, not only max_th = 3 min_th.
  Rng rng(4);
  for (int i = 0; i < 300; ++i) {
    const double min_th = rng.uniform(1, 100), max_th = min_th + rng.uniform(1, 250);
    const double max_p = rng.uniform(0.01, 0.125), n = rng.uniform(0.05, 8);
    const Bench rrmdp("rrmdp", {{"min_th", min_th}, {"max_th", max_th}, {"max_p", max_p}, {"n", n}});
    const double x = rng.uniform(0, 1);
    const double expected = std::pow(8 * max_p, n) * std::pow(x, n + 1);
    EXPECT_NEAR(rrmdp.curve(min_th + x * (max_th - min_th)), expected, 1e-9);
    EXPECT_NEAR(left(rrmdp, max_th), std::pow(8 * max_p, n), 1e-6);
  }
}

TEST(Rrmdp, FallsWithTheExponentWhileEightMaxPIsBelowOne) {
  for (double avg = 110; avg < 300; avg += 10) {
    double last = 2;
    for (const double n : {0.5, 1.0, 2.0, 3.0, 8.0}) {
      const double p = Bench("rrmdp", {{"n", n}}).curve(avg);
      EXPECT_LT(p, last) << avg << " " << n;
      last = p;
    }
  }
}

TEST(Rrmdp, PassesRedAtAnEighthAndIsContinuousWithMaxPOneEighth) {
  const Bench rrmdp("rrmdp"), red("red", {{"min_th", 100}, {"max_th", 300}});
  EXPECT_LT(rrmdp.curve(124.9), red.curve(124.9));
  EXPECT_GT(rrmdp.curve(125.1), red.curve(125.1));
  for (const double n : {0.5, 1.0, 3.0}) expect_continuous(Bench("rrmdp", {{"max_p", 0.125}, {"n", n}}), 300);
}

// ---- SARED ----------------------------------------------------------------------------------------------------------

TEST(Sared, HeavierLoadDropsMoreAtAnyAverage) {
  for (const double k : {2.0, 3.0, 8.0}) {
    const Bench sared("sared", {{"k", k}});
    for (double x = 20; x < 120; x += 0.5) {
      EXPECT_LE(sared.curve(x, 0), sared.curve(x, 1));
      EXPECT_LE(sared.curve(x, 1), sared.curve(x, 2));
    }
    // k^(1/k) has its integer part 1 for every k >= 2: the high mode is a straight line.
    EXPECT_EQ(sared.computed("exponent at high load"), 1);
  }
}

TEST(Sared, GentleChangesNothingBelowMaxTh) {
  const Bench sared("sared"), gentle("sared", {{"gentle", 1}});
  for (double x = 0; x < 120; x += 0.25) {
    for (int which = 0; which < 3; ++which) EXPECT_EQ(sared.curve(x, which), gentle.curve(x, which));
  }
}

TEST(Sared, MeasuresAConstantLoadAsConstant) {
  // Packets of 1000 bytes at a constant rate of 0.6, 1 and 1.4 of 10 Mbit/s: rho within one packet of the window.
  for (const double load : {0.6, 1.0, 1.4}) {
    Bench sared("sared");
    const double gap = 0.0008 / load, packet = 8000 / (0.1 * 10e6);
    for (int i = 0; i < 2000; ++i) {
      sared.arrive(gap * i);
      if (gap * i > 0.1) {
        EXPECT_NEAR(sared.state("rho"), load, 1.001 * packet) << gap * i;
      }
    }
  }
}

TEST(Sared, SwitchesWithTheLoadWithinAWindow) {
  Bench sared("sared");
  double now = 0;
  const auto send = [&](double load, double seconds) {
    for (const double end = now + seconds; now < end; now += 0.0008 / load) sared.arrive(now);
  };
  send(0.5, 1);
  EXPECT_EQ(sared.state("x"), 0.25);
  send(1.6, 0.11);
  EXPECT_EQ(sared.state("x"), 2);
  send(1.0, 0.11);
  EXPECT_EQ(sared.state("x"), 1);
}

TEST(Sared, FactorOnTheLoadIsAnotherUnitOfTheThresholds) {
  // rho counted as 0.7 of the arrivals changes the mode where thresholds of 0.75 / 0.7 and 1.25 / 0.7 do.
  Bench factor("sared", {{"rho_factor", 0.7}}), moved("sared", {{"rho_low", 0.75 / 0.7}, {"rho_high", 1.25 / 0.7}});
  Rng rng(21);
  double now = 0;
  int states[3] = {};
  for (int i = 0; i < 50'000; ++i) {
    now += 0.0016 * rng.uniform() * (i / 5000 % 2 == 0 ? 0.4 : 1);
    const double u = rng.uniform();
    const int q = static_cast<int>(rng.below(200));
    ASSERT_EQ(factor.find(q, now, u), moved.find(q, now, u));
    EXPECT_NEAR(factor.state("rho"), 0.7 * moved.state("rho"), 1e-12);
    ++states[factor.state("x") < 1 ? 0 : factor.state("x") > 1 ? 2 : 1];
  }
  for (const int seen : states) EXPECT_GT(seen, 100);
}

TEST(Sared, CountsTheFlowsThatSendWithinTheWindow) {
  Bench sared("sared", {{"load_mode", 4}, {"flows_low", 5}, {"flows_high", 12}, {"flow_window", 0.5}});
  double now = 0;
  const auto round_of = [&](std::uint32_t flows) {
    for (std::uint32_t f = 0; f < flows; ++f) sared.arrive(now += 0.001, Bench::kNoDrop, 1000, f);
    return sared.state("x");
  };
  EXPECT_EQ(round_of(4), 0.25);
  EXPECT_EQ(round_of(5), 1);
  EXPECT_EQ(round_of(11), 1);
  EXPECT_EQ(round_of(12), 2);
  EXPECT_EQ(round_of(4), 2);  // the others have sent less than half a second ago
  now += 0.5;
  EXPECT_EQ(round_of(4), 0.25);
  EXPECT_EQ(sared.scheme.fluid(sared.values, sared.link, {}).law, nullptr);
  EXPECT_NE(sared.scheme.fluid(sared.values, sared.link, {}).note.find("flows"), std::string::npos);
}

TEST(Sared, RefusesAnEpsilonThatWouldNeedMoreThanCertainty) {
  const Scheme& sared = *find_scheme("sared");
  const LinkInfo link{10e6, 400, 1000};
  const Issues issues = sared.check(values_of("sared", {{"k", 2}, {"epsilon", 0.7}}), link);
  ASSERT_EQ(issues.size(), 1u);
  EXPECT_DOUBLE_EQ(issues[0].nearest, 0.75);  // 1 - 2^-2
  EXPECT_TRUE(sared.check(values_of("sared", {{"k", 2}, {"epsilon", 0.75}}), link).empty());
  EXPECT_NEAR(left(Bench("sared", {{"k", 2}, {"epsilon", 0.75}}), 120, 2), 1, 1e-9);
}

// ---- moving thresholds ----------------------------------------------------------------------------------------------

TEST(Aqmrd, ChangeOfTheAverageIsTheWeightedDistance) {
  // Equation 2, davg(t+1) = (1-w) davg(t) + w (q(t+1) - q(t)), is the first difference of equation 1; idle-free.
  Bench aqmrd("aqmrd", {{"w_q", 0.02}});
  Rng rng(12);
  double avg = 0, davg = 0;
  int q = 0;
  for (int i = 0; i < 10'000; ++i) {
    const int next = std::clamp(q + static_cast<int>(rng.below(7)) - 3, 1, 60);
    davg = (1 - 0.02) * davg + 0.02 * (next - q);
    q = next;
    aqmrd.find(q, 0.001 * i);
    EXPECT_NEAR(aqmrd.state("davg"), aqmrd.state("avg") - avg, 1e-12);
    EXPECT_NEAR(aqmrd.state("davg"), davg, 1e-11);
    avg = aqmrd.state("avg");
  }
}

TEST(Aqmrd, ThresholdStaysBetweenTheOthersAndMovesByOneStep) {
  for (const double update : {0.0, 1.0}) {
    Bench aqmrd("aqmrd", {{"w_q", 0.1}, {"mid_update", update}, {"mid_step", 0.7}});
    Rng rng(13);
    double mid = aqmrd.state("mid_th");
    EXPECT_EQ(mid, 48);  // default: max_th
    for (int i = 0; i < 20'000; ++i) {
      const double before = aqmrd.state("avg");
      aqmrd.find(static_cast<int>(rng.below(i / 500 % 2 == 0 ? 30 : 70)), 0.001 * i);
      const double now = aqmrd.state("mid_th"), avg = aqmrd.state("avg");
      ASSERT_TRUE(now >= 16 && now <= 48);
      ASSERT_LE(std::fabs(now - mid), 0.7 + kTiny);
      if (now < mid) {
        ASSERT_GT(avg, before);
      }
      if (now > mid) {
        ASSERT_LT(avg, before);
      }
      if (update == 0 && (avg < 16 || avg >= 48)) {
        ASSERT_EQ(now, mid);
      }
      mid = now;
    }
  }
}

TEST(Aqmrd, RisingNeverDropsLess) {
  const Bench aqmrd("aqmrd");
  for (const double mid : {16.0, 17.0, 30.0, 48.0}) {
    for (double x = 0; x < 64; x += 0.25) {
      EXPECT_GE(aqmrd.curve(x, 0, {{"mid_th", mid}}), aqmrd.curve(x, 1, {{"mid_th", mid}})) << x << " " << mid;
    }
    if (mid > 16) {
      EXPECT_NEAR(left(aqmrd, mid, 0, {{"mid_th", mid}}), 0.1, 1e-8);
    }
  }
}

TEST(Aqmrd, WithAStepOfZeroAndItsThresholdAtMaxThItIsRed) {
  Bench aqmrd("aqmrd", {{"mid_step", 0}}), red("red", {{"min_th", 16}, {"max_th", 48}});
  Rng rng(14);
  for (int i = 0; i < 50'000; ++i) {
    const double u = rng.uniform();
    const int q = static_cast<int>(rng.below(i / 2000 % 2 == 0 ? 50 : 100));
    ASSERT_EQ(aqmrd.find(q, 0.001 * i, u), red.find(q, 0.001 * i, u)) << i;
  }
}

TEST(MovingThreshold, StaysWhereItIsPutWithStepsOfZero) {
  Bench acred("acred", {{"step_down", 0}, {"step_up", 0}, {"mid_th0", 33}}),
      aqmrd("aqmrd", {{"mid_step", 0}, {"mid_th0", 33}, {"mid_update", 1}});
  Rng rng(15);
  for (int i = 0; i < 20'000; ++i) {
    const int q = static_cast<int>(rng.below(100));
    for (Bench* bench : {&acred, &aqmrd}) {
      bench->find(q, 0.001 * i, rng.uniform());
      ASSERT_EQ(bench->state("mid_th"), 33);
    }
  }
  // In the fluid model the threshold is then not a state: it would be one without a law.
  for (Bench* bench : {&acred, &aqmrd}) {
    EXPECT_EQ(bench->scheme.fluid(bench->values, bench->link, {}).law->states(), 1);
  }
  EXPECT_EQ(find_scheme("acred")->fluid(values_of("acred", {}), acred.link, {}).law->states(), 2);
}

TEST(AcRed, LawsJoinWhereTheyShould) {
  for (const double max_p : {0.02, 0.1, 0.3}) {
    for (const double coeff : {2.0, 1.0 / 3}) {
      const Bench acred("acred", {{"max_p", max_p}, {"p1_coeff", coeff}});
      for (const double mid : {24.0, 30.0, 40.0, 56.0}) {
        const Settings state{{"mid_th", mid}};
        const double j1 = (20 + mid) / 2, j2 = (mid + 60) / 2;
        EXPECT_NEAR(left(acred, j1, 0, state), 2 * max_p / 3, 1e-7);
        EXPECT_NEAR(acred.curve(j1, 0, state), 2 * max_p / 3, 1e-7);
        EXPECT_NEAR(acred.curve(j2, 0, state), (2.0 / 3 + coeff) * max_p, 1e-7);
        EXPECT_EQ(acred.curve(j2 + kTiny, 0, state), 1);
        for (const int which : {1, 2}) {
          EXPECT_NEAR(left(acred, mid, which, state), max_p / 2, 1e-7);
          EXPECT_NEAR(acred.curve(mid, which, state), max_p / 2, 1e-12);
          EXPECT_NEAR(acred.curve(60, which, state), max_p, 1e-12);
        }
        EXPECT_NEAR(left(acred, 60, 1, state), max_p, 1e-7);
        EXPECT_NEAR(acred.curve(90, 1, state), 1, 1e-12);
        EXPECT_EQ(acred.curve(60 + kTiny, 2, state), 1);
        for (double x = 20; x < 60; x += 0.1) {
          EXPECT_LE(acred.curve(x, 2, state), acred.curve(x, 1, state) + 1e-15);
          EXPECT_LE(acred.curve(x, 1, state), max_p + 1e-12);
        }
      }
    }
  }
}

TEST(AcRed, ThresholdAtEitherEndNeedsNoDivision) {
  const Bench acred("acred");
  for (const double mid : {20.0, 60.0}) {
    for (int which = 0; which < 3; ++which) {
      for (double x = 0; x <= 100; x += 0.5) {
        const double p = acred.curve(x, which, {{"mid_th", mid}});
        EXPECT_TRUE(p >= 0 && p <= 1) << which << " " << mid << " " << x;
      }
    }
  }
}

TEST(AcRed, AsPrintedTakesEquationNineLiterally) {
  // The sheet's numbers: at mid = 40 it jumps from max_p/2 to max_p, and reaches 1.13 max_p at max_th; beyond, 1.
  const Bench printed("acred", {{"as_printed", 1}});
  const Settings state{{"mid_th", 40}};
  EXPECT_NEAR(left(printed, 40, 1, state), 0.05, 1e-8);
  EXPECT_NEAR(printed.curve(40, 1, state), 0.1, 1e-12);
  EXPECT_NEAR(left(printed, 60, 1, state), 0.113, 5e-4);
  EXPECT_EQ(printed.curve(60, 1, state), 1);
}

TEST(AcRed, ThresholdStaysBetweenTheOthers) {
  Bench acred("acred", {{"w_q", 0.05}});
  Rng rng(14);
  for (int i = 0; i < 20'000; ++i) {
    acred.find(static_cast<int>(rng.below(i / 700 % 2 == 0 ? 40 : 110)), 0.001 * i);
    ASSERT_TRUE(acred.state("mid_th") >= 20 && acred.state("mid_th") <= 60);
  }
}

// ---- adapted max_p --------------------------------------------------------------------------------------------------

TEST(FlexibleRed, ThreeFormsByHand) {
  // c = 2. gamma = 1: k = 2, epsilon = 1/2. gamma = 2: k = [sqrt 2] = 1, epsilon = 1/4. gamma = 1/4: k = 16, epsilon =
  // 2^(-1/4).
  const Bench fxred("fxred", {{"min_th", 20}, {"max_th", 120}});
  const double gentle = std::pow(2, -0.25);
  EXPECT_NEAR(fxred.curve(45, 1), 0.25 * 0.5, 1e-12);
  EXPECT_NEAR(fxred.curve(70, 1), 0.5, 1e-12);
  EXPECT_NEAR(fxred.curve(95, 1), 0.75, 1e-12);
  EXPECT_NEAR(fxred.curve(45, 2), 0.5 * 0.75, 1e-12);
  EXPECT_NEAR(fxred.curve(70, 2), 0.75, 1e-12);
  EXPECT_NEAR(fxred.curve(45, 0), std::pow(0.5, 16) * (1 - gentle), 1e-12);
  EXPECT_NEAR(fxred.curve(70, 0), 1 - gentle, 1e-12);
  EXPECT_NEAR(fxred.curve(95, 0), 1 - gentle / 2, 1e-12);
  for (const double avg : {19.9, 120.0}) {
    for (int which = 0; which < 3; ++which) EXPECT_EQ(fxred.curve(avg, which), avg < 20 ? 0 : 1);
  }
  expect_continuous(fxred, 120);
}

TEST(FlexibleRed, FollowsTheLoad) {
  // A constant load of 60, 100 and 150 % of the link, each for ten windows.
  for (const auto& [share, gamma] : {std::pair{0.6, 0.25}, {1.0, 1.0}, {1.5, 2.0}}) {
    Bench fxred("fxred");
    for (int i = 0; i < 3000; ++i) fxred.arrive(i * 0.8e-3 / share);
    EXPECT_EQ(fxred.state("gamma"), gamma) << share;
  }
}

TEST(AdaptiveRed, LeavesMaxPAloneInTheBand) {
  for (const char* id : {"ared", "qared", "reared", "cared", "anlred"}) {
    Bench scheme(id, {{"w_q", 0.9999}});
    const int lo = static_cast<int>(std::ceil(scheme.computed("target_lo"))),
              hi = static_cast<int>(scheme.computed("target_hi"));
    ASSERT_LE(lo, hi);
    for (int q = lo; q <= hi; ++q) {
      scheme.settle(q);
      scheme.timer();
      EXPECT_EQ(scheme.state("max_p"), 0.1) << id << " " << q;
    }
  }
}

TEST(AdaptiveRed, MaxPStaysNearItsBounds) {
  for (const char* id : {"ared", "qared", "reared", "cared", "anlred"}) {
    Bench scheme(id, {{"w_q", 0.9999}});
    Rng rng(15);
    for (int i = 0; i < 3000; ++i) {
      scheme.settle(static_cast<int>(rng.below(i / 300 % 2 == 0 ? 40 : 120)));
      scheme.timer();
      // ARED tests its guards before the step, as printed: max_p can be one step beyond either bound.
      const bool guards = std::string(id) == "ared" || std::string(id) == "qared";
      ASSERT_GE(scheme.state("max_p"), guards ? 0.01 * 0.9 : 0.01) << id;
      ASSERT_LE(scheme.state("max_p"), guards ? 0.5 + 0.01 : 0.5) << id;
    }
  }
}

TEST(RefinedAdaptiveRed, OneDecreaseIsNoMoreThanSeventeenPercentAboveMinTh) {
  for (int q = 20; q < 39; ++q) {
    Bench scheme("reared", {{"w_q", 0.9999}});
    scheme.settle(q);
    scheme.timer();
    EXPECT_GE(scheme.state("max_p"), 0.083 - 1e-12);
    if (q == 20) {
      EXPECT_NEAR(scheme.state("max_p"), 0.083, 1e-9);
    }
  }
}

TEST(CautiousAdaptiveRed, TakesTheStepOfOneParentOrTheOther) {
  AdaptiveParams p;
  p.max_th = 60;
  Rng rng(16);
  for (int i = 0; i < 5000; ++i) {
    const double max_p = rng.uniform(0.02, 0.45), avg = rng.uniform(0, 90), old = rng.uniform(0, 90);
    const double cautious = cautious_step(p, max_p, avg, old);
    const double refined = refined_step(p, 0.25, 0.17, max_p, avg);
    const double aimd = std::clamp(aimd_step(p, 0.01, 0.9, max_p, avg), p.max_p_bottom, p.max_p_top);
    EXPECT_GE(cautious, std::min(refined, aimd) - 1e-15);
    EXPECT_LE(cautious, std::max(refined, aimd) + 1e-15);
    const Band band = target_band(p.min_th, p.max_th, p.band);
    const bool leaving = avg < band.lo ? avg <= old : avg > band.hi && avg > old;
    EXPECT_EQ(cautious, leaving || (avg >= band.lo && avg <= band.hi) ? refined : aimd);
  }
}

TEST(SelfConfiguringRed, OneCrossingChangesMaxPOnce) {
  Bench scred("scred", {{"w_q", 0.9999}});
  const auto at = [&](int q) {
    scred.settle(q);
    return scred.state("max_p");
  };
  EXPECT_NEAR(at(10), 0.1 / 3, 1e-12);
  EXPECT_NEAR(at(5), 0.1 / 3, 1e-12);
  EXPECT_NEAR(at(80), 0.2 / 3, 1e-12);
  EXPECT_NEAR(at(40), 0.2 / 3, 1e-12);
  EXPECT_NEAR(at(80), 0.4 / 3, 1e-12);  // between has armed it again
  for (int i = 0; i < 20; ++i) {
    at(40);
    EXPECT_LE(at(80), 1);
  }
  EXPECT_EQ(at(80), 1);
}

TEST(DynamicConfiguration, MaxPFollowsTheAverage) {
  // The ratios telescope: away from the bounds max_p / avg is constant.
  Bench dcred("dcred", {{"w_q", 0.9999}, {"max_p_bottom", 1e-6}, {"max_p_top", 1}});
  dcred.settle(40);
  dcred.timer();
  EXPECT_EQ(dcred.state("max_p"), 0.1);  // no average before
  Rng rng(18);
  for (int i = 0; i < 200; ++i) {
    const int q = 1 + static_cast<int>(rng.below(300));
    dcred.settle(q);
    dcred.timer();
    EXPECT_NEAR(dcred.state("max_p") / q, 0.1 / 40, 1e-9);
  }
}

// ---- classes --------------------------------------------------------------------------------------------------------

TEST(WeightedRed, AHigherThresholdNeverDropsMore) {
  const Bench wred("wred");
  for (double x = 0; x < 60; x += 0.1) {
    EXPECT_GE(wred.curve(x, 0), wred.curve(x, 1));
    EXPECT_GE(wred.curve(x, 1), wred.curve(x, 2));
  }
}

TEST(WeightedRed, ClassesShareTheAverageAndNotTheCount) {
  Bench wred("wred", {{"w_q", 0.9999}});
  wred.settle(33);
  wred.service = 2;
  EXPECT_EQ(wred.find(33, 0, 0.0), Fate::accepted);  // class 2 starts at 35
  EXPECT_EQ(wred.state("count"), -1);
  wred.service = 0;
  EXPECT_EQ(wred.find(33, 0, 0.0), Fate::dropped_early);
  wred.service = 9;  // beyond the last row: the last row
  EXPECT_EQ(wred.find(33, 0, 0.0), Fate::accepted);
  EXPECT_EQ(wred.state("class"), 2);
}

TEST(WeightedRed, RefusesEachBrokenProfileByItsRow) {
  const LinkInfo link{10e6, 400, 1000};
  ParamValues values = values_of("wred", {});
  values.lists = {{20, 40, 0.1, 50, 30, 0.1}};
  Issues issues = find_scheme("wred")->check(values, link);
  ASSERT_EQ(issues.size(), 1u);
  EXPECT_EQ(issues[0].rule, "profiles[1]: min_th < max_th");
  EXPECT_EQ(issues[0].value, 30);
  values.lists = {{0, 500, 2}};
  EXPECT_EQ(find_scheme("wred")->check(values, link).size(), 3u);
  values.lists = {{20, 40}};
  EXPECT_FALSE(find_scheme("wred")->check(values, link).empty());
}

TEST(ClassBasedThreshold, KeepsUdpBelowItsThresholdAndLeavesTcpAlone) {
  // UDP of class 2 floods; TCP keeps ten packets in the queue and never reaches min_th.
  Bench cbt("cbt", {{"w_q", 0.05}});
  Rng rng(19);
  int udp_drops = 0;
  for (int i = 0; i < 20'000; ++i) {
    const double now = 0.0008 * i;
    cbt.service = 2;
    udp_drops += is_drop(cbt.arrive(now, rng.uniform()));
    if (i % 4 == 0) {
      cbt.service = 0;
      EXPECT_EQ(cbt.arrive(now, 0.0), Fate::accepted);
    }
    cbt.depart(now);
    if (i > 1000) {
      EXPECT_LT(cbt.state("avg_other"), 5.6);
    }
  }
  EXPECT_GT(udp_drops, 4000);
}

}  // namespace
}  // namespace aqm::test
