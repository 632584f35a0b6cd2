// The clocks of the fluid model against packets: cycles at round trips of 200 ms, in which bursts within a round trip
// count, and the response of the queue to a probability that swings.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "aqm/fluid_lane.hpp"
#include "fluid/analysis/linear_solve.hpp"
#include "support/programs.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

/// Marked New Reno flows, 1500 bytes, 200 ms.
ScenarioConfig far_away(const std::string& aqm, int flows, double rate, int buffer) {
  ScenarioConfig c;
  c.aqm = aqm;
  c.params = defaults(aqm);
  c.duration = 160;
  c.warmup = 40;
  c.network.link() = {rate, 0.098, buffer};
  c.network.access_rate = 1e9;
  c.network.access_delay = {1e-3, 1e-3};
  TrafficGroup row = ftp(flows);
  row.ecn = true;
  row.min_rto = 1;
  row.start = {0, 1};
  c.traffic = {row};
  set(c, "ecn", 1);
  if (aqm == "pie") {
    set(c, "ecn_limit", 1);
    return c;
  }
  const double scale = rate > 20e6 ? 2 : 1;
  set(c, "min_th", scale > 1 ? 50 : 20);
  set(c, "max_th", scale > 1 ? 450 : 220);
  set(c, "max_p", 0.1);
  set(c, "w_q", 1e-3 / scale);
  return c;
}

struct Cycle {
  double mean = 0, spread = 0, used = 0;
};

Cycle of_packets(ScenarioConfig c) {
  constexpr int kSeeds = 3;
  Cycle all;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    c.seed = static_cast<std::uint64_t>(seed);
    const Metrics m = run(c).metrics;
    all.mean += m.queue_mean / kSeeds;
    all.spread += m.queue_std / kSeeds;
    all.used += m.utilization / kSeeds;
  }
  return all;
}

Cycle of_model(const ScenarioConfig& c, FluidClock clock) {
  const FluidChoice choice{FluidForm::sampled, FluidDrops::effective, FluidWindows::mean, clock};
  const FluidLane lane = fluid_of(c, choice, FluidDelay::explicit_delay);
  FluidOptions options;
  options.points = 16'001;
  const FluidSolution s = solve(lane.config, options);
  EXPECT_EQ(s.message, "");
  Cycle all;
  double squares = 0, count = 0;
  const double capacity = lane.config.link().capacity.first();
  for (std::size_t i = 0; i < s.time.size(); ++i) {
    if (s.time[i] < c.warmup) continue;
    ++count;
    all.mean += s.queue[i];
    squares += s.queue[i] * s.queue[i];
    all.used += s.queue[i] > 1e-6 ? 1 : std::min(1.0, s.inflow[i] / capacity);
  }
  all.mean /= count;
  all.used /= count;
  all.spread = std::sqrt(squares / count - all.mean * all.mean);
  return all;
}

TEST(FluidClock, OfAcknowledgementsSwingsAsPacketsDoAt200Milliseconds) {
  AQM_LONG_RUN();
  // If windows are sent evenly over a round trip, the queue follows late: the cycle is too wide and leaves the link
  // idle too long.
  for (const ScenarioConfig& c :
       {far_away("red", 30, 20e6, 600), far_away("red", 100, 50e6, 1000), far_away("pie", 30, 20e6, 600)}) {
    const std::string what = c.aqm + " " + std::to_string(c.traffic[0].flows);
    const Cycle packets = of_packets(c);
    const Cycle even = of_model(c, FluidClock::round_trip), clocked = of_model(c, FluidClock::acknowledgements);
    EXPECT_LT(even.used, packets.used) << what;
    EXPECT_GT(even.spread, packets.spread) << what;
    EXPECT_LT(std::abs(clocked.used - packets.used), 0.5 * std::abs(even.used - packets.used)) << what;
    EXPECT_LT(std::abs(clocked.spread - packets.spread), 0.5 * std::abs(even.spread - packets.spread)) << what;
  }
}

using Phasor = std::complex<double>;

/// Flows under a probability that an integral controller holds where the queue is `queue` packets on average. It is so
/// slow that it does not respond to the tones, which change the probability by `depth` at each of the frequencies,
/// rad/s.
struct Swung {
  int flows;
  double round_trip, rate, queue;

  ScenarioConfig scenario(double p, double gain, double depth, const std::vector<double>& tones) const {
    const auto number = [](double v) {
      char text[40];
      std::snprintf(text, sizeof text, "%.12f", v);
      return std::string(text);
    };
    std::string states, turns, sum = "0";
    for (std::size_t i = 0; i < tones.size(); ++i) {
      const std::string k = std::to_string(i), c = number(std::cos(tones[i] * kStep)),
                        s = number(std::sin(tones[i] * kStep));
      states += "state x" + k + " = 1 state y" + k + " = 0 ";
      turns += "let z" + k + " = " + c + " * x" + k + " - " + s + " * y" + k + " y" + k + " = " + s + " * x" + k +
               " + " + c + " * y" + k + " x" + k + " = z" + k + " ";
      sum += " + x" + k;
    }
    const std::string law =
        "clamp(mean + " + number(gain) + " * (queue - " + number(queue) + " packets) / 1 packets, 0, 1)";
    if (tones.empty()) {
      return with_law("state mean = " + number(p) + " every 1 ms { mean = " + law +
                      " } on arrive { drop when random < mean }");
    }
    return with_law("state mean = " + number(p) + " state now_p = 0 " + states + "every 1 ms { " + turns +
                    "mean = " + law + " now_p = clamp(mean + " + number(depth) + " * (" + sum +
                    "), 0, 1) } on arrive { drop when random < now_p }");
  }
  ScenarioConfig with_law(const std::string& text) const {
    ScenarioConfig c;
    c.duration = 3000;
    c.warmup = 25;
    c.network.link() = {rate, 0.3 * round_trip, 100'000};
    c.network.access_rate = 10 * rate;
    c.network.access_delay = {0.08 * round_trip, 0.12 * round_trip};
    c.traffic = {ftp(flows)};
    return with_program(c, "scheme \"Tones\" " + text);
  }
  static constexpr double kStep = 1e-3;  ///< s
};

/// The change of the queue over that of the probability, at each tone.
std::vector<Phasor> of_packets(ScenarioConfig c, const std::vector<double>& tones, double bin) {
  constexpr int kSeeds = 3;
  std::vector<Phasor> all(tones.size());
  RecordConfig record;
  record.bins = static_cast<int>(std::lround(c.duration / bin));
  for (int seed = 1; seed <= kSeeds; ++seed) {
    c.seed = static_cast<std::uint64_t>(seed);
    const Finished run_of = run(c, 50'000'000, record);
    const Overview& seen = run_of.simulation->recording().overview;
    const auto first = static_cast<std::size_t>(60 / seen.bin_s), end = static_cast<std::size_t>(seen.bins);
    for (std::size_t k = 0; k < tones.size(); ++k) {
      Phasor queue, p;
      double means[2] = {};
      for (std::size_t i = first; i < end; ++i) {
        means[0] += seen.queue_mean[i] / static_cast<double>(end - first);
        means[1] += seen.state[1][i] / static_cast<double>(end - first);
      }
      for (std::size_t i = first; i < end; ++i) {
        // Hann's window; the queue is a mean over the bin, the probability its value at the end.
        const double at = static_cast<double>(i) * seen.bin_s,
                     part = static_cast<double>(i - first) / static_cast<double>(end - first);
        const double weight = 1 - std::cos(2 * 3.141592653589793 * part);
        queue += weight * (seen.queue_mean[i] - means[0]) * std::polar(1., -tones[k] * (at + seen.bin_s / 2));
        p += weight * (seen.state[1][i] - means[1]) * std::polar(1., -tones[k] * (at + seen.bin_s));
      }
      all[k] += queue / p / static_cast<double>(kSeeds);
    }
  }
  return all;
}

Phasor of_model(const LinearLoop& loop, double tone) {
  const int n = loop.plant;
  fluid::ComplexLu rows(n);
  std::vector<fluid::Complex> x;
  const Phasor past = std::polar(1., -tone * loop.lag[0]);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const auto at = static_cast<std::size_t>(i * n + j);
      const Phasor v = Phasor(0, i == j ? tone : 0) - loop.plant_now[at] - loop.plant_delayed[0][at] * past;
      rows(i, j) = {v.real(), v.imag()};
    }
    const auto at = static_cast<std::size_t>(i);
    const Phasor in = loop.input_now[at] + loop.input_delayed[0][at] * past;
    x.push_back({in.real(), in.imag()});
  }
  EXPECT_TRUE(rows.factorise());
  rows.solve(x);
  return {x.back().re, x.back().im};
}

TEST(FluidClock, TheQueueAnswersTheProbabilityAsThatOfPackets) {
  AQM_LONG_RUN();
  // Windows of 12, 4.5 and 3.2 packets.
  for (const Swung& at : {Swung{10, 0.06, 10e6, 60}, Swung{40, 0.06, 10e6, 100}, Swung{90, 0.09, 15e6, 100}}) {
    const LaneChoice mending({FluidForm::continuous, FluidDrops::effective}, FluidLosses::recovery);
    const FluidConfig config = fluid_of(at.scenario(0, 1e-5, 0, {}), mending, FluidDelay::explicit_delay).config;
    const FluidRest rest = equilibrium(config, 100);
    const double p = rest.probability, trip = rest.round_trip[0];
    const LinearLoop loop = linearise(config, rest, Linearisation::exact, 100);
    std::vector<double> tones;
    for (const double turns : {0.35, 0.6, 0.9}) tones.push_back(turns / trip);
    const double gain = 0.04 * p / (at.flows * rest.window[0]) * Swung::kStep;
    const auto packets = of_packets(at.scenario(p, gain, 0.15 * p, tones), tones, 0.1 * trip);
    for (std::size_t k = 0; k < tones.size(); ++k) {
      const Phasor ratio = of_model(loop, tones[k]) / packets[k];
      EXPECT_NEAR(std::abs(ratio), 1, 0.25) << at.flows << " " << k;
      EXPECT_NEAR(std::arg(ratio), 0, 0.2) << at.flows << " " << k;
    }
  }
}

}  // namespace
}  // namespace aqm::test
