// The table that the fluid model makes of a drop curve, if the curve has fewer digits than a double: thresholds that
// are high and close together. With a demand for more digits than exist, the table was halved without end.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>

#include "aqm/fluid_lane.hpp"
#include "aqm/fluid_map.hpp"
#include "laws/static_law.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// A lane whose curve is steep for its thresholds' digits, and the curve in numbers of more digits.
struct Steep {
  ScenarioConfig scenario;
  long double (*curve)(long double);
  double from, to;  ///< where that holds
};

ScenarioConfig network(const char* aqm, int flows, double rate, double delay, int buffer, double access_rate,
                       Span access_delay, int packet_size) {
  ScenarioConfig c = sared(aqm, flows, 20);
  c.network.link().rate = rate;
  c.network.link().delay = delay;
  c.network.link().buffer = buffer;
  c.network.access_rate = access_rate;
  c.network.access_delay = access_delay;
  c.network.packet_size = packet_size;
  c.traffic[0].start = {0, 0};
  // Marks: with dropped packets a line replaces a curve's jump (laws/smeared.hpp), and the curve next to it.
  c.traffic[0].ecn = true;
  set(c, "ecn", 1);
  return c;
}

std::vector<Steep> steep_lanes() {
  std::vector<Steep> all;
  Steep exponential{network("red_e", 1, 1e4, 0.001, 20000, 1e6, {0, 0}, 64),
                    [](long double x) {
                      const long double least = std::exp(1982.0L - 12720);
                      return 0.1L * (std::exp(x - 12720) - least) / (1 - least);
                    },
                    1982, 12720};
  set(exponential.scenario, "min_th", 1982);
  set(exponential.scenario, "max_th", 12720);
  all.push_back(exponential);

  Steep power{network("rrmdp", 1, 10e6, 0.02, 2, 1e10, {0, 0}, 9000),
              [](long double x) {
                // p = (8 max_p)^n X^(n + 1)
                return std::pow(0.8L, 8) * std::pow((x - 1.9) / (1.98 - static_cast<long double>(1.9)), 9);
              },
              1.9, 1.98};
  set(power.scenario, "min_th", 1.9);
  set(power.scenario, "max_th", 1.98);
  set(power.scenario, "n", 8);
  all.push_back(power);

  Steep parabola{network("mred_z", 100, 10e6, 0, 20000, 1e6, {0.001, 0.2}, 576),
                 [](long double x) {
                   const long double y = (x - 16242) / (16526 - 16242);
                   return y * y;
                 },
                 16242, 16526};
  set(parabola.scenario, "min_th", 16242);
  set(parabola.scenario, "max_th", 16526);
  set(parabola.scenario, "max_p", 1);
  set(parabola.scenario, "w_q", 3e-5);
  all.push_back(parabola);
  return all;
}

TEST(FluidTable, EndsWhereTheCurveHasNoMoreDigits) {
  for (const Steep& steep : steep_lanes()) {
    const FluidLane lane = fluid_of(steep.scenario, {}, FluidDelay::explicit_delay);
    ASSERT_TRUE(lane.issues.empty()) << steep.scenario.aqm;
    const fluid::StaticLaw* table = lane.config.link().law->table();
    ASSERT_NE(table, nullptr) << steep.scenario.aqm;
    EXPECT_LE(table->patches(), 500u) << steep.scenario.aqm;
    // Nowhere further off than some of the last digits of an average make where the curve is steepest, at its end.
    const auto exact = [&](double at) { return static_cast<double>(steep.curve(at)); };
    const double width = steep.to - steep.from, last = 8 * kEpsilon * steep.to;
    const double allowed = exact(steep.to) - exact(steep.to - last) + 3e-15 * exact(steep.to);
    for (int i = 1; i < 1000; ++i) {
      const double x = steep.from + width * i / 1000.0;
      FluidMemory memory;
      table->settle({}, &x, memory);
      EXPECT_NEAR(table->probability({}, &x, memory), exact(x), allowed) << steep.scenario.aqm << " at " << x;
    }
  }
}

TEST(FluidTable, EndsWherePacketsAreDropped) {
  // The same lanes without marks, as they were found: a line stands in place of the jump at max_th, and the curve below
  // it as it is.
  for (Steep steep : steep_lanes()) {
    set(steep.scenario, "ecn", 0);
    const FluidLane lane = fluid_of(steep.scenario, {}, FluidDelay::explicit_delay);
    EXPECT_LE(lane.config.link().law->table()->patches(), 1024u) << steep.scenario.aqm;
    const FluidRest rest = equilibrium(lane.config, 0);
    EXPECT_TRUE(rest.kind == RestKind::interior || rest.kind == RestKind::held) << steep.scenario.aqm;
  }
}

TEST(FluidTable, OfAnInfiniteSlopeIsAsNarrowAsItMust) {
  // The square root: its patches halve towards 0 only, and far from there it is exact.
  const fluid::StaticLaw law([](double x) { return std::sqrt(x / 100); }, {}, 0.002, 100);
  EXPECT_LE(law.patches(), 8 * 40u);  // a few for each of the forty octaves
  for (const double x : {1e-6, 0.01, 1.0, 17.0, 99.0})
    EXPECT_NEAR(law.curve(x, 0), std::sqrt(x / 100), 1e-13 * x + 1e-14);
}

TEST(FluidTable, OfACurveThatIsNothingButNoiseIsFinite) {
  std::uint64_t seed = 1;
  const auto noise = [&](double) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(seed >> 40) / (1 << 24);
  };
  EXPECT_LE(fluid::StaticLaw(noise, {20, 60}, 0.002, 100).patches(), 3 * 1024u);
  // A comb whose teeth are narrower than any patch may be, but as wide as many doubles.
  const auto comb = [](double x) { return std::fmod(x * 1e6, 1.0); };
  EXPECT_LE(fluid::StaticLaw(comb, {20, 60}, 0.002, 100).patches(), 3 * 1024u);
}

/// det(s I - A0 - sum of Ak e^(-s Rk)) of three states, and a number of the size of its terms.
struct Residual {
  std::complex<double> value;
  double size;
};
Residual characteristic(const LinearLoop& loop, std::complex<double> s) {
  std::complex<double> m[3][3];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const auto at = static_cast<std::size_t>(3 * i + j);
      m[i][j] = -loop.now[at];
      for (std::size_t k = 0; k < loop.lag.size(); ++k) m[i][j] -= loop.delayed[k][at] * std::exp(-s * loop.lag[k]);
    }
    m[i][i] += s;
  }
  Residual sum{0, 0};
  for (int j = 0; j < 3; ++j) {
    const int k = (j + 1) % 3, l = (j + 2) % 3;
    const auto plus = m[0][j] * m[1][k] * m[2][l], minus = m[0][j] * m[1][l] * m[2][k];
    sum.value += plus - minus;
    sum.size += std::abs(plus) + std::abs(minus);
  }
  return sum;
}

/// Zeros in the box from `left` to `right`, up to `top` on both sides of the real axis: turns of the determinant around
/// it.
int zeros_in(const LinearLoop& loop, double left, double right, double top) {
  const std::complex<double> corners[] = {{left, -top}, {right, -top}, {right, top}, {left, top}, {left, -top}};
  double turned = 0;
  constexpr int kSteps = 20000;
  for (int side = 0; side < 4; ++side) {
    std::complex<double> before = characteristic(loop, corners[side]).value;
    for (int i = 1; i <= kSteps; ++i) {
      const auto s = corners[side] + (corners[side + 1] - corners[side]) * (static_cast<double>(i) / kSteps);
      const std::complex<double> here = characteristic(loop, s).value;
      turned += std::arg(here / before);
      before = here;
    }
  }
  return static_cast<int>(std::lround(turned / (2 * M_PI)));
}

TEST(FluidTable, LeadsToTheRightRoots) {
  for (const Steep& steep : steep_lanes()) {
    const std::string& aqm = steep.scenario.aqm;
    const FluidLane lane = fluid_of(steep.scenario, {}, FluidDelay::explicit_delay);
    const FluidRest rest = equilibrium(lane.config, 0);
    ASSERT_EQ(rest.kind, RestKind::interior) << aqm;
    // It rests on the curve, where the windows just fill the link: W^2 p / 2 = 1 - p / 2 or less, so sqrt(2 / p) at the
    // most.
    EXPECT_NEAR(rest.probability, static_cast<double>(steep.curve(rest.queue)), 1e-8 * rest.probability) << aqm;
    EXPECT_NEAR(rest.window[0] * std::sqrt(rest.probability / 2), 1, 1e-3) << aqm;

    const LinearLoop loop = linearise(lane.config, rest, Linearisation::exact, 0);
    ASSERT_EQ(loop.states, 3) << aqm;
    // The slope of the curve as the law's only way out, by a difference of its own.
    const double h = 1e-6 * (steep.to - steep.from);
    const auto slope = static_cast<double>((steep.curve(rest.queue + h) - steep.curve(rest.queue - h)) /
                                           (2 * static_cast<long double>(h)));
    EXPECT_NEAR(loop.out[0], slope, 1e-3 * slope) << aqm;

    const RootReport report = rightmost_roots(loop, 3);
    ASSERT_FALSE(report.roots.empty()) << aqm;
    for (const Root& root : report.roots) {
      const Residual r = characteristic(loop, {root.re, root.im});
      EXPECT_LT(std::abs(r.value), 1e-11 * r.size) << aqm;
    }
    EXPECT_EQ(map_cell(lane.config, 0).growth, growth_rate(loop)) << aqm;
    EXPECT_NEAR(growth_rate(loop), report.roots[0].re, 1e-9 * std::abs(report.roots[0].re)) << aqm;
    // No root further right, and the two on the right that are reported, in a box that is large against all of them.
    const Root& first = report.roots[0];
    const double box = 30 / loop.lag[0] + 3 * std::hypot(first.re, first.im);
    EXPECT_EQ(zeros_in(loop, first.re + 1e-3 * std::abs(first.re), box, box), 0) << aqm;
    EXPECT_EQ(zeros_in(loop, 0, box, box), report.right_half_plane) << aqm;
    EXPECT_EQ(report.right_half_plane > 0, first.re > 0) << aqm;
  }
}

}  // namespace
}  // namespace aqm::test
