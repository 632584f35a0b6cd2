// What a program did at one time, stop by stop, beside what the run recorded of the same packets.
#include <gtest/gtest.h>

#include <cmath>

#include "aqm/simulation.hpp"
#include "support/programs.hpp"

namespace aqm::test {
namespace {

constexpr const char* kText = R"(scheme "Two thirds"
param low = 5 packets
param high = 200 packets
state avg = 0 packets
state n = 0
on arrive {
  avg = average(avg, queue, 0.02, packet_size)
  let p = 0.1 * (avg - low) / (high - low)
  drop always when high <= avg
  if avg > low and busy {
    n = n + 1
    if random < p { n = 0 drop }
  }
})";

struct Seen {
  std::string text;
  double left, right;
  bool holds;
};
std::vector<Seen> stops_at(const ScenarioConfig& config, double at, std::uint64_t& digest) {
  RecordConfig record;
  record.stops_at = at;
  const Finished run = test::run(config, 50'000, record);
  digest = run.simulation->digest();
  const Stops& kept = run.simulation->recording().stops;
  const auto stops = program::describe(kText).stops;
  std::vector<Seen> seen;
  for (std::size_t i = 0; i < kept.stop.size(); ++i) {
    EXPECT_EQ(kept.event[i], 0);
    seen.push_back({std::to_string(stops[kept.stop[i]].line) + " " + stops[kept.stop[i]].text, kept.left[i],
                    kept.right[i], kept.holds[i] != 0});
  }
  return seen;
}

TEST(ProgramStops, AreWhatTheRunRecorded) {
  const ScenarioConfig config = with_program(sared("program", 8, 10), kText);
  RecordConfig record;
  record.window_from = 6;
  record.window_to = 7;
  const Finished whole = test::run(config, 50'000, record);
  const Window& window = whole.simulation->recording().window;
  int early = 0, accepted = 0;
  for (std::size_t i = 1; i < window.time.size() && (early < 2 || accepted < 2); ++i) {
    const auto event = static_cast<WindowEvent>(window.event[i]);
    const bool drop = event == WindowEvent::drop_early;
    if (event != WindowEvent::arrival && !drop) continue;
    if (window.time[i] == window.time[i - 1] || ++(drop ? early : accepted) > 2) continue;
    std::uint64_t digest = 0;
    const auto seen = stops_at(config, window.time[i], digest);
    EXPECT_EQ(digest, whole.simulation->digest()) << "looking changes nothing";
    ASSERT_GE(seen.size(), 5U);
    EXPECT_EQ(seen[0].text, "7 avg");
    EXPECT_EQ(seen[0].left, window.state[0][i - 1]);
    EXPECT_EQ(seen[0].right, window.state[0][i]);
    EXPECT_EQ(seen[1].text, "8 p");
    EXPECT_EQ(seen[1].right, 0.1 * (seen[0].right - 5) / (200 - 5));
    EXPECT_EQ(seen[2].text, "9 less_equal");
    EXPECT_EQ(seen[2].left, 200);
    EXPECT_EQ(seen[2].right, seen[0].right);
    EXPECT_FALSE(seen[2].holds);
    EXPECT_EQ(seen[3].text, "10 greater") << "its sides stand as in the text";
    EXPECT_EQ(seen[3].left, seen[0].right);
    EXPECT_EQ(seen[3].right, 5);
    if (!seen[3].holds) continue;
    EXPECT_EQ(seen[4].text, "10 busy");
    EXPECT_EQ(seen[5].text, "11 n");
    EXPECT_EQ(seen[5].right, seen[5].left + 1);
    EXPECT_EQ(seen[6].text, "12 less");
    EXPECT_EQ(seen[6].left, window.drawn[i]);
    EXPECT_EQ(seen[6].right, seen[1].right);
    EXPECT_EQ(seen[6].holds, drop);
    ASSERT_EQ(seen.size(), drop ? 9U : 7U);
    EXPECT_EQ(seen.back().text, drop ? "12 drop" : "12 less");
  }
  EXPECT_GE(early, 1);
  EXPECT_GE(accepted, 2);
}

/// Warnings of what runs and is hardly meant, with the values of the lane.
TEST(ProgramMeaning, IsWarnedOf) {
  const auto warned = [](const std::string& text, double rate) {
    const program::Described own = program::describe(text);
    EXPECT_TRUE(own.faults.empty());
    LinkInfo link;
    link.rate_bps = rate;
    std::string all;
    for (const Issue& issue : own.scheme->check(values_of(*own.scheme, text), link)) {
      EXPECT_FALSE(issue.error);
      all += issue.rule.substr(0, 44) + "|";
    }
    return all;
  };
  const std::string delay = "scheme \"x\" param target = 2 ms on depart { drop when sojourn > target }";
  EXPECT_EQ(warned(delay, 10e6), "");  // a packet takes 1.2 ms
  EXPECT_EQ(warned(delay, 5e6), "is less than the time that the link takes fo|");
  const std::string steep = "scheme \"x\" param top = 2 in 0..9 on arrive { drop when random < top * queue / buffer }";
  EXPECT_EQ(warned(steep, 10e6), "random is compared with more than one where |");
  EXPECT_EQ(warned("scheme \"x\" on arrive { drop when random < queue / buffer }", 10e6), "");
  EXPECT_EQ(warned("scheme \"x\" state n = 0 on arrive { n = 1 drop when queue > 3 }", 10e6),
            "line 1, column 18: n: nothing reads this sta|");
}

}  // namespace
}  // namespace aqm::test
