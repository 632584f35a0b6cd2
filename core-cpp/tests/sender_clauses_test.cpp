// The clauses of the RFCs about senders beyond loss and recovery. Unless a test says otherwise: round trip 100 ms,
// unlimited rate.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "aqm/rng.hpp"
#include "parts/control_of.hpp"
#include "support/scenarios.hpp"
#include "support/tcp_path.hpp"

namespace aqm::test {
namespace {

using Fate = TcpPath::Fate;
constexpr Time kOneWay = 50'000'000;

TcpOptions of(const char* id, double window = 2) {
  TcpOptions o;
  o.control = control(id);
  o.initial_window = window;
  return o;
}
TcpPath::Verdict lose(std::uint32_t lost) {
  return [lost](std::uint32_t seq, int attempt) { return seq == lost && attempt == 1 ? Fate::lost : Fate::arrives; };
}
/// The window at `time`.
double window_at(const TcpPath& path, double time) {
  double found = 0;
  for (const auto& [t, w] : path.windows) {
    if (t <= time) found = w;
  }
  return found;
}

TEST(SenderClauses, AWindowThatIsNotInUseDoesNotGrow) {
  // RFC 9438 section 5.8, RFC 7661. A receiver allows 50 segments: a window of 100 is what those 50 can double to, and
  // no more.
  for (const char* id : {"newreno", "cubic", "scalable", "dctcp", "westwood"}) {
    TcpOptions o = of(id);
    o.receiver_window = 50;
    TcpPath path(o, kOneWay, lose(UINT32_MAX));
    path.run(100'000, 1000);
    EXPECT_LE(path.sender.cwnd(), 100) << id;
  }
}

TEST(SenderClauses, ALossTakesItsShareOfWhatIsInUse) {
  // RFC 9438 section 4.6 with flight_size, RFC 5681 eq 4. After 100,000 segments with 50 outstanding one is lost: CUBIC
  // goes to 0.7, standard TCP to half of 50; so does Scalable TCP, whose legacy window reaches to 100.
  const auto left = [](const char* id, bool marked) {
    TcpOptions o = of(id);
    o.receiver_window = 50;
    o.ecn = marked;
    TcpPath path(o, kOneWay, [marked](std::uint32_t seq, int attempt) {
      return seq != 100'000 || attempt > 1 ? Fate::arrives : marked ? Fate::marked : Fate::lost;
    });
    path.run(100'200, 1000);
    return path.sender.ssthresh();
  };
  for (const bool marked : {false, true}) {
    EXPECT_NEAR(left("cubic", marked), 35, 1) << marked;
    EXPECT_NEAR(left("newreno", marked), 25, 1) << marked;
    EXPECT_NEAR(left("scalable", marked), 25, 1) << marked;
  }
}

TEST(SenderClauses, WhatIsHalvedByDefaultIsTheFlight) {
  // RFC 5681 eq 4, RFC 6675 section 5 step 4.2: of windows of 4 to 8 segments losses leave half, not a third.
  ASSERT_EQ(TrafficGroup{}.flight, FlightEstimate::outstanding);
  double before = 0, after = 0;
  int losses = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Rng rng(seed);
    TcpPath path(of("newreno", 6), kOneWay,
                 [&rng](std::uint32_t, int) { return rng.uniform() < 0.01 ? Fate::lost : Fate::arrives; });
    path.each_ack = [&, was = TcpSender::Phase::open, cwnd = 0.0](const TcpSender& sender) mutable {
      if (sender.phase() == TcpSender::Phase::recovery && was == TcpSender::Phase::open && cwnd >= 4) {
        before += cwnd;
        after += sender.ssthresh();
        ++losses;
      }
      was = sender.phase();
      cwnd = sender.cwnd();
    };
    path.run(20'000, 1e4);
  }
  ASSERT_GT(losses, 500);
  EXPECT_GT(after / before, 0.45);
  EXPECT_LE(after / before, 0.5);
}

TEST(SenderClauses, NoLossMakesAWindowLarger) {
  // RFC 5681 eq 4: what stays selectively acknowledged when one recovery follows on another is outstanding, but not in
  // the window.
  for (std::uint64_t seed = 1; seed <= (kSanitized ? 1 : 5); ++seed) {
    Rng rng(seed);
    TcpPath path(of("scalable"), kOneWay,
                 [&rng](std::uint32_t, int) { return rng.uniform() < 1e-4 ? Fate::lost : Fate::arrives; });
    path.each_ack = [was = TcpSender::Phase::open, cwnd = 0.0](const TcpSender& sender) mutable {
      if (sender.phase() == TcpSender::Phase::recovery && was == TcpSender::Phase::open) {
        EXPECT_LE(sender.ssthresh(), cwnd);
      }
      was = sender.phase();
      cwnd = sender.cwnd();
    };
    path.run(kSanitized ? 100'000 : 1'000'000, 200);
  }
}

TEST(SenderClauses, DctcpEchoesALoneMarkByItself) {
  // RFC 8257 section 3.2, figure 1: what waits is acknowledged with the old echo before a segment with another one is
  // taken. Ten lone marks, at even and odd places of the pairs that delayed acknowledgements make, are ten echoes, each
  // for one segment.
  TcpReceiver::Options options;
  options.every = 2;
  options.accurate_echo = true;
  TcpReceiver receiver;
  std::uint32_t next = 0, echoed = 0, acked = 0;
  const auto answer = [&] {
    SackBlocks blocks;
    const Ack ack = receiver.acknowledge(options, blocks);
    if (ack.ece) echoed += ack.next - acked;
    acked = ack.next;
  };
  for (int mark = 0; mark < 10; ++mark) {
    for (int i = 0; i < 8 + mark; ++i) {
      const Ecn ecn = i == 3 ? Ecn::ce : Ecn::ect1;
      if (receiver.answers_first(ecn, options)) answer();
      if (receiver.on_segment(next++, ecn, false, 0, options).send) answer();
    }
  }
  EXPECT_EQ(echoed, 10u);
}

TEST(SenderClauses, CubicBeginsAnewAfterATimeout) {
  // RFC 9438 section 4.8: ssthresh is 0.7 of the 404 that are lost; the next congestion avoidance has K = 0 and W_max =
  // its first window, W(t) = 282.8 + 0.4 t^3. The target is a round trip ahead, and is reached within one or two.
  TcpPath path(of("cubic", 404), kOneWay,
               [](std::uint32_t seq, int attempt) { return seq < 404 && attempt == 1 ? Fate::lost : Fate::arrives; });
  path.run(UINT32_MAX, 14);
  EXPECT_EQ(path.timeouts, 1);
  EXPECT_NEAR(path.sender.ssthresh(), 0.7 * 404, 0.01);
  double began = 0;
  for (const auto& [t, w] : path.windows) {
    if (began == 0 && t > 1.1 && w >= path.sender.ssthresh()) began = t;
  }
  for (const double t : {4.0, 8.0, 10.0}) {
    EXPECT_GT(window_at(path, began + t), 282.8 + 0.4 * std::pow(t - 0.1, 3)) << t;
    EXPECT_LT(window_at(path, began + t), 282.8 + 0.4 * std::pow(t + 0.2, 3) + 1) << t;
  }
}

TEST(SenderClauses, CubicsTimeStandsStillWhileItsWindowIsNotInUse) {
  // RFC 9438 section 5.8: t "MUST NOT include these periods". A minute in which the window is not used does not change
  // what follows.
  const auto after = [](double pause) {
    double cwnd = 100, ssthresh = kInfinity;
    alignas(8) std::array<std::byte, Controller::kInline> own{};
    const auto at = [&](double t) {
      return Connection{cwnd, ssthresh, own.data(), from_seconds(t), kOneWay, 0, 100, cwnd};
    };
    AckEvent ack{};
    ack.segments = 1;
    const Controller& cubic = *control("cubic");
    cubic.open(at(0));
    cubic.congested(at(0));
    cwnd = 70;
    cubic.grow(at(0), ack);
    cubic.grow(at(1), ack);
    if (pause > 0) cubic.held(at(1 + pause));
    cubic.grow(at(1 + pause), ack);
    return cwnd;
  };
  EXPECT_DOUBLE_EQ(after(60), after(0));
}

TEST(SenderClauses, CubicsFriendCountsSegments) {
  // RFC 9438 section 4.3: W_est grows by alpha * segments_acked / cwnd, however many segments one acknowledgement is
  // for.
  for (const std::uint32_t segments : {1u, 2u}) {
    double cwnd = 100, ssthresh = kInfinity;
    alignas(8) std::array<std::byte, Controller::kInline> own{};
    const auto at = [&] { return Connection{cwnd, ssthresh, own.data(), 0, 0, 0, 100, cwnd}; };
    control("cubic")->open(at());
    control("cubic")->congested(at());
    cwnd = 70;
    AckEvent ack{};
    ack.segments = segments;
    control("cubic")->grow(at(), ack);
    EXPECT_DOUBLE_EQ(cwnd, 70 + 3 * 0.3 / 1.7 * segments / 70);
  }
}

TEST(SenderClauses, AConnectionRestartsAfterAPause) {
  // RFC 5681 section 4.1: after an idle time longer than a timeout, at most the initial window leaves at once.
  for (const char* id : {"newreno", "cubic"}) {
    for (const double pause : {0.05, 60.0}) {
      TcpPath path(of(id, 10), kOneWay, lose(UINT32_MAX));
      path.run(1000, 30);
      ASSERT_TRUE(path.sender.done());
      const double at = path.seconds() + pause;
      path.again(1000, at, at + 0.05);
      EXPECT_EQ(path.sent_between(at - 0.001, at + 0.01), pause > 1 ? 10 : 1000) << id;
    }
  }
}

TEST(SenderClauses, RetransmissionsAreNotEcnCapable) {
  // RFC 3168 section 6.1.5: a gateway that marks drops retransmissions, where it would mark other packets. DCTCP's are
  // (RFC 8311 section 4.3).
  ScenarioConfig c = sared("red", 20, 100);
  set(c, "ecn", 1);
  c.network.random_loss = 0.01;
  c.traffic[0].ecn = true;
  const auto dropped = [&c](const char* tcp) {
    c.traffic[0].tcp = tcp;
    const Finished f = run(c);
    EXPECT_GT(f.metrics.marks, 500);
    EXPECT_GT(f.simulation->rows().at(0).retransmissions, 500);
    return f.metrics.drops_early;
  };
  EXPECT_GT(dropped("newreno"), 5);
  EXPECT_EQ(dropped("dctcp"), 0);
}

TEST(SenderClauses, AHandshakeComesBeforeTheData) {
  // RFC 9293 section 3.5, RFC 6298 2.1, RFC 5681 3.1: nothing comes through for half a second, so the handshake is sent
  // again after a second; its answer comes 0.1 s later, and one segment leaves, then two, then four.
  ScenarioConfig c = sared("droptail", 1, 10);
  c.network.link() = {1e9, 0.045, 10'000, true};
  c.network.access_rate = 1e9;
  c.network.access_delay = {0.0025, 0.0025};
  c.network.link().changes = {{0, -1, -1, 1}, {0.5, -1, -1, 0}};
  c.traffic[0].start = {0, 0};
  c.traffic[0].initial_window = 10;
  set(c.traffic[0], "bytes", {7 * 1460.0, 7 * 1460.0});
  const RowMetrics row = run(c).simulation->rows().at(0);
  EXPECT_EQ(row.transfers, 1);
  EXPECT_EQ(row.retransmissions, 1);
  EXPECT_NEAR(row.completion_mean, 1 + 0.1 + 3 * 0.1, 0.002);
}

TEST(SenderClauses, WestwoodKeepsWhatThePathCarries) {
  // Grieco and Mascolo 2004, section 2: bandwidth by the shortest round trip, 1000 segments/s by 0.1 s, is what a loss
  // leaves, where half of what was under way would be as much only if the buffer were exactly that large.
  for (const int buffer : {30, 100, 200}) {
    TcpPath path(of("westwood"), kOneWay, [](std::uint32_t, int) { return Fate::arrives; });
    path.rate = 1000;
    path.buffer = buffer;
    path.run(UINT32_MAX, 120);
    EXPECT_NEAR(path.sender.ssthresh(), 100, 5) << buffer;
    EXPECT_EQ(path.timeouts, 0) << buffer;
  }
}

TEST(SenderClauses, StateThatIsLargerThanItsRoomLiesElsewhere) {
  struct Large {
    std::array<double, 20> sums{};
  };
  struct Counting {
    struct Params {};
    using State = Large;
    static void acknowledged(const Params&, State& s, const Connection&, const AckEvent& ack) {
      for (double& sum : s.sums) sum += ack.segments;
    }
    static double after_loss(const Params&, State& s, const Connection&, double) { return s.sums.back(); }
  };
  const ControllerOf<Counting> counting{{}};
  ASSERT_GT(counting.state_bytes, Controller::kInline);
  TcpOptions o = of("newreno", 10);
  o.control = &counting;
  TcpPath path(o, kOneWay, lose(500));
  path.run(510, 100);
  // 500 segments before the hole are acknowledged when it is found.
  EXPECT_EQ(path.sender.ssthresh(), 500);
}

}  // namespace
}  // namespace aqm::test
