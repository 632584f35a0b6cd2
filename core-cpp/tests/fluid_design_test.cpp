// Hollot's design rules against the numbers of their papers, and against the analysis of the loops that they design.
#include <gtest/gtest.h>

#include <cmath>

#include "aqm/fluid_design.hpp"
#include "support/fluid_cases.hpp"
#include "support/fluid_networks.hpp"

namespace aqm::test {
namespace {

/// The example of both papers: N = 60, R = 0.246 s, C = 3750 packets/s.
constexpr DesignCase kExample{60, 0.246, 3750};

TEST(RedRule, GivesTheNumbersOfThePaper) {
  const RedRule rule = red_rule({kExample, 150, 700, 1.86e-4 * 550});
  EXPECT_EQ(rule.message, "");
  EXPECT_NEAR(rule.crossover, 0.05288, 5e-6);
  EXPECT_NEAR(rule.gain, 10.140, 5e-4);
  EXPECT_NEAR(rule.rate, 0.00524, 5e-6);  // the paper takes 0.005
  EXPECT_NEAR(-3750 * std::log1p(-rule.weight), rule.rate, 1e-15);
  // With K = 0.005 the right side is 10.623.
  EXPECT_NEAR(std::hypot(rule.crossover / 0.005, 1), 10.623, 5e-4);
  // At the largest weight both sides are equal.
  EXPECT_NEAR(std::hypot(rule.crossover / rule.rate, 1), rule.gain, 1e-12);
}

TEST(RedRule, KeepsItsPromise) {
  // Stable for the worst case, for more flows and for shorter round trips: in the paper's linearisation and in the
  // exact one.
  const RedRule rule = red_rule({kExample, 150, 700, 0.1023});
  for (const double flows : {60.0, 80.0, 120.0}) {
    // N flows whose round trip at rest is R: the propagation that leaves R for a queue q with p(q) = 2 / W^2.
    for (const double trip : {0.1, 0.2, 0.246}) {
      const double p = 2 * std::pow(flows / (trip * 3750), 2), queue = 150 + p * 550 / 0.1023;
      if (queue > 690 || trip - queue / 3750 <= 0) continue;
      const FluidConfig config =
          one_class(flows, trip - queue / 3750, 3750, 800, red_fluid(150, 700, 0.1023, rule.rate / 3750, false));
      const FluidRest rest = equilibrium(config, 0);
      ASSERT_NEAR(rest.round_trip[0], trip, 1e-9);
      for (const Linearisation kind : {Linearisation::hollot, Linearisation::exact}) {
        EXPECT_LT(growth_rate(linearise(config, rest, kind, 0)), 0) << flows << " " << trip;
      }
    }
  }
}

TEST(RedRule, SaysWhenEveryWeightWillDoAndWhenNoneWill) {
  const RedRule flat = red_rule({{600, 0.1, 1000}, 20, 700, 0.01});
  EXPECT_EQ(flat.message, "");
  EXPECT_LE(flat.gain, 1);
  EXPECT_EQ(flat.weight, 1);
  EXPECT_TRUE(std::isinf(flat.rate));
  EXPECT_NE(red_rule({{1, 1, 1e6}, 20, 700, 1}).message, "");
  for (const double bad : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    EXPECT_NE(red_rule({{bad, 0.1, 1000}, 20, 700, 0.01}).message.find("flows"), std::string::npos) << bad;
    EXPECT_NE(red_rule({{60, 0.1, 1000}, 20, 700, bad}).message.find("max_p"), std::string::npos) << bad;
  }
  EXPECT_NE(red_rule({{60, 0.1, 1000}, 70, 70, 0.1}).message, "");
}

TEST(PiRule, GivesTheNumbersOfThePaper) {
  const PiRule rule = pi_rule({kExample, 160});
  EXPECT_EQ(rule.message, "");
  EXPECT_NEAR(rule.zero, 0.5288, 5e-5);
  EXPECT_NEAR(rule.gain, 9.78e-6, 5e-9);
  EXPECT_NEAR(rule.phase_margin_deg, 75.1, 0.05);
  // The paper rounds to K_PI = 9.64e-6 and z = 0.53, and prints a = 1.822e-5 and b = 1.816e-5 at 160 Hz.
  const PiCoefficients c = pi_coefficients(9.64e-6, 0.53, 160);
  EXPECT_NEAR(c.a, 1.822e-5, 5e-9);
  EXPECT_NEAR(c.b, 1.816e-5, 5e-9);
  // Our unrounded ones differ by what K_PI / z differs.
  EXPECT_NEAR(rule.a / 1.822e-5, (9.78 / 0.5288) / (9.64 / 0.53), 1e-3);
  EXPECT_NEAR((rule.a - rule.b) * 160, rule.gain, 1e-18);
  EXPECT_NEAR(0.5 * (rule.a + rule.b), rule.gain / rule.zero, 1e-18);
}

TEST(PiRule, IsTheMarginOfItsLoop) {
  const PiRule rule = pi_rule({kExample, 1e6});
  const FluidConfig config =
      one_class(60, 0.246 - 175.0 / 3750, 3750, 800, pi_fluid(rule.a, rule.b, 1e6, 175, FluidForm::continuous));
  const FluidRest rest = equilibrium(config, 0);
  ASSERT_NEAR(rest.round_trip[0], 0.246, 1e-12);
  const Margins m = margins(linearise(config, rest, Linearisation::hollot, 0));
  EXPECT_NEAR(m.phase_omega / rule.crossover, 1, 1e-5);
  EXPECT_NEAR(m.phase_margin_deg, rule.phase_margin_deg, 1e-3);
}

TEST(PiRule, KeepsAMarginWhereWindowsAreSmall) {
  // W = R C / N = 2 packets: with w_g = z there would be no phase margin.
  const PiRule rule = pi_rule({{50, 0.12, 833}, 170});
  EXPECT_EQ(rule.message, "");
  EXPECT_LT(rule.crossover, rule.zero);
  EXPECT_GT(rule.phase_margin_deg, 45);
  EXPECT_LT(rule.phase_margin_deg, 46);
}

TEST(PiRule, RefusesWhatItCannotDesign) {
  EXPECT_NE(pi_rule({{0, 0.1, 1000}, 160}).message, "");
  EXPECT_NE(pi_rule({{60, 0.1, 1000}, 0}).message, "");
  EXPECT_NE(pi_rule({{60, 0.1, 1000}, 1}).message, "");     // too slow
  EXPECT_NE(pi_rule({{60, 0.05, 1000}, 160}).message, "");  // windows below one packet
}

}  // namespace
}  // namespace aqm::test
