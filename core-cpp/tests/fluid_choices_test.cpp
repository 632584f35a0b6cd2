// Every law with every choice of the model: clock, losses, delay, form, marks and drops, one link and two.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "aqm/fluid_lane.hpp"
#include "aqm/fluid_solution.hpp"
#include "aqm/scheme.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

enum class Way { one_link, implicit, chain };

/// 10 Mbit/s, 1500 bytes, 100 ms: 40 flows that overfill the link, or 3 that swing widely.
ScenarioConfig scenario_of(const std::string& id, int flows, bool marked, Way way) {
  ScenarioConfig scenario;
  scenario.duration = 8;
  scenario.aqm = id;
  scenario.params = defaults(id);
  const auto table = find_scheme(id)->params();
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (std::string_view(table[i].name) == "ecn") scenario.params.numbers[i] = marked ? 1 : 0;
  }
  scenario.network.access_rate = 1e9;
  scenario.network.access_delay = {1e-3, 1e-3};
  scenario.network.link().delay = 0.05;
  if (way == Way::chain) {
    scenario.network.links.push_back(scenario.network.links[0]);
    scenario.network.links[1].rate *= 0.9;
  }
  TrafficGroup row;
  row.flows = flows;
  row.ecn = marked;
  scenario.traffic = {row};
  return scenario;
}

TEST(FluidChoices, OfEveryKindSolveToTheEnd) {
  // Sanitizers make this thirty times slower: there, each scheme has another eighth of the choices, and together the
  // schemes have all.
  const int step = kSanitized ? 8 : 1;
  int solved = 0, first = 0;
  for (const Scheme* scheme : catalogue()) {
    const std::string id(scheme->id());
    for (int bits = first++ % step; bits < 32; bits += step) {
      FluidChoice choice;
      choice.clock = (bits & 1) != 0 ? FluidClock::acknowledgements : FluidClock::round_trip;
      choice.form = (bits & 2) != 0 ? FluidForm::sampled : FluidForm::continuous;
      const FluidLosses losses = (bits & 4) != 0 ? FluidLosses::recovery : FluidLosses::halving;
      const bool marked = (bits & 8) != 0;
      const int flows = (bits & 16) != 0 ? 40 : 3;
      for (const Way way : {Way::one_link, Way::implicit, Way::chain}) {
        const FluidDelay delay = way == Way::implicit ? FluidDelay::implicit_delay : FluidDelay::explicit_delay;
        const FluidLane lane = fluid_of(scenario_of(id, flows, marked, way), {choice, losses}, delay);
        if (!has_laws(lane.config) || !lane.issues.empty()) continue;
        ASSERT_TRUE(check(lane.config).empty()) << id;
        const FluidSolution s = solve(lane.config, {1e-5, 101});
        ++solved;
        EXPECT_EQ(s.message, "") << id << ", choices " << bits << ", way " << static_cast<int>(way);
        for (const double q : s.queue) ASSERT_TRUE(q >= -1e-3 && q <= 140 + 1e-3) << id << " " << q;
      }
    }
  }
  EXPECT_GT(solved, 4000 / step);
}

/// Under a law that drops everything for a while nothing enters the queue, and theta, the sending time of what is
/// acknowledged now, jumps. The result converges with the tolerance.
TEST(FluidChoices, AnImplicitDelayJumpsOverWhatIsDroppedWhole) {
  const FluidChoice choice;
  const FluidLane lane = fluid_of(scenario_of("scred", 40, false, Way::implicit), {choice, FluidLosses::recovery},
                                  FluidDelay::implicit_delay);
  const FluidSolution exact = solve(lane.config, {1e-12, 401});
  ASSERT_EQ(exact.message, "");
  EXPECT_EQ(*std::max_element(exact.probability.begin(), exact.probability.end()), 1);
  // Each two decades of the tolerance gain most of one of accuracy.
  double before = 1;
  for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
    const FluidSolution s = solve(lane.config, {tolerance, 401});
    double worst = 0;
    for (std::size_t i = 0; i < s.queue.size(); ++i) worst = std::max(worst, std::abs(s.queue[i] - exact.queue[i]));
    EXPECT_LT(worst, before / 5) << tolerance;
    before = worst;
  }
}

}  // namespace
}  // namespace aqm::test
