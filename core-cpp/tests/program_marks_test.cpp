// Programs that mark, in the fluid model.
#include <gtest/gtest.h>

#include <cmath>

#include "aqm/fluid_analysis.hpp"
#include "aqm/fluid_lane.hpp"
#include "support/programs.hpp"

namespace aqm::test {
namespace {

ScenarioConfig lane(const std::string& text, int with_ecn, int without = 0) {
  ScenarioConfig c;
  c.duration = 200;
  c.warmup = 40;
  c.network.link() = {20e6, 0.02, 400};
  c.network.access_rate = 1e9;
  c.network.access_delay = {0.005, 0.005};
  if (with_ecn > 0) c.traffic.push_back(ftp(with_ecn));
  if (with_ecn > 0) c.traffic.back().ecn = true;
  if (without > 0) c.traffic.push_back(ftp(without));
  return with_program(c, text);
}

FluidLane model_of(const ScenarioConfig& config, FluidLosses losses) {
  return fluid_of(config, LaneChoice({FluidForm::continuous, FluidDrops::law}, losses), FluidDelay::explicit_delay);
}

constexpr const char* kRed = R"(scheme "RED that marks"
state avg = 0 packets
on arrive {
  avg = average(avg, queue, 0.002, packet_size)
  drop always when avg >= 120 packets
  mark or drop when random < 0.1 * clamp((avg - 20 packets) / 100 packets, 0, 1)
})";

TEST(ProgramMarks, AreThoseOfTheScheme) {
  for (const FluidLosses losses : {FluidLosses::halving, FluidLosses::recovery}) {
    for (const auto& [with_ecn, without] : {std::pair{20, 0}, std::pair{0, 20}, std::pair{12, 8}}) {
      const ScenarioConfig own = lane(kRed, with_ecn, without);
      ScenarioConfig kept = own;
      kept.aqm = "red";
      kept.params = defaults("red");
      for (const auto& [name, value] : {std::pair{"min_th", 20.0}, std::pair{"max_th", 120.0}, std::pair{"max_p", 0.1},
                                        std::pair{"w_q", 0.002}, std::pair{"ecn", 1.0}, std::pair{"count_mode", 2.0}})
        set(kept, name, value);
      const FluidLane a = model_of(own, losses), b = model_of(kept, losses);
      ASSERT_TRUE(a.config.link().law) << a.note;
      ASSERT_EQ(a.config.classes.size(), b.config.classes.size());
      for (std::size_t i = 0; i < a.config.classes.size(); ++i)
        EXPECT_EQ(a.config.classes[i].ecn, b.config.classes[i].ecn);
      const FluidRest ours = equilibrium(a.config, 1), theirs = equilibrium(b.config, 1);
      EXPECT_NEAR(ours.queue, theirs.queue, 1e-9 * theirs.queue);
      EXPECT_NEAR(ours.probability, theirs.probability, 1e-9);
      // What is dropped although it could be marked, over the whole curve and across its jump.
      const FluidLaw &law = *a.config.link().law, &red = *b.config.link().law;
      for (double avg = 0.4; avg < 200; avg += 0.5) {
        FluidMemory memory, kept_memory;
        FluidQueue queue;
        queue.q = avg;
        queue.capacity = 1667;
        law.settle(queue, &avg, memory);
        red.settle(queue, &avg, kept_memory);
        EXPECT_NEAR(law.probability(queue, &avg, memory), red.probability(queue, &avg, kept_memory), 1e-9) << avg;
        if (with_ecn > 0 && losses == FluidLosses::recovery)
          EXPECT_NEAR(law.drops_marked(0, queue, &avg, memory), red.drops_marked(0, queue, &avg, kept_memory), 1e-6)
              << avg;
      }
    }
  }
}

constexpr const char* kOnlyMarks = R"(scheme "Marks alone"
on arrive { mark when random < 0.0004 * queue / 1 packets }
)";
constexpr const char* kDrops = R"(scheme "Drops"
on arrive { drop when random < 0.0004 * queue / 1 packets }
)";

/// The mean queue after the warmup, packets.
double queue_of(const ScenarioConfig& config) { return run(config, 50'000'000).metrics.queue_mean; }

TEST(ProgramMarks, HoldTheQueueOfPackets) {
  for (const char* text : {kOnlyMarks, kDrops}) {
    for (const int flows : {8, 20}) {
      const ScenarioConfig config = lane(text, flows);
      const FluidLane model = model_of(config, FluidLosses::recovery);
      ASSERT_TRUE(model.config.link().law) << model.note;
      EXPECT_EQ(model.config.classes[0].ecn, text == kOnlyMarks);
      EXPECT_NEAR(equilibrium(model.config, 1).queue / queue_of(config), 1, 0.06) << text << flows;
    }
  }
}

TEST(ProgramMarks, LetPacketsBeThatCannotCarryOne) {
  const FluidLane model = model_of(lane(kOnlyMarks, 0, 20), FluidLosses::recovery);
  ASSERT_TRUE(model.config.link().law) << model.note;
  EXPECT_EQ(equilibrium(model.config, 1).kind, RestKind::full);
}

TEST(ProgramMarks, HaveNoLawIfPacketsDiffer) {
  const FluidLane model = model_of(lane(kOnlyMarks, 10, 10), FluidLosses::recovery);
  EXPECT_FALSE(model.config.link().law);
  EXPECT_NE(model.note.find("cannot carry a mark"), std::string::npos) << model.note;
}

}  // namespace
}  // namespace aqm::test
