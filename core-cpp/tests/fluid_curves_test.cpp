// The curves over two quantities along which stability is lost.
#include <gtest/gtest.h>

#include <cmath>

#include "aqm/fluid_lane_curves.hpp"
#include "aqm/fluid_lane_hopf.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

const KnobRange kFlows{Knob::flows, 0, 4, 400, true}, kTrip{Knob::rtt, 0, 0.02, 1, true};

TEST(HopfCurves, PassThroughThePointsAlongOneQuantity) {
  for (const FluidLosses losses : {FluidLosses::halving, FluidLosses::recovery}) {
    const ScenarioConfig scenario = sared("red", 40, 100);
    const LaneChoice choice({}, losses);
    const auto curves = hopf_curves(scenario, choice, FluidDelay::explicit_delay, kFlows, kTrip);
    ASSERT_EQ(curves.size(), 1u);
    const HopfCurve& curve = curves[0];
    // From the border of the ranges to their border.
    for (const std::size_t end : {std::size_t{0}, curve.x.size() - 1}) {
      const bool on_border = curve.x[end] == 4 || curve.x[end] == 400 || curve.y[end] == 0.02 || curve.y[end] == 1;
      EXPECT_TRUE(on_border) << curve.x[end] << ", " << curve.y[end];
    }
    // The other search, along the round trip with the flows of a few of its points.
    for (std::size_t i = 3; i < curve.x.size(); i += 11) {
      const auto at = [&](double trip) {
        const KnobSetting settings[] = {{Knob::flows, 0, curve.x[i]}, {Knob::rtt, 0, trip}};
        return fluid_at(scenario, choice, FluidDelay::explicit_delay, settings).config;
      };
      const HopfPoint point = hopf(at, 0.9 * curve.y[i], 1.1 * curve.y[i], Linearisation::exact, 1);
      ASSERT_EQ(point.message, "");
      EXPECT_NEAR(curve.y[i] / point.value, 1, 1e-6) << i;
      EXPECT_NEAR(curve.omega[i] / point.omega, 1, 1e-6) << i;
      EXPECT_NEAR(curve.bend[i], point.onset.bend, 1e-4 * std::hypot(point.onset.bend, point.onset.turn)) << i;
    }
  }
}

TEST(HopfCurves, SeparateStableFromUnstablePlaces) {
  // Two curves: one below Gentle RED's max_th, and one above it.
  const ScenarioConfig scenario = sared("gred", 40, 100);
  const auto curves = hopf_curves(scenario, {}, FluidDelay::explicit_delay, kFlows, kTrip);
  ASSERT_EQ(curves.size(), 2u);
  for (const HopfCurve& curve : curves) {
    // At its end by the kink at max_th, its other side is another piece of the law.
    for (std::size_t i = 6; i + 6 < curve.x.size(); i += 5) {
      // Across the curve, in the logarithms of both quantities.
      const double along_x = std::log(curve.x[i + 1] / curve.x[i - 1]),
                   along_y = std::log(curve.y[i + 1] / curve.y[i - 1]);
      const double step = 2e-3 / std::hypot(along_x, along_y);
      double growth[2];
      for (const int side : {0, 1}) {
        const double by = side == 0 ? -step : step;
        const KnobSetting settings[] = {{Knob::flows, 0, curve.x[i] * std::exp(-by * along_y)},
                                        {Knob::rtt, 0, curve.y[i] * std::exp(by * along_x)}};
        growth[side] = map_cell(fluid_at(scenario, {}, FluidDelay::explicit_delay, settings).config, 1).growth;
      }
      EXPECT_LT(growth[0] * growth[1], 0) << curve.x[i] << ", " << curve.y[i];
    }
  }
}

TEST(HopfCurves, SlicesFindTheBitsOfTheWhole) {
  const ScenarioConfig scenario = sared("pi2", 40, 100);
  const auto whole = hopf_curves(scenario, {}, FluidDelay::explicit_delay, kFlows, kTrip);
  const auto run = begin_hopf_curves(scenario, {}, FluidDelay::explicit_delay, kFlows, kTrip);
  double work = 1e5, before = 0;
  for (; !run->run(work); work = 1e5) {
    EXPECT_LE(work, 0);
    EXPECT_GE(run->share(), before);
    before = run->share();
  }
  ASSERT_EQ(run->curves().size(), whole.size());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_EQ(run->curves()[i].x, whole[i].x);
    EXPECT_EQ(run->curves()[i].y, whole[i].y);
    EXPECT_EQ(run->curves()[i].bend, whole[i].bend);
  }
}

}  // namespace
}  // namespace aqm::test
