// The fluid model in slices: the same bits, and no slice does more than it may.
#include <gtest/gtest.h>

#include "support/fluid_cases.hpp"

namespace aqm::test {
namespace {

TEST(FluidRun, SlicesGiveTheBitsOfTheWhole) {
  for (const char* name : {"HOLLOT_RED_STABLE_IMPLICITDELAY", "PI_SAMPLED_LOADSTEP", "MGT_SMOOTH_LOAD_C5"}) {
    const FluidConfig config = fluid_case(fluid_reference(name)["parameters"]);
    const FluidOptions options;
    const FluidSolution whole = solve(config, options);
    const auto run = begin_solution(config, options);
    std::int64_t slices = 0;
    double before = 0;
    for (bool done = false; !done; ++slices) {
      done = run->run(7);
      EXPECT_GE(run->now(), before) << name;
      before = run->now();
    }
    const FluidSolution& sliced = run->solution();
    EXPECT_EQ(sliced.queue, whole.queue) << name;
    EXPECT_EQ(sliced.window, whole.window) << name;
    EXPECT_EQ(sliced.law, whole.law) << name;
    EXPECT_EQ(sliced.probability, whole.probability) << name;
    EXPECT_EQ(sliced.until, whole.until) << name;
    EXPECT_EQ(sliced.work.steps, whole.work.steps) << name;
    // A try is a step, accepted or not, or a moment that was due at once: no slice has more of the first than its
    // seven.
    EXPECT_GE(7 * slices, sliced.work.steps + sliced.work.rejected) << name;
    EXPECT_TRUE(run->run(7)) << "what is solved stays solved";
    EXPECT_EQ(sliced.queue.size(), whole.queue.size()) << "and takes no place twice";
  }
}

}  // namespace
}  // namespace aqm::test
