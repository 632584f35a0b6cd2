// Every reported equilibrium satisfies the model's own equations, for every scheme, with marks and with drops; and it
// equals the closed form if one is known.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "aqm/fluid_analysis.hpp"
#include "aqm/scheme.hpp"
#include "support/fluid_chains.hpp"
#include "support/fluid_networks.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

constexpr LinkInfo kLink{10e6, 140, 1000};  // 1250 packets/s

std::shared_ptr<const FluidLaw> law_of(const std::string& id, bool ecn, FluidForm form = FluidForm::continuous) {
  FluidChoice choice;
  choice.form = form;
  choice.thinned = !ecn;
  return find_scheme(id)->fluid(defaults(id), kLink, choice).law;
}

FluidConfig under(const std::string& id, double flows, bool ecn, FluidForm form = FluidForm::continuous) {
  FluidConfig config = one_class(flows, 0.074, 1250, 140, law_of(id, ecn, form));
  config.classes[0].ecn = ecn;
  return config;
}

FluidSolution solved(const FluidConfig& config) {
  FluidOptions options;
  options.tolerance = 1e-7;
  options.max_steps = 300'000;
  return solve(config, options);
}

/// All rests of the scheme satisfy the equations; returns how many there are.
int expect_rests(const FluidConfig& config, const FluidSolution* solution, const std::string& what) {
  const std::vector<FluidRest> rests = equilibria(config, 60, solution);
  for (const FluidRest& rest : rests) {
    const bool jumps = std::any_of(rest.links.begin(), rest.links.end(),
                                   [](const FluidLinkRest& link) { return link.kind == RestKind::jump; });
    const bool grows = std::any_of(rest.window.begin(), rest.window.end(), [](double w) { return std::isnan(w); });
    if (jumps || grows) continue;
    EXPECT_LT(rest.residual, 1e-6) << what << ", q = " << rest.queue << ", kind " << static_cast<int>(rest.kind);
  }
  EXPECT_LE(std::count_if(rests.begin(), rests.end(), [](const FluidRest& r) { return r.reached; }), 1) << what;
  return static_cast<int>(rests.size());
}

TEST(FluidRests, SatisfyTheModelsOwnEquations) {
  int rests = 0;
  for (const Scheme* scheme : catalogue()) {
    const std::string id(scheme->id());
    if (law_of(id, true) == nullptr) continue;
    for (const double flows : {8.0, 30.0, 70.0}) {
      if (kSanitized && flows != 30) continue;
      for (const bool ecn : {true, false}) {
        for (const FluidForm form : {FluidForm::continuous, FluidForm::sampled}) {
          if (form == FluidForm::sampled && std::isinf(law_of(id, ecn, form)->interval())) continue;
          const FluidConfig config = under(id, flows, ecn, form);
          const FluidSolution s = solved(config);
          const std::string what = id + (ecn ? " marks " : " drops ") + std::to_string(flows);
          rests += expect_rests(config, s.message.empty() ? &s : nullptr, what);
        }
      }
    }
  }
  EXPECT_GT(rests, kSanitized ? 60 : 200);
}

TEST(FluidRests, OfSeveralClassesAndLinksDoToo) {
  for (const Scheme* scheme : catalogue()) {
    const std::string id(scheme->id());
    if (law_of(id, true) == nullptr) continue;
    FluidConfig two = under(id, 20, false);
    two.classes.push_back(two.classes[0]);
    two.classes[1].propagation = 0.15;
    two.classes[1].ecn = true;
    two.loads = {{FluidCourse(100), false, 0, 0}};
    expect_rests(two, nullptr, id + " classes");
    for (const bool ecn : {true, false}) {
      FluidConfig chain =
          chain_config({link_of(1250, 140, law_of(id, ecn)), link_of(1000, 140, law_of(id, ecn))},
                       {flows_over(0, 1, 12, 0.12), flows_over(0, 0, 20, 0.06), flows_over(1, 1, 15, 0.06)});
      for (FluidClass& c : chain.classes) c.ecn = ecn;
      expect_rests(chain, nullptr, id + " chain");
    }
  }
}

/// Reno flows that are dropped with probability p keep q packets waiting: N sqrt(2 / p) (1 - p) = R C.
double queue_at(double p, double flows) { return flows * std::sqrt(2 / p) * (1 - p) - 0.074 * 1250; }

TEST(FluidRests, OfEachKindOfTcpAreWhatIsPublished) {
  // With marks: Reno W = sqrt(2 / p), clocked by acknowledgements sqrt(2 (1 - p) / p); DCTCP alpha = p and W = 2 / p^2
  // (Alizadeh, Javanmard and Prabhakar 2011); Prague, which reduces at each of m marks a virtual round trip, m^2 = 2 (1
  // - p); the scalable control W = R x_max (1 - p)^(k / R) (Low, Paganini, Wang and Doyle 2003); CUBIC W = (c /
  // b)^(1/4) (R / p)^(3/4) (RFC 9438 figure 5 with windows that do not scatter).
  const auto published = [](const FluidClass& c, double p, double trip) {
    switch (c.tcp) {
      case FluidTcp::reno_acks: return std::sqrt(2 * (1 - p) / p);
      case FluidTcp::dctcp: return 2 / (p * p);
      case FluidTcp::prague: return std::sqrt(2 * (1 - p)) / p * trip / std::max(trip, 0.025);
      case FluidTcp::scalable_control: return trip * c.rate * std::pow(1 - p, c.price_gain / trip);
      case FluidTcp::cubic: return std::pow(c.scaling / c.decrease, 0.25) * std::pow(trip / p, 0.75);
      default: return std::sqrt(2 / p);
    }
  };
  for (const FluidTcp tcp : {FluidTcp::reno, FluidTcp::reno_clocked, FluidTcp::reno_acks, FluidTcp::cubic,
                             FluidTcp::dctcp, FluidTcp::prague, FluidTcp::scalable_control}) {
    FluidConfig config = under("pi", 20, true);
    FluidClass& c = config.classes[0];
    c.tcp = tcp;
    if (tcp == FluidTcp::cubic) {
      c.decrease = 0.3;
      c.scaling = 0.4;
    }
    const FluidRest rest = equilibrium(config, 0);
    ASSERT_EQ(rest.kind, RestKind::interior) << static_cast<int>(tcp);
    EXPECT_LT(rest.residual, 1e-6) << static_cast<int>(tcp);
    const double expected = published(c, rest.probability, rest.round_trip[0]);
    EXPECT_NEAR(rest.window[0] / expected, 1, 1e-6) << static_cast<int>(tcp);
  }
}

TEST(FluidRests, RemWithDropsStandsBelowItsTarget) {
  // The price counts the arrivals, C / (1 - p), as a part of the error: q = q_ref - T C p / ((1 - p) alpha).
  for (const double flows : {10.0, 30.0, 50.0, 60.0}) {
    double low = 1e-6, high = 0.9;
    const auto off = [&](double p) { return queue_at(p, flows) - (20 - 0.002 * 1250 * p / ((1 - p) * 0.1)); };
    for (int i = 0; i < 100; ++i) (off(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);
    const double expected = queue_at(low, flows);
    if (expected <= 0) continue;
    const FluidRest rest = equilibrium(under("rem", flows, false), 0);
    EXPECT_EQ(rest.kind, RestKind::interior) << flows;
    EXPECT_NEAR(rest.queue, expected, 1e-6) << flows;
    EXPECT_NEAR(equilibrium(under("rem", flows, true), 0).queue, 20, 1e-9) << flows;
  }
  // With this many flows the refused packets outweigh the whole target: the queue stays empty, at C + alpha q_ref / T.
  FluidConfig many = under("rem", 100, false);
  many.duration = 600;
  const FluidRest dry = equilibrium(many, 0);
  EXPECT_EQ(dry.kind, RestKind::empty);
  EXPECT_NEAR(dry.inflow, 1250 + 0.1 * 20 / 0.002, 1e-5);
  EXPECT_NEAR(solved(many).queue.back(), 0, 1e-9);
}

TEST(FluidRests, PieThatSparesTwoPacketsRestsAboveItsTargetIfEveryDropIsNotEnough) {
  // 2 Mbit/s: the target is 2.5 packets, where half of the arrivals find more than two. With N sqrt(2 / p) (1 - p) / R
  // = C, three flows need fewer drops than these arrivals, and twenty need more: then p = (q - 1.5) / 2.
  const double capacity = 2e6 / 12000, trip = 0.02;
  const auto rest_of = [&](double flows) {
    const auto law = find_scheme("pie")->fluid(defaults("pie"), {2e6, 140, 1500}, {.thinned = true}).law;
    FluidConfig config = one_class(flows, trip, capacity, 140, law);
    config.classes[0].ecn = false;
    return equilibrium(config, 0);
  };
  const auto surplus = [&](double flows, double p, double q) {
    return flows * std::sqrt(2 / p) * (1 - p) / (trip + q / capacity) - capacity;
  };
  const FluidRest few = rest_of(3);
  EXPECT_NEAR(few.queue, 2.5, 1e-9);
  EXPECT_NEAR(surplus(3, few.probability, few.queue), 0, 1e-6);
  EXPECT_NEAR(few.law[0], 2 * few.probability, 1e-9);
  double low = 2.5, high = 3.5;
  for (int i = 0; i < 100; ++i) {
    const double q = 0.5 * (low + high);
    (surplus(20, (q - 1.5) / 2, q) > 0 ? low : high) = q;
  }
  ASSERT_GT(low, 2.6);
  const FluidRest many = rest_of(20);
  EXPECT_EQ(many.kind, RestKind::interior);
  EXPECT_NEAR(many.queue, low, 1e-9);
  EXPECT_NEAR(many.probability, (low - 1.5) / 2, 1e-9);
  EXPECT_NEAR(many.law[0], 1, 1e-12);
  EXPECT_LT(many.residual, 1e-6);
}

TEST(FluidRests, SaredWithDropsRestsInTheLoadThatItMakes) {
  // The arrivals at rest determine which of SARED's curves holds there: near 50 flows two of them do, each with the
  // inflow that it causes. The solver, which knows nothing of rests, comes to one of the listed rests.
  // Over a long window chance has no part in the measured load.
  ScenarioConfig scenario = sared("sared", 1);
  set(scenario, "rho_window", 10);
  int several = 0;
  for (double flows = 40; flows <= 150; flows += flows < 60 ? 1 : 10) {
    FluidChoice choice;
    choice.thinned = true;
    choice.drops = FluidDrops::effective;
    FluidConfig config =
        one_class(flows, 0.074, 1250, 140, find_scheme("sared")->fluid(scenario.params, {10e6, 140, 1000}, choice).law);
    config.duration = 300;
    config.link().capacity = 2500 / 3.;  // 1500 bytes
    config.classes[0].ecn = false;
    const FluidSolution s = solved(config);
    const std::vector<FluidRest> rests = equilibria(config, 0, &s);
    ASSERT_FALSE(rests.empty()) << flows;
    several += rests.size() > 1 ? 1 : 0;
    EXPECT_TRUE(std::any_of(rests.begin(), rests.end(), [](const FluidRest& r) { return r.reached; })) << flows;
    for (const FluidRest& rest : rests) {
      if (rest.kind != RestKind::interior) continue;
      const double p = rest.probability;
      EXPECT_NEAR(rest.inflow * (1 - p), 2500 / 3., 1e-6) << flows;
      EXPECT_NEAR(rest.queue, flows * std::sqrt(2 / p) * (1 - p) - 0.074 * 2500 / 3, 1e-6) << flows;
    }
  }
  EXPECT_GT(several, 0);
}

TEST(FluidRests, OfASetTheOneThatIsReachedIsNamed) {
  int added = 0;
  for (const char* id : {"scred", "ared", "dcred"}) {
    for (const double flows : {5.0, 20.0, 40.0}) {
      FluidConfig config = under(id, flows, true);
      config.duration = 600;
      const FluidSolution s = solved(config);
      const std::vector<FluidRest> rests = equilibria(config, 0, &s);
      const FluidRest rest = chosen(rests);
      const auto [low, high] = std::minmax_element(s.queue.end() - 100, s.queue.end());
      if (*high - *low > 0.05) continue;  // it does not rest
      EXPECT_TRUE(rest.reached) << id << flows;
      EXPECT_NEAR(rest.queue, s.queue.back(), 0.2 + 0.01 * s.queue.back()) << id << flows;
      added += rests.size() > 1 ? 1 : 0;
    }
  }
  EXPECT_GT(added, 0);
}

// ARED moves max_p until the average is within its band, 0.4 to 0.6 of the way between the thresholds (Floyd, Gummadi
// and Shenker 2001, section 3), and stops there: two first values of max_p come to two rests in the band. The bound of
// max_p is tested before a step: it ends anywhere within a tenth below .01.
TEST(FluidRests, ThatAreManyAreSaidToBe) {
  const auto ared = [](double flows, double max_p) {
    ParamValues values = defaults("ared");
    const auto& params = find_scheme("ared")->params();
    for (std::size_t i = 0; i < params.size(); ++i) {
      if (params[i].name == std::string("max_p")) values.numbers[i] = max_p;
    }
    FluidConfig config = one_class(flows, 0.074, 1250, 140, find_scheme("ared")->fluid(values, kLink, {}).law);
    config.duration = 600;
    const FluidSolution s = solved(config);
    return chosen(equilibria(config, 0, &s));
  };
  const FluidRest low = ared(20, 0.02), high = ared(20, 0.4);
  EXPECT_TRUE(low.reached && high.reached);
  EXPECT_GT(low.queue - high.queue, 1);
  EXPECT_TRUE(low.one_of_a_set && high.one_of_a_set);
  const FluidRest from_low = ared(4, 0.02), from_high = ared(4, 0.4);
  EXPECT_TRUE(from_low.reached && from_high.reached);
  EXPECT_LT(low.queue - high.queue, 0.2 * 40);
  EXPECT_NEAR(from_low.queue, from_high.queue, 1);
  EXPECT_TRUE(from_low.one_of_a_set && from_high.one_of_a_set);
}

TEST(FluidRests, OfLawsWithoutAPastAreNoneOfASet) {
  for (const char* id : {"red", "pi", "rem", "scred", "blue"}) {
    const FluidConfig config = under(id, 20, true);
    const FluidSolution s = solved(config);
    const bool adapts = id == std::string("scred");
    for (const FluidRest& rest : equilibria(config, 0, &s)) {
      if (rest.kind != RestKind::interior) continue;
      EXPECT_EQ(rest.one_of_a_set, adapts) << id;
    }
  }
}

}  // namespace
}  // namespace aqm::test
