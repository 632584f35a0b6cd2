// The switches of a row's sender: pacing, HyStart++ (RFC 9406), ABE (RFC 8511), rate reduction by RFC 9937, how often
// segments are acknowledged; and the rate samples of draft-ietf-ccwg-bbr. By hand, on a path of 100 ms.
#include <gtest/gtest.h>

#include <cmath>

#include "support/scenarios.hpp"
#include "support/tcp_path.hpp"

namespace aqm::test {
namespace {

using Fate = TcpPath::Fate;
constexpr Time kOneWay = 50'000'000;
constexpr Time kMs = 1'000'000;

TcpOptions of(const char* id, double window) {
  TcpOptions o;
  o.control = control(id);
  o.initial_window = window;
  return o;
}
TcpPath::Verdict all_arrive() {
  return [](std::uint32_t, int) { return Fate::arrives; };
}

TEST(SenderSwitches, PacingSpreadsAWindowOverTheRoundTrip) {
  // The first window leaves at once, because there is no round-trip time yet. From then on slow start leaves at twice
  // the window a round trip, in bursts of what was asked for: of 16 segments, 32 in 100 ms at 640/s, the next window of
  // 64 in 50 ms at 1280/s.
  for (const int burst : {1, 4}) {
    TcpOptions o = of("newreno", 16);
    o.paced = true;
    o.bursts.fixed = burst;
    TcpPath path(o, kOneWay, all_arrive());
    path.run(UINT32_MAX, 0.35);
    EXPECT_EQ(path.sent_between(0, 0.05), 16) << burst;
    // In [0.1, 0.2) acknowledgements come at one instant, at which the window becomes 32: 32 segments, 1/320 s apart.
    std::vector<double> times;
    for (const Sent& s : path.sends) {
      if (s.time > 0.09 && s.time < 0.2 - 1e-9) times.push_back(s.time);
    }
    ASSERT_EQ(times.size(), 32u) << burst;
    const auto per = static_cast<std::size_t>(burst);
    for (std::size_t i = per; i < times.size(); ++i) {
      if (i % per != 0) {
        EXPECT_DOUBLE_EQ(times[i], times[i - 1]);
      }
    }
    EXPECT_LT(times.back(), 0.16);
    EXPECT_GT(times.back(), 0.14);
  }
}

TEST(SenderSwitches, ABurstIsWhatTheRateCarriesInAMillisecond) {
  // Linux's tcp_tso_autosize, draft-ietf-ccwg-bbr section 5.6.3: at least 2, at most 64 KiB.
  const Bursts bursts{0, 1e-3, 2, 43};
  EXPECT_EQ(bursts.at(100), 2);
  EXPECT_EQ(bursts.at(10'500), 10);
  EXPECT_EQ(bursts.at(1e6), 43);
  const Bursts one{1, 1e-3, 2, 43};
  EXPECT_EQ(one.at(1e6), 1);
}

TEST(SenderSwitches, APacedSenderFillsAPathAsAnotherDoes) {
  // What leaves more evenly is not less: CUBIC over RED, with and without pacing.
  ScenarioConfig c = sared("red", 5, 60);
  c.warmup = 10;
  c.traffic[0].tcp = "cubic";
  for (const bool paced : {false, true}) {
    c.traffic[0].pacing = paced;
    EXPECT_GT(run(c).metrics.utilization, 0.97) << paced;
  }
}

/// A round of HyStart++: so many acknowledgements with that round trip. Returns the growth of the last.
double round_of(HyStart& h, int acks, Time rtt, std::uint32_t& next, bool& done, std::uint32_t segments = 1) {
  double growth = 0;
  const std::uint32_t high = next + static_cast<std::uint32_t>(acks) * segments;
  for (int i = 0; i < acks; ++i) {
    AckEvent ack{};
    ack.segments = segments;
    ack.rtt = rtt;
    ack.next = next += segments;
    growth = h.grow(ack, high, false, done);
  }
  return growth;
}

TEST(SenderSwitches, HyStartFindsLongerRoundTrips) {
  // RFC 9406 section 4.2: an eighth of the round trip before, at least 4 and at most 16 ms, over eight samples; growth
  // is a quarter then.
  for (const auto& [before, longer] : {std::pair{100 * kMs, 12'500'000}, {10 * kMs, 4 * kMs}, {400 * kMs, 16 * kMs}}) {
    for (const bool enough : {false, true}) {
      for (const int acks : {7, 8}) {
        HyStart h;
        std::uint32_t next = 1;
        bool done = false;
        round_of(h, 8, before, next, done);
        const double growth = round_of(h, acks, before + longer - (enough ? 0 : 1), next, done);
        EXPECT_EQ(growth, enough && acks == 8 ? 0.25 : 1) << before << ' ' << enough << ' ' << acks;
      }
    }
  }
}

TEST(SenderSwitches, HyStartEndsAfterFiveRoundsOrIsResumed) {
  // RFC 9406 section 4.2: CSS_ROUNDS = 5, with the round in which it began; a shorter round trip resumes slow start.
  HyStart h;
  std::uint32_t next = 1;
  bool done = false;
  round_of(h, 8, 100 * kMs, next, done);
  EXPECT_EQ(round_of(h, 8, 120 * kMs, next, done), 0.25);
  EXPECT_EQ(round_of(h, 8, 119 * kMs, next, done), 1);
  EXPECT_EQ(round_of(h, 8, 140 * kMs, next, done), 0.25);
  for (int round = 2; round <= 5; ++round) {
    round_of(h, 8, 150 * kMs, next, done);
    EXPECT_FALSE(done) << round;
  }
  round_of(h, 1, 150 * kMs, next, done);
  EXPECT_TRUE(done);
}

TEST(SenderSwitches, HyStartAddsAtMostEightSegmentsAnAcknowledgement) {
  // RFC 9406 section 4.2: L = 8 without pacing, no bound with it.
  HyStart h;
  std::uint32_t next = 1;
  bool done = false;
  EXPECT_EQ(round_of(h, 8, 100 * kMs, next, done, 20), 8);
}

TEST(SenderSwitches, HyStartEndsSlowStartBeforeABufferIsFull) {
  // 1000 segments/s, 100 ms, room for 1000 more: plain slow start goes on until 1100 are under way and loses hundreds.
  // HyStart++ ends it without a loss: of the windows 10, 20, ... the first whose round trips all are 112.5 ms and more
  // is 160, whose answers double it again. A quarter of that growth follows for four whole round trips and a part of
  // one: between 320 * 1.25^4 and 328 * 1.25^5.
  for (const bool hystart : {false, true}) {
    TcpOptions o = of("newreno", 10);
    o.hystart = hystart;
    TcpPath path(o, kOneWay, all_arrive());
    path.rate = 1000;
    path.buffer = 1000;
    path.run(UINT32_MAX, 10);
    int again = 0;
    for (const Sent& s : path.sends) again += s.attempt > 1;
    if (hystart) {
      EXPECT_EQ(again, 0);
      EXPECT_GT(path.sender.ssthresh(), 320 * std::pow(1.25, 4));
      EXPECT_LT(path.sender.ssthresh(), 328 * std::pow(1.25, 5));
    } else {
      EXPECT_GT(again, 300);
    }
  }
}

TEST(SenderSwitches, AbeLeavesMoreAfterAMark) {
  // RFC 8511 section 3: 0.8 of the window after a mark, for CUBIC 0.85; a loss leaves what it always does.
  const auto left = [](const char* id, bool abe, Fate fate) {
    TcpOptions o = of(id, 40);
    o.ecn = true;
    o.abe = abe;
    TcpPath path(o, kOneWay,
                 [fate](std::uint32_t seq, int attempt) { return seq == 1000 && attempt == 1 ? fate : Fate::arrives; });
    double window = 0, left = 0;
    path.each_ack = [&, before = 0.0](const TcpSender& sender) mutable {
      if (left == 0 && sender.ssthresh() < kInfinity) {
        window = before;
        left = sender.ssthresh();
      }
      before = sender.cwnd();
    };
    path.run(UINT32_MAX, 1.5);
    return left / window;
  };
  EXPECT_NEAR(left("newreno", true, Fate::marked), 0.8, 0.01);
  EXPECT_NEAR(left("newreno", false, Fate::marked), 0.5, 0.01);
  EXPECT_NEAR(left("newreno", true, Fate::lost), 0.5, 0.01);
  EXPECT_NEAR(left("cubic", true, Fate::marked), 0.85, 0.01);
  EXPECT_NEAR(left("cubic", true, Fate::lost), 0.7, 0.01);
  EXPECT_EQ(left("dctcp", true, Fate::marked), left("dctcp", false, Fate::marked));
}

TEST(SenderSwitches, SegmentsAreAcknowledgedAsOftenAsIsAsked) {
  for (const int every : {1, 2, 10}) {
    TcpReceiver::Options receiver;
    receiver.every = every;
    TcpPath path(of("newreno", 100), kOneWay, all_arrive(), receiver);
    path.run(100, 10);
    EXPECT_EQ(path.acks, 100 / every) << every;
  }
}

TEST(SenderSwitches, AnAcknowledgementWaitsFromTheFirstOfItsSegments) {
  // Windows of three at 1 Mbit/s, an acknowledgement for four or after 40 ms: a turn takes as long as that of a single
  // segment that is acknowledged at once, and the wait.
  ScenarioConfig c = sared("droptail", 1, 60);
  c.warmup = 10;
  c.network.link().rate = 1e6;
  const auto used = [&c](int window, int every) {
    c.traffic[0].receiver_window = window;
    c.traffic[0].ack_every = every;
    return run(c).metrics.utilization;
  };
  const double sending = 8.0 * c.network.packet_size / 1e6, turn = sending / used(1, 1);
  EXPECT_NEAR(used(3, 4), 3 * sending / (turn + 0.04), 1e-3);
}

TEST(SenderSwitches, LongerHeadersLeaveLessForThePayload) {
  // A transfer of 100 segments of 1460 bytes; with 52 bytes of headers that is 100.8 of 1448. What a full link carries
  // is less by the same part; and acknowledgements take longer on the hosts' links.
  ScenarioConfig c = sared("droptail", 1, 20);
  c.network.packet_size = 1500;
  const auto with = [&c](int headers, double bytes) {
    c.traffic[0].headers = headers;
    c.traffic[0].values = {{bytes, bytes}};
    return run(c);
  };
  const Finished all = with(40, 146'000), more = with(52, 146'000);
  EXPECT_EQ(all.metrics.departures, 101);  // and a handshake
  EXPECT_EQ(more.metrics.departures, 102);
  EXPECT_LT(all.simulation->rows()[0].completion_mean, more.simulation->rows()[0].completion_mean);
  c.warmup = 10;
  EXPECT_NEAR(with(52, kUnset).metrics.goodput / with(40, kUnset).metrics.goodput, 1448.0 / 1460, 1e-3);
  c.traffic[0].headers = c.network.packet_size = 80;
  EXPECT_EQ(check(c).at(0).path, "traffic[0].headers");
}

TEST(SenderSwitches, WhatASenderDoesIsRecorded) {
  // A handshake of 60 ms, slow start until the first loss, a recovery, avoidance; BBR by its own phases, and at first
  // Startup.
  ScenarioConfig c = sared("droptail", 1, 20);
  c.network.access_delay = {0.005, 0.005};
  c.network.access_rate = 100e6;
  RecordConfig record;
  record.windows = {0};
  record.bins = 2000;
  const auto phases = [&](const char* id) {
    c.traffic[0].tcp = id;
    const Finished f = run(c, 50'000, record);
    const Overview& o = f.simulation->recording(0).overview;
    std::string seen;
    for (std::size_t i = 0; i < o.phases[0].size(); ++i) {
      if (std::isnan(o.phases[0][i])) continue;
      const auto at = static_cast<std::size_t>(o.phases[0][i]);
      const std::string name =
          at < kPhases.size() ? kPhases[at] : find_congestion_control(id)->phases()[at - kPhases.size()];
      if (!seen.ends_with(name + ", ")) seen += name + ", ";
    }
    return seen;
  };
  const std::string reno = phases("newreno"), bbr = phases("bbr");
  EXPECT_TRUE(reno.starts_with("handshake, slow start, recovery from a loss, congestion avoidance, ")) << reno;
  EXPECT_TRUE(bbr.starts_with("handshake, Startup, Drain, ProbeBW ")) << bbr;
  for (const char* name : {"ProbeBW Cruise, ", "ProbeBW Refill, ProbeBW Up, ", "ProbeRTT, "}) {
    EXPECT_NE(bbr.find(name), std::string::npos) << name;
  }
}

TEST(SenderSwitches, RateReductionByRfc9937WaitsForProgress) {
  // Of 20 segments the first 14 are lost; the third to sixth duplicate find 3, 2, 1, 0 of the others under way, where
  // 10 might be. RFC 6937 sends two for each of them (slow-start reduction bound), RFC 9937 section 6.2 one, because
  // nothing advances.
  for (const auto& [prr, sent] : {std::pair{RateReduction::rfc6937, 8}, {RateReduction::rfc9937, 4}}) {
    TcpOptions o = of("newreno", 20);
    o.prr = prr;
    TcpPath path(o, kOneWay,
                 [](std::uint32_t seq, int attempt) { return seq < 14 && attempt == 1 ? Fate::lost : Fate::arrives; });
    path.run(20, 30);
    EXPECT_EQ(path.sent_between(0.0999, 0.1001), sent);
    EXPECT_TRUE(path.sender.done());
    EXPECT_EQ(path.timeouts, 0);
  }
}

TEST(SenderSwitches, ARateSampleIsTheLongerOfTheTwoTimes) {
  // draft-ietf-ccwg-bbr section 4.1: ten segments leave 1 ms apart and are answered 2 ms apart, from 100 ms on. The
  // sample of the last, sent at 9 ms with nothing delivered: 10 segments between the first sending at 0 and 118 ms,
  // since when nothing was delivered.
  RateSampler sampler;
  for (std::uint32_t i = 0; i < 10; ++i) sampler.sent(i, 0, i + 1, i * kMs);
  for (std::uint32_t i = 0; i < 10; ++i) {
    sampler.begin(0);
    sampler.arrived(i, (100 + 2 * i) * kMs);
    sampler.end();
    EXPECT_EQ(sampler.sample.delivered, i + 1);
    EXPECT_EQ(sampler.sample.rtt, static_cast<Time>(100 + i) * kMs);
    EXPECT_DOUBLE_EQ(sampler.sample.rate, (i + 1) / (0.1 + 0.002 * i));
  }
  // Of ten more, sent 1 ms apart as the last of those is answered at 118 ms, all are answered at once, 100 ms after the
  // last was sent: the time since the last delivery, 109 ms, is the longer one; compressed acknowledgements do not make
  // it shorter.
  for (std::uint32_t i = 0; i < 10; ++i) sampler.sent(10 + i, 10, i + 1, (118 + i) * kMs);
  sampler.begin(0);
  for (std::uint32_t i = 0; i < 10; ++i) sampler.arrived(10 + i, 227 * kMs);
  sampler.end();
  EXPECT_DOUBLE_EQ(sampler.sample.rate, 10 / 0.109);
  EXPECT_EQ(sampler.sample.rtt, 100 * kMs);
  EXPECT_FALSE(sampler.sample.app_limited);
  // A segment that is sent while the application has too little says so; once what was under way is delivered the next
  // one does not.
  sampler.run_dry(0);
  sampler.sent(20, 20, 1, 300 * kMs);
  sampler.begin(0);
  sampler.arrived(20, 400 * kMs);
  sampler.end();
  EXPECT_TRUE(sampler.sample.app_limited);
  sampler.sent(21, 21, 1, 500 * kMs);
  const LostSegment lost = sampler.lost(21);
  EXPECT_EQ(lost.lost, 1u);
  EXPECT_EQ(lost.in_flight, 1);
  EXPECT_FALSE(lost.app_limited);
}

}  // namespace
}  // namespace aqm::test
