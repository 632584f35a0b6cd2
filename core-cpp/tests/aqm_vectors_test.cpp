// The test vectors of the specification sheet (data/aqm-vectors.json), one test each, through the laws and disciplines
// themselves. Where a vector dictates the queue, Bench::find does. udp_equilibrium, which needs a simulation, is in
// aqm_equilibrium_test.cpp.
#include <gtest/gtest.h>

#include <cmath>

#include "parts/load_estimator.hpp"
#include "parts/pie_controller.hpp"
#include "parts/zombie_list.hpp"
#include "schemes/acred.hpp"
#include "schemes/bred.hpp"
#include "schemes/sared.hpp"
#include "schemes/sred.hpp"
#include "support/discipline.hpp"
#include "support/json.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

const Json& vector_set(const char* key) { return reference("aqm-vectors.json")[key]; }

/// The scheme's own time is irrelevant in most vectors: a packet every millisecond.
double tick(std::size_t i) { return 0.001 * static_cast<double>(i); }

// ---- RED core -------------------------------------------------------------------------------------------------------

TEST(AqmVectors, ewma_const) {
  for (const Json& row : vector_set("ewma_const").items) {
    RedAverage average(row["w"].number, 1250, Profile::rfj93);
    for (int i = 0; i < row["n"].number; ++i) average.update(row["q"].number, 0, true);
    EXPECT_CLOSE(average.value(), row["avg"].number);
  }
}

TEST(AqmVectors, ewma_idle) {
  for (const Json& row : vector_set("ewma_idle").items) {
    for (const Profile profile : {Profile::rfj93, Profile::ns2}) {
      RedAverage average(row["w"].number, row["ptc_pps"].number, profile);
      average.set(row["avg0"].number);
      average.set_idle(0);
      average.update(0, from_seconds(row["idle_s"].number), false);
      EXPECT_CLOSE(average.value(), row[profile == Profile::rfj93 ? "avg_rfj93" : "avg_ns2"].number);
    }
  }
}

TEST(AqmVectors, count_pa) {
  for (const Json& row : vector_set("count_pa").items) {
    EXPECT_CLOSE(count_law(row["p_b"].number, row["count"].number, CountMode::uniform), row["p_a"].number);
    EXPECT_CLOSE(count_law(row["p_b"].number, row["count"].number, CountMode::wait), row["p_a_wait"].number);
  }
}

void follow_red_trace(const Json& trace, double profile) {
  const Json& p = trace["params"];
  Bench red("red", {{"min_th", p["min"].number},
                    {"max_th", p["max"].number},
                    {"max_p", p["max_p"].number},
                    {"w_q", p["w"].number},
                    {"profile", profile}});
  bool above = false;
  for (std::size_t i = 0; i < trace["steps"].size(); ++i) {
    const Json& step = trace["steps"].at(i);
    SCOPED_TRACE(i);
    const bool dropped = is_drop(red.find(static_cast<int>(step["q"].number), tick(i), step["u"].number));
    EXPECT_EQ(dropped, step["drop"].truth());
    EXPECT_CLOSE(red.state("avg"), step["avg"].number);
    EXPECT_CLOSE(red.state("p_a"), step["p_a"].number);
    // The trace contains the count that was used; the state is the count after a possible drop.
    EXPECT_EQ(red.state("count"), dropped ? 0 : step["count"].number);
    // Profile ns2 ignores the curve at the first arrival above min_th; p_b is recorded nevertheless.
    const bool first_above = !above && red.state("avg") >= p["min"].number;
    if (profile == 0 || !first_above) {
      EXPECT_CLOSE(red.state("p_b"), step["p_b"].number);
    }
    above = red.state("avg") >= p["min"].number;
  }
}
TEST(AqmVectors, red_trace) { follow_red_trace(vector_set("red_trace"), 0); }
TEST(AqmVectors, red_trace_ns2) { follow_red_trace(vector_set("red_trace_ns2"), 1); }

/// Drops one after the other at a constant p_b, straight through RED's gate.
class ConstantGate {
 public:
  explicit ConstantGate(CountMode mode) : gate_(params(mode)) { params_ = params(mode); }
  bool drops(double p_b, Rng& rng) { return is_drop(gate_.decide(params_, Packet{}, false, 50, p_b, rng.uniform())); }

 private:
  static RedParams params(CountMode mode) {
    RedParams p;
    p.count_mode = mode;
    return p;
  }
  RedParams params_;
  RedGate gate_;
};

/// Pearson's statistic against the uniform distribution on {1, ..., bins}.
double chi_squared(const std::vector<double>& counts, double total) {
  const double expected = total / static_cast<double>(counts.size());
  double sum = 0;
  for (const double n : counts) sum += (n - expected) * (n - expected) / expected;
  return sum;
}

TEST(AqmVectors, gap_law) {
  // 100,000 gaps each; the 99.9 % points of chi squared with 19 and 18 degrees of freedom are 43.8 and 42.3.
  const Json& v = vector_set("gap_law");
  const double p_b = v["p_b"].number;
  constexpr int kGaps = 100'000;
  std::vector<double> first(20), later(19);
  Rng rng(7);
  for (int i = 0; i < kGaps; ++i) {
    ConstantGate gate(CountMode::uniform);
    for (std::vector<double>* counts : {&first, &later}) {
      std::size_t gap = 1;
      while (!gate.drops(p_b, rng)) ++gap;
      ASSERT_LE(gap, counts->size());
      (*counts)[gap - 1] += 1;
    }
  }
  EXPECT_EQ(v["first_gap"]["support"].text, "1..20");
  EXPECT_EQ(v["later_gap"]["support"].text, "1..19");
  EXPECT_LT(chi_squared(first, kGaps), 43.8);
  EXPECT_LT(chi_squared(later, kGaps), 42.3);
}

TEST(AqmVectors, eff_rate) {
  // Batches of 5,000 arrivals; the mean within four of its standard errors (99.99 % confidence).
  for (const Json& row : vector_set("eff_rate").items) {
    const std::pair<CountMode, const char*> modes[] = {
        {CountMode::uniform, "uniform"}, {CountMode::wait, "wait"}, {CountMode::none, "none"}};
    for (const auto& [mode, key] : modes) {
      ConstantGate gate(mode);
      Rng rng(11);
      double sum = 0, squares = 0;
      const int kBatches = kSanitized ? 20 : 200;
      constexpr int kBatch = 5000;
      for (int b = 0; b < kBatches; ++b) {
        int drops = 0;
        for (int i = 0; i < kBatch; ++i) drops += gate.drops(row["p_b"].number, rng);
        const double rate = static_cast<double>(drops) / kBatch;
        sum += rate;
        squares += rate * rate;
      }
      const double mean = sum / kBatches;
      const double error = std::sqrt(std::max(0.0, squares / kBatches - mean * mean) / kBatches);
      EXPECT_NEAR(mean, row[key].number, 4 * error + 1e-6) << key << " " << row["p_b"].number;
    }
  }
}

// ---- static curves --------------------------------------------------------------------------------------------------

TEST(AqmVectors, curves) {
  const Json& v = vector_set("curves");
  const Settings common{{"min_th", v["params"]["min"].number}, {"max_th", v["params"]["max"].number}};
  const auto bench = [&](const std::string& id, Settings extra) {
    if (id != "dsred") extra.push_back({"max_p", v["params"]["max_p"].number});
    extra.insert(extra.end(), common.begin(), common.end());
    return Bench(id, extra);
  };
  const std::pair<const char*, Bench> schemes[] = {{"red", bench("red", {})},
                                                   {"gred", bench("gred", {})},
                                                   {"ured(U=180)", bench("ured", {{"u_th", 180}})},
                                                   {"nlred(c=1.5)", bench("nlred", {{"coeff", 1.5}})},
                                                   {"nlred(c=1)", bench("nlred", {{"coeff", 1}})},
                                                   {"mred_z", bench("mred_z", {})},
                                                   {"dsred(g=.96)", bench("dsred", {{"gamma", 0.96}})},
                                                   {"tred", bench("tred", {})},
                                                   {"smred", bench("smred", {})}};
  for (const Json& row : v["rows"].items) {
    for (const auto& [key, scheme] : schemes) {
      // Rounded to seven digits after the point.
      EXPECT_NEAR(scheme.curve(row["avg"].number), row[key].number, std::max(1e-6 * row[key].number, 5.1e-9))
          << key << " " << row["avg"].number;
    }
  }
}

TEST(AqmVectors, wred) {
  const Json& v = vector_set("wred");
  Bench wred("wred");
  wred.values.lists = {{}};
  for (const char* c : {"0", "1", "2"}) {
    for (const double x : v["profiles"][c].numbers()) wred.values.lists[0].push_back(x);
  }
  for (const Json& row : v["rows"].items) {
    for (int c = 0; c < 3; ++c) {
      EXPECT_CLOSE(wred.curve(row["avg"].number, c), row[std::to_string(c)].number) << c << " " << row["avg"].number;
    }
  }
}

TEST(AqmVectors, mred_f) {
  const Json& v = vector_set("mred_f");
  const double max_th = v["params"]["max"].number;
  const std::pair<const char*, double> laws[] = {{"extend", 0}, {"hold", 1}};
  for (const auto& [key, law] : laws) {
    const Bench scheme("mred_f", {{"min_th", v["params"]["min"].number},
                                  {"max_th", max_th},
                                  {"max_p", v["params"]["max_p"].number},
                                  {"over_law", law}});
    for (const Json& row : v["rows"].items) {
      EXPECT_CLOSE(scheme.curve(row["avg"].number, row["q"].number >= max_th ? 1 : 0), row[key].number)
          << key << " " << row["avg"].number << " " << row["q"].number;
    }
  }
}

TEST(AqmVectors, ered_thr) {
  const Json& v = vector_set("ered_thr");
  const Bench ered("ered", {{"min_th", v["min"].number}, {"max_th", v["max"].number}});
  EXPECT_CLOSE(ered.computed("min_th'"), v["min'"].number);
  EXPECT_CLOSE(ered.computed("max_th'"), v["max'"].number);
  EXPECT_CLOSE(ered.computed("1.75 max_th"), v["1.75max"].number);
  EXPECT_CLOSE(ered.computed("K"), v["K"].number);
  EXPECT_CLOSE(ered.computed("N"), v["N"].number);
}

TEST(AqmVectors, ered_exp) {
  const Bench scheme("exp_red", {{"min_th", 20}, {"max_th", 120}, {"p_min", 0.001}, {"p_top", 0.1}});
  for (const Json& row : vector_set("ered_exp").items) {
    EXPECT_CLOSE(scheme.curve(row["b"].number), row["p"].number) << row["b"].number;
  }
}

TEST(AqmVectors, green) {
  for (const Json& row : vector_set("green").items) {
    const LinkInfo link{row["L"].number, 400, static_cast<int>(row["mss_bits"].number / 8)};
    const Bench green("green", {{"c", row["c"].number}, {"rtt", row["rtt"].number}}, link);
    EXPECT_CLOSE(green.curve(row["N"].number), row["p"].number);
  }
}

TEST(AqmVectors, bred) {
  for (const Json& row : vector_set("bred").items) {
    const BredBands b = bred_bands(row["N"].number, row["B"].number, 1.5, 0.75);
    EXPECT_CLOSE(b.l1, row["l1"].number);
    EXPECT_CLOSE(b.l2, row["l2"].number);
    EXPECT_CLOSE(b.w_m, row["wm"].number);
    EXPECT_CLOSE(b.p1, row["p1"].number);
    EXPECT_CLOSE(b.p2, row["p2"].number);
    const Bench scheme("bred", {}, {10e6, static_cast<int>(row["B"].number), 1000});
    const Settings state{{"N", row["N"].number}};
    EXPECT_CLOSE(scheme.curve(0.99 * row["l1"].number, 0, state), 0);
    EXPECT_CLOSE(scheme.curve(1.01 * row["l1"].number, 0, state), row["p1"].number);
    EXPECT_CLOSE(scheme.curve(1.01 * row["l2"].number, 0, state), row["p2"].number);
    EXPECT_CLOSE(scheme.curve(1.01 * row["wm"].number, 0, state), 1);
  }
}

TEST(AqmVectors, sred) {
  const Json& v = vector_set("sred");
  const double buffer = v["params"]["B"].number, p_max = v["params"]["p_max"].number;
  const Bench scheme("sred", {{"p_max", p_max}}, {10e6, static_cast<int>(buffer), 1000});
  for (const Json& row : v["rows"].items) {
    const double q = row["q"].number, frequency = row["P"].number;
    const double steps = sred_steps(q, buffer, p_max);
    EXPECT_CLOSE(steps, row["p_sred"].number);
    EXPECT_CLOSE(sred_simple(steps, frequency), row["simple"].number);
    EXPECT_CLOSE(sred_full(steps, frequency, row["hit"].truth()), row["full"].number);
    if (q < buffer) {
      EXPECT_CLOSE(scheme.curve(q, 0, {{"P", frequency}}), row["simple"].number);
    }
  }
}

TEST(AqmVectors, sred_P_mean_field) {
  // The mean of the frequency obeys the frequency's own recursion with the mean hit, 1/N.
  const Json& v = vector_set("sred_P_mean_field");
  double p = 0;
  int n = 0;
  for (const Json& row : v["steps"].items) {
    for (; n < row["n"].number; ++n) p = hit_frequency(p, 1 / v["flows"].number, v["alpha"].number);
    EXPECT_CLOSE(p, row["P"].number);
  }
}

// ---- SARED ----------------------------------------------------------------------------------------------------------

/// A link for which 40,000 rho bytes in the window of 0.1 s are the load rho.
constexpr double kLoadRate = 3.2e6;
int load_bytes(double rho) { return static_cast<int>(std::lround(40'000 * rho)); }

TEST(AqmVectors, load) {
  for (const Json& row : vector_set("load").items) {
    EXPECT_CLOSE(offered_load(row["arrived_bytes"].number, row["window_s"].number, row["mu_bps"].number),
                 row["rho"].number);
    // The same bytes in five packets, after a second of other traffic that has left the window.
    LoadEstimator load(row["window_s"].number);
    for (int i = 0; i < 100; ++i) load.update(i * 10'000'000, 3000, row["mu_bps"].number);
    double rho = 0;
    for (int i = 0; i < 5; ++i) {
      rho = load.update(kSecond + 200'000'000 + i * 9'000'000, static_cast<int>(row["arrived_bytes"].number / 5),
                        row["mu_bps"].number);
    }
    EXPECT_CLOSE(rho, row["rho"].number);
  }
}

TEST(AqmVectors, sared) {
  const Json& v = vector_set("sared");
  const Settings params{{"min_th", v["params"]["min"].number},
                        {"max_th", v["params"]["max"].number},
                        {"k", v["params"]["k"].number},
                        {"epsilon", v["params"]["eps"].number}};
  Bench scheme("sared", params, {kLoadRate, 400, 1000});
  double at = 0;
  for (const Json& row : v["modes"].items) {
    at += 0.25;
    const int bytes = load_bytes(row["rho"].number);
    scheme.arrive(at, Bench::kNoDrop, bytes / 2);
    scheme.arrive(at, Bench::kNoDrop, bytes - bytes / 2);
    EXPECT_CLOSE(scheme.state("rho"), row["rho"].number);
    EXPECT_CLOSE(scheme.state("x"), row["x"].number);
    EXPECT_CLOSE(scheme.state("n"), row["n"].number);
    EXPECT_CLOSE(scheme.state("max_p"), row["max_p"].number);
  }
  EXPECT_EQ(scheme.computed("exponent at low load"), v["modes"].at(0)["floor_n"].number);
  EXPECT_EQ(scheme.computed("exponent at moderate load"), v["modes"].at(2)["floor_n"].number);
  EXPECT_EQ(scheme.computed("exponent at high load"), v["modes"].at(5)["floor_n"].number);

  Settings gentle_params = params;
  gentle_params.push_back({"gentle", 1});
  const Bench gentle("sared", gentle_params);
  const char* keys[] = {"x=0.25", "x=1", "x=2"};
  for (const Json& row : v["rows"].items) {
    for (int i = 0; i < 3; ++i) {
      const double avg = row["avg"].number;
      EXPECT_CLOSE(scheme.curve(avg, i), row[keys[i]].number) << avg << " " << keys[i];
      EXPECT_CLOSE(gentle.curve(avg, i), row["gentle " + std::string(keys[i])].number) << avg << " " << keys[i];
    }
  }
}

TEST(AqmVectors, sared_k3) {
  const Json& v = vector_set("sared_k3");
  const char* loads[] = {"low", "moderate", "high"};
  for (std::size_t i = 0; i < 3; ++i) {
    const Json& row = v["modes"].at(i);
    Bench scheme("sared", {{"k", v["params"]["k"].number},
                           {"epsilon", v["params"]["eps"].number},
                           {"load_mode", static_cast<double>(i + 1)}});
    scheme.arrive(0);
    EXPECT_CLOSE(scheme.state("x"), row["x"].number);
    EXPECT_CLOSE(scheme.state("n"), row["n"].number);
    EXPECT_CLOSE(scheme.state("max_p"), row["max_p"].number);
    EXPECT_EQ(scheme.computed(std::string("exponent at ") + loads[i] + " load"), row["floor_n"].number);
  }
}

TEST(AqmVectors, sared_trace) {
  const Json& v = vector_set("sared_trace");
  const Json& p = v["params"];
  SaredParams params;
  params.min_th = p["min"].number;
  params.max_th = p["max"].number;
  params.w_q = p["w"].number;
  params.k = p["k"].number;
  params.epsilon = p["eps"].number;
  const LinkInfo link{kLoadRate, 400, 1000};
  SaredLaw::derive(params, link);
  RedControl<SaredLaw> control(params, link);
  control.set_average(p["avg0"].number);
  for (std::size_t i = 0; i < v["steps"].size(); ++i) {
    const Json& step = v["steps"].at(i);
    SCOPED_TRACE(i);
    Packet packet;
    packet.size = static_cast<std::uint16_t>(load_bytes(step["rho"].number));
    const Arrival arrival{from_seconds(0.25 * static_cast<double>(i + 1)), step["u"].number, true};
    const bool dropped = is_drop(control.arrive(static_cast<int>(step["q"].number), 0, packet, arrival));
    EXPECT_EQ(dropped, step["drop"].truth());
    double row[kRedStates + 4];
    control.observe(row);
    EXPECT_CLOSE(row[0], step["avg"].number);
    EXPECT_CLOSE(row[1], step["p_b"].number);
    EXPECT_CLOSE(row[2], step["p_a"].number);
    EXPECT_EQ(row[3], dropped ? 0 : step["count"].number);
    EXPECT_CLOSE(row[4], step["rho"].number);
    EXPECT_EQ(std::floor(row[6] + 1e-9), step["n"].number);
    EXPECT_CLOSE(row[7], step["max_p"].number);
  }
}

// ---- RRMDP, AQMRD, AC-RED -------------------------------------------------------------------------------------------

TEST(AqmVectors, rrmdp) {
  const Json& v = vector_set("rrmdp");
  const std::pair<const char*, double> exponents[] = {{"n=0.5", 0.5}, {"n=1", 1}, {"n=2", 2}, {"n=3", 3}};
  for (const auto& [key, n] : exponents) {
    const Bench scheme("rrmdp", {{"min_th", v["params"]["min"].number},
                                 {"max_th", v["params"]["max"].number},
                                 {"max_p", v["params"]["max_p"].number},
                                 {"n", n}});
    for (const Json& row : v["rows"].items) {
      EXPECT_CLOSE(scheme.curve(row["avg"].number), row[key].number) << key << " " << row["avg"].number;
    }
  }
  Bench state("rrmdp", {{"w_q", 0.9999}});
  for (const Json& row : v["rows"].items) {
    const double avg = row["avg"].number;
    if (avg != std::floor(avg)) continue;  // a queue is a whole number of packets
    state.settle(static_cast<int>(avg));
    EXPECT_NEAR(state.state("gamma"), row["gamma"].number, 1e-9);
  }
  for (const Json& row : v["clamp"].items) {
    const Bench scheme("rrmdp", {{"max_p", row["max_p"].number}, {"n", row["n"].number}});
    EXPECT_CLOSE(scheme.curve(row["avg"].number), row["p"].number) << row["avg"].number;
  }
}

TEST(AqmVectors, aqmrd_trace) {
  const Json& v = vector_set("aqmrd_trace");
  const Json& p = v["params"];
  Bench scheme("aqmrd", {{"min_th", p["min"].number},
                         {"max_th", p["max"].number},
                         {"max_p", p["max_p"].number},
                         {"w_q", p["w"].number},
                         {"mid_th0", p["mid0"].number}});
  for (std::size_t i = 0; i < v["steps"].size(); ++i) {
    const Json& step = v["steps"].at(i);
    SCOPED_TRACE(i);
    const bool dropped = is_drop(scheme.find(static_cast<int>(step["q"].number), tick(i)));
    EXPECT_EQ(dropped, step["p_a"].number == 1);
    EXPECT_CLOSE(scheme.state("avg"), step["avg"].number);
    EXPECT_CLOSE(scheme.state("davg"), step["davg"].number);
    EXPECT_CLOSE(scheme.state("mid_th"), step["mid"].number);
    EXPECT_CLOSE(scheme.state("p_b"), step["p_b"].number);
    EXPECT_CLOSE(scheme.state("p_a"), step["p_a"].number);
    EXPECT_EQ(scheme.state("count"), dropped ? 0 : step["count"].number);
  }
}

TEST(AqmVectors, aqmrd_curve) {
  const Json& v = vector_set("aqmrd_curve");
  const Bench scheme("aqmrd", {{"min_th", v["params"]["min"].number},
                               {"max_th", v["params"]["max"].number},
                               {"max_p", v["params"]["max_p"].number}});
  for (const Json& row : v["rows"].items) {
    const Settings state{{"mid_th", row["mid"].number}};
    EXPECT_CLOSE(scheme.curve(row["avg"].number, 0, state), row["davg_pos"].number) << row["avg"].number;
    EXPECT_CLOSE(scheme.curve(row["avg"].number, 1, state), row["davg_nonpos"].number) << row["avg"].number;
  }
}

Settings acred_settings(const Json& p) {
  return {{"min_th", p["min"].number},
          {"max_th", p["max"].number},
          {"max_p", p["max_p"].number},
          {"ac_th", p["AC_th"].number}};
}

TEST(AqmVectors, acred_curve) {
  const Json& v = vector_set("acred_curve");
  const Bench printed("acred", acred_settings(v["params"]));
  Settings third = acred_settings(v["params"]);
  third.push_back({"p1_coeff", 1.0 / 3});
  const Bench bounded("acred", third);
  for (const Json& row : v["rows"].items) {
    const Settings state{{"mid_th", row["mid"].number}};
    const double avg = row["avg"].number;
    EXPECT_CLOSE(printed.curve(avg, 0, state), row["P1"].number) << avg << " " << row["mid"].number;
    EXPECT_CLOSE(bounded.curve(avg, 0, state), row["P1_c13"].number) << avg << " " << row["mid"].number;
    EXPECT_CLOSE(printed.curve(avg, 1, state), row["P2"].number) << avg << " " << row["mid"].number;
    EXPECT_CLOSE(printed.curve(avg, 2, state), row["P3"].number) << avg << " " << row["mid"].number;
  }
}

TEST(AqmVectors, acred_clamp) {
  for (const Json& row : vector_set("acred_clamp").items) {
    const Bench scheme("acred", {{"max_p", row["max_p"].number}});
    const double p = scheme.curve(row["avg"].number, 0, {{"mid_th", row["mid"].number}});
    EXPECT_CLOSE(p, row["clamped"].number);
    EXPECT_CLOSE(p, std::min(1.0, row["raw"].number));
  }
}

TEST(AqmVectors, acred_mid) {
  const Json& v = vector_set("acred_mid");
  AcredParams p;
  p.min_th = v["min"].number;
  p.max_th = v["max"].number;
  p.mid_th0 = v["mid0"].number;
  AcredLaw::Dynamic d = AcredLaw::initial(p);
  for (const Json& step : v["steps"].items) {
    AcredLaw::set_change(p, d, 40, step["dave"].number);
    EXPECT_CLOSE(d.mid_th, step["mid"].number);
  }
}

TEST(AqmVectors, acred_sign_rule) {
  for (const Json& row : vector_set("acred_sign_rule").items) {
    AcredParams p;
    p.max_th = 60;
    p.w_q = row["w"].number;
    RedControl<AcredLaw> control(p, {10e6, 400, 1000});
    control.set_average(row["avg_prev"].number);
    control.arrive(static_cast<int>(row["q"].number), 0, Packet{}, {0, Bench::kNoDrop, true});
    EXPECT_NEAR(control.dynamic().davg, row["dave"].number, 1e-12);
    EXPECT_EQ(control.dynamic().law, row["law"].number);
  }
}

TEST(AqmVectors, acred_trace) {
  const Json& v = vector_set("acred_trace");
  const Json& p = v["params"];
  AcredParams params;
  params.min_th = p["min"].number;
  params.max_th = p["max"].number;
  params.max_p = p["max_p"].number;
  params.ac_th = p["AC_th"].number;
  params.w_q = p["w"].number;
  params.mid_th0 = p["mid0"].number;
  RedControl<AcredLaw> control(params, {10e6, 400, 1000});
  control.set_average(p["avg0"].number);
  for (std::size_t i = 0; i < v["steps"].size(); ++i) {
    const Json& step = v["steps"].at(i);
    SCOPED_TRACE(i);
    const Arrival arrival{from_seconds(tick(i)), Bench::kNoDrop, true};
    const bool dropped = is_drop(control.arrive(static_cast<int>(step["q"].number), 0, Packet{}, arrival));
    EXPECT_EQ(dropped, step["p_a"].number == 1);
    double row[kRedStates + 3];
    control.observe(row);
    EXPECT_CLOSE(row[0], step["avg"].number);
    EXPECT_CLOSE(row[1], step["p_b"].number);
    EXPECT_CLOSE(row[2], step["p_a"].number);
    EXPECT_EQ(row[3], dropped ? 0 : step["count"].number);
    EXPECT_NEAR(row[4], step["dave"].number, 1e-6 * std::fabs(step["dave"].number) + 1e-12);
    EXPECT_CLOSE(row[5], step["mid"].number);
    EXPECT_EQ(row[6], step["law"].number);
  }
}

// ---- adapted max_p --------------------------------------------------------------------------------------------------

/// Brings the average to that of each step, lets the timer fire, and compares max_p (and the curve, if the trace has
/// it).
void follow_adaptation(const std::string& id, const Json& v) {
  const Json& p = v["params"];
  Bench scheme(
      id, {{"min_th", p["min"].number}, {"max_th", p["max"].number}, {"max_p", p["max_p0"].number}, {"w_q", 0.9999}});
  for (const Json& step : v["steps"].items) {
    scheme.settle(static_cast<int>(step["avg"].number));
    ASSERT_EQ(scheme.state("avg"), step["avg"].number);
    scheme.timer();
    EXPECT_CLOSE(scheme.state("max_p"), step["max_p"].number);
    if (step.has("p_b")) {
      EXPECT_CLOSE(scheme.curve(step["avg"].number, 0, {{"max_p", scheme.state("max_p")}}), step["p_b"].number);
    }
  }
}
TEST(AqmVectors, ared_trace) { follow_adaptation("ared", vector_set("ared_trace")); }
TEST(AqmVectors, reared_trace) { follow_adaptation("reared", vector_set("reared_trace")); }
TEST(AqmVectors, cared_trace) { follow_adaptation("cared", vector_set("cared_trace")); }
TEST(AqmVectors, anlred_trace) { follow_adaptation("anlred", vector_set("anlred_trace")); }
TEST(AqmVectors, qared_trace) { follow_adaptation("qared", vector_set("qared_trace")); }

TEST(AqmVectors, reared_limits) {
  for (const Json& row : vector_set("reared_limits").items) {
    for (const char* id : {"reared", "anlred"}) {
      Bench scheme(id, {{"max_p", row["mp0"].number}, {"w_q", 0.9999}});
      scheme.settle(static_cast<int>(row["avg"].number));
      scheme.timer();
      EXPECT_CLOSE(scheme.state("max_p"), row["mp1"].number) << id;
      EXPECT_CLOSE(scheme.state("max_p"), std::clamp(row["unclamped"].number, 0.01, 0.5)) << id;
    }
  }
}

TEST(AqmVectors, scred_trace) {
  const Json& v = vector_set("scred_trace");
  const Json& p = v["params"];
  Bench scheme("scred", {{"min_th", p["min"].number},
                         {"max_th", p["max"].number},
                         {"max_p", p["max_p0"].number},
                         {"alpha", p["alpha"].number},
                         {"beta", p["beta"].number},
                         {"w_q", 0.9999}});
  for (const Json& step : v["steps"].items) {
    scheme.settle(static_cast<int>(step["avg"].number));
    EXPECT_CLOSE(scheme.state("max_p"), step["max_p"].number);
    const double status = scheme.state("status");
    EXPECT_EQ(status < 0 ? "below" : status > 0 ? "above" : "between", step["status"].text);
  }
}

TEST(AqmVectors, ared_auto) {
  for (const Json& row : vector_set("ared_auto").items) {
    for (const char* id : {"ared", "anlred"}) {
      const Bench scheme(id, {{"auto", 1}, {"target_delay", row["target_delay"].number}},
                         {row["C_pps"].number * 8000, 400, 1000});
      for (const char* name : {"w_q", "min_th", "max_th"}) {
        EXPECT_CLOSE(scheme.computed(name), row[name].number) << id << " " << name;
      }
    }
  }
}

// ---- controllers ----------------------------------------------------------------------------------------------------

TEST(AqmVectors, blue) {
  const Json& v = vector_set("blue");
  const Json& p = v["params"];
  Bench scheme("blue", {{"d1", p["d1"].number}, {"d2", p["d2"].number}, {"freeze_time", p["freeze"].number}},
               {10e6, 10, 1000});
  for (const Json& step : v["steps"].items) {
    const double before = scheme.state("p_m"), t = step["t"].number;
    if (step["event"].text == "full") {
      EXPECT_EQ(scheme.find(10, t), Fate::dropped_overflow);
    } else {
      scheme.discipline->on_idle(from_seconds(t));
    }
    EXPECT_CLOSE(scheme.state("p_m"), step["p_m"].number);
    EXPECT_EQ(scheme.state("p_m") != before, step["changed"].truth());
  }
}

TEST(AqmVectors, rem) {
  const Json& v = vector_set("rem");
  const Json& p = v["params"];
  Bench scheme("rem",
               {{"phi", p["phi"].number},
                {"alpha", p["alpha"].number},
                {"gamma", p["gamma"].number},
                {"target", p["bstar"].number},
                {"interval", p["T"].number}},
               {p["ptc"].number * 8000, 400, 1000});
  for (const Json& step : v["steps"].items) {
    for (int i = 0; i < step["arrivals"].number; ++i) scheme.find(0, 0);
    Dictate::queue(*scheme.discipline, static_cast<int>(step["q"].number), 1000);
    scheme.timer();
    EXPECT_CLOSE(scheme.state("price"), step["price"].number);
    EXPECT_CLOSE(scheme.state("p"), step["prob"].number);
  }
  for (const Json& row : v["price_for_prob"].items) {
    EXPECT_CLOSE(scheme.curve(row["price"].number), row["prob"].number);
  }
}

TEST(AqmVectors, pi) {
  const Json& v = vector_set("pi");
  const Json& p = v["params"];
  Bench scheme("pi",
               {{"a", p["a"].number}, {"b", p["b"].number}, {"rate", p["w_hz"].number}, {"target", p["qref"].number}});
  for (const Json& step : v["steps"].items) {
    Dictate::queue(*scheme.discipline, static_cast<int>(step["q"].number), 1000);
    scheme.timer();
    EXPECT_CLOSE(scheme.state("p"), step["p"].number);
  }
}

TEST(AqmVectors, pie) {
  const Json& v = vector_set("pie");
  const Json& p = v["params"];
  Bench scheme("pie", {{"target", p["ref"].number},
                       {"alpha", p["alpha"].number},
                       {"beta", p["beta"].number},
                       {"interval", p["T"].number},
                       {"max_burst", 0}});
  double t = 0;
  for (const Json& step : v["steps"].items) {
    // Two packets wait; the first leaves after qdelay, the second is removed after the update.
    scheme.arrive(t);
    scheme.arrive(t);
    t += step["qdelay"].number;
    ASSERT_TRUE(scheme.depart(t));
    scheme.timer();
    EXPECT_CLOSE(scheme.state("p"), step["p"].number);
    ASSERT_TRUE(scheme.depart(t));
  }
}

TEST(AqmVectors, pie_scale) {
  for (const Json& row : vector_set("pie_scale").items) {
    EXPECT_CLOSE(pie_step(PieParams{}, row["p0"].number, row["qdelay"].number, row["qold"].number), row["p1"].number);
  }
}

TEST(AqmVectors, dred) {
  const Json& v = vector_set("dred");
  const Json& p = v["params"];
  Bench scheme("dred", {{"alpha", p["alpha"].number}, {"beta", p["beta"].number}, {"target", p["T"].number}},
               {10e6, static_cast<int>(p["B"].number), 1000});
  Dictate::queue(*scheme.discipline, static_cast<int>(p["T"].number) + 30, 1000);
  int n = 0;
  for (const Json& step : v["steps"].items) {
    for (; n < step["n"].number; ++n) scheme.timer();
    EXPECT_CLOSE(scheme.state("e_hat"), step["e_hat"].number);
    EXPECT_CLOSE(scheme.state("p"), step["p"].number);
  }
}

TEST(AqmVectors, lred) {
  const Json& v = vector_set("lred");
  const Json& p = v["params"];
  Bench scheme(
      "lred", {{"M", p["M"].number}, {"m_w", p["m_w"].number}, {"beta", p["beta"].number}, {"target", p["q0"].number}});
  for (const Json& step : v["steps"].items) {
    for (int i = 0; i < step["arrivals"].number; ++i) {
      const bool lost = i < step["drops"].number;
      EXPECT_EQ(is_drop(scheme.find(lost ? scheme.link.buffer : 0, 0)), lost);
    }
    scheme.timer();
    EXPECT_CLOSE(scheme.state("l"), step["lbar"].number);
    EXPECT_CLOSE(scheme.curve(step["q"].number, 0, {{"l", scheme.state("l")}}), step["p"].number);
  }
}

TEST(AqmVectors, avq) {
  const Json& v = vector_set("avq");
  const Json& p = v["params"];
  Bench scheme("avq", {{"gamma", p["gamma"].number}, {"alpha", p["alpha"].number}},
               {p["C_pps"].number * 8000, static_cast<int>(p["B_virtual"].number), 1000});
  for (const Json& step : v["steps"].items) {
    EXPECT_EQ(is_drop(scheme.find(0, step["t"].number)), step["signal"].truth());
    EXPECT_CLOSE(scheme.state("vq"), step["vq"].number);
    EXPECT_CLOSE(scheme.state("ctilde"), step["ctilde"].number);
  }
}

TEST(AqmVectors, dualpi2) {
  const Json& v = vector_set("dualpi2");
  const Json& p = v["params"];
  Bench scheme("dualpi2", {{"target", p["target"].number},
                           {"interval", p["T"].number},
                           {"alpha", p["alpha"].number},
                           {"beta", p["beta"].number},
                           {"k", p["k"].number}});
  for (const Json& step : v["steps"].items) {
    const double now = to_seconds(scheme.discipline->next_timer());
    if (step["qdelay"].number > 0) scheme.arrive(now - step["qdelay"].number);
    scheme.timer();
    EXPECT_CLOSE(scheme.state("p"), step["p_base"].number);
    EXPECT_CLOSE(scheme.state("p_C"), step["p_C"].number);
    EXPECT_CLOSE(scheme.state("p_L"), step["p_CL"].number);
    while (scheme.depart(now)) {}
  }
}

// ---- head drops and flow queueing -----------------------------------------------------------------------------------

TEST(AqmVectors, codel) {
  // 20,000 packets wait from the start; one leaves every 0.1 ms, so the delay stays above the target.
  const Json& v = vector_set("codel");
  const Json& p = v["params"];
  Bench scheme("codel", {{"target", p["target"].number}, {"interval", p["interval"].number}}, {10e6, 30'000, 1000});
  for (int i = 0; i < 20'000; ++i) scheme.arrive(0);
  std::size_t seen = 0;
  for (int i = 1; seen < v["steps"].size(); ++i) {
    const double now = 1e-4 * i;
    ASSERT_TRUE(scheme.depart(now));
    if (scheme.late.drops.size() == seen) continue;
    const Json& step = v["steps"].at(seen++);
    ASSERT_EQ(scheme.late.drops.size(), seen);
    const double first = to_seconds(scheme.late.drops.front().at);
    EXPECT_EQ(step["drop"].number, seen);
    EXPECT_EQ(scheme.state("count"), step["count"].number);
    EXPECT_CLOSE(scheme.state("drop_next") - first, step["next"].number);
    // The drop comes with the first packet that leaves when it is due.
    EXPECT_GE(now - first, step["t"].number - 1e-9);
    EXPECT_LT(now - first, step["t"].number + 1.01e-4);
  }
}

TEST(AqmVectors, fqcodel_drr) {
  struct Sizes {
    int a, b;
  };
  const Sizes packets[] = {{4, 8}, {3, 8}};
  for (std::size_t i = 0; i < 2; ++i) {
    const Json& v = vector_set("fqcodel_drr").at(i);
    ASSERT_EQ(v["A"].text, std::to_string(packets[i].a) + "x1500 B");
    ASSERT_EQ(v["B"].text, std::to_string(packets[i].b) + "x300 B");
    Bench scheme("fq_codel", {{"quantum", v["quantum"].number}});
    for (int n = 0; n < packets[i].a; ++n) scheme.arrive(0, 0.5, 1500, 0);
    for (int n = 0; n < packets[i].b; ++n) scheme.arrive(0, 0.5, 300, 1);
    std::string order;
    while (scheme.depart(0)) order += scheme.departed.flow == 0 ? 'A' : 'B';
    EXPECT_EQ(order, v["order"].text);
  }
}

TEST(AqmVectors, cobalt) {
  const Json& v = vector_set("cobalt");
  const Json& p = v["params"];
  Bench scheme("cobalt",
               {{"increment", p["inc"].number}, {"decrement", p["dec"].number}, {"target", p["target"].number}},
               {10e6, 10, 1000});
  double t = 0;
  for (int i = 1; i <= 10; ++i, t += 0.006) {
    EXPECT_EQ(scheme.find(10, t), Fate::dropped_overflow);
    EXPECT_EQ(scheme.find(10, t + 0.001), Fate::dropped_overflow);  // too soon to count
    if (i == 1) {
      EXPECT_CLOSE(scheme.state("p_drop"), v["steps"].at(0)["p"].number);
    }
  }
  EXPECT_CLOSE(scheme.state("p_drop"), v["steps"].at(1)["p"].number);
  Dictate::queue(*scheme.discipline, 0, 1000);
  for (int i = 0; i < 16; ++i, t += 0.006) EXPECT_FALSE(scheme.depart(t));
  EXPECT_CLOSE(scheme.state("p_drop"), v["steps"].at(2)["p"].number);
}

}  // namespace
}  // namespace aqm::test
