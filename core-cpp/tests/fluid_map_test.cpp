// One cell of a stability map against the full analysis of the same configuration.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <vector>

#include "aqm/fluid_map.hpp"
#include "aqm/rng.hpp"
#include "support/fluid_cases.hpp"
#include "support/fluid_networks.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

double log_uniform(Rng& rng, double lo, double hi) { return lo * std::pow(hi / lo, rng.uniform(0, 1)); }

/// RED or PI over networks from 1 Mbit/s to 1 Gbit/s, with one class or several, of every kind of TCP.
FluidConfig random_config(Rng& rng) {
  const double capacity = log_uniform(rng, 100, 1e5), trip = log_uniform(rng, 0.002, 1);
  const double product = capacity * trip;
  const double min_th = log_uniform(rng, 2, 3 * product + 3), max_th = min_th * rng.uniform(1.2, 8);
  std::shared_ptr<const FluidLaw> law;
  if (rng.uniform(0, 1) < 0.75) {
    law = red_fluid(min_th, max_th, log_uniform(rng, 0.002, 1), log_uniform(rng, 1e-6, 0.7), true);
  } else {
    const double b = log_uniform(rng, 1e-7, 1e-2);
    law = pi_fluid(b * (1 + log_uniform(rng, 1e-4, 0.3)), b, log_uniform(rng, 10, 300), min_th, FluidForm::continuous);
  }
  FluidConfig config = one_class(log_uniform(rng, 1, 1000), trip, capacity, 4 * max_th, law);
  const int classes = rng.uniform(0, 1) < 0.7 ? 1 : 2 + static_cast<int>(rng.uniform(0, 2));
  while (static_cast<int>(config.classes.size()) < classes) {
    FluidClass c;
    c.flows = log_uniform(rng, 1, 1000);
    c.propagation = trip * log_uniform(rng, 0.2, 5);
    config.classes.push_back(c);
  }
  for (FluidClass& c : config.classes) {
    if (rng.uniform(0, 1) < 0.6) continue;
    constexpr FluidTcp kKinds[] = {FluidTcp::reno,  FluidTcp::reno_clocked,  FluidTcp::reno_acks,
                                   FluidTcp::cubic, FluidTcp::reno_recovery, FluidTcp::cubic_recovery};
    c.tcp = kKinds[static_cast<std::size_t>(rng.uniform(0, 6))];
    c.ecn = rng.uniform(0, 1) < 0.5;
  }
  return config;
}

struct Found {
  MapCell cell;
  std::vector<Root> roots;
};
Found with_guesses(const FluidConfig& config, const std::vector<Root>& guesses) {
  const auto run = begin_map_cell(config, 0, guesses);
  double work = std::numeric_limits<double>::infinity();
  run->run(work);
  return {run->cell(), run->roots()};
}

TEST(Map, NeverMissesTheRightmostRoot) {
  // Against a much finer discretisation, and against the argument principle, which knows nothing of any discretisation:
  // no root lies further right. Thousands of configurations more went through this with AQM_MAP_CELLS set.
  const char* more = std::getenv("AQM_MAP_CELLS");
  const int cells = more != nullptr ? std::atoi(more) : kSanitized ? 40 : 400;
  Rng rng(11);
  int interior = 0, unstable = 0;
  std::vector<Root> before;
  for (int i = 0; i < cells; ++i) {
    const FluidConfig config = random_config(rng);
    ASSERT_TRUE(check(config).empty());
    const MapCell cell = map_cell(config, 0);
    // The roots of a neighbour as guesses, and of a configuration that has nothing to do with this one.
    FluidConfig beside = config;
    beside.classes[0].propagation *= 1.02;
    std::vector<Found> guessed = {with_guesses(config, before), with_guesses(config, with_guesses(beside, {}).roots)};
    before = guessed.front().roots;
    const FluidRest rest = equilibrium(config, 0);
    EXPECT_EQ(cell.kind, rest.kind);
    EXPECT_EQ(cell.queue, rest.queue);
    if (!can_linearise(config, rest, Linearisation::exact)) {
      EXPECT_TRUE(std::isnan(cell.growth));
      continue;
    }
    ++interior;
    const LinearLoop loop = linearise(config, rest, Linearisation::exact, 0);
    const RootReport report = rightmost_roots(loop, 1, 40);
    const std::vector<Root>& roots = report.roots;
    ASSERT_EQ(roots.empty(), std::isnan(cell.growth)) << i;
    if (roots.empty()) continue;
    const Root root = roots.front();
    const double size = 1 / *std::max_element(loop.lag.begin(), loop.lag.end()) + std::hypot(root.re, root.im);
    EXPECT_NEAR(cell.growth, root.re, 1e-8 * size) << i;
    for (const Found& found : guessed) {
      EXPECT_NEAR(found.cell.growth, root.re, 1e-8 * size) << i;
      EXPECT_EQ(found.cell.queue, cell.queue) << i;
    }
    EXPECT_EQ(roots_right_of(loop, cell.growth + 1e-5 * size), 0) << i;
    EXPECT_EQ(report.right_half_plane > 0, root.re > 0) << i;
    // With CUBIC there is a root at 0, whatever the others are; it is no root on the right.
    const auto cubic = std::count_if(config.classes.begin(), config.classes.end(),
                                     [](const FluidClass& c) { return c.tcp == FluidTcp::cubic; });
    if (cubic > 0) {
      EXPECT_TRUE(root.re > 0 || (root.re == 0 && root.im == 0)) << i;
      EXPECT_EQ(cell.growth == 0, root.re == 0) << i;
    }
    if (root.re == 0) {
      EXPECT_GE(roots_right_of(loop, -1e-9 * size), cubic) << i;  // and an integrator that steers nothing else
    }
    // Both sweeps end far enough out to find a crossover where there is one. Many turns down crossovers of delayed and
    // undelayed terms that beat may lie closer together than the steps of either sweep: of 13,213 loops five, all below
    // -2800 degrees.
    const double slow = margins(loop).phase_margin_deg;
    if (std::isnan(slow) || (cell.growth > 0 && slow > 0)) {  // the second would call a growing loop stable
      EXPECT_TRUE(std::isnan(cell.phase_margin_deg)) << i;
    } else if (slow > -720) {
      EXPECT_NEAR(cell.phase_margin_deg, slow, 1e-6 * (1 + std::abs(slow))) << i;
    }
    if (root.re > 0) ++unstable;
  }
  // The configurations are of all kinds.
  EXPECT_GT(interior, cells / 3);
  EXPECT_GT(unstable, interior / 10);
  EXPECT_LT(unstable, interior * 9 / 10);
}

TEST(Map, SaysWhatThereIsWithoutAnEquilibrium) {
  const auto cell = [](double flows, double load, double buffer, bool gentle) {
    FluidConfig config = one_class(flows, 0.07, 1250, buffer, red_fluid(20, 120, 0.1, 0.002, gentle));
    config.loads = {{FluidCourse(load), true, 0, 0}};
    return map_cell(config, 0);
  };
  EXPECT_EQ(cell(150, 0, 140, true).kind, RestKind::full);
  EXPECT_EQ(cell(50, 0, 140, false).kind, RestKind::jump);
  EXPECT_EQ(cell(0, 500, 140, true).kind, RestKind::empty);
  EXPECT_EQ(cell(10, 0, 140, true).kind, RestKind::interior);
  EXPECT_TRUE(std::isnan(cell(150, 0, 140, true).growth));
  EXPECT_FALSE(std::isnan(cell(10, 0, 140, true).growth));
}

}  // namespace
}  // namespace aqm::test
