// Equilibrium, linearisation, margins and characteristic roots: against independent computations
// (core-cpp/tests/data/fluid.json) and against equations whose roots are known.
#include <gtest/gtest.h>

#include <cmath>

#include "aqm/fluid_analysis.hpp"
#include "aqm/fluid_map.hpp"
#include "aqm/rng.hpp"
#include "fluid/analysis/eigenvalues.hpp"
#include "support/fluid_cases.hpp"
#include "support/fluid_networks.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

using fluid::Complex;
using fluid::SquareMatrix;

TEST(Eigenvalues, OfAPolynomialAreItsRoots) {
  // Companion matrix of (x - 1)(x - 2) ... (x - 8).
  std::vector<double> c{1};
  for (int root = 1; root <= 8; ++root) {
    c.push_back(0);
    for (std::size_t i = c.size() - 1; i >= 1; --i) c[i] -= root * c[i - 1];
  }
  SquareMatrix m(8);
  for (int j = 0; j < 8; ++j) m(0, j) = -c[static_cast<std::size_t>(j) + 1];
  for (int i = 1; i < 8; ++i) m(i, i - 1) = 1;
  auto found = fluid::eigenvalues(m);
  ASSERT_EQ(found.size(), 8u);
  std::sort(found.begin(), found.end(), [](Complex a, Complex b) { return a.re < b.re; });
  for (int root = 1; root <= 8; ++root) {
    // The condition of Wilkinson's polynomial of degree 8 is about 1e5.
    EXPECT_NEAR(found[static_cast<std::size_t>(root) - 1].re, root, 1e-9);
    EXPECT_EQ(found[static_cast<std::size_t>(root) - 1].im, 0);
  }
}

TEST(Eigenvalues, KeepTraceAndSquares) {
  Rng rng(3);
  for (const int n : {1, 2, 3, 10, 60}) {
    SquareMatrix m(n);
    for (double& v : m.a) v = rng.uniform(-1, 1);
    double trace = 0, squares = 0;
    for (int i = 0; i < n; ++i) {
      trace += m(i, i);
      for (int j = 0; j < n; ++j) squares += m(i, j) * m(j, i);
    }
    const auto found = fluid::eigenvalues(m);
    ASSERT_EQ(found.size(), static_cast<std::size_t>(n));
    for (const Complex s : found) {
      trace -= s.re;
      squares -= s.re * s.re - s.im * s.im;
    }
    EXPECT_NEAR(trace, 0, 1e-12);
    EXPECT_NEAR(squares, 0, 1e-11);
  }
  SquareMatrix bad(2);
  bad(0, 1) = NAN;
  EXPECT_TRUE(fluid::eigenvalues(bad).empty());
}

/// y' = -a y(t - 1), as the closed loop of a plant with one state.
LinearLoop scalar_lag(double a) {
  LinearLoop loop;
  loop.states = loop.plant = 1;
  loop.lag = {1};
  loop.now = loop.plant_now = {0};
  loop.plant_delayed = {{0}};
  loop.delayed = {{-a}};
  loop.input_now = {0};
  loop.input_delayed = {{-a}};
  loop.arrivals = loop.entering = {0};
  loop.queue = 0;
  loop.out_queue = 1;
  return loop;
}

TEST(Roots, OfAScalarLagAreKnown) {
  // s = -a e^-s: for a = pi / 2 s = j pi / 2; for a = 1 / e a double root -1; for small a one real root near -a.
  const RootReport edge = rightmost_roots(scalar_lag(M_PI / 2), 3);
  EXPECT_NEAR(edge.roots[0].re, 0, 1e-12);
  EXPECT_NEAR(edge.roots[0].im, M_PI / 2, 1e-12);
  const double a = 0.2;
  const RootReport real = rightmost_roots(scalar_lag(a), 2);
  EXPECT_EQ(real.roots[0].im, 0);
  EXPECT_NEAR(real.roots[0].re + a * std::exp(-real.roots[0].re), 0, 1e-13);
  EXPECT_EQ(real.right_half_plane, 0);
  // Beyond pi / 2 a pair, beyond pi / 2 + 2 pi two pairs have crossed.
  EXPECT_EQ(roots_right_of(scalar_lag(2), 0), 2);
  EXPECT_EQ(roots_right_of(scalar_lag(9), 0), 4);
  EXPECT_EQ(roots_right_of(scalar_lag(1), 0), 0);
  EXPECT_NEAR(growth_rate(scalar_lag(M_PI / 2)), 0, 1e-12);
}

/// Scalar lags y' = -(a / R) y(t - R), each with 2 (1 + floor((a - pi / 2) / 2 pi)) roots on the right, and damped or
/// growing oscillations without delay, of which some lie beside the axis on both sides; all mixed by a change of
/// coordinates.
struct Mixed {
  LinearLoop loop;
  int right = 0;
};
Mixed mixed_loops(Rng& rng) {
  const int lags = 1 + static_cast<int>(rng.uniform(0, 4)), pairs = static_cast<int>(rng.uniform(0, 3));
  Mixed made;
  const int n = made.loop.states = lags + 2 * pairs;
  const auto matrix = [&] { return std::vector<double>(static_cast<std::size_t>(n * n)); };
  const auto at = [n](int i, int j) { return static_cast<std::size_t>(i * n + j); };
  made.loop.now = matrix();
  for (int k = 0; k < lags; ++k) {
    const double a = rng.uniform(0.1, 20), lag = std::pow(10, rng.uniform(-1, 1));
    if (a > M_PI / 2) made.right += 2 * (1 + static_cast<int>(std::floor((a - M_PI / 2) / (2 * M_PI))));
    made.loop.lag.push_back(lag);
    made.loop.delayed.push_back(matrix());
    made.loop.delayed.back()[at(k, k)] = -a / lag;
  }
  double omega = std::pow(10, rng.uniform(-2, 1));
  for (int i = lags; i < n; i += 2) {
    const double beside = rng.uniform(0, 1) < 0.5 ? 1e-4 * omega : omega, damping = i % 4 < 2 ? beside : -beside;
    if (damping < 0) made.right += 2;
    made.loop.now[at(i, i)] = made.loop.now[at(i + 1, i + 1)] = -damping;
    made.loop.now[at(i, i + 1)] = omega;
    made.loop.now[at(i + 1, i)] = -omega;
    if (rng.uniform(0, 1) < 0.3) omega = std::pow(10, rng.uniform(-2, 1));  // or two pairs at one frequency
  }
  // y = T x with elementary T = I + f e_i e_j': T A T^-1 adds f row j to row i, and takes f column i from column j.
  for (int mix = 0; n > 1 && mix < 3 * n; ++mix) {
    const int i = static_cast<int>(rng.uniform(0, n)), j = static_cast<int>(rng.uniform(0, n));
    const double f = rng.uniform(-1, 1);
    if (i == j) continue;
    const auto change = [&](std::vector<double>& m) {
      for (int k = 0; k < n; ++k) m[at(i, k)] += f * m[at(j, k)];
      for (int k = 0; k < n; ++k) m[at(k, j)] -= f * m[at(k, i)];
    };
    change(made.loop.now);
    for (auto& m : made.loop.delayed) change(m);
  }
  return made;
}

TEST(Roots, OfMixedLoopsAreCounted) {
  Rng rng(3);
  const int loops = kSanitized ? 50 : 1000;
  for (int i = 0; i < loops; ++i) {
    const Mixed made = mixed_loops(rng);
    EXPECT_EQ(roots_right_of(made.loop, 0), made.right) << i;
  }
}

TEST(Roots, OfStatesThatStandStillAreExactlyZero) {
  // y' = -a y(t - 1) with two more states that nothing moves and one that moves nothing: the roots of the lag, and
  // three at 0.
  for (const double a : {0.2, 1.0, 2.0}) {
    LinearLoop loop = scalar_lag(a);
    loop.states = 4;
    loop.now = {0, 0.3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 2, -3, 0};
    loop.delayed = {{-a, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
    const RootReport still = rightmost_roots(loop, 5), alone = rightmost_roots(scalar_lag(a), 5);
    EXPECT_EQ(std::count_if(still.roots.begin(), still.roots.end(), [](Root r) { return r.re == 0 && r.im == 0; }), 1);
    EXPECT_EQ(still.right_half_plane, alone.right_half_plane);
    EXPECT_EQ(growth_rate(loop), std::max(0.0, growth_rate(scalar_lag(a))));
    EXPECT_EQ(roots_right_of(loop, -1e-6), alone.right_half_plane + 3);
    EXPECT_EQ(still.roots[a > M_PI / 2 ? 0 : 1].re, alone.roots[0].re);
  }
  LinearLoop nothing = scalar_lag(0);
  nothing.delayed = {{0}};
  ASSERT_EQ(rightmost_roots(nothing, 3).roots.size(), 1u);
  EXPECT_EQ(growth_rate(nothing), 0);
}

TEST(Roots, OfCubicAloneDecideNothing) {
  // Its window does not respond to first order: only decays and W_max remain.
  for (const double flows : {5.0, 20.0, 45.0}) {
    FluidConfig config = one_class(flows, 0.07, 1250, 400, red_fluid(20, 120, 0.1, 0.002, true));
    config.classes[0].tcp = FluidTcp::cubic;
    config.classes[0].decrease = 0.3;
    const FluidRest rest = equilibrium(config, 0);
    ASSERT_EQ(rest.kind, RestKind::interior) << flows;
    const RootReport report = rightmost_roots(linearise(config, rest, Linearisation::exact, 0), 3);
    EXPECT_EQ(report.roots.at(0).re, 0) << flows;
    EXPECT_EQ(report.roots.at(0).im, 0) << flows;
    EXPECT_LT(report.roots.at(1).re, 0) << flows;
    EXPECT_EQ(report.right_half_plane, 0) << flows;
  }
}

TEST(Margins, OfAScalarLagAreKnown) {
  // L = a e^(-j w) / (j w): |L| = 1 at w = a, phase margin 90 degrees - a, gain margin (pi / 2) / a at w = pi / 2.
  for (const double a : {0.3, 1.0, 2.5}) {
    const Margins m = margins(scalar_lag(a));
    ASSERT_EQ(m.gain_crossovers.size(), 1u);
    EXPECT_NEAR(m.phase_omega, a, 1e-10);
    EXPECT_NEAR(m.phase_margin_deg, 90 - a * 180 / M_PI, 1e-8);
    EXPECT_NEAR(m.delay_margin_s, M_PI / 2 / a - 1, 1e-9);
    EXPECT_NEAR(m.gain_omega, M_PI / 2, 1e-10);
    EXPECT_NEAR(m.gain_margin, M_PI / 2 / a, 1e-10);
  }
  const FrequencyResponse r = frequency_response(scalar_lag(1), 0.01, 20, 400);
  EXPECT_NEAR(r.phase_deg.front(), -90 - 0.01 * 180 / M_PI, 1e-9);
  EXPECT_NEAR(r.phase_deg.back(), -90 - 20 * 180 / M_PI, 1e-8);  // unwrapped through more than three turns
  EXPECT_NEAR(r.gain_db.back(), -20 * std::log10(20), 1e-9);
}

/// Every case of the file with a linear block: equilibrium, both linearisations, margins, rightmost root.
TEST(Linearisation, MatchesTheReference) {
  int compared = 0;
  for (const auto& member : reference("fluid.json")["cases"].members) {
    const std::string& name = member.first;
    const Json& c = member.second;
    if (!c.has("linear") || c["linear"].has("note")) continue;
    const FluidConfig config = fluid_case(c["parameters"]);
    const FluidRest rest = equilibrium(config, 0);
    ASSERT_EQ(rest.kind, RestKind::interior) << name;
    const Json& e = c["equilibrium"];
    EXPECT_NEAR(rest.queue, e["q0"].number, 1e-10) << name;
    EXPECT_NEAR(rest.window[0], e["W0"].number, 1e-11) << name;
    EXPECT_NEAR(rest.probability, e["p0"].number, 1e-14) << name;
    EXPECT_NEAR(rest.round_trip[0], e["R0"].number, 1e-13) << name;
    for (const auto& variant : {std::pair{"hollot", Linearisation::hollot}, {"full", Linearisation::exact}}) {
      const char* key = variant.first;
      const Linearisation kind = variant.second;
      const Json& l = c["linear"][key];
      const LinearLoop loop = linearise(config, rest, kind, 0);
      const Margins m = margins(loop);
      const auto close = [&](double ours, const char* what) {
        EXPECT_NEAR(ours / l[what].number, 1, 1e-8) << name << " " << key << " " << what;
      };
      close(m.phase_omega, "wg");
      close(m.phase_margin_deg, "pm_deg");
      close(m.delay_margin_s, "dm_s");
      close(m.gain_omega, "wpi");
      close(m.gain_margin, "gm");
      const RootReport roots = rightmost_roots(loop, 1);
      EXPECT_NEAR(roots.roots[0].re, l["root_newton"].at(0).number, 1e-10) << name << " " << key;
      EXPECT_NEAR(roots.roots[0].im, l["root_newton"].at(1).number, 1e-9) << name << " " << key;
      EXPECT_EQ(roots.right_half_plane, roots.roots[0].re > 0 ? 2 : 0) << name << " " << key;
      EXPECT_EQ(roots_right_of(loop, roots.roots[0].re + 1e-6), 0) << name << " " << key;
      EXPECT_NEAR(growth_rate(loop), roots.roots[0].re, 1e-10) << name << " " << key;
      ++compared;
    }
  }
  EXPECT_EQ(compared, 14);
}

TEST(Equilibrium, KnowsFullBuffersAndJumps) {
  const FluidRest full = equilibrium(fluid_case(fluid_reference("SARED10M_N150_GENTLE")["parameters"]), 0);
  EXPECT_EQ(full.kind, RestKind::full);
  // The value to which the reference's solution settles after 60 s.
  EXPECT_NEAR(full.window[0], fluid_reference("SARED10M_N150_GENTLE")["W"].numbers().back(), 1e-9);
  EXPECT_NEAR(full.probability, 0.25, 1e-12);
  // W^2 p_total = 2 and N W / R (1 - p_o) = C.
  const double total = 1 - (1 - full.probability) * (1 - full.overflow);
  EXPECT_NEAR(full.window[0] * full.window[0] * total, 2, 1e-12);
  EXPECT_NEAR(full.inflow * (1 - full.overflow), 1250, 1e-9);
  const FluidRest jump = equilibrium(fluid_case(fluid_reference("SARED10M_N50_NONGENTLE")["parameters"]), 0);
  EXPECT_EQ(jump.kind, RestKind::jump);
  EXPECT_NEAR(jump.queue, 120, 1e-9);
}

TEST(Equilibrium, OfAControllerThatIsHeldAtABound) {
  // Random losses alone hold the queue at 40: below the reference PI says 0. W^2 loss = 2, N W / (T + q / C) = C.
  const auto pi = [](double reference) { return pi_fluid(1.8e-4, 1.7e-4, 160, reference, FluidForm::continuous); };
  const double capacity = 1000, flows = 10, q = 40, trip = 0.1 + q / capacity, window = capacity * trip / flows;
  FluidConfig config = one_class(flows, 0.1, capacity, 200, pi(60));
  config.random_loss = 2 / (window * window);
  FluidRest rest = equilibrium(config, 0);
  EXPECT_EQ(rest.kind, RestKind::interior);
  EXPECT_EQ(rest.probability, 0);
  EXPECT_NEAR(rest.queue, q, 1e-9);
  EXPECT_FALSE(can_linearise(config, rest, Linearisation::exact));
  // With this many flows, p = 1 and W = sqrt 2 still fill more than the reference: q = N sqrt 2 - T C.
  config = one_class(150, 0.1, capacity, 200, pi(60));
  rest = equilibrium(config, 0);
  EXPECT_EQ(rest.kind, RestKind::interior);
  EXPECT_EQ(rest.probability, 1);
  EXPECT_NEAR(rest.queue, 150 * std::sqrt(2.0) - 100, 1e-9);
  config.duration = 100;
  FluidOptions options;
  EXPECT_NEAR(solve(config, options).queue.back(), rest.queue, 1e-3);
}

TEST(Linearisation, FindsTheHopfPointsOfTheReference) {
  const Json& table = reference("fluid.json")["hopf"];
  const auto config = [](double flows, double rate) {
    return one_class(flows, 0.2, 3750, 800, red_fluid(150, 700, 0.1023, rate / 3750, false));
  };
  for (const auto& [key, kind] : {std::pair{"hollot", Linearisation::hollot}, {"full", Linearisation::exact}}) {
    const auto by_rate = [&](double k) { return config(60, k); };
    const HopfPoint rate = hopf(by_rate, 0.05, 2, kind);
    EXPECT_EQ(rate.message, "");
    EXPECT_NEAR(rate.value, table["K_critical"][key]["char_newton"].number, 1e-11);
    EXPECT_NEAR(rate.omega, table["K_critical"][key]["omega"].number, 1e-9);
    const double k = -3750 * std::log1p(-0.002);
    const auto by_flows = [&](double n) { return config(n, k); };
    EXPECT_NEAR(hopf(by_flows, 60, 120, kind).value, table["N_critical_at_wq_0_002"][key].number, 1e-9);
  }
}

TEST(Hopf, IsFoundBesideCubic) {
  // Sixty flows of Reno and one of CUBIC: on one side the root at 0 is the rightmost, on the other side a pair is.
  const auto by_rate = [](double k) {
    FluidConfig config = one_class(60, 0.2, 3750, 800, red_fluid(150, 700, 0.1023, k / 3750, false));
    FluidClass cubic;
    cubic.tcp = FluidTcp::cubic;
    cubic.decrease = 0.3;
    cubic.propagation = 0.2;
    cubic.flows = 1;
    config.classes.push_back(cubic);
    return config;
  };
  const HopfPoint found = hopf(by_rate, 0.05, 2);
  ASSERT_EQ(found.message, "");
  EXPECT_GT(found.omega, 0);
  EXPECT_EQ(map_cell(by_rate(0.999 * found.value), 0).growth, 0);
  EXPECT_GT(map_cell(by_rate(1.001 * found.value), 0).growth, 0);
  const auto cubic_alone = [&](double k) {
    FluidConfig config = by_rate(k);
    config.classes.erase(config.classes.begin());
    config.classes[0].flows = 60;
    return config;
  };
  EXPECT_NE(hopf(cubic_alone, 0.05, 2).message.find("unstable at neither end"), std::string::npos);
}

TEST(Hopf, SaysWhyThereIsNone) {
  const auto by_rate = [](double k) {
    return one_class(60, 0.2, 3750, 800, red_fluid(150, 700, 0.1023, k / 3750, false));
  };
  EXPECT_EQ(hopf(by_rate, 0.01, 0.1).message, "it is stable at both ends");
  EXPECT_EQ(hopf(by_rate, 2, 3).message, "it is unstable at both ends");
  const auto by_flows = [](double n) {
    return one_class(n, 0.2, 3750, 800, red_fluid(150, 700, 0.1023, 0.002, false));
  };
  const HopfPoint none = hopf(by_flows, 60, 2000);
  EXPECT_NE(none.message.find("at 2000 there is no equilibrium"), std::string::npos) << none.message;
  EXPECT_TRUE(std::isnan(none.value));
}

}  // namespace
}  // namespace aqm::test
