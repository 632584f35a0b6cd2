// Guards that watch one number, which the solver follows without a call of the law; PIE's levels are among them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "aqm/fluid_solution.hpp"
#include "aqm/rng.hpp"
#include "aqm/scheme.hpp"
#include "support/fluid_networks.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

constexpr LinkInfo kLink{10e6, 140, 1000};
constexpr double kCapacity = 1250;

FluidQueue waiting(double q) {
  FluidQueue queue;
  queue.q = q;
  queue.inflow = queue.capacity = kCapacity;
  queue.flows = 20;
  queue.hits = 0.05;
  return queue;
}

TEST(FluidLevels, SayWhatTheSlacksSay) {
  Rng rng(12);
  int levels = 0, laws = 0;
  for (const Scheme* scheme : catalogue()) {
    for (const bool thinned : {false, true}) {
      for (const FluidForm form : {FluidForm::continuous, FluidForm::sampled}) {
        FluidChoice choice;
        choice.form = form;
        choice.thinned = thinned;
        const auto law = scheme->fluid(defaults(std::string(scheme->id())), kLink, choice).law;
        // The compact form has its own way to the levels of its curves.
        if (law == nullptr || law->table() != nullptr || law->by_backlog()) continue;
        ++laws;
        const auto draw = [&](double* z) {
          for (int i = 0; i < law->states(); ++i) z[i] = std::pow(10, rng.uniform(-7, 2.2));
        };
        for (int round = 0; round < 50; ++round) {
          double settled[kMaxLawStates] = {}, z[kMaxLawStates] = {};
          FluidMemory memory;
          draw(settled);
          FluidQueue queue = waiting(rng.uniform(0, 140));
          law->start(queue, z, memory);
          law->settle(queue, settled, memory);
          draw(z);
          queue = waiting(rng.uniform(0, 140));
          for (int g = 0; g < law->guards(memory); ++g) {
            const FluidLevel level = law->level(g, kCapacity, memory);
            if (level.of == FluidLevel::kOther) continue;
            ++levels;
            const double x = level.of == FluidLevel::kQueue ? queue.q : z[level.of];
            EXPECT_EQ(level.side * (x - level.bound) > 0, law->slack(g, queue, z, memory) > 0)
                << scheme->id() << " guard " << g << " at " << x;
          }
        }
      }
    }
  }
  EXPECT_GT(laws, 40);
  EXPECT_GT(levels, 5000);
}

/// PIE takes larger steps from 1e-6, 1e-5, ..., 0.1 on. Under an unresponsive load the queue grows in a straight line,
/// and between two levels p is a parabola: T p' = s (alpha (q / C - target) + beta T q' / C), known without a solver.
TEST(FluidLevels, OfPieAreCrossedExactly) {
  const Scheme& pie = *find_scheme("pie");
  const double target = 0.015, interval = 0.015, alpha = 0.125, beta = 1.25, surplus = 1;  // its defaults; packets/s
  FluidConfig config = one_class(0, 0.07, kCapacity, 140, pie.fluid(defaults("pie"), kLink, {}).law);
  FluidLoad load;
  load.rate = kCapacity + surplus;
  load.ecn = true;
  config.loads = {load};
  config.duration = 15;
  config.link().start_queue = target * kCapacity;  // from here on p rises
  FluidOptions options;
  options.tolerance = 1e-3;
  options.points = 151;
  const FluidSolution s = solve(config, options);
  ASSERT_EQ(s.message, "");

  // The value of p with steps of scale 1, and the values of it at which p reaches the next level.
  const auto unscaled = [&](double t) {
    return (alpha * surplus * t * t / 2 / kCapacity + beta * interval * surplus * t / kCapacity) / interval;
  };
  const std::array<double, 7> level{0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1};
  const std::array<double, 7> scale{1. / 2048, 1. / 512, 1. / 128, 1. / 32, 1. / 8, 1. / 2, 1};
  int reached = 0;
  for (std::size_t i = 0; i < s.time.size(); ++i) {
    double left = unscaled(s.time[i]), p = 0;
    for (std::size_t k = 0; k < level.size(); ++k) {
      const double way = k + 1 < level.size() ? (level[k + 1] - level[k]) / scale[k] : 1e9;
      p = level[k] + scale[k] * std::min(left, way);
      left -= way;
      if (!(left > 0)) {
        reached = std::max(reached, static_cast<int>(k));
        break;
      }
    }
    EXPECT_NEAR(s.law[0][i], p, 1e-11 + 1e-11 * p) << s.time[i];
  }
  EXPECT_EQ(reached, 6);
  EXPECT_EQ(s.work.rejected, 0);
}

}  // namespace
}  // namespace aqm::test
