// BBR version 3 against its draft (draft-ietf-ccwg-bbr, of August 2026): the appendix "BBR Example Test Cases", which
// docs/senders.md has as a table, and closed forms. Unless a test says otherwise, the path has 1000 segments/s, 100 ms
// and 1 ms of transmission: a bandwidth-delay product of 101.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "packet/policer.hpp"
#include "senders/bbr.hpp"
#include "support/scenarios.hpp"
#include "support/tcp_path.hpp"

namespace aqm::test {
namespace {

using Fate = TcpPath::Fate;
using Phase = Bbr::Phase;
constexpr Time kOneWay = 50'000'000;
constexpr double kRate = 1000, kRtt = 0.101, kBdp = kRate * kRtt;

/// What BBR's state was after an acknowledgement.
struct Moment {
  double time, cwnd, rate, max_bw, bw, longterm, shortterm, in_flight;
  Phase phase;
  bool reached;
  int plateau;
  std::uint32_t round;
};

struct Laboratory {
  explicit Laboratory(
      TcpPath::Verdict verdict = [](std::uint32_t, int) { return Fate::arrives; }, TcpReceiver::Options receiver = {},
      int burst = 0, Time one_way = kOneWay, bool rack = false)
      : path(options(burst, rack), one_way, std::move(verdict), receiver) {
    path.rate = kRate;
    path.buffer = 1000;
    path.each_ack = [this](const TcpSender& sender) {
      const auto& s = path.state<Bbr::State>();
      moments.push_back({path.seconds(), sender.cwnd(), s.pacing_rate, s.max_bw, s.bw, s.inflight_longterm,
                         s.inflight_shortterm, static_cast<double>(sender.next() - sender.una()), s.phase,
                         s.full_bw_reached, s.full_bw_count, s.round_count});
      if (each) each(moments.back());
    };
  }
  static TcpOptions options(int burst, bool rack) {
    TcpOptions o;
    o.control = control("bbr");
    o.initial_window = 10;
    o.bursts.fixed = burst;
    o.rack = rack;
    return o;
  }
  /// The first moment in a phase, not before `after` seconds.
  const Moment* first(Phase phase, double after = 0) const {
    for (const Moment& m : moments) {
      if (m.phase == phase && m.time >= after) return &m;
    }
    return nullptr;
  }
  /// When it is left.
  const Moment* after(const Moment* begin) const {
    for (const Moment* m = begin; m != moments.data() + moments.size(); ++m) {
      if (m->phase != begin->phase) return m;
    }
    return nullptr;
  }
  int again() const {
    int n = 0;
    for (const Sent& s : path.sends) n += s.attempt > 1;
    return n;
  }

  TcpPath path;
  std::vector<Moment> moments;
  std::function<void(const Moment&)> each;
};

TEST(Bbr, StartupEndsOnAPlateauOfTheBandwidth) {
  // Case 1. The estimate is the link's rate within 2 %, and three rounds without a growth of a quarter end Startup.
  Laboratory lab;
  lab.path.run(UINT32_MAX, 3);
  const Moment* drain = lab.first(Phase::drain);
  ASSERT_NE(drain, nullptr);
  EXPECT_NEAR(drain->max_bw, kRate, 0.02 * kRate);
  EXPECT_TRUE(drain->reached);
  EXPECT_EQ(drain->plateau, 3);
  EXPECT_FALSE((drain - 1)->reached);
  // The rate doubles in each round until then (section 5.3.1.1): from 10 segments per round trip it takes four rounds
  // to 101, and three more.
  EXPECT_LE(drain->round, 4 + 3 + 2u);
  // The gain is 2.77 times the measured rate, minus 1 % (section 5.6.2), and the window leaves a queue of about one
  // product: two products, plus the acknowledged segments beyond the rate (extra_acked), 4 or fewer here.
  EXPECT_NEAR((drain - 1)->rate, 2.77 * 0.99 * kRate, 0.02 * 2.77 * kRate);
  double most = 0;
  for (const Moment& m : lab.moments) {
    if (m.phase == Phase::startup) most = std::max(most, m.in_flight);
  }
  EXPECT_LE(most, 2.05 * kBdp + 4);
  EXPECT_GT(most, 1.9 * kBdp);
}

TEST(Bbr, StartupEndsOnLoss) {
  // Section 5.3.1.3, and case 2 as far as the flow has data. The path carries any rate, so there is no plateau; a tenth
  // is lost.
  Laboratory lab([](std::uint32_t seq, int attempt) {
    return seq > 300 && seq % 10 == 3 && attempt == 1 ? Fate::lost : Fate::arrives;
  });
  lab.path.rate = 0;
  lab.path.run(UINT32_MAX, 2);
  const Moment* drain = lab.first(Phase::drain);
  ASSERT_NE(drain, nullptr);
  EXPECT_TRUE(drain->reached);
  EXPECT_LT(drain->plateau, 3);
  EXPECT_LT(drain->longterm, kInfinity);
  EXPECT_GT(lab.again(), 0);
}

TEST(Bbr, DrainEndsWhenTheQueueIsGone) {
  // Case 3. At half of the rate, two products become one after a round trip, and the next phase begins there.
  Laboratory lab;
  lab.path.run(UINT32_MAX, 3);
  const Moment* drain = lab.first(Phase::drain);
  EXPECT_NEAR(drain->rate, 0.5 * 0.99 * drain->bw, 1e-9);
  const Moment* next = lab.after(drain);
  ASSERT_NE(next, nullptr);
  EXPECT_LE(next->in_flight, kBdp + 1);
  EXPECT_GT((next - 2)->in_flight, kBdp - 2);
  EXPECT_LT(next->time - drain->time, 3 * kRtt);
}

TEST(Bbr, DrainEndsAfterThreeRoundsInAnyCase) {
  // Case 4. The bandwidth falls to a third in the last rounds of Startup, so that half of the old bandwidth does not
  // empty the queue.
  Laboratory lab;
  lab.each = [&lab](const Moment& m) {
    if (m.plateau == 1) lab.path.rate = kRate / 3;
  };
  lab.path.run(UINT32_MAX, 6);
  const Moment* drain = lab.first(Phase::drain);
  const Moment* next = lab.after(drain);
  ASSERT_NE(next, nullptr);
  EXPECT_GT(next->in_flight, kBdp + 1);
  EXPECT_EQ(next->round, drain->round + 4);  // the first of which more than three have passed
}

TEST(Bbr, ProbingUpEndsOnAPlateau) {
  // Case 5, and the gain of 1.25 (section 5.6.1).
  Laboratory lab;
  lab.path.run(UINT32_MAX, 12);
  const Moment* up = lab.first(Phase::up);
  ASSERT_NE(up, nullptr);
  EXPECT_NEAR(up->rate, 1.25 * 0.99 * up->bw, 1e-9);
  const Moment* down = lab.after(up);
  ASSERT_NE(down, nullptr);
  EXPECT_EQ(down->phase, Phase::down);
  EXPECT_EQ(down->plateau, 3);
  EXPECT_EQ(lab.again(), 0);
}

TEST(Bbr, NothingEndsStartupWhileTheApplicationLimits) {
  // Case 7. Twenty segments every 0.3 s, without a loss.
  Laboratory lab;
  lab.path.run(20, 0.3);
  for (int i = 1; i < 60; ++i) lab.path.again(20, 0.3 * i, 0.3 * (i + 1));
  for (const Moment& m : lab.moments) EXPECT_TRUE(m.phase == Phase::startup || m.phase == Phase::probe_rtt) << m.time;
  EXPECT_EQ(lab.moments.back().phase, Phase::startup);
}

TEST(Bbr, ProbingDownEndsWhenTheQueueIsGone) {
  // Case 8.
  Laboratory lab;
  lab.path.run(UINT32_MAX, 12);
  const Moment* up = lab.first(Phase::up);
  const Moment* down = lab.first(Phase::down, up->time);
  ASSERT_NE(down, nullptr);
  EXPECT_NEAR(down->rate, 0.9 * 0.99 * down->bw, 1e-9);
  EXPECT_GT(down->in_flight, kBdp);
  const Moment* cruise = lab.after(down);
  ASSERT_NE(cruise, nullptr);
  if (cruise->phase == Phase::cruise) {
    EXPECT_LE(cruise->in_flight, kBdp + 1);
  }
}

TEST(Bbr, ProbingDownEndsAfterItsTimeInAnyCase) {
  // Case 9. The bandwidth falls by a third in UP, so that 0.9 of the old bandwidth keeps the queue. REFILL follows DOWN
  // after as many rounds as Reno needs for a window of that size (section 5.3.3.5): the product of 400 segments/s and
  // 22.5 ms is 9, and one round may be missing.
  Laboratory lab([](std::uint32_t, int) { return Fate::arrives; }, {}, 1, 10'000'000);
  lab.path.rate = 400;
  lab.each = [&](const Moment& m) {
    if (m.phase == Phase::up) lab.path.rate = 260;
  };
  lab.path.run(UINT32_MAX, 5);
  const Moment* up = lab.first(Phase::up);
  ASSERT_NE(up, nullptr);
  const Moment* down = lab.after(up);
  ASSERT_NE(down, nullptr);
  ASSERT_EQ(down->phase, Phase::down);
  const Moment* refill = lab.after(down);
  ASSERT_NE(refill, nullptr);
  EXPECT_EQ(refill->phase, Phase::refill);
  EXPECT_GT(refill->in_flight, 9);
  EXPECT_GE(refill->round, down->round + 8);
  EXPECT_LE(refill->round, down->round + 10);
}

TEST(Bbr, EveryFiveSecondsTheRoundTripIsProbed) {
  // Case 10. Half a product for 200 ms and a round trip, every 5 s (plus the duration of the phase itself), with the
  // shortest round trip that was found.
  Laboratory lab;
  lab.path.run(UINT32_MAX, 30);
  std::vector<const Moment*> begins;
  for (const Moment* m = lab.first(Phase::probe_rtt); m != nullptr;
       m = lab.first(Phase::probe_rtt, lab.after(m)->time)) {
    begins.push_back(m);
    if (lab.after(m) == nullptr) break;
  }
  ASSERT_GE(begins.size(), 5u);
  for (std::size_t i = 1; i < begins.size(); ++i) {
    const Moment* end = lab.after(begins[i]);
    EXPECT_NEAR(begins[i]->time - lab.after(begins[i - 1])->time, 5, 0.01);
    if (end == nullptr) continue;
    EXPECT_GE(end->time - begins[i]->time, 0.2);
    EXPECT_LT(end->time - begins[i]->time, 0.2 + 3 * kRtt);
    EXPECT_NEAR(begins[i]->cwnd, 0.5 * kBdp, 1);
    EXPECT_EQ(end->phase, Phase::cruise);
    EXPECT_NEAR((end - 1)->in_flight, 0.5 * kBdp, 1);
  }
  EXPECT_EQ(lab.path.state<Bbr::State>().min_rtt, from_seconds(kRtt));
}

TEST(Bbr, APauseStandsForAProbeOfTheRoundTrip) {
  // Case 11.
  Laboratory lab;
  lab.path.run(4000, 4.9);
  const double last = lab.path.seconds();
  ASSERT_TRUE(lab.path.sender.done());
  lab.path.again(2000, last + 7, last + 9);
  EXPECT_EQ(lab.first(Phase::probe_rtt, last), nullptr);
}

TEST(Bbr, AnAggregatedPathIsFilledAllTheSame) {
  // Cases 12 and 13, with aggregated acknowledgements: one for 50 segments, half a product. extra_acked widens the
  // window.
  TcpReceiver::Options receiver;
  receiver.every = 50;
  Laboratory lab([](std::uint32_t, int) { return Fate::arrives; }, receiver);
  lab.path.run(UINT32_MAX, 20);
  const Moment* drain = lab.first(Phase::drain);
  ASSERT_NE(drain, nullptr);
  EXPECT_GT(drain->max_bw, 0.9 * kRate);
  EXPECT_LT(drain->max_bw, 1.1 * kRate);
  EXPECT_GT(lab.path.state<Bbr::State>().extra_acked, 20);
  EXPECT_GT(lab.path.sent_between(12, 15), 0.95 * 3 * kRate);
}

TEST(Bbr, AWindowOfFourIsTheLeast) {
  // Case 14. A product below one segment: 5 segments/s.
  Laboratory lab([](std::uint32_t, int) { return Fate::arrives; }, {}, 1);
  lab.path.rate = 5;
  lab.path.run(UINT32_MAX, 60);
  for (const Moment& m : lab.moments) EXPECT_GE(m.cwnd, 4);
  EXPECT_NEAR(lab.moments.back().max_bw, 5, 0.1);
  EXPECT_NEAR(lab.path.sent_between(30, 60), 5 * 30, 15);
}

TEST(Bbr, TenTimesTheBandwidthIsFound) {
  // Case 15. The rate grows by powers of 1.25 per round of probing: log(10) / log(1.25) = 10.3 rounds, plus the time
  // until probing begins.
  Laboratory lab;
  lab.path.buffer = 100'000;
  lab.each = [&lab](const Moment& m) {
    if (m.time > 5.5) lab.path.rate = 10 * kRate;
  };
  lab.path.run(UINT32_MAX, 25);
  EXPECT_NEAR(lab.moments.back().max_bw, 10 * kRate, 0.1 * 10 * kRate);
}

TEST(Bbr, ATenthOfTheBandwidthIsFound) {
  // Case 16. The window of the filter is two cycles; before that, losses reduce the short-term model to 0.7 per round.
  Laboratory lab;
  lab.path.buffer = 100;
  lab.each = [&lab](const Moment& m) {
    if (m.time > 5.5) lab.path.rate = kRate / 10;
  };
  lab.path.run(UINT32_MAX, 40);
  double soon = kInfinity;
  for (const Moment& m : lab.moments) {
    if (m.time > 5.5 && m.time < 12) soon = std::min(soon, m.bw);
  }
  EXPECT_LE(soon, 0.7 * kRate);
  EXPECT_NEAR(lab.moments.back().max_bw, kRate / 10, 0.1 * kRate / 10);
}

TEST(Bbr, StartupGoesOnAfterAProbeOfTheRoundTrip) {
  // Case 20. An application that sends too little for six seconds.
  Laboratory lab;
  lab.path.run(20, 0.3);
  for (int i = 1; i < 30; ++i) lab.path.again(20, 0.2 * i + 0.1, 0.2 * (i + 1) + 0.1);
  const Moment* probe = lab.first(Phase::probe_rtt);
  if (probe != nullptr) {
    ASSERT_NE(lab.after(probe), nullptr);
    EXPECT_EQ(lab.after(probe)->phase, Phase::startup);
  }
  EXPECT_FALSE(lab.moments.back().reached);
}

TEST(Bbr, ALossWhileProbingUpEndsIt) {
  // Case 21, and 6 as far as the flow has data. A buffer of 10 segments overflows at 1.25 of the rate.
  Laboratory lab;
  lab.path.buffer = 10;
  lab.path.run(UINT32_MAX, 30);
  int ended = 0;
  for (const Moment* up = lab.first(Phase::up); up != nullptr && lab.after(up) != nullptr;
       up = lab.first(Phase::up, lab.after(up)->time)) {
    const Moment* down = lab.after(up);
    if (down->phase != Phase::down) continue;
    EXPECT_LT(down->longterm, kInfinity);
    EXPECT_GE(down->longterm, 0.7 * kBdp * 0.9);
    EXPECT_LE(down->longterm, kBdp + 10 + 30);
    ended += down->plateau < 3;
  }
  EXPECT_GT(ended, 1);
  // The headroom costs 0.15 of the window when cruising, at most (section 2.5).
  EXPECT_GT(lab.path.sent_between(15, 30) - lab.again(), 0.85 * 15 * kRate);
}

TEST(Bbr, ConformsToAPolicer) {
  // Case 17. The path carries ten times the rate of the tokens; the bucket holds half a product of tokens, or five
  // products.
  for (const double burst : {0.5 * kBdp, 5 * kBdp}) {
    Policer policer(8 * kRate, burst);  // a segment counts as a byte
    std::vector<double> drops;
    const TcpPath* path = nullptr;
    const auto verdict = [&](std::uint32_t, int) {
      if (policer.conforms(from_seconds(path->seconds()), 1)) return Fate::arrives;
      drops.push_back(path->seconds());
      return Fate::lost;
    };
    Laboratory lab(verdict, {}, 0, kOneWay, true);
    path = &lab.path;
    lab.path.rate = 10 * kRate;
    lab.path.run(UINT32_MAX, 60);
    // The tokens of the start are gone: losses bound the window.
    const auto bound =
        std::find_if(lab.moments.begin(), lab.moments.end(), [](const Moment& m) { return m.shortterm < kInfinity; });
    ASSERT_NE(bound, lab.moments.end());
    EXPECT_GE(bound->time, drops.front());
    // After that nearly all tokens are used. The loss is within the 2 % that BBR tolerates, except when probes find
    // tokens that cruising has left: those of five products make the bandwidth seem higher than it is.
    const double sent = lab.path.sent_between(20, 60);
    const auto lost = static_cast<double>(std::count_if(drops.begin(), drops.end(), [](double t) { return t >= 20; }));
    EXPECT_GT(sent - lost, 0.95 * 40 * kRate);
    EXPECT_LT(lost / sent, burst < kBdp ? 0.02 : 0.05);
  }
}

TEST(Bbr, APauseWhileRefillingLeavesTheBandwidth) {
  // Case 22. The same flow twice: the second time the application has little more data than was sent when Refill
  // begins, and continues a quarter of a second later.
  Laboratory steady;
  double begin = 0;
  std::uint32_t sent = 0;
  steady.each = [&](const Moment& m) {
    if (m.phase != Phase::refill || begin > 0) return;
    begin = m.time;
    sent = steady.path.sender.next() + 5;
  };
  steady.path.run(UINT32_MAX, 10);
  ASSERT_GT(begin, 0);
  Laboratory lab;
  lab.path.run(sent, begin + 0.25);
  ASSERT_TRUE(lab.path.sender.done());
  lab.path.again(UINT32_MAX, begin + 0.25, begin + 2);
  const Moment* refill = lab.first(Phase::refill);
  ASSERT_NE(refill, nullptr);
  EXPECT_EQ(refill->time, begin);
  const Moment* up = lab.after(refill);
  ASSERT_NE(up, nullptr);
  EXPECT_EQ(up->phase, Phase::up);
  ASSERT_NE(lab.after(up), nullptr);
  EXPECT_EQ(lab.after(up)->phase, Phase::down);
  for (const Moment* m = refill; m != lab.moments.data() + lab.moments.size(); ++m) {
    EXPECT_NEAR(m->max_bw, kRate, 0.02 * kRate) << m->time;
  }
}

TEST(Bbr, SharesALinkAmongItself) {
  // Four flows under DropTail with a buffer of one product and their starts 1 s apart share it evenly and keep it busy.
  ScenarioConfig c = sared("droptail", 4, 120);
  c.warmup = 60;
  c.traffic[0].tcp = "bbr";
  c.traffic[0].start = {0, 3};
  const Finished f = run(c);
  EXPECT_GT(f.metrics.utilization, 0.95);
  EXPECT_GT(f.metrics.fairness, 0.9);
}

TEST(Bbr, RefusesWhatItHasNoAnswerTo) {
  ScenarioConfig c = sared("red", 1, 10);
  c.traffic[0].tcp = "bbr";
  EXPECT_TRUE(check(c).empty());
  c.traffic[0].ecn = true;
  ASSERT_EQ(check(c).size(), 1u);
  EXPECT_EQ(check(c)[0].path, "traffic[0].ecn");
  c.traffic[0].ecn = false;
  c.traffic[0].sack = false;
  ASSERT_EQ(check(c).size(), 1u);
  EXPECT_EQ(check(c)[0].path, "traffic[0].sack");
}

}  // namespace
}  // namespace aqm::test
