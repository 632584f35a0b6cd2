// A chain of bottlenecks in the fluid model: against the single bottleneck where only one link can be loaded, against what can be worked
// out by hand, and against relations that hold whatever the numbers are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "aqm/fluid_map.hpp"
#include "fluid/model/chain.hpp"
#include "support/fluid_chains.hpp"
#include "support/fluid_networks.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

using fluid::Chain;

std::shared_ptr<const FluidLaw> gentle(double scale = 1) { return red_fluid(20 * scale, 60 * scale, 0.1, 0.002, true); }
std::shared_ptr<const FluidLaw> droptail() { return find_scheme("droptail")->fluid(defaults("droptail"), {}, {}).law; }

FluidSolution solved(const FluidConfig& config, double tolerance = 1e-10, int points = 301) {
  for (const FluidIssue& issue : check(config)) ADD_FAILURE() << issue.path << ": " << issue.rule;
  FluidOptions options;
  options.tolerance = tolerance;
  options.points = points;
  const FluidSolution s = solve(config, options);
  EXPECT_EQ(s.message, "");
  return s;
}

void expect_same(const std::vector<double>& a, const std::vector<double>& b, double near, const char* what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], near * (1 + std::abs(a[i]))) << what << " " << i;
}

/// Long flows over two links of the same kind, cross flows over each of them.
FluidConfig parking_lot(double long_flows = 12, double cross_flows = 20) {
  return chain_config(
      {link_of(1250, 140, gentle()), link_of(1250, 140, gentle())},
      {flows_over(0, 1, long_flows, 0.12), flows_over(0, 0, cross_flows, 0.06), flows_over(1, 1, cross_flows, 0.06)});
}

/// Links of different kinds, of which all three are loaded; some flows are dropped, some marked; UDP on the way.
FluidConfig mixed() {
  FluidConfig config = chain_config(
      {link_of(1250, 400, gentle()), link_of(1000, 400, pi_fluid(1.822e-4, 1.816e-4, 160, 50, FluidForm::continuous)),
       link_of(900, 400, gentle(2))},
      {flows_over(0, 2, 12, 0.12), flows_over(0, 0, 20, 0.06), flows_over(1, 1, 10, 0.08), flows_over(1, 2, 6, 0.1),
       flows_over(2, 2, 15, 0.07)},
      1);
  config.classes[0].ecn = false;
  config.classes[2].tcp = FluidTcp::dctcp;
  config.classes[3].tcp = FluidTcp::cubic;
  config.classes[3].decrease = 0.3;
  config.classes[3].ecn = false;
  config.classes[4].tcp = FluidTcp::reno_acks;
  config.loads = {{FluidCourse(60), false, 0, 1}, {FluidCourse(40), false, 2, 2}};
  config.random_loss = 1e-4;
  return config;
}

// ---- against the single bottleneck ----------------------------------------------------------------------------------------

/// The same bottleneck alone, and between links a hundred times as fast.
struct Twins {
  FluidConfig single, chain;
};
Twins twins(const std::shared_ptr<const FluidLaw>& law, bool ecn) {
  FluidConfig single = one_class(30, 0.07, 1250, 140, law);
  single.classes[0].flows.jump(12, 18);
  single.classes.push_back(single.classes[0]);
  single.classes[1].flows = 8;
  single.classes[1].propagation = 0.11;
  for (FluidClass& c : single.classes) c.ecn = ecn;
  single.unresponsive.jump(20, 200);
  single.unresponsive_ecn = false;
  single.duration = 30;

  FluidConfig chain = chain_config(
      {link_of(125000, 140, droptail()), link_of(1250, 140, law), link_of(125000, 140, gentle())}, single.classes, 1);
  for (FluidClass& c : chain.classes) c.last_link = 2;
  chain.classes[1].first_link = 1;
  chain.loads = {{single.unresponsive, false, 0, 2}};
  chain.duration = single.duration;
  return {single, chain};
}

TEST(FluidChain, WithOneLinkThatCanBeLoadedIsTheSingleBottleneck) {
  const auto pi = [](FluidForm form) { return pi_fluid(1.822e-4, 1.816e-4, 160, 50, form); };
  for (const auto& law : {gentle(), red_fluid(10, 40, 0.05, 0.002, true), pi(FluidForm::continuous),
                          pi(FluidForm::sampled), droptail()}) {
    for (const bool ecn : {true, false}) {
      const auto [single, chain] = twins(law, ecn);
      const FluidSolution a = solved(single), b = solved(chain);
      expect_same(a.queue, b.queue, 1e-6, "queue");
      expect_same(a.probability, b.probability, 1e-6, "probability");
      expect_same(a.overflow, b.overflow, 1e-6, "overflow");
      expect_same(a.inflow, b.inflow, 1e-6, "inflow");
      expect_same(b.queue, b.links[1].queue, 0, "observed");
      for (std::size_t i = 0; i < a.window.size(); ++i) expect_same(a.window[i], b.window[i], 1e-6, "window");
      for (std::size_t i = 0; i < a.law.size(); ++i) expect_same(a.law[i], b.law[i], 1e-6, "law");

      const FluidRest p = equilibrium(single, 25), q = equilibrium(chain, 25);
      ASSERT_EQ(p.kind, q.kind);
      EXPECT_NEAR(p.queue, q.queue, 1e-9 * p.queue);
      EXPECT_NEAR(p.probability, q.probability, 1e-10);
      EXPECT_NEAR(p.overflow, q.overflow, 1e-10);
      EXPECT_NEAR(p.inflow, q.inflow, 1e-7);
      for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_NEAR(p.window[i], q.window[i], 1e-9);
        EXPECT_NEAR(p.round_trip[i], q.round_trip[i], 1e-11);
      }
      EXPECT_EQ(q.links[0].kind, RestKind::empty);
      EXPECT_EQ(q.links[2].kind, RestKind::empty);
      ASSERT_EQ(can_linearise(single, p, Linearisation::exact), can_linearise(chain, q, Linearisation::exact));
      if (!can_linearise(single, p, Linearisation::exact)) continue;
      const LinearLoop l = linearise(single, p, Linearisation::exact, 25),
                       m = linearise(chain, q, Linearisation::exact, 25);
      EXPECT_TRUE(m.single);
      const RootReport r = rightmost_roots(l, 3), s = rightmost_roots(m, 3);
      ASSERT_EQ(r.roots.size(), s.roots.size());
      EXPECT_EQ(r.right_half_plane, s.right_half_plane);
      for (std::size_t i = 0; i < r.roots.size(); ++i) {
        EXPECT_NEAR(r.roots[i].re, s.roots[i].re, 1e-7);
        EXPECT_NEAR(r.roots[i].im, s.roots[i].im, 1e-7);
      }
      const Margins u = margins(l), v = margins(m);
      EXPECT_NEAR(u.phase_margin_deg, v.phase_margin_deg, 1e-6);
      EXPECT_NEAR(u.gain_margin, v.gain_margin, 1e-7);
      EXPECT_NEAR(map_cell(single, 25).growth, map_cell(chain, 25).growth, 1e-7);
      EXPECT_NEAR(map_cell(single, 25).phase_margin_deg, map_cell(chain, 25).phase_margin_deg, 1e-6);
    }
  }
}

// ---- by hand --------------------------------------------------------------------------------------------------------------

TEST(FluidChain, ParkingLotRestsWhereItShould) {
  // Both links mark with p and hold q: W_cross^2 p = 2 and W_long^2 (2 p - p^2) = 2, and their rates make up C. So with the delay
  // d = q / C and p given, C follows, and a law that goes through (q, p).
  const double p = 0.03, d = 0.05, long_flows = 12, cross_flows = 20, long_way = 0.12, cross_way = 0.06;
  const double w_cross = std::sqrt(2 / p), w_long = std::sqrt(2 / (2 * p - p * p));
  const double r_cross = cross_way + d, r_long = long_way + 2 * d;
  const double capacity = long_flows * w_long / r_long + cross_flows * w_cross / r_cross;
  const double q = d * capacity;
  const auto law = red_fluid(0.4 * q, 1.9 * q, 0.03 * 1.5 / 0.6, 0.002, true);  // 0.075 over 1.5 q, of which 0.6 q to p
  const FluidConfig config =
      chain_config({link_of(capacity, 4 * q, law), link_of(capacity, 4 * q, law)},
                   {flows_over(0, 1, long_flows, long_way), flows_over(0, 0, cross_flows, cross_way),
                    flows_over(1, 1, cross_flows, cross_way)});
  const FluidRest rest = equilibrium(config, 0);
  ASSERT_EQ(rest.links.size(), 2u);
  for (const FluidLinkRest& link : rest.links) {
    EXPECT_EQ(link.kind, RestKind::interior);
    EXPECT_NEAR(link.queue, q, 1e-8 * q);
    EXPECT_NEAR(link.probability, p, 1e-10);
    EXPECT_NEAR(link.inflow, capacity, 1e-8 * capacity);
  }
  EXPECT_NEAR(rest.window[0], w_long, 1e-8);
  EXPECT_NEAR(rest.window[1], w_cross, 1e-8);
  EXPECT_NEAR(rest.round_trip[0], r_long, 1e-10);
}

TEST(FluidChain, TheSecondOfTwoEqualLinksIsNeverLoaded) {
  // What the first one sends is all that the second one can send: packets never wait there, and neither does the fluid.
  for (const bool ecn : {true, false}) {
    FluidConfig config =
        chain_config({link_of(1250, 140, gentle()), link_of(1250, 140, gentle())}, {flows_over(0, 1, 30, 0.07)}, 1);
    config.classes[0].ecn = ecn;
    config.classes[0].flows.jump(10, 12);
    config.duration = 20;
    const FluidSolution s = solved(config);
    EXPECT_GT(*std::max_element(s.links[0].queue.begin(), s.links[0].queue.end()), 30);
    for (std::size_t i = 0; i < s.time.size(); ++i) {
      ASSERT_NEAR(s.queue[i], 0, 1e-7) << s.time[i];
      if (s.links[0].queue[i] > 1) {
        ASSERT_NEAR(s.inflow[i], 1250, 1e-6) << s.time[i];
      }
    }
    const FluidRest rest = equilibrium(config, 5);
    EXPECT_EQ(rest.links[0].kind, RestKind::interior);
    EXPECT_EQ(rest.kind, RestKind::empty);
    const FluidRest alone = equilibrium(
        [&] {
          FluidConfig single = one_class(30, 0.07, 1250, 140, gentle());
          single.classes[0].ecn = ecn;
          return single;
        }(),
        0);
    EXPECT_NEAR(rest.links[0].queue, alone.queue, 1e-9);
  }
}

TEST(FluidChain, FlowsAreConserved) {
  // What enters the first queue and is not refused leaves it or waits in it, and what leaves it arrives at the second. Flows come and
  // go, so that either queue is empty, free and full in turn; marked, and dropped by a full buffer alone.
  FluidConfig config = chain_config({link_of(1250, 60, gentle()), link_of(1100, 60, droptail())},
                                    {flows_over(0, 1, 12, 0.05), flows_over(0, 1, 3, 0.15)});
  config.classes[0].flows.jump(6, 90);
  config.classes[0].flows.jump(12, 4);
  config.classes[1].flows.jump(12, 1);
  config.duration = 24;
  const FluidSolution s = solved(config, 1e-9, 240'001);
  const FluidLinkColumns &first = s.links[0], &second = s.links[1];
  const double dt = s.time[1];
  double waiting = 0, passed = 0;
  int empty = 0, free = 0, full = 0;
  for (std::size_t i = 0; i + 1 < s.time.size(); ++i) {
    const auto mean = [&](const auto& of) { return 0.5 * (of(i) + of(i + 1)) * dt; };
    const double in = mean([&](std::size_t k) { return first.inflow[k] * (1 - first.overflow[k]); });
    const double out = mean([&](std::size_t k) { return second.inflow[k]; });
    waiting += in - out;
    passed += out;
    if (i % 1000 == 0) {
      EXPECT_NEAR(waiting, first.queue[i + 1] - first.queue[0], 1e-4 * (1 + passed)) << s.time[i];
    }
    (first.queue[i] == 0 ? empty : first.queue[i] == 60 ? full : free) += 1;
  }
  EXPECT_GT(std::min({empty, free, full}), 1000);
  EXPECT_EQ(second.queue.back(), 0);
}

// ---- the solver -----------------------------------------------------------------------------------------------------------

/// The queues at the end, with steps of a fixed length, of a smooth swing about the rest.
std::vector<double> end_with_steps(const FluidConfig& config, double step) {
  Chain system(config);
  Chain::Vector y;
  Chain::Mode mode;
  system.start(y, mode);
  fluid::Segment<Chain> past;
  past.begin = -1e300;
  past.mode = Chain::before_start(mode);
  past.c[0] = y;
  fluid::SolverOptions options;
  options.relative = 1e-13;
  options.fixed_step = step;
  fluid::Solver<Chain> solver(system, options);
  solver.start(0, y, mode, &past, 1, fluid::kNoJump);
  EXPECT_EQ(solver.run(3, [](const auto&) {}).ending, fluid::Ending::done);
  fluid::LinkState links[kMaxFluidLinks];
  system.look(solver.time(), solver.state(), solver.mode(), links);
  return {links[0].queue, links[1].queue};
}

/// The configuration, started from its equilibrium.
FluidConfig from_rest(FluidConfig config) {
  const FluidRest rest = equilibrium(config, 0);
  for (std::size_t l = 0; l < rest.links.size(); ++l) {
    config.chain[l].start_queue = rest.links[l].queue;
    config.chain[l].start_law = rest.links[l].law;
  }
  for (std::size_t i = 0; i < rest.window.size(); ++i) config.classes[i].window = rest.window[i];
  return config;
}

TEST(FluidChain, ConvergesWithOrderFive) {
  FluidConfig config = from_rest(parking_lot());
  config.classes[1].flows.swing = 0.2;
  config.classes[1].flows.rate = 3;
  const std::vector<double> exact = end_with_steps(config, 0.001);
  const auto error = [&](double step) {
    const std::vector<double> end = end_with_steps(config, step);
    return std::max(std::abs(end[0] - exact[0]), std::abs(end[1] - exact[1]));
  };
  EXPECT_NEAR(std::log2(error(0.02) / error(0.01)), 5, 0.3);
}

TEST(FluidChain, EveryLawRunsToItsEnd) {
  // Laws that jump, that tick and that hold their probability at a bound, on both links of a parking lot whose load changes.
  for (const Scheme* scheme : catalogue()) {
    for (const FluidForm form : {FluidForm::continuous, FluidForm::sampled}) {
      for (const bool ecn : {true, false}) {
        const auto law = [&](double rate) {
          return scheme->fluid(defaults(std::string(scheme->id())), {rate, 140, 1000}, {form}).law;
        };
        if (law(10e6) == nullptr) continue;
        FluidConfig config =
            chain_config({link_of(1250, 140, law(10e6)), link_of(1000, 140, law(8e6))},
                         {flows_over(0, 1, 12, 0.12), flows_over(0, 0, 20, 0.06), flows_over(1, 1, 15, 0.06)});
        config.classes[1].flows.jump(10, 60);
        config.classes[1].flows.jump(15, 0);
        for (FluidClass& c : config.classes) c.ecn = ecn;
        config.loads = {{FluidCourse(100), false, 0, 1}};
        config.duration = 20;
        const std::string what =
            std::string(scheme->id()) + (form == FluidForm::sampled ? " sampled" : "") + (ecn ? " ecn" : "");
        FluidOptions options;
        options.tolerance = 1e-6;
        const FluidSolution s = solve(config, options);
        EXPECT_EQ(s.message, "") << what;
        for (std::size_t i = 0; i < s.time.size(); ++i) {
          for (const FluidLinkColumns& link : s.links) {
            ASSERT_TRUE(link.queue[i] >= -1e-6 && link.queue[i] <= 140 + 1e-6) << what << " " << s.time[i];
            ASSERT_TRUE(link.probability[i] >= 0 && link.probability[i] <= 1) << what << " " << s.time[i];
            ASSERT_TRUE(link.overflow[i] >= 0 && link.overflow[i] < 1) << what << " " << s.time[i];
          }
          for (const auto& window : s.window) ASSERT_TRUE(std::isfinite(window[i]) && window[i] >= 0) << what;
        }
      }
    }
  }
}

// ---- near the rest --------------------------------------------------------------------------------------------------------

/// A past that stands still, at another state for each lag.
struct StillPast {
  struct View {
    const Chain::Vector& y;
    const Chain::Mode& of;
    void values(int, Chain::Vector& out) const { out = y; }
    const Chain::Mode& mode() const { return of; }
  };
  std::vector<Chain::Vector> y;
  Chain::Mode mode;
  View view(int k, double) const { return {y[static_cast<std::size_t>(k)], mode}; }
};

/// The matrices of the linearisation against differences of the solver's own equations.
void expect_linearised(const FluidConfig& config, const char* what) {
  ASSERT_TRUE(check(config).empty()) << what;
  const FluidRest rest = equilibrium(config, 0);
  ASSERT_TRUE(can_linearise(config, rest, Linearisation::exact)) << what;
  const LinearLoop loop = linearise(config, rest, Linearisation::exact, 0);

  Chain system(from_rest(config));
  const FluidConfig started = from_rest(config);
  Chain at_rest(started);
  Chain::Vector y;
  Chain::Mode mode;
  at_rest.start(y, mode);
  // Components in the linearisation's order: windows, loaded queues, their laws' states.
  std::vector<std::size_t> moving;
  std::size_t queue = 0;
  for (std::size_t i = 0; i < config.classes.size(); ++i) {
    double w[2];
    double keep = 1 - 0.0;
    for (int l = config.classes[i].first_link; l <= config.classes[i].last_link; ++l) {
      const FluidLinkRest& link = rest.links[static_cast<std::size_t>(l)];
      keep *= (1 - link.probability) * (1 - link.overflow) * (1 - config.random_loss);
    }
    fluid::window_at_rest(config.classes[i], 1 - keep, rest.round_trip[i], w);
    for (int s = 0; s < fluid::window_states(config.classes[i].tcp); ++s) {
      y[queue] = w[s];
      moving.push_back(queue++);
    }
  }
  std::size_t law = queue + config.chain.size();
  std::vector<std::size_t> laws;
  for (std::size_t l = 0; l < config.chain.size(); ++l) {
    const bool loaded = rest.links[l].kind == RestKind::interior;
    mode.links[l].queue = loaded                                  ? fluid::QueueMode::free
                          : rest.links[l].kind == RestKind::empty ? fluid::QueueMode::empty
                                                                  : fluid::QueueMode::full;
    mode.links[l].memory = rest.links[l].memory;
    if (loaded) moving.push_back(queue + l);
    for (int i = 0; i < config.chain[l].law->states(); ++i, ++law) {
      if (loaded) laws.push_back(law);
    }
  }
  moving.insert(moving.end(), laws.begin(), laws.end());
  ASSERT_EQ(static_cast<int>(moving.size()), loop.states) << what;
  ASSERT_EQ(static_cast<int>(loop.lag.size()), at_rest.lags()) << what;

  StillPast past{std::vector<Chain::Vector>(loop.lag.size(), y), mode};
  Chain::Vector now = y, dy;
  at_rest.derivative(0, y, mode, past, dy);
  for (const std::size_t i : moving) EXPECT_NEAR(dy[i], 0, 1e-6) << what << " " << i;
  const auto compare = [&](Chain::Vector& moved, std::size_t j, const std::vector<double>& matrix, const char* part) {
    const double kept = moved[moving[j]], width = 1e-4 * (std::abs(kept) + 1e-3);
    Chain::Vector up, down;
    moved[moving[j]] = kept + width;
    at_rest.derivative(0, now, mode, past, up);
    moved[moving[j]] = kept - width;
    at_rest.derivative(0, now, mode, past, down);
    moved[moving[j]] = kept;
    for (std::size_t i = 0; i < moving.size(); ++i) {
      const double ours = matrix[i * moving.size() + j], slope = (up[moving[i]] - down[moving[i]]) / (2 * width);
      // Central differences: their error is that of the third derivative, and of rounding.
      EXPECT_NEAR(ours, slope, 1e-6 * (std::abs(slope) + 1)) << what << " " << part << " " << i << " " << j;
    }
  };
  for (std::size_t j = 0; j < moving.size(); ++j) {
    compare(now, j, loop.now, "now");
    for (std::size_t k = 0; k < loop.lag.size(); ++k) compare(past.y[k], j, loop.delayed[k], "delayed");
  }
}

TEST(FluidChain, LinearisationIsTheDerivativeOfTheEquations) {
  expect_linearised(parking_lot(), "parking lot");
  expect_linearised(mixed(), "mixed");
  // The link between is empty, the last one overflows for good.
  FluidConfig config =
      chain_config({link_of(1250, 140, gentle()), link_of(5000, 140, gentle()), link_of(900, 30, droptail())},
                   {flows_over(0, 2, 12, 0.12), flows_over(0, 1, 20, 0.06), flows_over(2, 2, 30, 0.06)});
  config.classes[0].ecn = false;
  const FluidRest rest = equilibrium(config, 0);
  EXPECT_EQ(rest.links[1].kind, RestKind::empty);
  EXPECT_EQ(rest.links[2].kind, RestKind::full);
  expect_linearised(config, "empty and full");
}

TEST(FluidChain, DeviationsGoAsTheRightmostRootSays) {
  // Two links that differ, so that one pair of roots leads: a small deviation dies away (or grows) with it.
  for (const double weight : {0.002, 0.02}) {
    FluidConfig config =
        chain_config({link_of(1250, 400, red_fluid(30, 90, 0.1, weight, true)),
                      link_of(700, 400, red_fluid(30, 300, 0.1, weight, true))},
                     {flows_over(0, 1, 6, 0.25), flows_over(0, 0, 20, 0.15), flows_over(1, 1, 6, 0.1)});
    const RootReport report = rightmost_roots(linearise(config, equilibrium(config, 0), Linearisation::exact, 0), 2);
    const Root root = report.roots[0];
    ASSERT_GT(root.im, 0);
    FluidConfig near = from_rest(config);
    near.classes[0].window *= 1 + 1e-5;
    near.duration = 60;
    const FluidSolution s = solved(near, 1e-12, 6001);
    const double rest = near.chain[0].start_queue;
    std::vector<double> time, size;
    for (std::size_t i = 1; i + 1 < s.time.size(); ++i) {
      const double a = s.queue[i - 1] - rest, b = s.queue[i] - rest, c = s.queue[i + 1] - rest;
      if (b > a && b >= c && b > 1e-9) {
        time.push_back(s.time[i] + 0.5 * 0.01 * (a - c) / (a - 2 * b + c));
        size.push_back(b);
      }
    }
    printf("weight %g root %g %g second %g %g peaks %zu\n", weight, root.re, root.im, report.roots[1].re,
           report.roots[1].im, time.size());
    for (std::size_t i = 1; i < time.size(); ++i)
      printf("  %g %g: period %g rate %g\n", time[i], size[i], time[i] - time[i - 1],
             std::log(size[i] / size[i - 1]) / (time[i] - time[i - 1]));
  }
}

}  // namespace
}  // namespace aqm::test
