// Senders that repair their losses (src/fluid/model/recovery.hpp, docs/fluid-model.md): against packets
// (core-cpp/tests/data/small-windows.json), and against limits of the equations.
#include <gtest/gtest.h>

#include <cmath>

#include "aqm/fluid_analysis.hpp"
#include "aqm/fluid_lane.hpp"
#include "aqm/fluid_solution.hpp"
#include "aqm/scheme.hpp"
#include "fluid/model/windows.hpp"
#include "support/fluid_networks.hpp"
#include "support/json.hpp"
#include "support/small_windows.hpp"

namespace aqm::test {
namespace {

const LaneChoice kMending({FluidForm::continuous, FluidDrops::effective}, FluidLosses::recovery);
const LaneChoice kHalving({FluidForm::continuous, FluidDrops::effective}, FluidLosses::halving);

FluidConfig model_of(const Json& document, const LaneChoice& choice) {
  const FluidLane lane = fluid_of(scenario_of(document), choice, FluidDelay::explicit_delay);
  for (const ConfigIssue& issue : lane.issues) ADD_FAILURE() << issue.path << ": " << issue.rule;
  return lane.config;
}

/// Relative errors of many cases.
struct Errors {
  double squares = 0, worst = 0;
  int count = 0;
  void add(double error) {
    squares += error * error;
    worst = std::max(worst, std::abs(error));
    ++count;
  }
  double rms() const { return std::sqrt(squares / count); }
};

bool is_controlled(const std::string& aqm) { return aqm == "pi" || aqm == "pie" || aqm == "ared"; }

TEST(FluidRecovery, RestsWherePacketsDo) {
  // ARED adapts, and its place in a set of rests is determined by the scheme.
  Errors queue, probability, before;
  for (const Json& c : reference("small-windows.json")["closed_loop_rest"].items) {
    if (c["ecn"].number != 0) continue;
    const FluidRest rest = equilibrium(model_of(c["scenario"], kMending), 100);
    const std::string id = c["id"].text;
    EXPECT_EQ(rest.kind, RestKind::interior) << id;
    EXPECT_LT(rest.residual, 1e-9) << id;
    const Json& packets = c["packets"];
    if (is_controlled(c["scenario"]["lanes"].at(0)["aqm"]["id"].text)) {
      probability.add(rest.probability / packets["probability"]["mean"].number - 1);
    } else {
      queue.add(rest.queue / packets["queue"]["mean"].number - 1);
      before.add(equilibrium(model_of(c["scenario"], kHalving), 100).queue / packets["queue"]["mean"].number - 1);
    }
  }
  EXPECT_GT(queue.count, 15);
  EXPECT_LT(queue.rms(), 0.01);
  EXPECT_LT(queue.worst, 0.02);
  EXPECT_GT(probability.count, 4);
  EXPECT_LT(probability.rms(), 0.08);
  EXPECT_LT(probability.worst, 0.17);
  EXPECT_GT(before.rms(), 0.25);
}

TEST(FluidRecovery, TendsToTheSquareRootLaw) {
  FluidClass c;
  c.tcp = FluidTcp::reno_recovery;
  double w[fluid::kMaxWindowStates];
  for (const double increase : {1.0, 0.5}) {
    c.increase = increase;
    double before = 1;
    for (const double p : {1e-4, 1e-6, 1e-8}) {
      fluid::window_at_rest(c, p, 0.1, w);
      const double off = std::abs(w[0] * std::sqrt(p / increase) / 1.3098 - 1);
      EXPECT_LT(off, before / 5) << p;  // corrections are of the order of the root of p
      EXPECT_LT(off, 3 * std::sqrt(p)) << p;
      EXPECT_NEAR(w[fluid::kOpen], 1, 3 * std::sqrt(p));
      before = off;
    }
  }
  // CUBIC: (c / b)^(1/4) (R / (v p))^(3/4).
  c.tcp = FluidTcp::cubic_recovery;
  c.increase = 1;
  const double v = 2 / (1.3098 * 1.3098), p = 1e-8;
  fluid::window_at_rest(c, p, 0.1, w);
  EXPECT_NEAR(w[0] / (std::pow(0.4 / 0.3, 0.25) * std::pow(0.1 / (v * p), 0.75)), 1, 1e-3);
}

TEST(FluidRecovery, SharesStayShares) {
  // Whatever happens to the link, no share of the flows leaves [0, 1] by more than the solver's error, and the sending
  // rate is never negative.
  for (const double flows : {5.0, 60.0, 400.0}) {
    FluidConfig config = one_class(
        flows, 0.05, 1250, 100,
        find_scheme("gred")
            ->fluid({std::vector<double>(find_scheme("gred")->params().size(), kUnset), {}}, {10e6, 100, 1000}, {})
            .law);
    config.classes[0].tcp = FluidTcp::reno_recovery;
    config.classes[0].ecn = false;
    config.classes[0].flows.jump(20, 3 * flows);
    config.classes[0].flows.jump(30, 1);
    config.duration = 40;
    const FluidSolution s = solve(config, {});
    EXPECT_EQ(s.message, "") << flows;
    for (std::size_t i = 0; i < s.time.size(); ++i) {
      ASSERT_GT(s.window[0][i], 0) << flows << " " << s.time[i];
      ASSERT_GE(s.inflow[i], 0) << flows << " " << s.time[i];
    }
  }
}

}  // namespace
}  // namespace aqm::test
