// What rate a sender has by the share of segments that it loses, over decades of that share: the closed forms of RFC
// 5681's, RFC 9438's, Kelly's and DCTCP's windows, with every N-th segment lost or marked, and a round trip of 100 ms.
// And CUBIC acknowledgement by acknowledgement.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "support/scenarios.hpp"
#include "support/tcp_path.hpp"

namespace aqm::test {
namespace {

using Fate = TcpPath::Fate;
constexpr double kRtt = 0.1;

/// Segments a round trip, mean over the second half of so many losses. `most`: what the receiver allows, so that the
/// first slow start does not go far beyond what is to be found.
double rate_of(const char* id, std::uint32_t n, Fate fate, double losses, double most = 1e9) {
  TcpOptions o;
  o.control = control(id);
  o.initial_window = 10;
  o.receiver_window = static_cast<std::uint32_t>(most);
  o.ecn = fate == Fate::marked;
  TcpPath path(o, from_seconds(kRtt / 2), [n, fate](std::uint32_t seq, int attempt) {
    return seq % n == n - 1 && attempt == 1 ? fate : Fate::arrives;
  });
  double half = 0;
  std::uint32_t before = 0;
  const auto end = static_cast<std::uint32_t>(losses * n);
  path.each_ack = [&](const TcpSender& sender) {
    if (half != 0 || sender.una() < end / 2) return;
    half = path.seconds();
    before = sender.una();
  };
  path.run(end, 1e6);
  EXPECT_TRUE(path.sender.done());
  return (end - before) / (path.seconds() - half) * kRtt;
}

/// With every N-th segment lost, of a sender whose window grows by one a round trip from half of W on: 3 W^2 / 8
/// segments in W / 2 round trips, and one more in which it recovers.
double of_reno(double n) { return n / (std::sqrt(8 * n / 3) / 2 + 1); }

TEST(ResponseFunction, NewRenoIsTheSquareRootOfTheLoss) {
  // RFC 5681's window (Mathis et al. 1997). At one loss in ten, windows of five are too small for three duplicates:
  // timeouts.
  EXPECT_LT(rate_of("newreno", 10, Fate::lost, 60), of_reno(10));
  EXPECT_NEAR(rate_of("newreno", 100, Fate::lost, 60) / of_reno(100), 1, 0.1);
  EXPECT_NEAR(rate_of("newreno", 1000, Fate::lost, 60) / of_reno(1000), 1, 0.02);
  if (kSanitized) return;
  EXPECT_NEAR(rate_of("newreno", 10'000, Fate::lost, 16, 2 * of_reno(10'000)) / of_reno(10'000), 1, 0.02);
  EXPECT_NEAR(rate_of("newreno", 100'000, Fate::lost, 16, 2 * of_reno(100'000)) / of_reno(100'000), 1, 0.02);
}

TEST(ResponseFunction, CubicIsRenosOrItsOwnWhicheverIsMore) {
  // RFC 9438 section 4.3 below, and equation 5 of its section 5.1 above: at 100 ms they meet at one loss in 2300.
  // Equation 5 counts neither the round trip of a recovery (5 % of these) nor fast convergence (section 4.7): of two
  // peaks one is the lower, and takes 15 % of its W_max away.
  const auto own = [](double n) { return std::pow(0.4 * 3.7 / (4 * 0.3), 0.25) * std::pow(kRtt * n, 0.75); };
  EXPECT_NEAR(rate_of("cubic", 100, Fate::lost, 60) / of_reno(100), 1, 0.1);
  EXPECT_NEAR(rate_of("cubic", 1000, Fate::lost, 60) / of_reno(1000), 1, 0.05);
  if (kSanitized) return;
  for (const std::uint32_t n : {10'000U, 100'000U}) {
    const double part = rate_of("cubic", n, Fate::lost, 16, 2 * own(n)) / own(n);
    EXPECT_GT(part, 1 - 0.15 / 2 - 0.05) << n;
    EXPECT_LT(part, 1) << n;
  }
}

TEST(ResponseFunction, ScalableTcpIsTheLossItself) {
  // Kelly 2003: b W / a acknowledgements bring the peak W back, after (1 - b) W in the recovery: N = W (b / a + 1 - b).
  // The mean of an exponential between (1 - b) W and W is b W / -ln(1 - b). Of the beginning, a fifth above, 0.875^8 to
  // ^15 is left.
  AQM_LONG_RUN();
  const double part = 0.125 / -std::log(0.875) / (0.125 / 0.01 + 0.875);
  for (const std::uint32_t n : {10'000U, 100'000U}) {
    EXPECT_NEAR(rate_of("scalable", n, Fate::lost, 16, 1.2 * part * n) / (part * n), 1, 0.2 * 0.34) << n;
  }
}

TEST(ResponseFunction, WhoCountsMarksHasTwoOfThemARoundTrip) {
  // RFC 9331 section 4.3, requirement 3: half of the marked share of W is one segment, W = 2 / p, from every second
  // segment on.
  for (const std::uint32_t n : {2u, 10u, 100u}) {
    EXPECT_NEAR(rate_of("dctcp", n, Fate::marked, n < 100 ? 4000 : 1000) / (2 * n), 1, 0.03) << n;
  }
  // Prague's windows swing by 3 %, and below two segments by more.
  EXPECT_NEAR(rate_of("prague", 10, Fate::marked, 4000) / 20, 1, 0.07);
  EXPECT_NEAR(rate_of("prague", 100, Fate::marked, 1000) / 200, 1, 0.03);
}

/// RFC 9438 once more, as its sections have it: seconds since an epoch, K, and two windows that are compared at the
/// same time.
struct WrittenAnew {
  double cwnd = 60, w_max = 0, k = 0, w_est = 0, prior = 0, began = -1;
  bool after_timeout = false, friendly = false;
  double at(double t) const { return 0.4 * (t - k) * (t - k) * (t - k) + w_max; }
  void ack(double now, double rtt, double segments) {
    if (began < 0) {
      began = now;
      if (after_timeout || w_max < cwnd) w_max = cwnd;  // section 4.8; a first epoch begins at its own window
      k = std::cbrt((w_max - cwnd) / 0.4);
      w_est = cwnd;
      after_timeout = false;
    }
    const double t = now - began;
    w_est += (w_est < prior ? 3 * 0.3 / 1.7 : 1) * segments / cwnd;
    const double target = std::min(std::max(at(t + rtt), cwnd), 1.5 * cwnd);
    friendly = at(t) < w_est;
    if (friendly) {
      cwnd = std::max(cwnd, w_est);
    } else {
      cwnd += (target - cwnd) / cwnd;
    }
  }
  void loss() {
    prior = cwnd;
    w_max = cwnd < w_max ? cwnd * 1.7 / 2 : cwnd;
    cwnd *= 0.7;
    began = -1;
  }
  void timeout() {
    prior = cwnd;
    after_timeout = true;
    began = -1;
  }
};

TEST(Cubic, EveryAcknowledgementIsAsRfc9438HasIt) {
  // A thousand seconds of acknowledgements for one or two segments as the window sends them, round trips of 20 to 200
  // ms, losses at random and now and then a timeout. Both regions of section 4.3 come, and windows above the estimate
  // in the friendly one. K in whole nanoseconds is all that may differ.
  const Controller& cubic = *control("cubic");
  Rng rng(9438);
  alignas(8) std::array<std::byte, Controller::kInline> state{};
  WrittenAnew anew;
  double cwnd = anew.cwnd, ssthresh = 1;
  Time now = 0, srtt = 50'000'000;
  const auto connection = [&] { return Connection{cwnd, ssthresh, state.data(), now, srtt, 0, 0, cwnd}; };
  cubic.open(connection());
  int losses = 0, friendly = 0, cubics = 0;
  while (now < 1000 * kSecond) {
    const std::uint32_t segments = rng.uniform() < 0.5 ? 1 : 2;
    now += static_cast<Time>(segments * static_cast<double>(srtt) / anew.cwnd);
    AckEvent event{};
    event.segments = segments;
    cubic.grow(connection(), event);
    anew.ack(to_seconds(now), to_seconds(srtt), segments);
    ++(anew.friendly ? friendly : cubics);
    ASSERT_NEAR(cwnd / anew.cwnd, 1, 1e-6) << to_seconds(now);
    if (rng.uniform() < 0.0005) {
      if (++losses % 20 == 0) {
        cubic.timed_out(connection());
        anew.timeout();
        anew.cwnd = cwnd = 0.7 * anew.cwnd;  // where slow start ends
      } else {
        cubic.congested(connection());
        cwnd = cubic.after_loss(connection(), cwnd);
        anew.loss();
      }
      srtt = static_cast<Time>(20e6 + 180e6 * rng.uniform());
    }
  }
  EXPECT_GT(losses, 200);
  EXPECT_GT(friendly, 10'000);
  EXPECT_GT(cubics, 10'000);
}

}  // namespace
}  // namespace aqm::test
