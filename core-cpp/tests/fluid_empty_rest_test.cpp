// The linear model where a law steers the flow into an empty queue, so that the round trip is constant and the queue is
// no state: characteristic equations and margins in closed form, and solutions.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <functional>
#include <string>

#include "aqm/fluid_analysis.hpp"
#include "aqm/fluid_band.hpp"
#include "aqm/fluid_lane.hpp"
#include "fluid/analysis/barrier.hpp"
#include "support/discipline.hpp"
#include "support/fluid_networks.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

using Complex = std::complex<double>;

constexpr LinkInfo kLink{10e6, 140, 1000};  // 1250 packets/s
constexpr double kCapacity = 1250, kGamma = 0.98;

struct Case {
  double flows, trip;
};
constexpr Case kCases[] = {{10, 0.074}, {18, 0.074}, {12, 0.2}, {5, 0.02}, {60, 0.3}};

FluidConfig under(const std::string& id, const Case& at, double alpha = 0.15) {
  const ParamValues values = id == "avq" ? values_of(id, {{"alpha", alpha}}) : defaults(id);
  return one_class(at.flows, at.trip, kCapacity, 140, find_scheme(id)->fluid(values, kLink, {}).law);
}

/// L(s) of Reno's halved windows, s W' = -(W + W_d) / (W0 T) - W0^2 / (2 T) p_d, under Exponential RED, whose p grows
/// by a factor of e in 1 / kappa packets of the virtual queue: p' = kappa p0 N W / T.
Complex of_exponential_red(Complex s, const Case& at) {
  const double window = kGamma * kCapacity * at.trip / at.flows, kappa = std::log(100.0) / 100;
  const Complex delay = std::exp(-s * at.trip);
  return kappa * at.flows / (at.trip * at.trip) * delay / (s * (s + (1.0 + delay) / (window * at.trip)));
}
/// The same under AVQ: p = 1 - C~ / x with x = N W / T, C~' = alpha (gamma C - x) (Kunniyur and Srikant 2001, section
/// 3).
Complex of_avq(Complex s, const Case& at, double alpha) {
  const double window = kGamma * kCapacity * at.trip / at.flows, p = 2 / (window * window);
  const Complex delay = std::exp(-s * at.trip);
  const Complex answer = (1 - p) / window + alpha / (window * s);  // of p to the window
  return window * window / (2 * at.trip) * delay * answer / (s + (1.0 + delay) / (window * at.trip));
}

void expect_loop(const FluidConfig& config, const std::function<Complex(Complex)>& expected, const std::string& what) {
  const FluidRest rest = equilibrium(config, 0);
  ASSERT_EQ(rest.kind, RestKind::empty) << what;
  ASSERT_TRUE(can_linearise(config, rest, Linearisation::exact)) << what;
  EXPECT_FALSE(can_linearise(config, rest, Linearisation::hollot)) << what;
  const LinearLoop loop = linearise(config, rest, Linearisation::exact, 0);
  EXPECT_EQ(loop.queue, LinearLoop::kHeld);
  const double trip = config.classes[0].propagation;
  const FrequencyResponse response = frequency_response(loop, 1e-3 / trip, 20 / trip, 60);
  ASSERT_EQ(response.omega.size(), 60u);
  for (std::size_t i = 0; i < response.omega.size(); ++i) {
    const Complex l = expected({0, response.omega[i]});
    EXPECT_NEAR(std::abs(Complex{response.re[i], response.im[i]} / l - 1.0), 0, 1e-7) << what << " " << i;
  }
  // 1 + L vanishes at each root.
  const RootReport report = rightmost_roots(loop, 4);
  ASSERT_GE(report.roots.size(), 2u) << what;
  for (const Root& root : report.roots) {
    // A real root of AVQ lies next to the pole at 0, where L falls steeply.
    const Complex s{root.re, root.im}, width = 1e-6 * (1.0 / trip + std::abs(s));
    const Complex slope = (expected(s + width) - expected(s - width)) / (2.0 * width);
    EXPECT_LT(std::abs((expected(s) + 1.0) / slope), 1e-7 * (1 / trip + std::abs(s))) << what << " " << root.re;
  }
}

TEST(FluidEmptyRest, ExponentialRedHasTheLoopOfItsEquations) {
  for (const Case& at : kCases) {
    if (equilibrium(under("exp_red", at), 0).probability > 0.1) continue;  // beyond p_top the curve jumps
    expect_loop(
        under("exp_red", at), [&](Complex s) { return of_exponential_red(s, at); }, std::to_string(at.flows));
  }
}

TEST(FluidEmptyRest, AvqHasTheLoopOfItsEquations) {
  for (const Case& at : kCases) {
    for (const double alpha : {0.15, 1.0}) {
      expect_loop(
          under("avq", at, alpha), [&](Complex s) { return of_avq(s, at, alpha); }, std::to_string(at.flows));
    }
  }
}

TEST(FluidEmptyRest, ScalableControlHasTheLoopOfItsEquations) {
  // L(s) = gamma k / (R s) e^(-s R) / (1 + s R / g), with k = alpha / M and the weight g of the sources' estimate (Low,
  // Paganini, Wang and Doyle 2003, with this lag).
  for (const double weight : {1.0, 10.0}) {
    for (const Case& at : kCases) {
      FluidConfig config = under("scalable_control", at);
      FluidClass& c = config.classes[0];
      c.tcp = FluidTcp::scalable_control;
      c.gain = weight;
      c.rate = 3 * kCapacity / at.flows;
      c.price_gain = 0.5 / std::log(3.0);
      const auto loop = [&](Complex s) {
        return kGamma * 0.5 / (at.trip * s) * std::exp(-s * at.trip) / (1.0 + s * at.trip / weight);
      };
      expect_loop(config, loop, std::to_string(at.flows) + ", " + std::to_string(weight));
    }
  }
}

// ---- the queue that chance makes ------------------------------------------------------------------------------------

TEST(ChanceQueue, HasAGammaDistributionOfItsRatio) {
  // Mean and variance by integrals of the share that lies above x.
  for (const double mean : {0.3, 7.0, 90.0}) {
    const double step = mean / 4000;
    double first = 0, second = 0;
    for (double x = 0.5 * step; x < 30 * mean; x += step) {
      const double above = 1 - fluid::below_of_barrier(x, mean);
      first += above * step;
      second += 2 * x * above * step;
    }
    EXPECT_NEAR(first / mean, 1, 1e-5);
    EXPECT_NEAR(mean / std::sqrt(second - first * first) / fluid::kRatio, 1, 1e-4);
    for (const double share : {0.05, 0.5, 0.95}) {
      EXPECT_NEAR(fluid::below_of_barrier(fluid::quantile_of_barrier(share, mean), mean), share, 1e-9);
    }
  }
}

FluidBand band_of(const ScenarioConfig& scenario) {
  const LaneChoice choice{{FluidForm::continuous, FluidDrops::effective}, FluidLosses::recovery};
  const FluidLane lane = fluid_of(scenario, choice, FluidDelay::explicit_delay);
  const FluidRest rest = equilibrium(lane.config, 10);
  EXPECT_EQ(rest.kind, RestKind::empty);
  const LinearLoop loop = linearise(lane.config, rest, Linearisation::exact, 10);
  return band_around(lane.config, rest, loop, rightmost_roots(loop, 8).roots, 10);
}

TEST(ChanceQueue, IsThatOfPackets) {
  AQM_LONG_RUN();
  struct Point {
    const char* aqm;
    int flows;
    double rate, round_trip, tolerance;
  };
  // With AVQ, which polices, the model's queue is a quarter too long here, and drops a quarter too seldom.
  constexpr Point kPoints[] = {{"scalable_control", 40, 10e6, 0.06, 0.15},
                               {"scalable_control", 60, 50e6, 0.02, 0.15},
                               {"scalable_control", 20, 10e6, 0.02, 0.15},
                               {"exp_red", 20, 50e6, 0.02, 0.15},
                               {"exp_red", 60, 50e6, 0.02, 0.15},
                               {"exp_red", 5, 10e6, 0.02, 0.15},
                               {"avq", 5, 10e6, 0.02, 0.3},
                               {"avq", 10, 10e6, 0.06, 0.3}};
  for (const Point& at : kPoints) {
    ScenarioConfig scenario = grid_lane(at.aqm, at.flows, at.rate, at.round_trip);
    const FluidBand band = band_of(scenario);
    constexpr int kSeeds = 2;
    double mean = 0, deviation = 0, lost = 0;
    for (int seed = 1; seed <= kSeeds; ++seed) {
      scenario.seed = static_cast<std::uint64_t>(seed);
      const auto metrics = run(scenario).metrics;
      mean += metrics.queue_mean / kSeeds;
      deviation += metrics.queue_std / kSeeds;
      lost += metrics.loss_ratio / kSeeds;
    }
    const std::string what = std::string(at.aqm) + ", " + std::to_string(at.flows);
    EXPECT_NEAR(band.mean / mean, 1, at.tolerance) << what;
    EXPECT_NEAR(band.queue / deviation, 1, at.tolerance) << what;
    EXPECT_NEAR(band.loss / lost, 1, at.tolerance) << what;
  }
}

TEST(ChanceQueue, MakesTheRoundTripLonger) {
  // The law needs what it would need on a path that is longer by the mean wait.
  for (const char* aqm : {"scalable_control", "exp_red", "avq"}) {
    const ScenarioConfig scenario = grid_lane(aqm, 40, 10e6, 0.06);
    const FluidBand band = band_of(scenario);
    ASSERT_GT(band.mean, 0) << aqm;
    EXPECT_LT(band.low, band.mean);
    EXPECT_GT(band.high, band.mean);
    EXPECT_TRUE(band.omega.empty());
    const LaneChoice choice{{FluidForm::continuous, FluidDrops::effective}, FluidLosses::recovery};
    FluidConfig config = fluid_of(scenario, choice, FluidDelay::explicit_delay).config;
    const double without = equilibrium(config, 10).probability;
    config.classes[0].propagation += band.mean / (10e6 / 8 / 1500);
    EXPECT_NEAR(equilibrium(config, 10).probability / band.loss, 1, 1e-9) << aqm;
    EXPECT_LT(band.loss, without) << aqm;
  }
}

TEST(ChanceQueue, IsNotToldWhereNothingHoldsIt) {
  // The loop swings by itself: no width of the queue makes it stable before the buffer is full.
  const ScenarioConfig scenario = grid_lane("exp_red", 60, 50e6, 0.2);
  const FluidBand band = band_of(scenario);
  EXPECT_TRUE(std::isnan(band.mean));
  EXPECT_TRUE(std::isnan(band.queue));
}

}  // namespace
}  // namespace aqm::test
