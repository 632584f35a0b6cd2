// TCP against results that the RFCs prescribe and that can be computed by hand: round trip 100 ms, unlimited rate.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "aqm/rng.hpp"
#include "support/tcp_path.hpp"

namespace aqm::test {
namespace {

using Fate = TcpPath::Fate;
constexpr Time kOneWay = 50'000'000;

TcpPath::Verdict lossless() {
  return [](std::uint32_t, int) { return Fate::arrives; };
}
/// Loses the first transmission of each of `seqs`.
TcpPath::Verdict lose_once(std::vector<std::uint32_t> seqs) {
  return [seqs](std::uint32_t seq, int attempt) {
    for (const std::uint32_t s : seqs) {
      if (s == seq && attempt == 1) return Fate::lost;
    }
    return Fate::arrives;
  };
}

TcpOptions options(double window, bool sack = true) {
  TcpOptions o;
  o.initial_window = window;
  o.sack = sack;
  o.flight = FlightEstimate::outstanding;
  return o;
}

TEST(Tcp, SlowStartDoublesTheWindowEveryRoundTrip) {
  TcpPath path(options(2), kOneWay, lossless());
  path.run(UINT32_MAX, 0.55);
  for (int k = 0; k <= 5; ++k)
    EXPECT_EQ(path.sent_between(0.1 * k - 0.01, 0.1 * k + 0.01), 2 << k) << "round trip " << k;
}

TEST(Tcp, ReceiverWindowBoundsWhatIsOutstanding) {
  TcpOptions o = options(2);
  o.receiver_window = 12;
  TcpPath path(o, kOneWay, lossless());
  path.run(UINT32_MAX, 1.05);
  for (int k = 4; k <= 10; ++k) EXPECT_EQ(path.sent_between(0.1 * k - 0.01, 0.1 * k + 0.01), 12);
}

TEST(Tcp, CongestionAvoidanceAddsOneSegmentARoundTrip) {
  TcpPath path(options(10), kOneWay, lose_once({5}));
  path.run(UINT32_MAX, 3.05);
  // After the recovery the window grows by 1/cwnd an acknowledgement; W acknowledgements add about 1 - 1/(2W).
  double before = 0;
  int rounds = 0;
  for (double t = 0.5; t < 3; t += 0.1) {
    double cwnd = 0;
    for (const auto& [when, w] : path.windows) {
      if (when < t + 0.05) cwnd = w;
    }
    if (before > 0) {
      EXPECT_NEAR(cwnd - before, 1, 0.1) << "at " << t;
      ++rounds;
    }
    before = cwnd;
  }
  EXPECT_GE(rounds, 20);
  EXPECT_EQ(path.timeouts, 0);
}

TEST(Tcp, OneDropIsRetransmittedOnTheThirdDuplicateAndHalvesTheFlight) {
  // Ten segments leave at 0; 3 is lost. At 0.1 s the acknowledgements of 0, 1 and 2 open the window to 13 and release
  // 10..15; then two duplicates release 16 and 17 (limited transmit), the third retransmits 3. FlightSize = 18 - 3
  // outstanding, less the two of limited transmit: 13; half of it 6.5 (RFC 5681 eq 4, section 3.2).
  TcpPath path(options(10), kOneWay, lose_once({3}));
  path.run(UINT32_MAX, 0.15);
  const auto sends = path.sends_of(3);
  ASSERT_EQ(sends.size(), 2u);
  EXPECT_DOUBLE_EQ(sends[1].time, 0.1);
  EXPECT_DOUBLE_EQ(path.sender.ssthresh(), 6.5);
  EXPECT_EQ(path.sender.phase(), TcpSender::Phase::recovery);
  EXPECT_EQ(path.timeouts, 0);
}

TEST(Tcp, PipeReadingHalvesWhatIsThoughtToBeInTheNetwork) {
  // As above, but of the 15 outstanding three are known to have arrived and one to be lost: 11, half of it 5.5.
  TcpOptions o = options(10);
  o.flight = FlightEstimate::pipe;
  TcpPath path(o, kOneWay, lose_once({3}));
  path.run(UINT32_MAX, 0.15);
  EXPECT_DOUBLE_EQ(path.sender.ssthresh(), 5.5);
}

TEST(Tcp, WithoutSackOneDropEndsWithTheDeflatedWindow) {
  // Limited transmit without SACK sends 16 and 17 too; FlightSize 13, ssthresh 6.5. The retransmission is acknowledged
  // at 0.2 s.
  TcpPath path(options(10, false), kOneWay, lose_once({3}));
  path.run(UINT32_MAX, 0.25);
  EXPECT_EQ(path.sends_of(3).size(), 2u);
  EXPECT_DOUBLE_EQ(path.sender.ssthresh(), 6.5);
  EXPECT_EQ(path.sender.phase(), TcpSender::Phase::open);
  EXPECT_EQ(path.timeouts, 0);
}

TEST(Tcp, TwoDropsInAWindowTakeNewRenoTwoRoundTripsAndSackOne) {
  TcpPath newreno(options(12, false), kOneWay, lose_once({3, 6}));
  newreno.run(UINT32_MAX, 1.0);
  EXPECT_DOUBLE_EQ(newreno.sends_of(3)[1].time, 0.1);
  ASSERT_EQ(newreno.sends_of(6).size(), 2u);
  EXPECT_DOUBLE_EQ(newreno.sends_of(6)[1].time, 0.2);  // on the partial acknowledgement (RFC 6582 3.2)
  EXPECT_EQ(newreno.timeouts, 0);

  TcpPath sack(options(12), kOneWay, lose_once({3, 6}));
  sack.run(UINT32_MAX, 1.0);
  EXPECT_DOUBLE_EQ(sack.sends_of(3)[1].time, 0.1);
  ASSERT_EQ(sack.sends_of(6).size(), 2u);
  EXPECT_DOUBLE_EQ(sack.sends_of(6)[1].time, 0.1);  // both holes are known at once (RFC 6675)
  EXPECT_EQ(sack.timeouts, 0);
}

TEST(Tcp, SackRetransmitsOnlyWhatWasLost) {
  TcpPath path(options(20), kOneWay, lose_once({2, 5, 6, 11}));
  path.run(200, 5);
  EXPECT_TRUE(path.sender.done());
  EXPECT_EQ(path.sends.size(), 204u);
  EXPECT_EQ(path.timeouts, 0);
}

TEST(Tcp, LostRetransmissionWaitsForTheTimer) {
  TcpPath path(options(10), kOneWay,
               [](std::uint32_t seq, int attempt) { return seq == 3 && attempt <= 2 ? Fate::lost : Fate::arrives; });
  path.run(60, 5);
  const auto sends = path.sends_of(3);
  ASSERT_EQ(sends.size(), 3u);
  EXPECT_EQ(path.timeouts, 1);
  EXPECT_DOUBLE_EQ(sends[1].time, 0.1);
  // The timer was restarted by the fast retransmission at 0.1 s; its length is RTO of three samples of 100 ms:
  // SRTT 100 ms, RTTVAR 50 -> 37.5 -> 28.125 ms, RTO = 100 + 4 * 28.125 = 212.5 ms (RFC 6298 section 2).
  EXPECT_NEAR(sends[2].time, 0.1 + 0.2125, 1e-9);
  EXPECT_TRUE(path.sender.done());
}

TEST(Tcp, TimeoutDoublesUntilSixtySeconds) {
  TcpPath path(options(1), kOneWay, [](std::uint32_t, int) { return Fate::lost; });
  path.run(UINT32_MAX, 300);
  const std::vector<double> expected = {0, 1, 3, 7, 15, 31, 63, 123, 183, 243};
  ASSERT_EQ(path.sends.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_DOUBLE_EQ(path.sends[i].time, expected[i]);
}

TEST(Tcp, AfterATimeoutSlowStartGoesToHalfTheFlight) {
  // All eight of the first flight are lost: RTO after 1 s, then 1, 2, and at ssthresh = 8 / 2 = 4 congestion avoidance.
  TcpPath path(options(8), kOneWay,
               [](std::uint32_t seq, int attempt) { return seq < 8 && attempt == 1 ? Fate::lost : Fate::arrives; });
  path.run(UINT32_MAX, 1.45);
  EXPECT_DOUBLE_EQ(path.sender.ssthresh(), 4);
  EXPECT_EQ(path.sent_between(0.99, 1.01), 1);
  EXPECT_EQ(path.sent_between(1.09, 1.11), 2);
  EXPECT_EQ(path.sent_between(1.19, 1.21), 4);
  EXPECT_LE(path.sent_between(1.29, 1.31), 5);
  EXPECT_EQ(path.timeouts, 1);
}

TEST(Tcp, RttEstimatorFollowsRfc6298) {
  RttEstimator rtt;
  EXPECT_EQ(rtt.timeout(200'000'000), kSecond);
  rtt.sample(100'000'000);
  EXPECT_EQ(rtt.timeout(1), 300'000'000);  // SRTT + 4 * SRTT / 2
  rtt.sample(180'000'000);
  // RTTVAR = 3/4 * 50 + 1/4 * 80 = 57.5 ms, SRTT = 7/8 * 100 + 1/8 * 180 = 110 ms.
  EXPECT_EQ(rtt.timeout(1), 110'000'000 + 4 * 57'500'000);
}

TEST(Tcp, FastRetransmissionRestartsTheTimerOrNot) {
  // Ten segments leave at 0, the first is lost, the second arrives at 0.05 s and so on, 10 ms apart. No new data is
  // acknowledged, so by RFC 6298 the timer that was set with the first segment, to a second, runs on; restarted by the
  // third duplicate, at 0.12 s, it has a second from there (RFC 6675 section 6).
  for (const bool restart : {true, false}) {
    TcpOptions o = options(10);
    o.control = control("newreno");
    o.timer_restart = restart;
    TcpSender sender;
    sender.open(o);
    struct Nowhere {
      void send(std::uint32_t, bool, bool) {}
      void pace(Pacer&) {}
    } wire;
    sender.start(o, 0, wire);
    EXPECT_EQ(sender.deadline(), kSecond);
    for (std::uint32_t i = 1; i <= 3; ++i) {
      SackBlocks sack;
      sack.count = 1;
      sack.block[0] = {1, 1 + i};
      Ack ack;
      ack.next = 0;
      ack.sack = &sack;
      sender.on_ack(ack, o, from_seconds(0.09 + 0.01 * i), wire);
    }
    EXPECT_EQ(sender.phase(), TcpSender::Phase::recovery);
    EXPECT_EQ(sender.deadline(), restart ? from_seconds(0.12) + kSecond : kSecond);
  }
}

TEST(Tcp, ProportionalRateReductionSpreadsTheHalving) {
  // One loss in a window of 40: in the round trip of the recovery about one new segment leaves for every two
  // acknowledged (RFC 6937), instead of none for the first half and all for the second.
  TcpOptions o = options(40);
  TcpPath path(o, kOneWay, lose_once({0}));
  path.run(UINT32_MAX, 0.19);
  const double ssthresh = path.sender.ssthresh();
  EXPECT_NEAR(path.sent_between(0.09, 0.11), 2 + ssthresh * 39 / 40, 2.5);
}

TEST(Tcp, ProportionalRateReductionRoundsUp) {
  // Of a window of 20 the first is lost, the threshold is 10. After the retransmission with the third duplicate RFC
  // 6937 section 3.1 sends ceil(delivered * 10 / 20) - sent: with 2, 3, 4, ... delivered in the recovery 0, 1, 0, 1,
  // ... packets, the first of these at the fifth duplicate.
  struct Counter {
    int sent = 0;
    void send(std::uint32_t, bool, bool) { ++sent; }
    void pace(Pacer&) {}
  } wire;
  TcpOptions o = options(20);
  o.control = control("newreno");
  TcpSender sender;
  sender.open(o);
  sender.start(o, 0, wire);
  EXPECT_EQ(wire.sent, 20);
  std::vector<int> each;
  for (std::uint32_t i = 1; i <= 9; ++i) {
    SackBlocks sack;
    sack.count = 1;
    sack.block[0] = {1, 1 + i};
    Ack ack;
    ack.sack = &sack;
    const int before = wire.sent;
    sender.on_ack(ack, o, from_seconds(0.1 + 0.001 * i), wire);
    each.push_back(wire.sent - before);
  }
  // Two by limited transmit (RFC 3042), the retransmission, then every other one.
  EXPECT_EQ(each, (std::vector<int>{1, 1, 1, 0, 1, 0, 1, 0, 1}));
}

TEST(Tcp, PartialAcknowledgementDeflatesTheWindow) {
  // Without SACK, of ten segments the first and the sixth are lost. The third duplicate makes the window 5 + 3, the
  // five others one more each: 13. The retransmission brings five segments: RFC 6582 section 3.2 takes these away and
  // adds one.
  struct Nowhere {
    void send(std::uint32_t, bool, bool) {}
    void pace(Pacer&) {}
  } wire;
  TcpOptions o = options(10, false);
  o.control = control("newreno");
  TcpSender sender;
  sender.open(o);
  sender.start(o, 0, wire);
  for (int i = 1; i <= 8; ++i) sender.on_ack({}, o, from_seconds(0.1 + 0.001 * i), wire);
  EXPECT_EQ(sender.cwnd(), 13);
  Ack partial;
  partial.next = 5;
  sender.on_ack(partial, o, from_seconds(0.2), wire);
  EXPECT_EQ(sender.phase(), TcpSender::Phase::recovery);
  EXPECT_EQ(sender.cwnd(), 13 - 5 + 1);
}

TEST(Tcp, DelayedAcknowledgementsAnswerEverySecondSegment) {
  TcpReceiver::Options delayed;
  delayed.every = 2;
  TcpPath path(options(8), kOneWay, lossless(), delayed);
  path.run(8, 1);
  EXPECT_EQ(path.acks, 4);

  TcpPath lone(options(1), kOneWay, lossless(), delayed);
  lone.run(1, 1);
  EXPECT_EQ(lone.acks, 1);
  ASSERT_FALSE(lone.windows.empty());
  EXPECT_DOUBLE_EQ(lone.windows[0].first, 0.1 + 0.04);  // held back for the 40 ms of the timer
}

TEST(Tcp, MarkHalvesTheWindowOnceARoundTripWithoutRetransmission) {
  TcpOptions o = options(16);
  o.ecn = true;
  TcpPath path(o, kOneWay, [](std::uint32_t seq, int) { return seq == 4 || seq == 7 ? Fate::marked : Fate::arrives; });
  path.run(UINT32_MAX, 0.15);
  // At 0.1 s acknowledgement 5 (of segment 4) carries the echo: 20 outstanding then, 11 after it; RFC 3168: one
  // reaction.
  EXPECT_LT(path.sender.cwnd(), 16);
  EXPECT_GT(path.sender.cwnd(), 8);
  for (const Sent& s : path.sends) EXPECT_EQ(s.attempt, 1);
}

TEST(Tcp, DropsAndMarksOfOneWindowReduceItOnce) {
  // RFC 3168 6.1.2: "the TCP sender's congestion window should be reduced only once in response to a series of dropped
  // and/or CE packets from a single window of data".
  struct Events {
    std::uint32_t lost, marked;
  };
  for (const bool sack : {true, false}) {
    double alone = 0;
    // A drop, a drop before a mark, a mark before a drop.
    for (const auto [lost, marked] : {Events{20, UINT32_MAX}, Events{20, 22}, Events{24, 20}}) {
      TcpOptions o = options(36);
      o.ecn = true;
      o.sack = sack;
      TcpPath path(o, kOneWay, [lost = lost, marked = marked](std::uint32_t seq, int attempt) {
        if (seq == lost && attempt == 1) return Fate::lost;
        return seq == marked ? Fate::marked : Fate::arrives;
      });
      double least = 1e9;
      path.each_ack = [&](const TcpSender& sender) { least = std::min(least, sender.ssthresh()); };
      path.run(UINT32_MAX, 0.5);
      if (alone == 0) alone = least;
      EXPECT_NEAR(least, alone, 2) << "lost " << lost << ", marked " << marked << ", SACK " << sack;
      EXPECT_EQ(path.timeouts, 0);
      // The repair ends at the window that was left.
      EXPECT_NEAR(path.sender.cwnd(), alone + 3, 3) << "lost " << lost << ", marked " << marked << ", SACK " << sack;
      // One answer, on the first new segment after the reduction.
      int answers = 0;
      for (const Sent& s : path.sends) {
        answers += s.cwr;
        if (s.cwr) EXPECT_EQ(s.attempt, 1);
      }
      EXPECT_EQ(answers, 1) << "lost " << lost << ", marked " << marked << ", SACK " << sack;
    }
  }
}

TEST(Tcp, ALossInTheNextWindowReducesItAgain) {
  TcpOptions o = options(36);
  o.ecn = true;
  double at_mark = 0;
  TcpPath path(o, kOneWay, [](std::uint32_t seq, int attempt) {
    if (seq == 80 && attempt == 1) return Fate::lost;
    return seq == 20 ? Fate::marked : Fate::arrives;
  });
  path.each_ack = [&](const TcpSender& sender) {
    if (at_mark == 0 && sender.ssthresh() < 100) at_mark = sender.ssthresh();
  };
  path.run(UINT32_MAX, 0.6);
  EXPECT_NEAR(path.sender.ssthresh(), at_mark / 2, 2);
}

TEST(Tcp, WindowDoesNotGrowWhileEchoesCome) {
  // RFC 3168 6.1.2. The mark's echo comes at 0.1 s; the answer to it (CWR) goes out with the first segment that the
  // halved window allows, and its acknowledgement is the first without an echo.
  TcpOptions o = options(16);
  o.ecn = o.echo_pause = true;
  TcpPath path(o, kOneWay, [](std::uint32_t seq, int) { return seq == 4 ? Fate::marked : Fate::arrives; });
  path.run(UINT32_MAX, 0.5);
  double halved = 0, held = 0, end = 0;
  for (std::size_t i = 1; i < path.windows.size(); ++i) {
    const auto [time, cwnd] = path.windows[i];
    if (halved == 0 && cwnd < path.windows[i - 1].second) halved = cwnd;
    if (halved > 0 && cwnd == halved) {
      ++held;
      end = time;
    }
  }
  ASSERT_GT(halved, 0);
  // All acknowledgements of the rest of that window, and of what was sent until the response arrived: a round trip and
  // more.
  EXPECT_GE(held, 12);
  EXPECT_GE(end, 0.15);
  EXPECT_GT(path.windows.back().second, halved);
}

TEST(Tcp, CubicReachesItsOldPeakAfterK) {
  // W_max = 100 segments: K = cbrt(100 * 0.3 / 0.4) = 4.217 s after the reduction to 70 (RFC 9438 eq 2).
  TcpOptions o = options(100);
  o.control = control("cubic");
  o.ecn = true;
  // A round trip of 200 ms, long enough for the cubic to exceed the Reno-friendly estimate (RFC 9438 4.3).
  TcpPath path(o, 2 * kOneWay, [](std::uint32_t seq, int) { return seq == 0 ? Fate::marked : Fate::arrives; });
  path.run(UINT32_MAX, 6);
  double at_start = 0, at_k = 0;
  for (const auto& [t, w] : path.windows) {
    if (at_start == 0) at_start = w;
    if (t <= 0.2 + 4.217) at_k = w;
  }
  EXPECT_NEAR(at_start, 70, 1.5);
  EXPECT_NEAR(at_k, 100, 4);
}

TEST(Tcp, DctcpWindowFollowsTheMarkedFraction) {
  // A step marker at 20 segments of window: the window settles around it with an amplitude that shrinks with alpha.
  TcpOptions o = options(10);
  o.control = control("dctcp");
  o.ecn = true;
  TcpPath* self = nullptr;
  TcpPath path(o, kOneWay, [&self](std::uint32_t, int) {
    return self && self->sender.next() - self->sender.una() > 20 ? Fate::marked : Fate::arrives;
  });
  self = &path;
  path.run(UINT32_MAX, 60);
  double low = 1e9, high = 0;
  for (const auto& [t, w] : path.windows) {
    if (t < 40) continue;
    low = std::min(low, w);
    high = std::max(high, w);
  }
  EXPECT_GT(low, 14);
  EXPECT_LT(high, 23);
}

TEST(Tcp, EverySegmentArrivesUnderAnyPatternOfLoss) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    for (const bool sack : {true, false}) {
      Rng rng(seed);
      const double p = rng.uniform(0, 0.4);
      TcpPath path(options(4, sack), kOneWay,
                   [&](std::uint32_t, int) { return rng.uniform() < p ? Fate::lost : Fate::arrives; });
      path.run(300, 40'000);
      EXPECT_TRUE(path.sender.done()) << "seed " << seed << " p " << p << " sack " << sack << " una "
                                      << path.sender.una();
      EXPECT_EQ(path.receiver.next(), 300u);
    }
  }
}

}  // namespace
}  // namespace aqm::test
