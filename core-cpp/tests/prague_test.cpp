// Prague: the requirements of RFC 9331 section 4.3 and the closed forms of
// draft-briscoe-iccrg-prague-congestion-control; with DualPI2 the equal shares that RFC 9332 promises beside CUBIC.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <sstream>

#include "aqm/rng.hpp"
#include "support/json.hpp"
#include "support/scenarios.hpp"
#include "support/tcp_path.hpp"

namespace aqm::test {
namespace {

using Fate = TcpPath::Fate;

/// Mean rate, segments/s, of one Prague flow with a share `p` of its segments marked.
double rate_with(double p, Time one_way, double seconds) {
  TcpOptions o;
  o.control = control("prague");
  o.ecn = true;
  o.initial_window = 10;
  Rng rng(7);
  TcpPath path(o, one_way, [&rng, p](std::uint32_t, int) { return rng.uniform() < p ? Fate::marked : Fate::arrives; });
  path.run(UINT32_MAX, seconds);
  return path.sent_between(seconds / 2, seconds) / (seconds / 2);
}

TEST(Prague, TheRateFollowsMarksAsDctcpsAtTheVirtualRoundTrip) {
  // In equilibrium a segment more a round trip is half of the marked share of a window: W = 2 / p (RFC 9331 section 4.3
  // requirement 3: the number of marks a round trip does not depend on the rate). Marks that come at random leave some
  // more, as with DCTCP: a window without one is not reduced.
  for (const double p : {0.03, 0.1}) {
    const double rate = rate_with(p, 25'000'000, 200);
    EXPECT_GT(rate * 0.05, 0.95 * 2 / p) << p;
    EXPECT_LT(rate * 0.05, 1.4 * 2 / p) << p;
  }
}

TEST(Prague, ShortRoundTripsHaveNoLargerShare) {
  AQM_LONG_RUN();
  // RFC 9331 section 4.3, requirement 5: 5, 10 and 25 ms have the same rate for the same marks, where DCTCP's would be
  // as 5 : 2.5 : 1.
  const double at_25 = rate_with(0.05, 12'500'000, 200);
  EXPECT_NEAR(rate_with(0.05, 5'000'000, 200) / at_25, 1, 0.15);
  EXPECT_NEAR(rate_with(0.05, 2'500'000, 200) / at_25, 1, 0.15);
  // Longer ones have their own: 100 ms a quarter.
  EXPECT_NEAR(rate_with(0.05, 50'000'000, 400) / at_25, 0.25, 0.04);
}

TEST(Prague, WindowsBelowTwoSegmentsAreSentByPacing) {
  // Every segment is marked: the window falls to where a whole mark of a virtual round trip halves what grows (nothing
  // does), its floor of 0.1, and one segment leaves in ten round trips, where a window of two would send twenty.
  TcpOptions o;
  o.control = control("prague");
  o.ecn = true;
  TcpPath path(o, 25'000'000, [](std::uint32_t, int) { return Fate::marked; });
  path.run(UINT32_MAX, 120);
  EXPECT_DOUBLE_EQ(path.sender.cwnd(), 0.1);
  EXPECT_NEAR(path.sent_between(60, 120), 60 / 0.5, 8);
}

TEST(Prague, MarksAreCountedThoughAcknowledgementsAreFew) {
  // RFC 9768 section 3.2.2.5.1: one acknowledgement for ten segments, but one at once for a mark after a segment
  // without one, and for every second mark. Each tells how many there were.
  TcpReceiver::Options receiver;
  receiver.counts_marks = true;
  receiver.every = 10;
  TcpReceiver r;
  const std::string came = "..x...xxxx............xx";
  const std::map<std::size_t, std::uint32_t> answers{{2, 1}, {6, 2}, {8, 4}, {18, 5}, {22, 6}};
  SackBlocks blocks;
  for (std::uint32_t i = 0; i < came.size(); ++i) {
    const auto reply = r.on_segment(i, came[i] == 'x' ? Ecn::ce : Ecn::ect1, false, 0, receiver);
    const auto answer = answers.find(i);
    EXPECT_EQ(reply.send, answer != answers.end()) << i;
    if (!reply.send) continue;
    r.acknowledge(receiver, blocks);
    EXPECT_EQ(blocks.marks, answer->second) << i;
    EXPECT_EQ(blocks.count, 0u);
  }
}

TEST(Prague, ALossHalvesTheWindow) {
  // RFC 9331 section 4.3, requirement 2: the response to a loss is that of Reno.
  TcpOptions o;
  o.control = control("prague");
  o.ecn = true;
  o.initial_window = 40;
  TcpPath path(o, 25'000'000, [](std::uint32_t seq, int attempt) {
    return seq == 50 && attempt == 1 ? Fate::marked : seq == 4000 && attempt == 1 ? Fate::lost : Fate::arrives;
  });
  double before = 0;
  path.each_ack = [&before, open = true](const TcpSender& sender) mutable {
    if (sender.phase() == TcpSender::Phase::recovery && open) open = false;
    if (open) before = sender.cwnd();
  };
  path.run(4500, 100);
  EXPECT_NEAR(path.sender.ssthresh(), before / 2, 1.5);
}

/// This many flows of Prague and as many of CUBIC behind a DualPI2.
struct Shared {
  double share;  ///< the ratio of Prague's rate to CUBIC's
  double
      /// Prague's share of marks by k = 2 times the root of CUBIC's (RFC 9332 section 2.1): 1 where the coupling holds
      coupled;
};
Shared beside_cubic(int flows, double rate, double rtt, double step, double seconds = 120) {
  ScenarioConfig c;
  c.aqm = "dualpi2";
  c.params = defaults("dualpi2");
  set(c, "step", step);
  c.duration = seconds;
  c.warmup = seconds / 3;
  c.network.link() = {rate, rtt / 2 - 0.0005, static_cast<int>(rate * 0.25 / 12000) + 50, true};
  c.network.access_rate = 10 * rate;
  c.network.access_delay = {0.00025, 0.00025};
  TrafficGroup prague = ftp(flows), cubic = ftp(flows);
  prague.tcp = "prague";
  cubic.tcp = "cubic";
  cubic.ecn = true;
  prague.start = cubic.start = {0, flows > 1 ? 1.0 : 0.0};
  c.traffic = {prague, cubic};
  const auto rows = run(c).simulation->rows();
  return {rows[0].goodput / rows[1].goodput, rows[0].mark_ratio / (2 * std::sqrt(rows[1].mark_ratio))};
}

/// A line of data/prague-cc.csv.
struct Vector {
  Time time, rtt;
  std::uint32_t received, marked, lost, sent;
  double window, pacing, alpha;
};

std::vector<Vector> vectors_of_prague_cc() {
  std::vector<Vector> all;
  std::istringstream file(project_file("core-cpp/tests/data/prague-cc.csv"));
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream cells(line);
    Vector v{};
    char comma;
    cells >> v.time >> comma >> v.rtt >> comma >> v.received >> comma >> v.marked >> comma >> v.lost >> comma >>
        v.sent >> comma >> v.window >> comma >> v.pacing >> comma >> v.alpha;
    v.time *= 1000;
    v.rtt *= 1000;
    all.push_back(v);
  }
  return all;
}

TEST(Prague, FollowsPragueCc) {
  // The same acknowledgements, marks, losses and round trips for the published PragueCC and for this congestion
  // control. The remaining differences: PragueCC estimates the marked share when more than a window has been
  // acknowledged, this code like Linux when the whole window has; PragueCC grows before it reduces, and counts in whole
  // microseconds and bytes per second. Each difference is less than an acknowledgement's growth, 1 / W^2 < 1 % of the
  // windows here.
  const std::vector<Vector> vectors = vectors_of_prague_cc();
  ASSERT_EQ(vectors.size(), 1950u);
  const Controller& prague = *control("prague");
  alignas(8) std::array<std::byte, Controller::kInline> state{};
  double cwnd = 10, ssthresh = 1;
  RttEstimator rtt;
  std::uint32_t recover = 0;
  Vector last{};
  const auto connection = [&](const Vector& v) {
    return Connection{cwnd, ssthresh, state.data(), v.time, rtt.smoothed(), v.received + v.lost, v.sent, cwnd};
  };
  prague.open(connection({}));
  for (const Vector& v : vectors) {
    rtt.sample(v.rtt);
    AckEvent event{};
    event.segments = event.delivered = v.received - last.received;
    event.next = v.received + v.lost;
    event.marks = v.marked - last.marked;
    prague.acknowledged(connection(v), event);
    if (v.lost > last.lost && v.received + v.lost > recover) {
      cwnd = prague.after_loss(connection(v), cwnd);
      recover = v.sent;
    } else if (v.received + v.lost > recover) {
      if (event.marks > 0) cwnd = prague.after_echo(connection(v), cwnd);
      prague.grow(connection(v), event);
    }
    last = v;
    if (v.received <= 250) continue;
    EXPECT_NEAR(cwnd / v.window, 1, 0.01) << v.received;
    // The rate is 3 % above that of the window or below it, by halves of a virtual round trip, whose beginnings move
    // apart.
    EXPECT_NEAR(prague.pacing_rate(connection(v)) / v.pacing, 1, 1.03 * 1.03 * 1.01 - 1) << v.received;
  }
}

TEST(Prague, SharesALinkWithCubicUnderDualPi2) {
  // RFC 9332 section 1.1: "roughly equal" for flows of equal round trips. With ten flows of each the probability is
  // steady, and Prague's marks are twice the root of CUBIC's. At 50 and 100 ms the shares are equal within a quarter,
  // over the ten-fold range within a half: at 10 ms Prague's rate is that of 25 ms, where CUBIC's round trip is 10 ms
  // and the queue of 15.
  for (const double rtt : {0.01, 0.02, 0.05, 0.1}) {
    const Shared s = beside_cubic(10, 100e6, rtt, 1e-3, 60);
    EXPECT_GT(s.share, 1 / 1.5) << rtt;
    EXPECT_LT(s.share, 1.5) << rtt;
    if (rtt < 0.1) {
      EXPECT_NEAR(s.coupled, 1, 0.05) << rtt;
    }
  }
}

TEST(Prague, GainsByTheSwingsOfALoneCubicFlow) {
  // The case in which it fails. A single CUBIC flow with a large window lets the probability p' swing: CUBIC meets the
  // mean of p'^2, which is more than the square of the mean, and Prague the mean of 2 p'. So Prague has fewer marks
  // than the coupling intends, and more than its share.
  const Shared one = beside_cubic(1, 100e6, 0.1, 1e-3);
  EXPECT_LT(one.coupled, 0.75);
  EXPECT_GT(one.share, 1.25);
}

TEST(Prague, IsStarvedWhereAPacketTakesLongerThanTheStep) {
  // At 10 Mbit/s one packet of CUBIC's before one of Prague's delays it by 1.2 ms, more than a step of 1 ms: nearly all
  // are marked.
  EXPECT_LT(beside_cubic(1, 10e6, 0.05, 1e-3).share, 0.3);
}

}  // namespace
}  // namespace aqm::test
