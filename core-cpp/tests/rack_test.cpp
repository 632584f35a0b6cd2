// RACK-TLP by the clauses of RFC 8985, on a path of 100 ms on which nothing is reordered.
#include <gtest/gtest.h>

#include <array>
#include <map>

#include "support/scenarios.hpp"
#include "support/tcp_path.hpp"

namespace aqm::test {
namespace {

using Fate = TcpPath::Fate;
constexpr Time kOneWay = 50'000'000;
constexpr Time kMs = 1'000'000;

TcpOptions with_rack(double window, bool rack = true) {
  TcpOptions o;
  o.control = control("newreno");
  o.initial_window = window;
  o.rack = rack;
  return o;
}
std::vector<double> times_of(const TcpPath& path, std::uint32_t seq) {
  std::vector<double> times;
  for (const Sent& s : path.sends_of(seq)) times.push_back(s.time);
  return times;
}
void expect_times(const TcpPath& path, std::uint32_t seq, const std::vector<double>& expected) {
  const std::vector<double> times = times_of(path, seq);
  ASSERT_EQ(times.size(), expected.size()) << seq;
  for (std::size_t i = 0; i < times.size(); ++i) EXPECT_NEAR(times[i], expected[i], 1e-9) << seq;
}

TEST(Rack, TheExampleOfTheRfc) {
  // Section 3.4: of P0 to P3 the last three are lost, and P1 again. A probe (P3) after two round trips shows that P1
  // and P2 are lost; the retransmission of P2 that of P1.
  const auto verdict = [](std::uint32_t seq, int attempt) {
    return (seq > 0 && attempt == 1) || (seq == 1 && attempt == 2) ? Fate::lost : Fate::arrives;
  };
  TcpPath path(with_rack(4), kOneWay, verdict);
  path.run(4, 60);
  EXPECT_TRUE(path.sender.done());
  EXPECT_EQ(path.timeouts, 0);
  expect_times(path, 3, {0, 0.3});
  expect_times(path, 2, {0, 0.4});
  expect_times(path, 1, {0, 0.4, 0.5});

  TcpPath without(with_rack(4, false), kOneWay, verdict);
  without.run(4, 60);
  EXPECT_GE(without.timeouts, 1);
  EXPECT_GT(without.seconds(), path.seconds());
}

TEST(Rack, AWindowOfReorderingPassesBeforeFewerThanThreeCount) {
  // Section 6.2, step 4: a quarter of the shortest round trip, and none once three segments have arrived.
  for (const auto& [segments, at] : {std::pair{2U, 0.125}, {3U, 0.125}, {4U, 0.1}}) {
    TcpPath path(with_rack(10), kOneWay,
                 [](std::uint32_t seq, int attempt) { return seq == 0 && attempt == 1 ? Fate::lost : Fate::arrives; });
    path.run(segments, 60);
    expect_times(path, 0, {0, at});
    EXPECT_EQ(path.timeouts, 0);
  }
}

TEST(Rack, ReorderingIsRemembered) {
  // Steps 3 and 4: a segment that left once and arrives after a later one; from then on the window holds in recoveries,
  // too, at most SRTT.
  Rack rack;
  std::array<SegmentRecord, 3> records{};
  for (std::size_t i = 0; i < 3; ++i) records[i].sent = static_cast<Time>(i) * kMs;
  rack.begin();
  rack.arrived(2, records[2], 102 * kMs);
  EXPECT_EQ(rack.window(true, 1, 100 * kMs), 0);
  EXPECT_EQ(rack.window(false, 2, 100 * kMs), 25 * kMs);
  EXPECT_EQ(rack.window(false, 3, 100 * kMs), 0);
  EXPECT_TRUE(rack.overtaken(1, records[1].sent));
  records[0].again = true;
  rack.begin();
  rack.arrived(0, records[0], 110 * kMs);
  EXPECT_EQ(rack.window(true, 1, 100 * kMs), 0);  // it was sent again
  rack.begin();
  rack.arrived(1, records[1], 111 * kMs);
  EXPECT_EQ(rack.window(true, 3, 100 * kMs), 25 * kMs);
  EXPECT_EQ(rack.window(true, 3, 10 * kMs), 10 * kMs);
}

TEST(Rack, AnAnswerSoonerThanARoundTripIsOfAnEarlierTransmission) {
  // Step 2, for a segment that was sent again.
  Rack rack;
  SegmentRecord first, again;
  first.sent = 0;
  again.sent = 150 * kMs;
  again.again = true;
  rack.begin();
  rack.arrived(0, first, 100 * kMs);
  rack.begin();
  rack.arrived(1, again, 160 * kMs);
  EXPECT_FALSE(rack.overtaken(2, 120 * kMs));
  EXPECT_EQ(rack.due(0, 0), 100 * kMs);
  rack.begin();
  rack.arrived(1, again, 270 * kMs);
  EXPECT_TRUE(rack.overtaken(2, 120 * kMs));
  EXPECT_EQ(rack.due(0, 0), 120 * kMs);
  EXPECT_TRUE(rack.overtaken(0, 150 * kMs));  // the same time: by number
  EXPECT_FALSE(rack.overtaken(2, 150 * kMs));
}

TEST(Rack, WhenAProbeIsSent) {
  // Section 7.2: two round trips after the last new data or progress; more for a lone segment, by what the receiver may
  // hold back; a second without a round-trip time; not after the timeout.
  const auto tail = [](std::uint32_t last) {
    return [last](std::uint32_t seq, int attempt) { return seq == last && attempt == 1 ? Fate::lost : Fate::arrives; };
  };
  TcpPath two(with_rack(2), kOneWay, tail(9));  // 2 at 0, 4 at 0.1, 4 at 0.2; progress at 0.3
  two.run(10, 60);
  expect_times(two, 9, {0.2, 0.5});

  for (const Time held : {Time{0}, 40 * kMs}) {
    TcpOptions o = with_rack(2);
    o.max_ack_delay = held;
    o.min_rto = kSecond;
    TcpPath lone(o, kOneWay, tail(6));  // alone from 0.2 on
    lone.run(7, 60);
    expect_times(lone, 6, {0.2, 0.2 + to_seconds(2 * 100 * kMs + held)});
  }

  TcpPath none(with_rack(1), kOneWay, tail(0));
  none.run(1, 60);
  expect_times(none, 0, {0, 1});
  EXPECT_EQ(none.timeouts, 0);

  // A first round trip of 100 ms makes a timeout of 300, then 250, 212.5, 184 ms and so on: after a while it is the
  // sooner one.
  TcpOptions o = with_rack(1);
  o.min_rto = kMs;
  o.receiver_window = 1;
  TcpPath sooner(o, kOneWay, tail(30));
  sooner.run(31, 60);
  ASSERT_EQ(sooner.sends_of(30).size(), 2u);
  EXPECT_NEAR(sooner.sends_of(30)[1].time, 3.0 + to_seconds(100 * kMs), 2e-3);
  EXPECT_EQ(sooner.timeouts, 0);
}

TEST(Rack, AProbeIsNewDataIfThereIsSomeAndLeavesOnce) {
  // Section 7.3: whatever the window; then the timeout runs. All that leaves before 5 s is lost.
  TcpPath path(with_rack(3), kOneWay, [](std::uint32_t, int) { return Fate::lost; });
  path.run(UINT32_MAX, 5);
  expect_times(path, 3, {1});
  expect_times(path, 0, {0, 2, 4});
  EXPECT_EQ(path.sends.size(), 6u);
}

TEST(Rack, WhatAProbeRepairsIsALoss) {
  // Section 7.4.2: the only segment is lost; when what follows it is acknowledged the window is reduced.
  const auto window_after = [](bool lost) {
    TcpOptions o = with_rack(16);
    o.receiver_window = 1;
    TcpPath path(o, kOneWay, [lost](std::uint32_t seq, int attempt) {
      return lost && seq == 4 && attempt == 1 ? Fate::lost : Fate::arrives;
    });
    path.run(UINT32_MAX, 3);
    EXPECT_EQ(path.timeouts, 0);
    return path.sender.ssthresh();
  };
  EXPECT_EQ(window_after(true), 2);
  EXPECT_EQ(window_after(false), kInfinity);

  // And none if both arrive, which an acknowledgement without new data shows: the path becomes so slow that a probe
  // leaves.
  TcpOptions o = with_rack(16);
  o.receiver_window = 1;
  TcpPath path(o, kOneWay, [](std::uint32_t, int) { return Fate::arrives; });
  path.each_ack = [&path](const TcpSender& sender) { path.rate = sender.una() == 3 ? 4 : 0; };
  path.run(UINT32_MAX, 3);
  EXPECT_EQ(path.sends_of(4).size(), 2u);
  EXPECT_EQ(path.sender.ssthresh(), kInfinity);
}

TEST(Rack, ATimeoutTakesNoRecentSegmentForLost) {
  // Section 6.3. P0 is lost three times; P1 to P3 arrive, and with them eight more that leave until the timeout. It is
  // for P0 alone.
  TcpPath path(with_rack(4), kOneWay,
               [](std::uint32_t seq, int attempt) { return seq == 0 && attempt < 4 ? Fate::lost : Fate::arrives; });
  path.run(200, 60);
  EXPECT_TRUE(path.sender.done());
  for (const Sent& s : path.sends) EXPECT_TRUE(s.seq == 0 || s.attempt == 1) << s.seq;
  EXPECT_EQ(path.sends_of(0).size(), 4u);
}

TEST(Rack, NothingIsSentAgainThatWasNotLost) {
  // If nothing is reordered and no acknowledgement is lost, a segment is sent again only after its previous
  // transmission was lost; and everything arrives.
  for (const char* id : {"newreno", "cubic", "bbr"}) {
    for (const double share : {0.02, 0.1, 0.3}) {
      Rng rng(static_cast<std::uint64_t>(share * 100), 1);
      std::map<std::pair<std::uint32_t, int>, bool> lost;
      TcpOptions o = with_rack(10);
      o.control = control(id);
      TcpPath path(o, kOneWay, [&](std::uint32_t seq, int attempt) {
        if (attempt > 1) {
          EXPECT_TRUE((lost[{seq, attempt - 1}])) << id << ' ' << share << ' ' << seq << ' ' << attempt;
        }
        const bool is = rng.uniform() < share;
        lost[{seq, attempt}] = is;
        return is ? Fate::lost : Fate::arrives;
      });
      path.rate = 2000;
      path.buffer = 1000;
      path.run(1500, 4000);
      EXPECT_TRUE(path.sender.done()) << id << ' ' << share;
    }
  }
}

TEST(Rack, TheSlowestTransfersOverALossyPathEndSooner) {
  // The whole engine, with 2 % of random losses: tails and lost retransmissions no longer wait for a timeout.
  ScenarioConfig c = sared("droptail", 10, 300);
  c.network.random_loss = 0.02;
  c.traffic[0].kind = "web";
  c.traffic[0].tcp = "cubic";
  const auto slow = [&c](bool rack) {
    c.traffic[0].rack = rack;
    return run(c).simulation->rows()[0].completion_p95;
  };
  for (c.seed = 1; c.seed <= 4; ++c.seed) EXPECT_LT(slow(true), slow(false)) << c.seed;
}

}  // namespace
}  // namespace aqm::test
