// The TCP/AQM fluid model against independent solvers (core-cpp/tests/data/fluid.json says which).
//
// The rule for "within the stated error at matching tolerance": with the tolerance 1e-13, of which the global errors
// are far below every stated error, each column agrees with the reference to that column's stated error plus half a
// unit of the last decimal that the file prints.
#include <gtest/gtest.h>

#include <cmath>

#include "support/fluid_cases.hpp"

namespace aqm::test {
namespace {

FluidSolution solved(const std::string& name, double tolerance) {
  FluidOptions options;
  options.tolerance = tolerance;
  options.points = 201;
  return solve(fluid_case(fluid_reference(name)["parameters"]), options);
}

double worst(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

/// Half of the last decimal that the file prints: W with 11 decimals, q and x with 10, p with 15.
constexpr double kRoundingW = 6e-12, kRoundingQ = 6e-11, kRoundingP = 6e-16;

void expect_case(const std::string& name) {
  const Json& c = fluid_reference(name);
  const Json& stated = c["est_abs_error"];
  const FluidSolution s = solved(name, 1e-13);
  EXPECT_EQ(s.message, "") << name;
  EXPECT_EQ(s.until, c["parameters"]["T"].number) << name;
  EXPECT_LT(worst(s.time, c["t"].numbers()), 1e-9) << name;
  EXPECT_LE(worst(s.window[0], c["W"].numbers()), stated["W"].number + kRoundingW) << name;
  EXPECT_LE(worst(s.queue, c["q"].numbers()), stated["q"].number + kRoundingQ) << name;
  const int law = static_cast<int>(c["parameters"].number_or("law", 0));
  if (law <= 1) {
    EXPECT_LE(worst(s.law[0], c["x"].numbers()), stated["x"].number + kRoundingQ) << name;
    return;
  }
  // PI: the file states an error for its integrator, I = p - kP (q - qref), and for the sampled p.
  const double slack =
      law == 3 ? stated["I"].number + c["parameters"]["kP"].number * stated["q"].number : stated["p"].number;
  EXPECT_LE(worst(s.probability, c["p"].numbers()), slack + kRoundingP) << name;
}

TEST(FluidReference, HollotRed) {
  for (const char* name : {"HOLLOT_RED_STABLE_SMOOTH", "HOLLOT_RED_AGG_GROWTH", "HOLLOT_RED_AGG_LIMITCYCLE",
                           "HOLLOT_RED_STABLE_START", "HOLLOT_RED_AGG_100S"}) {
    expect_case(name);
  }
}
TEST(FluidReference, SmoothLoad) { expect_case("MGT_SMOOTH_LOAD_C5"); }
TEST(FluidReference, ImplicitDelay) { expect_case("HOLLOT_RED_STABLE_IMPLICITDELAY"); }
TEST(FluidReference, Pi) { expect_case("PI_CONT_SMOOTH"); }
TEST(FluidReference, SampledPi) { expect_case("PI_SAMPLED_LOADSTEP"); }
TEST(FluidReference, FullBuffersKinksAndJumps) {
  for (const char* name : {"SARED10M_N10_GENTLE", "SARED10M_N50_GENTLE", "SARED10M_N150_GENTLE",
                           "SARED10M_N50_NONGENTLE", "ACRED8M_N50_GENTLE", "ACRED8M_N100_GENTLE"}) {
    expect_case(name);
  }
}

TEST(FluidReference, TheErrorFollowsTheTolerance) {
  // The limit cycle of a hundred seconds: each decade of the tolerance has to gain most of a decade of accuracy.
  const FluidSolution exact = solved("HOLLOT_RED_AGG_100S", 1e-13);
  double before = INFINITY;
  for (const double tolerance : {1e-5, 1e-7, 1e-9, 1e-11}) {
    const FluidSolution s = solved("HOLLOT_RED_AGG_100S", tolerance);
    const double error = worst(s.queue, exact.queue);
    EXPECT_LT(error, before / 10) << tolerance;
    // The queue is of order 300, and the growth phase amplifies early errors a hundredfold.
    EXPECT_LT(error, 300 * 100 * 3 * tolerance) << tolerance;
    before = error;
  }
}

TEST(FluidReference, BothFormsOfTheModelAgree) {
  // The compact form and the general one, which a random loss of 1e-300 chooses, are the same model.
  FluidConfig config = fluid_case(fluid_reference("SARED10M_N50_GENTLE")["parameters"]);
  FluidOptions options;
  options.tolerance = 1e-11;
  options.points = 201;
  const FluidSolution compact = solve(config, options);
  config.random_loss = 1e-300;
  const FluidSolution general = solve(config, options);
  EXPECT_LT(worst(compact.queue, general.queue), 1e-6);
  EXPECT_LT(worst(compact.window[0], general.window[0]), 1e-7);
  EXPECT_EQ(compact.work.events, general.work.events);
}

}  // namespace
}  // namespace aqm::test
