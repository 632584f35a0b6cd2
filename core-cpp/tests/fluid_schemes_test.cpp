// Every AQM of the catalogue in the fluid model, and relations that hold whatever the numbers are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "aqm/fluid_map.hpp"
#include "aqm/scheme.hpp"
#include "support/fluid_cases.hpp"
#include "support/fluid_networks.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

/// 10 Mbit/s, 1000-byte packets, 140 of them in the buffer.
constexpr LinkInfo kLink{10e6, 140, 1000};

FluidConfig under(const Scheme& scheme, const ParamValues& values, double flows, FluidForm form) {
  FluidConfig config = one_class(flows, 0.07, 1250, 140, scheme.fluid(values, kLink, {form, FluidDrops::law}).law);
  config.duration = 50;
  return config;
}

/// The defaults, and the defaults with each number that is a weight, probability or threshold moved a little, where the
/// scheme's rules allow it.
std::vector<ParamValues> two_settings(const Scheme& scheme) {
  ParamValues values;
  values.numbers.assign(scheme.params().size(), kUnset);
  std::vector<ParamValues> all{values};
  const std::vector<double> resolved = scheme.resolve(values, kLink);
  for (std::size_t i = 0; i < resolved.size(); ++i) {
    const ParamSpec& spec = scheme.params()[i];
    if (spec.kind != ParamKind::number || spec.role == ParamRole::plain || spec.computed != nullptr) continue;
    ParamValues moved = values;
    moved.numbers[i] = 0.8 * resolved[i];
    const Issues issues = scheme.check(moved, kLink);
    if (std::none_of(issues.begin(), issues.end(), [](const Issue& issue) { return issue.error; })) values = moved;
  }
  all.push_back(values);
  return all;
}

void expect_sound(const FluidConfig& config, const FluidSolution& s, const std::string& what) {
  EXPECT_EQ(s.message, "") << what;
  EXPECT_EQ(s.until, config.duration) << what;
  for (std::size_t i = 0; i < s.time.size(); ++i) {
    ASSERT_TRUE(std::isfinite(s.window[0][i]) && s.window[0][i] >= 0) << what << " " << s.time[i];
    ASSERT_TRUE(s.probability[i] >= 0 && s.probability[i] <= 1) << what << " " << s.time[i];
    ASSERT_TRUE(s.overflow[i] >= 0 && s.overflow[i] < 1) << what << " " << s.time[i];
    ASSERT_TRUE(s.queue[i] >= -1e-6 && s.queue[i] <= config.link().buffer + 1e-6) << what << " " << s.time[i];
    for (const auto& column : s.law) ASSERT_TRUE(std::isfinite(column[i])) << what << " " << s.time[i];
  }
}

TEST(FluidSchemes, AllOfThemSolveOrSayWhyNot) {
  int laws = 0, notes = 0, rests = 0;
  for (const Scheme* scheme : catalogue()) {
    for (const ParamValues& values : two_settings(*scheme)) {
      const FluidOffer offer = scheme->fluid(values, kLink, {});
      if (offer.law == nullptr) {
        EXPECT_GT(offer.note.size(), 20u) << scheme->id();
        ++notes;
        continue;
      }
      ++laws;
      for (const double flows : {15.0, 60.0}) {
        for (const FluidForm form : {FluidForm::continuous, FluidForm::sampled}) {
          if (kSanitized && (flows == 15) != (form == FluidForm::continuous)) continue;
          const std::string what = std::string(scheme->id()) + " " + std::to_string(flows) +
                                   (form == FluidForm::sampled ? " sampled" : " continuous");
          const FluidConfig config = under(*scheme, values, flows, form);
          ASSERT_TRUE(check(config).empty()) << what;
          FluidOptions options;
          options.tolerance = 1e-6;
          options.points = 501;
          const FluidSolution s = solve(config, options);
          expect_sound(config, s, what);
          // Near an equilibrium that the linear analysis calls stable, the solution goes there, unless the law adapts
          // meanwhile, by a timer or by the behaviour of the average.
          const bool adapts = config.link().law->table() == nullptr && std::isnan(config.link().law->reference(1250));
          if (form == FluidForm::sampled || adapts) continue;
          const FluidRest rest = equilibrium(config, 0);
          if (!can_linearise(config, rest, Linearisation::exact) || !(map_cell(config, 0).growth < -0.2)) continue;
          ++rests;
          FluidConfig near = config;
          near.link().start_queue = 0.98 * rest.queue;
          near.classes[0].window = 1.02 * rest.window[0];
          near.link().start_law = rest.law;
          EXPECT_NEAR(solve(near, options).queue.back(), rest.queue, 1e-3 * rest.queue) << what;
        }
      }
    }
  }
  EXPECT_GT(laws, 40);
  EXPECT_GT(notes, 4);
  EXPECT_GT(rests, 10);
}

TEST(FluidSchemes, BothFormsHaveTheSameMean) {
  // For controllers that a router runs by a timer: the differential equations and the timer's own steps. A timer acts
  // on values that are up to an interval old, so it follows late by at most an interval: the means over 100 s, most of
  // them on a long way to rest, differ by the move of the queue in that time.
  for (const char* id : {"pi", "pie", "rem", "dred"}) {
    const Scheme& scheme = *find_scheme(id);
    double mean[2], moved = 0;
    for (const FluidForm form : {FluidForm::continuous, FluidForm::sampled}) {
      FluidConfig config = under(scheme, defaults(id), 60, form);
      config.duration = 200;
      FluidOptions options;
      options.tolerance = 1e-6;
      options.points = 2001;
      const FluidSolution s = solve(config, options);
      EXPECT_EQ(s.message, "") << id;
      double sum = 0;
      for (std::size_t i = 1000; i < s.queue.size(); ++i) sum += s.queue[i] / 1001;
      mean[static_cast<int>(form)] = sum;
      const auto [low, high] = std::minmax_element(s.queue.begin() + 1000, s.queue.end());
      moved = config.link().law->interval() * (*high - *low) / 100;  // the timer's, which comes last
    }
    EXPECT_NEAR(mean[1], mean[0], moved + 1e-5 * mean[0]) << id;  // and what the solver is allowed
  }
}

// ---- relations ------------------------------------------------------------------------------------------------------

FluidSolution solved(const FluidConfig& config) {
  FluidOptions options;
  options.tolerance = 1e-11;
  options.points = 201;
  const FluidSolution s = solve(config, options);
  EXPECT_EQ(s.message, "");
  return s;
}
FluidConfig gentle_red(double flows, double scale = 1) {
  FluidConfig config =
      one_class(flows, 0.07, 1250 * scale, 140 * scale, red_fluid(20 * scale, 60 * scale, 0.1, 0.002 / scale, true));
  config.duration = 30;
  return config;
}
void expect_same(const std::vector<double>& a, const std::vector<double>& b, double factor, double near) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(factor * a[i], b[i], near) << i;
}

TEST(FluidRelations, ALargerNetworkIsTheSame) {
  // N and C times k, the thresholds, the buffer and the average's memory in packets too: the delays stay, q grows by k.
  constexpr double k = 12.5;
  const FluidSolution small = solved(gentle_red(30)), large = solved(gentle_red(30 * k, k));
  expect_same(small.queue, large.queue, k, 1e-5);
  expect_same(small.window[0], large.window[0], 1, 1e-7);
  expect_same(small.probability, large.probability, 1, 1e-9);
}

TEST(FluidRelations, ClassesHaveNoOrderAndMayBeSplit) {
  FluidConfig two = gentle_red(10);
  FluidClass far = two.classes[0];
  far.flows = 14;
  far.propagation = 0.15;
  far.window = 3;
  two.classes.push_back(far);
  FluidConfig swapped = two;
  std::swap(swapped.classes[0], swapped.classes[1]);
  const FluidSolution a = solved(two), b = solved(swapped);
  expect_same(a.queue, b.queue, 1, 1e-6);
  expect_same(a.window[0], b.window[1], 1, 1e-7);

  FluidConfig split = two;
  split.classes[1].flows = 9;
  far.flows = 5;
  split.classes.push_back(far);
  const FluidSolution c = solved(split);
  expect_same(a.queue, c.queue, 1, 1e-6);
  expect_same(c.window[1], c.window[2], 1, 1e-12);
}

TEST(FluidRelations, AClassWithoutFlowsChangesNothing) {
  FluidConfig config = gentle_red(30);
  const FluidSolution alone = solved(config);
  FluidClass nobody = config.classes[0];
  nobody.flows = 0.0;
  nobody.propagation = 0.3;
  config.classes.push_back(nobody);
  expect_same(alone.queue, solved(config).queue, 1, 1e-6);
}

TEST(FluidRelations, AnArgumentThatTurnsBackPassesItsBreakingPoints) {
  // If more than twice the capacity arrives, a round trip grows faster than time: theta runs backwards, over breaking
  // points that it had passed, and forwards again.
  for (const double flows : {90.0, 150.0, 300.0}) {
    FluidConfig config = one_class(30, 0.05, 1250, 600, red_fluid(20, 60, 0.1, 0.002, true));
    config.classes.push_back(config.classes[0]);
    config.classes[0].flows.jump(6, flows);
    config.classes[1].flows = 3;
    config.classes[1].propagation = 0.15;
    config.duration = 20;
    const FluidSolution coarse = [&] {
      FluidOptions options;
      options.tolerance = 1e-6;
      options.points = 201;
      return solve(config, options);
    }();
    EXPECT_EQ(coarse.message, "") << flows;
    // No further off than one step may be at a full buffer: 1e-6 (600 + 1) packets.
    expect_same(coarse.queue, solved(config).queue, 1, 6e-4);
  }
}

// ---- bad input ------------------------------------------------------------------------------------------------------

TEST(FluidBadInput, IsNamed) {
  const auto path_of = [](const FluidConfig& config) {
    const auto issues = check(config);
    return issues.empty() ? std::string() : issues.front().path;
  };
  FluidConfig config = gentle_red(30);
  EXPECT_EQ(path_of(config), "");
  for (const double bad : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    FluidConfig c = config;
    c.link().capacity = bad;
    EXPECT_EQ(path_of(c), "links[0].capacity") << bad;
    c = config;
    c.classes[0].propagation = bad;
    EXPECT_EQ(path_of(c), "classes[0].propagation") << bad;
    c = config;
    c.link().buffer = bad;
    EXPECT_EQ(path_of(c), "links[0].buffer") << bad;
    c = config;
    c.duration = bad;
    EXPECT_EQ(path_of(c), "duration") << bad;
  }
  FluidConfig nobody = config;
  nobody.classes[0].flows = 0.0;
  EXPECT_EQ(path_of(nobody), "classes");
  nobody.classes.clear();
  EXPECT_EQ(path_of(nobody), "classes");
  FluidConfig lawless = config;
  lawless.link().law = nullptr;
  EXPECT_EQ(path_of(lawless), "links[0].law");
  FluidOptions tight;
  tight.tolerance = 1e-16;
  ASSERT_EQ(check(tight).size(), 1u);
  EXPECT_EQ(check(tight).front().path, "tolerance");
  tight.tolerance = std::nan("");
  EXPECT_EQ(check(tight).size(), 1u);
}

TEST(FluidBadInput, WhatIsAllowedEndsFiniteWhateverItIs) {
  // Buffers below the thresholds, laws that jump, one flow or a hundred thousand, delays of a microsecond and of ten
  // seconds: a solution, or a message that says how far it went; always finite, and never more steps than granted.
  for (const double flows : {1.0, 30.0, 1e5}) {
    for (const double delay : {1e-6, 0.07, 10.0}) {
      for (const double buffer : {0.5, 15.0, 140.0}) {
        for (const bool gentle : {false, true}) {
          FluidConfig config = one_class(flows, delay, 1250, buffer, red_fluid(20, 60, 0.1, 0.002, gentle));
          config.duration = 20;
          FluidOptions options;
          options.tolerance = 1e-5;
          options.points = 101;
          options.max_steps = 200'000;
          const FluidSolution s = solve(config, options);
          const std::string what = std::to_string(flows) + " " + std::to_string(delay) + " " + std::to_string(buffer);
          EXPECT_EQ(s.message.empty(), s.until == config.duration) << what << " " << s.message;
          EXPECT_LE(s.work.steps + s.work.rejected, options.max_steps) << what;
          for (std::size_t i = 0; i < s.time.size(); ++i) {
            ASSERT_TRUE(std::isfinite(s.queue[i]) && std::isfinite(s.window[0][i])) << what << " " << s.time[i];
            ASSERT_TRUE(s.queue[i] >= -1e-6 && s.queue[i] <= buffer + 1e-6) << what << " " << s.time[i];
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace aqm::test
