// The scalable control of Low, Paganini, Wang and Doyle (2003), source and link together, by its closed forms: rates in
// equilibrium, and a phase margin that depends on the gain alone.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "aqm/fluid_analysis.hpp"
#include "aqm/fluid_lane.hpp"
#include "support/scenarios.hpp"
#include "support/tcp_path.hpp"

namespace aqm::test {
namespace {

constexpr double kPhi = 3, kFine = 400, kGamma = 0.9;

TEST(ScalableControlSource, SendsAtTheRateOfItsLaw) {
  // One of k segments is marked, at random: q = -ln(1 - 1/k) / ln phi, x = x_max exp(-alpha q / tau) with alpha = 1/2
  // and tau = 0.1 s. Windows are above 300 segments: the law is steep, and an estimate from fewer would scatter.
  const double x_max[] = {20'000};
  const auto source = find_congestion_control("scalable_control")->make(x_max);
  for (const std::uint32_t k : {3u, 5u, 20u}) {
    TcpOptions options;
    options.control = source.get();
    TcpPath path(options, 50'000'000, [k, rng = std::mt19937(1)](std::uint32_t, int) mutable {
      return rng() % k == 0 ? TcpPath::Fate::marked : TcpPath::Fate::arrives;
    });
    path.run(1'000'000, 20);
    const double price = -std::log(1 - 1.0 / k) / std::log(kPhi), rate = x_max[0] * std::exp(-price / 0.2);
    EXPECT_NEAR(path.sent_between(5, 20) / 15.0 / rate, 1, 0.03) << k;
  }
}

TEST(ScalableControlSource, StartsAndAnswersALossAsTcpDoes) {
  TcpOptions options;
  options.control = control("scalable_control");
  TcpPath path(options, 50'000'000, [](std::uint32_t seq, int attempt) {
    return seq == 5000 && attempt == 1 ? TcpPath::Fate::lost : TcpPath::Fate::arrives;
  });
  path.run(1'000'000, 20);
  // The window doubles each round trip; the rate stays at x_max, 100 segments in a round trip.
  EXPECT_LT(path.sent_between(0, 0.3), 40);
  EXPECT_NEAR(path.sent_between(1, 4) / 3.0, 1000, 10);
  // Half of what is in the network after the loss, then one more segment a round trip: 50 round trips.
  EXPECT_EQ(path.sends_of(5000).size(), 2u);
  EXPECT_EQ(path.timeouts, 0);
  EXPECT_NEAR(path.sent_between(6, 7), 570, 60);
  EXPECT_NEAR(path.sent_between(12, 20) / 8.0, 1000, 10);
}

ScenarioConfig both_halves(int flows, double one_way) {
  ScenarioConfig c = sared("scalable_control", flows, 60);
  c.warmup = 20;
  c.network.link().delay = one_way;
  c.network.access_delay = {0, 0};
  c.network.access_rate = 1e9;
  c.traffic[0].tcp = "scalable_control";
  c.traffic[0].ecn = true;
  set(c, "ecn", 1);
  set(c, "gamma", kGamma);
  set(c, "phi", kPhi);
  return c;
}

TEST(ScalableControlSource, SharesTheVirtualRateAsItsLawSays) {
  // Two rows with tau of 0.06 and 0.18 s behind the link: the sum of n x_max exp(-alpha q / tau_i), gamma C, determines
  // the price q.
  AQM_LONG_RUN();
  ScenarioConfig c = both_halves(10, 0.03);
  c.duration = 110;
  c.warmup = 80;
  c.network.link().buffer = 100'000;  // no loss while the flows start; windows of 90 segments and more (see above)
  c.traffic[0].start = {0, 5};
  c.network.link().rate = 800e6;
  set(c, "phi", kFine);
  c.traffic[0].tcp_values = {8000, 0.5, 1, kFine, 1};
  TrafficGroup far = c.traffic[0];
  far.access_delay = {0.03, 0.03};
  c.traffic.push_back(far);
  Finished f = run(c);
  const double near_trip = unloaded_round_trip(c.network, c.traffic[0]);
  const double far_trip = unloaded_round_trip(c.network, c.traffic[1]);
  const double bits = 8.0 * c.network.packet_size, capacity = c.network.link().rate / bits;
  double low = 0, high = 10;
  const auto rate = [](double price, double trip) { return 10 * 8000 * std::exp(-0.5 * price / trip); };
  for (int i = 0; i < 100; ++i) {
    const double q = 0.5 * (low + high);
    (rate(q, near_trip) + rate(q, far_trip) > kGamma * capacity ? low : high) = q;
  }
  EXPECT_NEAR(f.metrics.utilization, kGamma, 0.002);
  const auto rows = f.simulation->rows();
  const double payload = 8.0 * (c.network.packet_size - 40);
  const double measured = rows[0].goodput / rows[1].goodput, expected = rate(low, near_trip) / rate(low, far_trip);
  EXPECT_NEAR(measured / expected, 1, 0.03) << expected;
  EXPECT_NEAR((rows[0].goodput + rows[1].goodput) / payload, kGamma * capacity, 0.001 * capacity);
  EXPECT_NEAR(f.metrics.marks / f.metrics.arrivals, 1 - std::pow(kFine, -low), 0.01);
  EXPECT_EQ(f.metrics.drops_overflow, 0);
}

TEST(ScalableControlSource, StabilityDependsOnTheGainAlone) {
  // With R the round trip, x' / x = -alpha / (M R) for a change of the price, a link that integrates (y - gamma C) / C,
  // and an estimate that lags by R / g:
  //   L(s) = gamma alpha / (M R s) e^(-s R) / (1 + s R / g)
  // The phase of L is -180 degrees at w with w R + atan(w R / g) = 90 degrees; there |L| = 1 for the gain at which the
  // loop begins to swing, whatever the flows, the round trip and the rate.
  for (const double weight : {1.0, 10.0}) {
    double w = 1;
    for (int i = 0; i < 200; ++i) w += 0.5 * (M_PI / 2 - w - std::atan(w / weight));
    const double critical = w * std::hypot(1, w / weight) / kGamma;
    for (const int flows : {5, 20}) {
      for (const double one_way : {0.01, 0.1}) {
        const auto swing = [&](double alpha, double from, double to) {
          ScenarioConfig c = both_halves(flows, one_way);
          c.network.link().rate = 100e6;
          c.traffic[0].start = {0, 0};
          // It begins 5 % above its rest, so that nothing but the link's price bounds it: no queue of its own forms.
          const double trip = unloaded_round_trip(c.network, c.traffic[0]);
          const double most = 1.05 * kGamma * 100e6 / 8 / c.network.packet_size / flows;
          c.traffic[0].initial_window = most * trip;
          c.traffic[0].tcp_values = {most, alpha, 1, kPhi, weight};
          c.duration = to * one_way;
          FluidLane lane = fluid_of(c, {}, FluidDelay::explicit_delay);
          EXPECT_TRUE(lane.issues.empty());
          FluidOptions options;
          options.points = 4001;
          const FluidSolution s = solve(lane.config, options);
          EXPECT_EQ(s.message, "");
          double low = kInfinity, high = 0;
          for (std::size_t i = 0; i < s.time.size(); ++i) {
            if (s.time[i] < from * one_way) continue;
            low = std::min(low, s.window[0][i]);
            high = std::max(high, s.window[0][i]);
          }
          return (high - low) / (high + low);
        };
        const std::string what =
            std::to_string(weight) + ", " + std::to_string(flows) + " flows, " + std::to_string(one_way) + " s";
        EXPECT_LT(swing(0.9 * critical, 500, 600), 0.002) << what;
        EXPECT_GT(swing(1.1 * critical, 500, 600), 0.01) << what;
      }
    }
  }
}

}  // namespace
}  // namespace aqm::test
