// Links in a row in the fluid model: against a single link if only one link can be loaded, against calculations by
// hand, and against relations that hold for any numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "aqm/fluid_map.hpp"
#include "aqm/rng.hpp"
#include "fluid/model/network.hpp"
#include "support/fluid_chains.hpp"
#include "support/fluid_networks.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

using Chain = fluid::Network<fluid::ManyLinks>;

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

void expect_same_or_none(double a, double b, double near) {
  if (std::isnan(a))
    EXPECT_TRUE(std::isnan(b)) << b;
  else
    EXPECT_NEAR(a, b, near);
}

/// Long flows over two links of the same kind, cross flows over each of them.
FluidConfig parking_lot(double long_flows = 12, double cross_flows = 20) {
  return chain_config(
      {link_of(1250, 140, gentle()), link_of(1250, 140, gentle())},
      {flows_over(0, 1, long_flows, 0.12), flows_over(0, 0, cross_flows, 0.06), flows_over(1, 1, cross_flows, 0.06)});
}

/// Links of different kinds, all three loaded; some flows are dropped, some marked; UDP along the path.
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

// ---- against the single bottleneck ----------------------------------------------------------------------------------

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
  single.loads = {{FluidCourse(0), false, 0, 0}};
  single.loads[0].rate.jump(20, 200);
  single.duration = 30;

  FluidConfig chain = chain_config(
      {link_of(125000, 140, droptail()), link_of(1250, 140, law), link_of(125000, 140, gentle())}, single.classes, 1);
  for (FluidClass& c : chain.classes) c.last_link = 2;
  chain.classes[1].first_link = 1;
  chain.loads = {{single.loads[0].rate, false, 0, 2}};
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
      expect_same_or_none(u.phase_margin_deg, v.phase_margin_deg, 1e-6);
      expect_same_or_none(u.gain_margin, v.gain_margin, 1e-7);
      EXPECT_NEAR(map_cell(single, 25).growth, map_cell(chain, 25).growth, 1e-7);
      expect_same_or_none(map_cell(single, 25).phase_margin_deg, map_cell(chain, 25).phase_margin_deg, 1e-6);
    }
  }
}

/// Runs a configuration through one form of the model; the columns of its first link and of its windows.
template <class Shape>
FluidSolution solved_as(const FluidConfig& config) {
  using System = fluid::Network<Shape>;
  System system(config);
  typename System::Vector y;
  typename System::Mode mode;
  system.start(y, mode);
  fluid::Segment<System> past;
  past.begin = -1e300;
  past.mode = System::before_start(mode);
  past.c[0] = y;
  fluid::SolverOptions options;
  options.relative = 1e-9;
  fluid::Solver<System> solver(system, options);
  solver.start(0, y, mode, &past, 1);
  FluidSolution out;
  out.window.resize(config.classes.size());
  const fluid::Outcome outcome = solver.run(config.duration, [&](const fluid::Segment<System>& segment) {
    segment.values(segment.place(segment.end), fluid::padded(system.dim()), y);
    fluid::LinkState links[kMaxFluidLinks];
    system.look(segment.end, y, segment.mode, links);
    out.time.push_back(segment.end);
    out.queue.push_back(links[0].queue);
    out.probability.push_back(links[0].probability);
    out.overflow.push_back(links[0].overflow);
    out.inflow.push_back(links[0].inflow);
    for (std::size_t i = 0; i < out.window.size(); ++i) out.window[i].push_back(system.window(static_cast<int>(i), y));
  });
  EXPECT_EQ(outcome.ending, fluid::Ending::done);
  return out;
}

TEST(FluidChain, OfOneLinkIsTheSingleLink) {
  // The form for any number of links takes exactly the steps of the form for one link, to the bit; the compact form
  // takes those of the same equations.
  for (const auto& law : {gentle(), pi_fluid(1.822e-4, 1.816e-4, 160, 50, FluidForm::continuous), droptail()}) {
    for (const bool ecn : {true, false}) {
      const FluidConfig config = twins(law, ecn).single;
      const FluidSolution one = solved_as<fluid::OneLink>(config), many = solved_as<fluid::ManyLinks>(config);
      EXPECT_EQ(one.time, many.time);
      EXPECT_EQ(one.queue, many.queue);
      EXPECT_EQ(one.probability, many.probability);
      EXPECT_EQ(one.overflow, many.overflow);
      EXPECT_EQ(one.inflow, many.inflow);
      EXPECT_EQ(one.window, many.window);
    }
  }
  FluidConfig config = one_class(30, 0.07, 1250, 140, gentle());
  config.classes[0].flows.jump(12, 90);
  config.duration = 30;
  const FluidSolution compact = solved_as<fluid::OneRenoClass>(config), many = solved_as<fluid::ManyLinks>(config);
  EXPECT_NEAR(compact.queue.back(), many.queue.back(), 1e-6);
  EXPECT_NEAR(compact.window[0].back(), many.window[0].back(), 1e-7);
}

// ---- by hand --------------------------------------------------------------------------------------------------------

TEST(FluidChain, ParkingLotRestsWhereItShould) {
  // Both links mark with p and hold q: W_cross^2 p = 2 and W_long^2 (2 p - p^2) = 2, and their rates add up to C. So if
  // the delay d = q / C and p are given, C follows, and a law through (q, p).
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
  // The first link sends exactly what the second can send: packets never wait there, and neither does the fluid.
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

// ---- the solver -----------------------------------------------------------------------------------------------------

/// A chain's solver at its start.
struct Started {
  explicit Started(const FluidConfig& config, const fluid::SolverOptions& options, fluid::Jump jump)
      : system(config), solver(system, options) {
    Chain::Vector y;
    Chain::Mode mode;
    system.start(y, mode);
    fluid::Segment<Chain> past;
    past.begin = -1e300;
    past.mode = Chain::before_start(mode);
    past.c[0] = y;
    solver.start(0, y, mode, &past, 1, jump);
  }
  Chain system;
  fluid::Solver<Chain> solver;
};

TEST(FluidChain, FlowsAreConserved) {
  // Everything that enters the first queue and is not refused leaves it or waits in it, and everything that leaves it
  // arrives at the second. Flows start and stop, so that the first queue is empty, free and full in turn, and the
  // second is sometimes empty.
  FluidConfig config = chain_config({link_of(1250, 60, gentle()), link_of(1100, 60, droptail())},
                                    {flows_over(0, 1, 12, 0.05), flows_over(0, 1, 3, 0.15)});
  config.classes[0].flows.jump(6, 90);
  config.classes[0].flows.jump(12, 4);
  config.classes[1].flows.jump(12, 1);
  fluid::SolverOptions options;
  options.relative = 1e-9;
  Started chain(config, options, {1});
  double waiting[2] = {0, 0}, left[2] = {0, 0}, worst = 0, time_in[2][3] = {};
  chain.solver.run(24, [&](const fluid::Segment<Chain>& segment) {
    // Gauss's rule with three points, exact to the fifth degree, on each smooth piece.
    const double length = segment.end - segment.begin, middle = segment.begin + 0.5 * length;
    fluid::LinkState links[kMaxFluidLinks];
    Chain::Vector y;
    for (const auto& [place, weight] :
         {std::pair{-std::sqrt(0.6), 5. / 18}, {0., 8. / 18}, {std::sqrt(0.6), 5. / 18}}) {
      const double t = middle + 0.5 * length * place;
      segment.values(segment.place(t), fluid::padded(chain.system.dim()), y);
      chain.system.look(t, y, segment.mode, links);
      for (int l = 0; l < 2; ++l) {
        const double entered = links[l].inflow * (1 - links[l].overflow);
        const bool busy = segment.mode.links[static_cast<std::size_t>(l)].queue != fluid::QueueMode::empty;
        const double leaves = l == 0 ? links[1].inflow : busy ? 1100 : entered;
        waiting[l] += weight * length * (entered - leaves);
        left[l] += weight * length * leaves;
      }
    }
    segment.values(segment.place(segment.end), fluid::padded(chain.system.dim()), y);
    chain.system.look(segment.end, y, segment.mode, links);
    for (int l = 0; l < 2; ++l) {
      worst = std::max(worst, std::abs(waiting[l] - links[l].queue));
      time_in[l][static_cast<int>(segment.mode.links[static_cast<std::size_t>(l)].queue)] += length;
    }
  });
  EXPECT_LT(worst, 1e-5);  // of the 22,000 packets that pass
  EXPECT_GT(left[1], 20'000);
  for (const fluid::QueueMode mode : {fluid::QueueMode::free, fluid::QueueMode::empty, fluid::QueueMode::full}) {
    EXPECT_GT(time_in[0][static_cast<int>(mode)], 0.1);
  }
  EXPECT_GT(time_in[1][static_cast<int>(fluid::QueueMode::empty)], 0.1);
  EXPECT_GT(time_in[1][static_cast<int>(fluid::QueueMode::free)], 0.1);
}

/// The queues at the end, with steps of a fixed length, of a smooth swing about the rest.
std::vector<double> end_with_steps(const FluidConfig& config, double step) {
  fluid::SolverOptions options;
  options.relative = 1e-13;
  options.fixed_step = step;
  Started chain(config, options, fluid::kNoJump);
  EXPECT_EQ(chain.solver.run(3, [](const auto&) {}).ending, fluid::Ending::done);
  fluid::LinkState links[kMaxFluidLinks];
  chain.system.look(chain.solver.time(), chain.solver.state(), chain.solver.mode(), links);
  return {links[0].queue, links[1].queue};
}

/// The configuration, started from its equilibrium.
FluidConfig from_rest(FluidConfig config) {
  const FluidRest rest = equilibrium(config, 0);
  for (std::size_t l = 0; l < rest.links.size(); ++l) {
    config.links[l].start_queue = rest.links[l].queue;
    config.links[l].start_law = rest.links[l].law;
  }
  for (std::size_t i = 0; i < rest.window.size(); ++i) config.classes[i].window = rest.window[i];
  return config;
}

TEST(FluidChain, ConvergesWithOrderFive) {
  FluidConfig config = from_rest(parking_lot());
  config.classes[1].flows.swing = 0.2;
  config.classes[1].flows.rate = 12;
  const std::vector<double> exact = end_with_steps(config, 0.001);
  const auto error = [&](double step) {
    const std::vector<double> end = end_with_steps(config, step);
    return std::max(std::abs(end[0] - exact[0]), std::abs(end[1] - exact[1]));
  };
  EXPECT_NEAR(std::log2(error(0.02) / error(0.01)), 5, 0.3);
}

TEST(FluidChain, EveryLawRunsToItsEnd) {
  // Laws that jump, that tick and that hold their probability at a bound, on both links of a parking lot whose load
  // changes. If packets are dropped, a curve that jumps can hold its average at the jump for ever, as at a single
  // bottleneck; those that do not jump run there too.
  const std::vector<std::string_view> smooth{"droptail", "gred", "pi", "pie", "rem", "blue", "nlred", "aqmrd"};
  int tried = 0;
  for (const Scheme* scheme : catalogue()) {
    for (const FluidForm form : {FluidForm::continuous, FluidForm::sampled}) {
      for (const bool ecn : {true, false}) {
        const auto law = [&](double rate) {
          return scheme->fluid(defaults(std::string(scheme->id())), {rate, 140, 1000}, {form}).law;
        };
        if (law(10e6) == nullptr) continue;
        if (form == FluidForm::sampled && std::isinf(law(10e6)->interval()))
          continue;  // the same as its continuous form
        if (!ecn && std::find(smooth.begin(), smooth.end(), scheme->id()) == smooth.end()) continue;
        if (kSanitized && tried++ % 8 != 0) continue;  // sanitizers make it fifteen times slower
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
        options.tolerance = 1e-5;
        options.max_steps = 200'000;
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

TEST(FluidChain, NamesTheLinkAndTheGuardWhereItChatters) {
  // If packets are dropped, a curve with a large jump can hold its average at the jump: there the model has no
  // solution.
  const auto law = [](double rate) {
    return find_scheme("mred_f")->fluid(defaults("mred_f"), {rate, 140, 1000}, {}).law;
  };
  FluidConfig config =
      chain_config({link_of(1250, 140, law(10e6)), link_of(1000, 140, law(8e6))},
                   {flows_over(0, 1, 12, 0.12), flows_over(0, 0, 20, 0.06), flows_over(1, 1, 15, 0.06)});
  config.classes[1].flows.jump(10, 60);
  for (FluidClass& c : config.classes) c.ecn = false;
  config.loads = {{FluidCourse(100), false, 0, 1}};
  const FluidSolution s = solve(config, {});
  EXPECT_NE(s.message.find("crosses \"link 1: the average crosses a threshold\""), std::string::npos) << s.message;
  EXPECT_GT(s.until, 10);
  EXPECT_LT(s.until, 20);
}

// ---- near the rest --------------------------------------------------------------------------------------------------

/// A constant past, at another state for each lag.
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

  const FluidConfig started = from_rest(config);
  Chain at_rest(started);
  Chain::Vector y;
  Chain::Mode mode;
  at_rest.start(y, mode);
  // Components in the linearisation's order: windows, loaded queues, their laws' states.
  std::vector<std::size_t> moving;
  std::size_t queue = 0;
  for (std::size_t i = 0; i < config.classes.size(); ++i) {
    double w[fluid::kMaxWindowStates];
    double keep = 1;
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
  std::size_t law = queue + config.links.size();
  std::vector<std::size_t> laws;
  for (std::size_t l = 0; l < config.links.size(); ++l) {
    const bool loaded = rest.links[l].kind == RestKind::interior;
    mode.links[l].queue = loaded                                  ? fluid::QueueMode::free
                          : rest.links[l].kind == RestKind::empty ? fluid::QueueMode::empty
                                                                  : fluid::QueueMode::full;
    mode.links[l].memory.set(rest.links[l].memory);
    if (loaded) moving.push_back(queue + l);
    for (int i = 0; i < config.links[l].law->states(); ++i, ++law) {
      if (law_moves(*config.links[l].law, rest.links[l])) laws.push_back(law);
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
      // Central differences: their error comes from the third derivative and from rounding.
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
  FluidConfig mended = mixed();
  mended.classes[0].tcp = FluidTcp::reno_recovery;
  mended.classes[3].tcp = FluidTcp::cubic_recovery;
  expect_linearised(mended, "mended");
  // The link between is empty, the last one overflows permanently.
  FluidConfig config =
      chain_config({link_of(1250, 140, gentle()), link_of(5000, 140, gentle()), link_of(900, 30, droptail())},
                   {flows_over(0, 2, 12, 0.12), flows_over(0, 1, 20, 0.06), flows_over(2, 2, 30, 0.06)});
  config.classes[0].ecn = false;
  const FluidRest rest = equilibrium(config, 0);
  EXPECT_EQ(rest.links[1].kind, RestKind::empty);
  EXPECT_EQ(rest.links[2].kind, RestKind::full);
  expect_linearised(config, "empty and full");
}

TEST(FluidChain, LinearisationHasTheLawsThatSteerTheFlowIntoAnEmptyQueue) {
  const auto law = [](const char* id) { return find_scheme(id)->fluid(defaults(id), {10e6, 140, 1000}, {}).law; };
  for (const char* id : {"avq", "exp_red", "scalable_control"}) {
    for (const FluidTcp tcp : {FluidTcp::reno, FluidTcp::reno_recovery}) {
      // Alone, with drops and with marks; behind a queue of RED; before one.
      for (const int of : {0, 1, 2, 3}) {
        const FluidLink steered = link_of(1250, 140, law(id)), red = link_of(900, 140, gentle());
        FluidConfig config =
            of < 2 ? chain_config({steered}, {flows_over(0, 0, 12, 0.12), flows_over(0, 0, 4, 0.06)})
                   : chain_config(of == 2 ? std::vector{red, steered} : std::vector{steered, red},
                                  {flows_over(0, 1, 12, 0.12), flows_over(0, 0, 9, 0.06), flows_over(1, 1, 9, 0.09)});
        for (FluidClass& c : config.classes) {
          c.tcp = tcp;
          c.ecn = of == 0;
        }
        const FluidRest rest = equilibrium(config, 0);
        const std::string what =
            std::string(id) + (tcp == FluidTcp::reno ? " halved " : " mended ") + std::to_string(of);
        EXPECT_EQ(rest.links[of == 2 ? 1 : 0].kind, RestKind::empty) << what;
        if (of >= 2) {
          EXPECT_EQ(rest.links[of == 2 ? 0 : 1].kind, RestKind::interior) << what;
        }
        expect_linearised(config, what.c_str());
      }
    }
  }
}

TEST(FluidChain, DeviationsGoAsTheRightmostRootSays) {
  // Two different links, so that one pair of roots leads: a small deviation grows, or decays, with it.
  for (const double flows : {6.0, 12.0}) {
    FluidConfig config = chain_config(
        {link_of(1250, 400, red_fluid(30, 90, 0.1, 0.002, true)),
         link_of(700, 400, red_fluid(30, 300, 0.1, 0.002, true))},
        {flows_over(0, 1, flows, 0.25), flows_over(0, 0, 20 * flows / 6, 0.15), flows_over(1, 1, flows, 0.1)});
    const RootReport report = rightmost_roots(linearise(config, equilibrium(config, 0), Linearisation::exact, 0), 2);
    const Root root = report.roots[0];
    EXPECT_EQ(report.right_half_plane, flows < 10 ? 2 : 0);
    FluidConfig near = from_rest(config);
    near.classes[0].window *= 1 + 1e-6;
    near.duration = 40;
    const FluidSolution s = solved(near, 1e-12, 4001);
    const double rest = near.links[0].start_queue, faded = 8 / (root.re - report.roots[1].re);
    double time = 0, size = 0;
    int compared = 0;
    for (std::size_t i = 1; i + 1 < s.time.size(); ++i) {
      const double a = s.queue[i - 1] - rest, b = s.queue[i] - rest, c = s.queue[i + 1] - rest;
      if (!(b > a && b >= c && b > 0)) continue;
      const double here = s.time[i] + 0.5 * s.time[1] * (a - c) / (a - 2 * b + c);
      // Once the next pair has faded to e^-8, and while terms of second order are as small.
      if (time > faded && b < 0.05) {
        EXPECT_NEAR((here - time) * root.im / (2 * M_PI), 1, 1e-3) << here;
        EXPECT_NEAR(std::log(b / size) / (here - time), root.re, 1e-3) << here;
        ++compared;
      }
      time = here;
      size = b;
    }
    EXPECT_GE(compared, 2) << flows;
  }
}

TEST(FluidChain, HasMarginsOnlyWhereOneLinkIsLoaded) {
  const FluidConfig both = parking_lot();
  const LinearLoop loop = linearise(both, equilibrium(both, 0), Linearisation::exact, 0);
  EXPECT_FALSE(loop.single);
  EXPECT_TRUE(std::isnan(margins(loop).phase_margin_deg));
  EXPECT_TRUE(frequency_response(loop, 0.1, 10, 50).omega.empty());
  const MapCell cell = map_cell(both, 0);
  EXPECT_EQ(cell.growth, growth_rate(loop));
  EXPECT_TRUE(std::isnan(cell.phase_margin_deg));
  EXPECT_FALSE(can_linearise(both, equilibrium(both, 0), Linearisation::hollot));

  // Along the number of long flows there is a place where the chain becomes stable, and the roots agree.
  const auto by_flows = [](double flows) {
    return chain_config(
        {link_of(1250, 400, red_fluid(30, 90, 0.1, 0.002, true)),
         link_of(700, 400, red_fluid(30, 300, 0.1, 0.002, true))},
        {flows_over(0, 1, flows, 0.25), flows_over(0, 0, 20 * flows / 6, 0.15), flows_over(1, 1, flows, 0.1)});
  };
  const HopfPoint point = hopf(by_flows, 6, 12);
  EXPECT_EQ(point.message, "");
  EXPECT_NEAR(map_cell(by_flows(point.value), 0).growth, 0, 1e-9);
  EXPECT_GT(point.omega, 2.5);
}

// ---- relations ------------------------------------------------------------------------------------------------------

TEST(FluidChain, ClassesHaveNoOrderAndMayBeSplit) {
  FluidConfig config = mixed();
  config.classes[1].flows.jump(4, 40);
  config.duration = 10;
  const FluidSolution a = solved(config);
  FluidConfig turned = config;
  std::reverse(turned.classes.begin(), turned.classes.end());
  std::reverse(turned.loads.begin(), turned.loads.end());
  const FluidSolution b = solved(turned);
  FluidConfig split = config;
  split.classes[0].flows = 7;
  split.classes.push_back(config.classes[0]);
  split.classes.back().flows = 5;
  split.loads[0].rate = 45;
  split.loads.push_back({FluidCourse(15), false, 0, 1});
  const FluidSolution c = solved(split);
  for (std::size_t l = 0; l < 3; ++l) {
    expect_same(a.links[l].queue, b.links[l].queue, 1e-6, "turned");
    expect_same(a.links[l].queue, c.links[l].queue, 1e-6, "split");
  }
  expect_same(a.window[1], b.window[3], 1e-7, "window");
  expect_same(c.window[0], c.window[5], 1e-12, "halves");
  const FluidRest p = equilibrium(config, 5), q = equilibrium(turned, 5), r = equilibrium(split, 5);
  for (std::size_t l = 0; l < 3; ++l) {
    EXPECT_NEAR(p.links[l].queue, q.links[l].queue, 1e-8 * (1 + p.links[l].queue));
    EXPECT_NEAR(p.links[l].queue, r.links[l].queue, 1e-8 * (1 + p.links[l].queue));
  }
}

TEST(FluidChain, ObservedChoosesWhatIsSeenAndNothingElse) {
  FluidConfig config = mixed();
  config.duration = 5;
  const FluidSolution a = solved(config);
  FluidConfig other = chain_config(config.links, config.classes, 2);
  other.loads = config.loads;
  other.random_loss = config.random_loss;
  other.duration = config.duration;
  const FluidSolution b = solved(other);
  EXPECT_EQ(a.window, b.window);
  EXPECT_EQ(a.queue, b.links[1].queue);
  EXPECT_EQ(b.queue, a.links[2].queue);
  EXPECT_EQ(equilibrium(other, 0).queue, equilibrium(config, 0).links[2].queue);
}

/// Every kind of rest, in chains of up to eight links: a link at rest is in balance, or idle.
TEST(FluidChain, WhatRestsIsInBalance) {
  Rng rng(5);
  const auto log_uniform = [&](double lo, double hi) { return lo * std::pow(hi / lo, rng.uniform(0, 1)); };
  int kinds[6] = {};
  for (int n = 0; n < 300; ++n) {
    std::vector<FluidLink> links;
    const int count = 1 + static_cast<int>(rng.uniform(0, 8));
    for (int l = 0; l < count; ++l) {
      const double capacity = l > 0 && rng.uniform(0, 1) < 0.3 ? links.back().capacity.first() : log_uniform(100, 3000);
      const double min_th = log_uniform(3, 200);
      const auto law = rng.uniform(0, 1) < 0.5
                           ? red_fluid(min_th, 3 * min_th, log_uniform(0.01, 0.5), 0.002, rng.uniform(0, 1) < 0.8)
                           : pi_fluid(1.8e-4, 1.7e-4, 160, 2 * min_th, FluidForm::continuous);
      links.push_back(link_of(capacity, log_uniform(20, 2000), law));
    }
    std::vector<FluidClass> classes;
    for (int i = 1 + static_cast<int>(rng.uniform(0, 10)); i > 0; --i) {
      const int first = static_cast<int>(rng.uniform(0, count));
      const int last = first + static_cast<int>(rng.uniform(0, count - first));
      classes.push_back(flows_over(first, last, log_uniform(1, 200), log_uniform(0.01, 0.3)));
      classes.back().ecn = rng.uniform(0, 1) < 0.5;
    }
    FluidConfig config = chain_config(links, classes);
    if (rng.uniform(0, 1) < 0.3) config.loads.push_back({FluidCourse(log_uniform(10, 1000)), false, 0, count - 1});
    if (rng.uniform(0, 1) < 0.3) config.random_loss = log_uniform(1e-4, 1e-2);
    ASSERT_TRUE(check(config).empty());
    const FluidRest rest = equilibrium(config, 0);
    for (int l = 0; l < count; ++l) {
      const FluidLinkRest& at = rest.links[static_cast<std::size_t>(l)];
      ++kinds[static_cast<int>(at.kind)];
      double kept = 0;
      const auto add = [&](double rate, int first, int last, bool ecn) {
        if (l < first || l > last) return;
        for (int k = first; k <= l; ++k) {
          const FluidLinkRest& on = rest.links[static_cast<std::size_t>(k)];
          rate *= (ecn ? 1 : 1 - on.probability) * (1 - on.overflow) * (k < l ? 1 - config.random_loss : 1);
        }
        kept += rate;
      };
      for (std::size_t i = 0; i < classes.size(); ++i) {
        const FluidClass& c = classes[i];
        add(c.flows.first() * rest.window[i] / rest.round_trip[i], c.first_link, c.last_link, c.ecn);
      }
      for (const FluidLoad& load : config.loads) add(load.rate.first(), load.first_link, load.last_link, load.ecn);
      const double use = kept / links[static_cast<std::size_t>(l)].capacity.first();
      if (at.kind == RestKind::empty) {
        EXPECT_LT(use, 1 + 1e-8) << n << " " << l;
      } else {
        EXPECT_NEAR(use, 1, 1e-8) << n << " " << l;
      }
    }
  }
  EXPECT_EQ(kinds[static_cast<int>(RestKind::none)], 0);
  for (const RestKind kind : {RestKind::interior, RestKind::full, RestKind::empty, RestKind::jump}) {
    EXPECT_GT(kinds[static_cast<int>(kind)], 10);
  }
}

// ---- bad input ------------------------------------------------------------------------------------------------------

TEST(FluidChain, NamesWhatItRefuses) {
  const auto refused = [](const auto& change) {
    FluidConfig config = parking_lot();
    change(config);
    const auto issues = check(config);
    return issues.empty() ? std::string() : issues.front().path;
  };
  EXPECT_EQ(refused([](FluidConfig&) {}), "");
  EXPECT_EQ(refused([](FluidConfig& c) { c.classes[1].first_link = 1, c.classes[1].last_link = 0; }),
            "classes[1].last_link");
  EXPECT_EQ(refused([](FluidConfig& c) { c.classes[0].last_link = 2; }), "classes[0].last_link");
  EXPECT_EQ(refused([](FluidConfig& c) { c.classes[0].first_link = -1; }), "classes[0].first_link");
  for (const double bad : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    EXPECT_EQ(refused([&](FluidConfig& c) { c.links[1].capacity = bad; }), "links[1].capacity") << bad;
    EXPECT_EQ(refused([&](FluidConfig& c) { c.links[1].buffer = bad; }), "links[1].buffer") << bad;
  }
  EXPECT_EQ(refused([](FluidConfig& c) { c.links[1].law = nullptr; }), "links[1].law");
  EXPECT_EQ(refused([](FluidConfig& c) { c.links[0].start_queue = 141; }), "links[0].start_queue");
  EXPECT_EQ(refused([](FluidConfig& c) { c.links[0].start_law = {1, 2}; }), "links[0].start_law");
  EXPECT_EQ(refused([](FluidConfig& c) { c.loads = {{FluidCourse(10), false, 1, 0}}; }), "loads[0].last_link");
  EXPECT_EQ(refused([](FluidConfig& c) { c.loads = {{FluidCourse(-10), false, 0, 0}}; }), "loads[0].rate");
  EXPECT_EQ(refused([](FluidConfig& c) { c.observed = 2; }), "observed");
  EXPECT_EQ(refused([](FluidConfig& c) { c.delay = FluidDelay::implicit_delay; }), "delay");
  EXPECT_EQ(refused([](FluidConfig& c) { c.links.assign(9, c.links[0]); }), "links");
  EXPECT_EQ(refused([](FluidConfig& c) { c.links.clear(); }), "links");
}

}  // namespace
}  // namespace aqm::test
