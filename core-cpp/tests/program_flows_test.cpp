// Programs that read single flows: a state of each flow, the waiting packets of a flow, the number of waiting flows.
#include <gtest/gtest.h>

#include "aqm/simulation.hpp"
#include "parts/flow_table.hpp"
#include "support/json.hpp"
#include "support/programs.hpp"

namespace aqm::test {
namespace {

std::unique_ptr<QueueDiscipline> queue_of(const std::string& text) {
  const program::Described own = program::describe(text);
  EXPECT_TRUE(own.faults.empty()) << own.faults[0].found << ": " << own.faults[0].rule;
  return own.scheme->make(values_of(*own.scheme, text), {}, Rng(1));
}

Fate arrive(QueueDiscipline& queue, std::uint32_t flow) {
  Packet packet;
  packet.size = 1500;
  packet.flow = flow;
  return queue.enqueue(packet, {kSecond, 0.5, true});
}

TEST(ProgramFlows, EachHasItsOwnState) {
  const auto queue = queue_of(
      "scheme \"every third\" flow state passed = 0 packets"
      " on arrive { if passed >= 2 { passed = 0 drop } passed = passed + 1 }");
  for (int round = 0; round < 9; ++round) {
    // Flow 7 sends twice as often.
    for (const std::uint32_t flow : {0U, 7U, 500U})
      EXPECT_EQ(is_drop(arrive(*queue, flow)), flow != 7 && round % 3 == 2);
    arrive(*queue, 7);
    EXPECT_EQ(is_drop(arrive(*queue, 7)), true) << round;
  }
}

/// The example of docs/adding.md for a law that learns the fate of its packets and the present rate.
TEST(ProgramFlows, TheExampleOfTheDocsLearns) {
  const std::string page = project_file("docs/adding.md");
  const std::size_t begin = page.find("scheme \"RED that learns"), end = page.find("```", begin);
  ASSERT_NE(end, std::string::npos);
  const auto queue = queue_of(page.substr(begin, end - begin));
  enum { avg, top, dropped, left, carried, states };
  double seen[states];
  Rng rng(1);
  // A packet per millisecond; the link sends 500 per second, from 20 s on 800.
  int lost = 0;
  double highest = 0;
  Packet out;
  for (int ms = 1; ms <= 40'000; ++ms) {
    const Time now = ms * (kSecond / 1000);
    while (queue->next_timer() <= now) {
      queue->observe(seen);
      EXPECT_EQ(seen[dropped], lost) << ms;
      lost = 0;
      const double before = seen[top];
      const bool rises = seen[dropped] <= 0.01 * (seen[dropped] + seen[left]);
      queue->on_timer(queue->next_timer());
      queue->observe(seen);
      EXPECT_NEAR(seen[top], rises ? std::min(1.1 * before, 1.0) : std::max(0.9 * before, 0.001), 1e-12) << ms;
    }
    Packet packet;
    packet.size = 1000;
    lost += is_drop(queue->enqueue(packet, {now, rng.uniform(), true}));
    if (ms < 20'000 ? ms % 2 == 0 : ms % 5 != 0) queue->dequeue(now, out);
    if (ms == 19'900) {
      queue->observe(seen);
      EXPECT_EQ(seen[carried], 500);
    }
    highest = std::max(highest, seen[avg]);
  }
  queue->observe(seen);
  EXPECT_EQ(seen[carried], 800);
  EXPECT_GT(highest, 20);
}

/// One row, one state: told in docs/programs.md.
TEST(ProgramFlows, ShareARowOfTheTable) {
  std::uint32_t other = 1;
  while (FlowTable::row_of(other) != FlowTable::row_of(0)) ++other;
  const auto queue = queue_of("scheme \"x\" flow state seen = 0 on arrive { seen = seen + 1 drop when seen > 1 }");
  EXPECT_FALSE(is_drop(arrive(*queue, 0)));
  EXPECT_TRUE(is_drop(arrive(*queue, other)));
  Packet left;
  for (std::uint32_t flow = 1; flow < 300; ++flow) {
    const bool shares = FlowTable::row_of(flow) == FlowTable::row_of(0);
    EXPECT_EQ(arrive(*queue, flow) == Fate::dropped_early, shares) << flow;
    queue->dequeue(kSecond, left);
  }
}

TEST(ProgramFlows, CountWhatWaits) {
  const auto queue = queue_of(
      "scheme \"x\" state most = 0 packets state all = 0 on arrive { most = flow_queue all = flows accept when most "
      "+ all * 1 packets >= 0 packets }");
  const std::uint32_t flows[] = {3, 3, 9, 3, 12};
  const double waited[] = {0, 1, 0, 2, 0}, of[] = {0, 1, 1, 2, 2};
  double seen[2];
  for (int i = 0; i < 5; ++i) {
    arrive(*queue, flows[i]);
    queue->observe(seen);
    EXPECT_EQ(seen[0], waited[i]) << i;
    EXPECT_EQ(seen[1], of[i]) << i;
  }
  Packet out;
  for (int i = 0; i < 3; ++i) queue->dequeue(2 * kSecond, out);
  arrive(*queue, 9);  // of 3 and of 12 one waits, of 9 none
  queue->observe(seen);
  EXPECT_EQ(seen[0], 0);
  EXPECT_EQ(seen[1], 2);
}

/// With one flow a flow's state is an ordinary state, and its waiting packets are the queue.
TEST(ProgramFlows, OfOneFlowAreThoseOfTheQueue) {
  const auto text = [](const std::string& kind, const std::string& waits) {
    return "scheme \"x\" " + kind + " state avg = 0 packets on arrive { avg = average(avg, " + waits +
           ", 0.01, packet_size) drop when random < 0.1 * (avg - 5) / 20 packets }";
  };
  ScenarioConfig config = sared("program", 1, 10);
  config.network.link().rate = 5e6;  // half of what the flow's own link carries
  const auto own = run(with_program(config, text("flow", "flow_queue")));
  EXPECT_EQ(own.simulation->digest(), run(with_program(config, text("", "queue"))).simulation->digest());
  EXPECT_GT(own.metrics.drops_early, 0);
}

/// The share of a buffer that each flow may take keeps a flood from taking all of it.
TEST(ProgramFlows, AreProtectedFromAFlood) {
  ScenarioConfig config = sared("program", 4, 30);
  config.traffic.push_back(udp("cbr", 2, 0.9 * config.network.link().rate));
  const auto goodput = [&](const std::string& text) {
    return run(with_program(config, text)).simulation->rows()[0].goodput;
  };
  const double plain = goodput("scheme \"x\" on arrive { drop when queue >= buffer }");
  const double shared = goodput("scheme \"x\" on arrive { drop when flow_queue >= buffer / (flows + 1) }");
  EXPECT_LT(plain, 0.1 * config.network.link().rate);
  EXPECT_GT(shared, 4 * plain);
}

TEST(ProgramFlows, AreSaidWhereTheyCannotBe) {
  const auto fault = [](const std::string& text) {
    const program::Described own = program::describe("scheme \"x\" flow state n = 0 " + text);
    return own.faults.empty() ? "none" : own.faults[0].found + ": " + own.faults[0].rule;
  };
  EXPECT_EQ(fault("on idle { n = 1 }"), "n: a flow's state is there on arrive, on depart and on overflow");
  EXPECT_EQ(fault("every 1 s { if n > 2 { } }"), "n: a flow's state is there on arrive, on depart and on overflow");
  EXPECT_EQ(fault("on idle { if flow_queue > 2 { } }"),
            "flow_queue: this reading is there on arrive, on depart, on overflow");
  EXPECT_EQ(fault("on overflow { n = n + 1 } on arrive { drop when n > 3 }"), "none");
}

/// Texts that are older than these words use them as names.
TEST(ProgramFlows, AreNoReservedWords) {
  const program::Described own = program::describe(
      "scheme \"x\" param flow = 3 packets state flows = 0 packets on arrive { let flow_queue = queue flows = "
      "flow_queue drop when flows > flow }");
  EXPECT_TRUE(own.faults.empty()) << own.faults[0].found << ": " << own.faults[0].rule;
}

}  // namespace
}  // namespace aqm::test
