// C++ that is written from a program (models/src/program/cpp.ts): tests/written/ holds the output for four shipped
// programs, and wasm/tests/program.test.ts checks that the output is still the same. Here it is compiled, and it does
// with every packet what the program does.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "aqm/program.hpp"
#include "support/json.hpp"
#include "support/scenarios.hpp"
#include "written/avq.inc"
#include "written/codel.inc"
#include "written/pie.inc"
#include "written/sared.inc"

namespace aqm::test {
namespace {

/// What one queue did, packet by packet, with its states.
struct Told : DropListener {
  std::vector<double> events;
  int signals = 0;  ///< drops and marks
  void on_late_drop(const Packet& packet, Fate, Time) override {
    ++signals;
    events.push_back(-packet.size);
  }
  void on_late_mark(const Packet& packet, Time) override {
    ++signals;
    events.push_back(packet.size);
  }
};

/// Arrivals in bursts at a link of 10 Mbit/s, which sometimes runs dry.
Told driven(QueueDiscipline& queue, std::size_t states) {
  Rng rng(3);
  Told told;
  queue.set_listener(&told);
  std::vector<double> row(states);
  Time now = 0, free_at = 0;
  bool busy = false;
  const auto serve = [&](Time until) {
    for (;;) {
      const Time timer = queue.next_timer();
      const Time next = busy ? std::min(free_at, timer) : timer;
      if (next > until) return;
      now = next;
      if (busy && free_at == next) {
        Packet out;
        busy = queue.dequeue(now, out);
        if (busy) {
          told.events.push_back(to_seconds(now));
          free_at = now + from_seconds(8.0 * out.size / 1e7);
        } else {
          queue.on_idle(now);
        }
      } else {
        queue.on_timer(now);
      }
    }
  };
  for (int i = 0; i < 20000; ++i) {
    const bool burst = (i / 2000) % 3 != 2;
    const Time at = std::max(now, now + from_seconds(rng.uniform(0, burst ? 0.0016 : 0.006)));
    serve(at);
    now = at;
    Packet packet;
    packet.size = rng.below(4) == 0 ? 200 : 1500;
    packet.ecn = rng.below(3) == 0 ? Ecn::ect0 : Ecn::not_ect;
    const Fate fate = queue.enqueue(packet, {now, rng.uniform(0, 1), busy});
    if (fate != Fate::accepted && fate != Fate::dropped_overflow) ++told.signals;
    told.events.push_back(static_cast<double>(fate));
    if (!busy) {
      Packet out;
      busy = queue.dequeue(now, out);
      if (busy) free_at = now + from_seconds(8.0 * out.size / 1e7);
    }
    queue.observe(row.data());
    told.events.insert(told.events.end(), row.begin(), row.end());
  }
  queue.set_listener(nullptr);
  return told;
}

template <class Written>
void expect_equal(const std::string& id) {
  SCOPED_TRACE(id);
  const std::string text = project_file("models/programs/" + id + ".aqm");
  const auto kept = program::describe(text).scheme;
  const Scheme& own = *kept;
  const SchemeOf<Written> written;
  EXPECT_EQ(written.name(), own.name());
  ASSERT_EQ(written.params().size() + 1, own.params().size());
  ASSERT_EQ(written.states().size(), own.states().size());
  LinkInfo link;
  link.rate_bps = 1e7;
  link.buffer = 150;
  link.packet_size = 1500;
  for (const bool ecn : {false, true}) {
    ParamValues with, program;
    with.numbers.assign(written.params().size(), kUnset);
    program.numbers.assign(own.params().size(), kUnset);
    program.texts = {text};
    for (std::size_t i = 0; i < written.params().size(); ++i) {
      EXPECT_EQ(std::string(written.params()[i].name), own.params()[i + 1].name);
      if (std::string(written.params()[i].name) == "ecn") with.numbers[i] = program.numbers[i + 1] = ecn;
    }
    EXPECT_TRUE(written.check(with, link).empty());
    const auto a = driven(*own.make(program, link, Rng(1)), own.states().size());
    const auto b = driven(*written.make(with, link, Rng(1)), own.states().size());
    EXPECT_TRUE(a.events == b.events);
    EXPECT_GT(a.signals, 50);
  }
}

TEST(WrittenPrograms, DecideAsThePrograms) {
  expect_equal<self_adaptive_red_program::SelfAdaptiveRed>("sared");
  expect_equal<pie_program::Pie>("pie");
  expect_equal<codel_program::Codel>("codel");
  expect_equal<adaptive_virtual_queue_program::AdaptiveVirtualQueue>("avq");
}

}  // namespace
}  // namespace aqm::test
