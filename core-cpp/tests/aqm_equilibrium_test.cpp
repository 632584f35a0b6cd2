// Unresponsive overload: whatever the scheme, the link carries its capacity and the rest is lost. The average settles
// where the scheme's own curve, with its spacing of drops, loses exactly that (the last vector set of
// data/aqm-vectors.json).
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "support/json.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

/// Poisson arrivals of 1000-byte packets into the AQM alone, at `load` times the link's rate.
ScenarioConfig overload(const std::string& aqm, double load, double duration) {
  ScenarioConfig c = sared(aqm, 1, duration);
  c.network.packet_size = 1000;
  c.network.access_rate = 1e11;  // does not shape the arrivals
  c.network.link().buffer = 400;
  c.warmup = 0.1 * duration;
  c.traffic = {udp("poisson", 1, load * c.network.link().rate)};
  return c;
}

/// The mean of a state variable after the warm-up.
double mean_state(const Finished& f, const ScenarioConfig& c, std::size_t state) {
  const Overview& o = f.simulation->recording().overview;
  const std::vector<double>& values = o.state.at(state);
  const auto from = values.begin() + static_cast<std::ptrdiff_t>(c.warmup / o.bin_s);
  return std::accumulate(from, values.end(), 0.0) / static_cast<double>(values.end() - from);
}

struct Curve {
  const char* key;
  const char* aqm;
  double n;
};
constexpr Curve kCurves[] = {{"RED", "red", 0},
                             {"RRMDP n=0.5", "rrmdp", 0.5},
                             {"RRMDP n=1", "rrmdp", 1},
                             {"RRMDP n=2", "rrmdp", 2},
                             {"RRMDP n=3", "rrmdp", 3}};

/// The long-run average queue, loss and utilisation of a curve under overload. `scale` widens thresholds and buffer;
/// the average is scaled back to the table's packets.
struct Settled {
  double avg, loss, utilization;
};
Settled settle(const Curve& curve, double load, int count_mode, double scale, double duration) {
  const Json& params = reference("aqm-vectors.json")["udp_equilibrium"]["params"];
  ScenarioConfig c = overload(curve.aqm, load, duration);
  c.network.link().buffer = static_cast<int>(400 * scale);
  set(c, "min_th", scale * params["min"].number);
  set(c, "max_th", scale * params["max"].number);
  set(c, "max_p", params["max_p"].number);
  set(c, "w_q", params["w"].number);
  set(c, "count_mode", count_mode);
  if (curve.n > 0) set(c, "n", curve.n);
  const Finished f = run(c);
  return {mean_state(f, c, 0) / scale, f.metrics.loss_ratio, f.metrics.utilization};
}

TEST(AqmVectors, udp_equilibrium) {
  AQM_LONG_RUN();
  const Json& v = reference("aqm-vectors.json")["udp_equilibrium"];
  const double max_th = v["params"]["max"].number;
  const char* modes[] = {"count_uniform", "count_wait", "count_none"};
  for (const Curve& curve : kCurves) {
    for (std::size_t i = 0; i < v["params"]["loads"].size(); ++i) {
      const double load = v["params"]["loads"].at(i).number;
      SCOPED_TRACE(std::string(curve.key) + " " + std::to_string(load));

      // Against the simulation of the table, two runs of finite length: 1 %.
      const double simulated = v["simulated_uniform_poisson_arrivals"][curve.key].at(i).number;
      const Settled same = settle(curve, load, 0, 1, 400);
      EXPECT_NEAR(same.avg, simulated, 0.01 * simulated);
      EXPECT_NEAR(same.loss, 1 - 1 / load, 0.004);
      EXPECT_NEAR(same.utilization, 1, 0.001);

      // The analytic columns leave out the fluctuations of Poisson arrivals, which shift the mean where a law is curved
      // or jumps. They grow like the square root of the thresholds, so thresholds twenty times as wide show the limit.
      for (int mode = 0; mode < 3; ++mode) {
        SCOPED_TRACE(modes[mode]);
        const Settled steady = settle(curve, load, mode, 20, 900);
        const Json& analytic = v[modes[mode]][curve.key].at(i);
        EXPECT_NEAR(steady.loss, 1 - 1 / load, 0.004);
        if (analytic.is_null()) {
          EXPECT_NEAR(steady.avg, max_th, 0.01 * max_th);
        } else if (mode == 1 && load == 2) {
          // `wait` loses every second packet for any p_b in [2/3, 1): the table has the lowest average of a whole
          // range.
          EXPECT_GT(steady.avg, 0.99 * analytic.number);
          EXPECT_LT(steady.avg, max_th);
        } else {
          EXPECT_NEAR(steady.avg, analytic.number, 0.01 * analytic.number);
        }
      }
    }
  }
}

TEST(AqmEquilibrium, LossOfUnresponsiveOverloadIsTheExcess) {
  // Relation 14: loss -> 1 - 1/L for every scheme that keeps the queue from running empty. In any case, the packets
  // that pass are those with which the link was busy.
  struct Exception {
    const char* id;
    double utilization;
    const char* why;
  };
  const Exception exceptions[] = {
      {"exp_red", 0.975, "serves its virtual queue at 0.98 of the link"},
      {"scalable_control", 0.975, "the same"},
      {"avq", 0.3,
       "adapts at accepted packets only, so that its capacity runs down under traffic that does not answer"},
      {"rem", 0.85, "its price overshoots: at p near 1/2 a step of the queue moves p by more than the loop can bear"},
      {"red_pd", 0.7, "thins a flow that does not answer until RED drops none of it, and lets go in steps"},
      {"cake", 0.98,
       "its COBALT is Linux's, which is a little too strict with a flow that does not answer: cobalt and cake_lite in "
       "profile linux come to the same number, in profile rfc to 0.991"},
      {"sfb", 0.85, "its one flow has all bins to itself, whose levels swing between empty and full"},
  };
  for (const Scheme* scheme : catalogue()) {
    const std::string id(scheme->id());
    double least = 0.985;
    for (const Exception& e : exceptions) {
      if (id == e.id) least = e.utilization;
    }
    for (const double load : {1.2, 2.0}) {
      SCOPED_TRACE(id + " " + std::to_string(load));
      const Metrics m = run(overload(id, load, kSanitized ? 10 : 200)).metrics;
      // The number of Poisson arrivals deviates from its mean by its square root; four times that.
      EXPECT_NEAR(m.loss_ratio, 1 - m.utilization / load, 4 / std::sqrt(m.arrivals));
      if (!kSanitized) {
        EXPECT_GT(m.utilization, least);
      }
    }
  }
}

}  // namespace
}  // namespace aqm::test
