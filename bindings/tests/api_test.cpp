// The border against bad input: every refusal is an answer, and under the sanitizers no input causes undefined
// behaviour.
#include "api.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "aqm/congestion_control.hpp"
#include "aqm/rng.hpp"
#include "aqm/source.hpp"
#include "layout.hpp"
#include "sanitized.hpp"

namespace {

using namespace aqm;

std::string text() { return {aqm_text(), static_cast<std::size_t>(aqm_text_size())}; }

void give(const std::vector<double>& input) {
  double* room = aqm_input(static_cast<int>(input.size()));
  ASSERT_NE(room, nullptr);
  std::copy(input.begin(), input.end(), room);
}

/// Counts the doubles of a field list, or lists their defaults, by the same visits as the decoder.
struct DefaultsWriter {
  std::vector<double> out;
  template <class T>
  void number(const char*, T& v, const Facts& = {}) {
    out.push_back(v);
  }
  template <class T>
  void integer(const char*, T& v, const Facts& = {}) {
    out.push_back(v);
  }
  template <class T>
  void natural(const char*, T& v, const Facts& = {}) {
    out.push_back(static_cast<double>(v));
  }
  template <class T>
  void toggle(const char*, T& v, const Facts& = {}) {
    out.push_back(v ? 1 : 0);
  }
  void pair(const char*, Span& v, const Facts& = {}) {
    out.push_back(v.lo);
    out.push_back(v.hi);
  }
  template <class T, class Words>
  void choice(const char*, T& v, const Words&, const Facts& = {}) {
    out.push_back(static_cast<double>(v));
  }
};

template <class Entry>
double index_of(std::string_view id, std::span<const Entry* const> all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i]->id() == id) return static_cast<double>(i);
  }
  return -1;
}

void append_red(std::vector<double>& out) {
  out.push_back(index_of("red", catalogue()));
  const std::size_t params = find_scheme("red")->params().size();
  out.push_back(static_cast<double>(params));
  out.insert(out.end(), params, kUnset);
  out.insert(out.end(), {0, 0});  // lists, texts
}

/// RED with its defaults on the default link.
std::vector<double> scheme_request() {
  DefaultsWriter w;
  LinkInfo link;
  bindings::visit_link_info(w, link);
  append_red(w.out);
  return w.out;
}

std::vector<double> scenario(double duration = 1) {
  DefaultsWriter w;
  ScenarioConfig config;
  config.duration = duration;
  RecordConfig record;
  TrafficGroup ftp;
  ftp.flows = 5;
  visit_run(w, config);
  visit_network(w, config.network);
  bindings::visit_record(w, record);
  w.out.push_back(0);  // windows
  w.out.push_back(1);
  visit_chain_link(w, config.network.links[0]);
  w.out.push_back(0);  // changes
  w.out.push_back(1);
  visit_row(w, ftp);
  w.out.insert(w.out.end(), {index_of("ftp", sources()), 1, kUnset, kUnset});
  visit_tcp(w, ftp);
  w.out.insert(w.out.end(), {index_of("newreno", congestion_controls()), 0});
  append_red(w.out);
  return w.out;
}

/// The inputs of the calls about the fluid model, around the same scenario.
struct FluidCall {
  int (*call)();
  std::vector<double> input;
};

std::vector<FluidCall> fluid_calls() {
  const std::vector<double> lane = scenario();
  const auto joined = [&](std::vector<double> head) {
    head.insert(head.end(), lane.begin(), lane.end());
    return head;
  };
  DefaultsWriter fluid, map, hopf, curves, cycles;
  bindings::FluidFields fields;
  fields.options.points = 11;
  bindings::visit_fluid(fluid, fields);
  bindings::MapFields axes;
  axes.y = {Knob::rtt, 0, 0.1};
  bindings::visit_map(map, axes);
  map.out.insert(map.out.end(), fluid.out.begin(), fluid.out.end());
  map.out.insert(map.out.end(), {2, 10, 20});
  KnobSetting along;
  bindings::visit_hopf(hopf, along);
  hopf.out.insert(hopf.out.end(), fluid.out.begin(), fluid.out.end());
  KnobRange flows{Knob::flows, 0, 2, 40, true}, trip{Knob::rtt, 0, 0.02, 0.5, true};
  bindings::visit_range(curves, flows);
  bindings::visit_range(curves, trip);
  curves.out.insert(curves.out.end(), fluid.out.begin(), fluid.out.end());
  KnobRange narrow{Knob::rtt, 0, 0.2, 0.21, false};
  bindings::visit_range(cycles, narrow);
  cycles.out.insert(cycles.out.end(), fluid.out.begin(), fluid.out.end());
  return {{aqm_fluid, joined(fluid.out)},   {aqm_map_row, joined(map.out)},   {aqm_hopf, joined(hopf.out)},
          {aqm_curves, joined(curves.out)}, {aqm_cycles, joined(cycles.out)}, {aqm_design, joined({1})}};
}

TEST(Api, SolvesTheFluidModelInSlices) {
  const std::vector<double> input = fluid_calls()[0].input;
  aqm_fluid_end();
  EXPECT_EQ(aqm_fluid_run(10), kRefused);
  EXPECT_EQ(aqm_fluid_result(), kRefused);
  EXPECT_LT(aqm_fluid_now(), 0);
  give(input);
  ASSERT_EQ(aqm_fluid_begin(), kMore) << text();
  for (const double steps : {0.0, -1.0, kUnset, kInfinity}) EXPECT_EQ(aqm_fluid_run(steps), kRefused) << steps;
  EXPECT_EQ(aqm_fluid_run(1), kMore);
  EXPECT_EQ(aqm_fluid_result(), kRefused) << "not yet";
  int slices = 1;
  while (aqm_fluid_run(10) == kMore) ++slices;
  EXPECT_GT(slices, 2);
  EXPECT_EQ(aqm_fluid_now(), 1);  // the duration
  ASSERT_EQ(aqm_fluid_result(), kDone) << text();
  EXPECT_NE(text().find("\"until\":1,"), std::string::npos) << text();
  EXPECT_EQ(aqm_fluid_result(), kRefused) << "once";
  give(input);
  ASSERT_EQ(aqm_fluid_begin(), kMore);
  EXPECT_EQ(aqm_fluid_end(), kDone);
  EXPECT_EQ(aqm_fluid_run(10), kRefused);
}

TEST(Api, AnalysesTheFluidModelPieceByPiece) {
  const std::vector<double> input = fluid_calls()[0].input;
  give(input);
  ASSERT_EQ(aqm_fluid(), kDone) << text();
  const std::string whole = text();
  give(input);
  ASSERT_EQ(aqm_fluid_begin(), kMore);
  int pieces = 0;
  while (aqm_fluid_run(1e15) == kMore) ++pieces;
  EXPECT_EQ(pieces, 1) << "the solution, and what there is to say of it";
  give(input);
  ASSERT_EQ(aqm_fluid_begin(), kMore);
  while (aqm_fluid_now() < 1 && aqm_fluid_run(1) == kMore) {}
  for (pieces = 0; aqm_fluid_run(1) == kMore;) ++pieces;
  EXPECT_GE(pieces, 3) << "its rests, their roots, their margins";
  EXPECT_EQ(aqm_fluid_run(1), kDone) << "what is there stays there";
  ASSERT_EQ(aqm_fluid_result(), kDone);
  // Addresses of columns differ.
  const auto said = [](const std::string& answer) { return answer.substr(0, answer.find("\"columns\"")); };
  EXPECT_EQ(said(text()), said(whole));
}

TEST(Api, SearchesForALossOfStabilityInSlices) {
  const std::vector<double> input = fluid_calls()[2].input;
  aqm_hopf_end();
  EXPECT_EQ(aqm_hopf_run(10), kRefused);
  EXPECT_EQ(aqm_hopf_result(), kRefused);
  EXPECT_LT(aqm_hopf_now(), 0);
  give(input);
  ASSERT_EQ(aqm_hopf(), kDone) << text();
  const std::string whole = text();
  give(input);
  ASSERT_EQ(aqm_hopf_begin(), kMore) << text();
  EXPECT_EQ(aqm_hopf_now(), 0);
  for (const double steps : {0.0, -1.0, kUnset, kInfinity}) EXPECT_EQ(aqm_hopf_run(steps), kRefused) << steps;
  EXPECT_EQ(aqm_hopf_run(10), kMore);
  EXPECT_EQ(aqm_hopf_result(), kRefused) << "not yet";
  double before = 0;
  while (aqm_hopf_run(10) == kMore) {
    EXPECT_GE(aqm_hopf_now(), before);
    before = aqm_hopf_now();
  }
  EXPECT_LE(aqm_hopf_now(), 1);
  ASSERT_EQ(aqm_hopf_result(), kDone);
  EXPECT_EQ(text(), whole);
  EXPECT_EQ(aqm_hopf_result(), kRefused) << "once";
  give(input);
  ASSERT_EQ(aqm_hopf_begin(), kMore);
  EXPECT_EQ(aqm_hopf_end(), kDone);
  EXPECT_EQ(aqm_hopf_run(10), kRefused);
}

TEST(Api, FollowsCurvesOfStabilityInSlices) {
  std::vector<double> input = fluid_calls()[3].input;
  give(input);
  ASSERT_EQ(aqm_curves(), kDone) << text();
  const std::string whole = text();
  EXPECT_NE(whole.find("\"omega\":["), std::string::npos) << whole;
  give(input);
  ASSERT_EQ(aqm_curves_begin(), kMore) << text();
  EXPECT_EQ(aqm_curves_result(), kRefused) << "not yet";
  while (aqm_curves_run(100) == kMore) EXPECT_LE(aqm_curves_now(), 1);
  ASSERT_EQ(aqm_curves_result(), kDone);
  EXPECT_EQ(text(), whole);
  input[2] = 50;  // the flows begin beyond their end
  give(input);
  EXPECT_EQ(aqm_curves(), kRefused);
  EXPECT_NE(text().find("must begin below its end"), std::string::npos) << text();
}

TEST(Api, AnswersARowOfAMapInSlices) {
  const std::vector<double> input = fluid_calls()[1].input;
  const auto numbers = [] { return std::vector<double>(aqm_numbers(), aqm_numbers() + aqm_numbers_size()); };
  aqm_map_row_end();
  EXPECT_EQ(aqm_map_row_run(10), kRefused);
  EXPECT_EQ(aqm_map_row_result(), kRefused);
  EXPECT_LT(aqm_map_row_now(), 0);
  give(input);
  ASSERT_EQ(aqm_map_row(), kDone) << text();
  const std::vector<double> whole = numbers();
  ASSERT_EQ(whole.size(), 8U);
  give(input);
  ASSERT_EQ(aqm_map_row_begin(), kMore) << text();
  for (const double steps : {0.0, -1.0, kUnset, kInfinity}) EXPECT_EQ(aqm_map_row_run(steps), kRefused) << steps;
  int slices = 1;
  for (double before = 0; aqm_map_row_run(1) == kMore; ++slices) {
    EXPECT_GE(aqm_map_row_now(), before);
    before = aqm_map_row_now();
    EXPECT_EQ(aqm_map_row_result(), kRefused) << "not yet";
  }
  EXPECT_GT(slices, 4);
  EXPECT_EQ(aqm_map_row_now(), 2);
  ASSERT_EQ(aqm_map_row_result(), kDone);
  const std::vector<double> sliced = numbers();
  ASSERT_EQ(sliced.size(), whole.size());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_TRUE(sliced[i] == whole[i] || (std::isnan(sliced[i]) && std::isnan(whole[i]))) << i;
  }
  EXPECT_EQ(aqm_map_row_result(), kRefused) << "once";
  give(input);
  ASSERT_EQ(aqm_map_row_begin(), kMore);
  EXPECT_EQ(aqm_map_row_end(), kDone);
  EXPECT_EQ(aqm_map_row_run(10), kRefused);
}

TEST(Api, AnswersAboutTheFluidModel) {
  for (const FluidCall& request : fluid_calls()) {
    give(request.input);
    EXPECT_EQ(request.call(), kDone) << text();
  }
  EXPECT_NE(text().find("\"claim\""), std::string::npos);
  EXPECT_EQ(aqm_numbers_size(), 8);
}

TEST(Api, RefusesEveryTruncationOfAFluidRequest) {
  for (const FluidCall& request : fluid_calls()) {
    for (std::size_t n = 0; n < request.input.size(); ++n) {
      give({request.input.begin(), request.input.begin() + static_cast<std::ptrdiff_t>(n)});
      EXPECT_EQ(request.call(), kRefused) << n;
    }
  }
}

constexpr std::size_t kFluidCalls = 6;

/// A call about the fluid model, by its place in `fluid_calls`, and a number. Each is a test, so they run side by side.
class FluidRequest : public ::testing::TestWithParam<std::tuple<std::size_t, double>> {};

/// A call in slices that ends after its first steps.
template <int (*begin)(), int (*run)(double), int (*end)()>
int first_steps() {
  const int begun = begin();
  if (begun != kMore) return begun;
  return run(1e4) == kRefused ? kRefused : end();
}

TEST_P(FluidRequest, SurvivesAnyOneHostileNumber) {
  const auto [place, value] = GetParam();
  ASSERT_EQ(fluid_calls().size(), kFluidCalls);
  FluidCall request = fluid_calls().at(place);
  // All places of all these curves and cycles take minutes under the sanitizers.
  if (test::kSanitized && request.call == aqm_curves)
    request.call = first_steps<aqm_curves_begin, aqm_curves_run, aqm_curves_end>;
  if (test::kSanitized && request.call == aqm_cycles)
    request.call = first_steps<aqm_cycles_begin, aqm_cycles_run, aqm_cycles_end>;
  for (std::size_t i = 0; i < request.input.size(); ++i) {
    std::vector<double> input = request.input;
    input[i] = value;
    give(input);
    const int status = request.call();
    EXPECT_TRUE(status == kDone || (status == kRefused && text() != "[]")) << i << " " << value;
  }
}

INSTANTIATE_TEST_SUITE_P(Hostile, FluidRequest,
                         ::testing::Combine(::testing::Range<std::size_t>(0, kFluidCalls),
                                            ::testing::Values(kUnset, kInfinity, -kInfinity, -1, 0, 0.5, 1e9, 1e300,
                                                              5e-324, 4294967296.0)));

TEST(Api, AcceptsTheDefaults) {
  give(scheme_request());
  EXPECT_EQ(aqm_check(), kDone);
  EXPECT_EQ(text(), "[]");
  EXPECT_EQ(aqm_resolve(), kDone);
}

TEST(Api, RunsAScenarioToItsEndAndForgetsItWhenClosed) {
  give(scenario());
  const int handle = aqm_open();
  ASSERT_GT(handle, 0) << text();
  int status = kMore;
  for (int slice = 0; slice < 1000 && status == kMore; ++slice) status = aqm_run(handle, 1000);
  EXPECT_EQ(status, kDone);
  EXPECT_GE(aqm_now(handle), 0);
  EXPECT_EQ(aqm_result(handle), kDone);
  EXPECT_NE(text().find("\"digest\""), std::string::npos);
  EXPECT_EQ(aqm_close(handle), kDone);
  EXPECT_EQ(aqm_close(handle), kRefused);
  EXPECT_EQ(aqm_run(handle, 1000), kRefused);
  EXPECT_EQ(aqm_result(handle), kRefused);
  EXPECT_LT(aqm_now(handle), 0);
}

TEST(Api, NeverGivesAHandleTwice) {
  give(scenario());
  const int first = aqm_open();
  aqm_close(first);
  give(scenario());
  const int second = aqm_open();
  EXPECT_GT(second, first);
  aqm_close(second);
}

TEST(Api, KeepsSimulationsApart) {
  give(scenario(2));
  const int together = aqm_open();
  const int other = (give(scenario(1)), aqm_open());
  while (aqm_run(together, 100) == kMore) aqm_run(other, 37);
  aqm_result(together);
  const std::string interleaved = text().substr(0, text().find("\"columns\""));
  const int alone = (give(scenario(2)), aqm_open());
  while (aqm_run(alone, 1e9) == kMore) continue;
  aqm_result(alone);
  EXPECT_EQ(text().substr(0, text().find("\"columns\"")), interleaved);
  for (const int handle : {together, other, alone}) aqm_close(handle);
}

TEST(Api, RefusesWrongHandlesAndCounts) {
  for (const int handle : {0, -1, 1'000'000, INT32_MAX, INT32_MIN}) {
    EXPECT_EQ(aqm_run(handle, 1), kRefused);
    EXPECT_EQ(aqm_result(handle), kRefused);
    EXPECT_EQ(aqm_close(handle), kRefused);
  }
  give(scenario());
  const int handle = aqm_open();
  for (const double events : {0.0, -1.0, kUnset, kInfinity}) EXPECT_EQ(aqm_run(handle, events), kRefused) << events;
  aqm_close(handle);
  EXPECT_EQ(aqm_input(-1), nullptr);
  EXPECT_EQ(aqm_input(INT32_MAX), nullptr);
}

TEST(Api, RefusesEveryTruncation) {
  const std::vector<double> whole = scenario();
  for (std::size_t n = 0; n < whole.size(); ++n) {
    give({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n)});
    EXPECT_EQ(aqm_open(), kRefused) << n;
  }
  std::vector<double> longer = whole;
  longer.push_back(0);
  give(longer);
  EXPECT_EQ(aqm_open(), kRefused);
  EXPECT_NE(text().find("must end here"), std::string::npos);
}

TEST(Api, NamesThePlaceOfAMisfit) {
  std::vector<double> input = scenario();
  DefaultsWriter before;
  ScenarioConfig config;
  RecordConfig record;
  visit_run(before, config);
  visit_network(before, config.network);
  bindings::visit_record(before, record);
  visit_chain_link(before, config.network.links[0]);
  input[before.out.size() + 4] = 2.5;  // after the counts of windows, links, changes and rows
  give(input);
  EXPECT_EQ(aqm_open(), kRefused);
  EXPECT_NE(text().find("\"traffic[0].flows\""), std::string::npos) << text();
  EXPECT_NE(text().find("2.5"), std::string::npos) << text();
}

// Each double in turn becomes one of the values that break careless code.
TEST(Api, SurvivesAnyOneHostileNumber) {
  const std::vector<double> whole = scenario(0.05);
  const double hostile[] = {kUnset, kInfinity,    -kInfinity,    -1,           0, 0.5, 1e9, 1e18, 1e300, -1e300, 5e-324,
                            2e9,    4294967296.0, -2147483649.0, -2147483648.0};
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (const double value : hostile) {
      std::vector<double> input = whole;
      input[i] = value;
      give(input);
      const int handle = aqm_open();
      if (handle <= 0) {
        EXPECT_EQ(handle, kRefused);
        EXPECT_NE(text(), "[]");
        continue;
      }
      aqm_run(handle, 200);
      EXPECT_EQ(aqm_result(handle), kDone);
      EXPECT_EQ(aqm_close(handle), kDone);
    }
  }
}

TEST(Api, SurvivesNoise) {
  Rng rng(20260);
  const std::vector<double> whole = scenario(0.05);
  for (int round = 0; round < 2000; ++round) {
    std::vector<double> input = whole;
    const std::uint32_t changes = 1 + rng.below(6);
    for (std::uint32_t k = 0; k < changes; ++k) {
      const double magnitude = std::pow(10.0, rng.uniform(-6, 12));
      input[rng.below(static_cast<std::uint32_t>(input.size()))] =
          rng.below(2) == 0 ? magnitude : std::round(magnitude);
    }
    give(input);
    const int handle = aqm_open();
    if (handle <= 0) continue;
    aqm_run(handle, 200);
    EXPECT_EQ(aqm_close(handle), kDone);
  }
}

TEST(Api, DrawsBothSidesOfAKnot) {
  DefaultsWriter w;
  bindings::CurveFields curve;
  curve.points = 11;
  bindings::visit_curve(w, curve);
  w.out.push_back(0);  // the initial state
  const std::vector<double> of = scheme_request();
  w.out.insert(w.out.end(), of.begin(), of.end());
  give(w.out);
  ASSERT_EQ(aqm_curve(), kDone) << text();
  const std::size_t n = static_cast<std::size_t>(aqm_numbers_size()) / 2;
  const std::vector<double> x(aqm_numbers(), aqm_numbers() + n), p(aqm_numbers() + n, aqm_numbers() + 2 * n);
  ASSERT_TRUE(std::is_sorted(x.begin(), x.end()));
  // RED jumps from max_p = 0.1 to 1 at max_th = 120 (Floyd and Jacobson 1993, figure 2).
  const auto at = std::find(x.begin(), x.end(), 120.0) - x.begin();
  ASSERT_GT(at, 0);
  ASSERT_LT(at, static_cast<std::ptrdiff_t>(n));
  EXPECT_EQ(x[static_cast<std::size_t>(at) - 1], std::nextafter(120.0, 0.0));
  EXPECT_NEAR(p[static_cast<std::size_t>(at) - 1], 0.1, 1e-12);
  EXPECT_EQ(p[static_cast<std::size_t>(at)], 1.0);
}

// Found by fuzzing: at a rate of 0, a law that counts packets per second is not a number, and the least buffer minus
// one is not an int.
TEST(Api, DrawsNoCurveOfALinkThatNoScenarioHas) {
  for (std::size_t scheme = 0; scheme < catalogue().size(); ++scheme) {
    const std::vector<std::vector<double>> links = {{1e7, 1000, 1000},       {0, 1000, 1000},
                                                    {kInfinity, 1000, 1000}, {1e7, -2147483648.0, 1000},
                                                    {1e7, 0, 1000},          {1e7, 1000, -2147483648.0}};
    for (const std::vector<double>& link : links) {
      std::vector<double> of = link;
      const std::size_t params = catalogue()[scheme]->params().size();
      of.insert(of.end(), {static_cast<double>(scheme), static_cast<double>(params)});
      of.insert(of.end(), params, kUnset);
      of.insert(of.end(), {0, 0});  // lists, texts
      give(of);
      EXPECT_NE(aqm_check(), kMore);
      DefaultsWriter w;
      bindings::CurveFields curve;
      bindings::visit_curve(w, curve);
      w.out.push_back(0);  // the initial state
      w.out.insert(w.out.end(), of.begin(), of.end());
      give(w.out);
      const bool drawn = &link == &links[0] && !catalogue()[scheme]->curves().empty();
      EXPECT_EQ(aqm_curve(), drawn ? kDone : kRefused) << catalogue()[scheme]->id() << text();
    }
  }
}

// A cancel may have to wait as long as a call.
TEST(Api, RefusesACurveOfMorePointsThanACallMayTake) {
  for (const int points : {100'000, 100'001}) {
    DefaultsWriter w;
    bindings::CurveFields curve;
    curve.points = points;
    bindings::visit_curve(w, curve);
    w.out.push_back(0);  // the initial state
    const std::vector<double> of = scheme_request();
    w.out.insert(w.out.end(), of.begin(), of.end());
    give(w.out);
    EXPECT_EQ(aqm_curve(), points <= 100'000 ? kDone : kRefused);
  }
  EXPECT_NE(text().find("must be from 0 to 100000"), std::string::npos) << text();
}

/// A run of one link: seed, timers, arrivals of four numbers, then the scheme on its link with its default parameters.
std::vector<double> one_link(const std::vector<double>& arrivals, double count, const char* id = "droptail") {
  std::vector<double> in{7, 0, count};
  in.insert(in.end(), arrivals.begin(), arrivals.end());
  in.insert(in.end(), {10e6, 5, 1500, index_of(id, catalogue())});
  const std::size_t params = find_scheme(id)->params().size();
  in.push_back(static_cast<double>(params));
  in.insert(in.end(), params, kUnset);
  in.insert(in.end(), {0, 0});
  return in;
}

TEST(OneLinkCall, TellsTheEndAndTheTimeOfEveryPacket) {
  // Ten packets at once: one is sent, five wait, four find the buffer full; 1500 bytes take 1.2 ms.
  std::vector<double> arrivals;
  for (int i = 0; i < 10; ++i) arrivals.insert(arrivals.end(), {0, 1500, 0, 0});
  give(one_link(arrivals, 10));
  ASSERT_EQ(aqm_one_link(), kDone) << text();
  ASSERT_EQ(aqm_numbers_size(), 20);
  for (int i = 0; i < 10; ++i) {
    const bool sent = i < 6;
    EXPECT_EQ(aqm_numbers()[2 * i], static_cast<double>(sent ? PacketEnd::sent : PacketEnd::dropped_arriving)) << i;
    EXPECT_EQ(aqm_numbers()[2 * i + 1], sent ? i * 1.2e6 : 0) << i;
  }
}

TEST(OneLinkCall, RefusesWhatIsNoArrival) {
  const std::vector<double> fine{0, 1500, 0, 0};
  for (const auto& [place, value] : std::vector<std::pair<std::size_t, double>>{
           {0, -1}, {0, 1e13}, {0, 0.5}, {1, 0}, {1, 65536}, {2, 4}, {3, 65536}, {3, kInfinity}, {1, kUnset}}) {
    std::vector<double> arrivals = fine;
    arrivals[place] = value;
    give(one_link(arrivals, 1));
    EXPECT_EQ(aqm_one_link(), kRefused) << place << " " << value;
  }
  // So many that together they last longer than a run may.
  std::vector<double> late;
  for (int i = 0; i < 4; ++i) late.insert(late.end(), {1e12, 1500, 0, 0});
  give(one_link(late, 4));
  EXPECT_EQ(aqm_one_link(), kRefused);
  EXPECT_NE(text().find("at most 3600 s"), std::string::npos);
  give(one_link(fine, 2));  // fewer than it says
  EXPECT_EQ(aqm_one_link(), kRefused);
  std::vector<double> idle = one_link(fine, 1);
  idle[7] = 0;  // the rate
  give(idle);
  EXPECT_EQ(aqm_one_link(), kRefused);
}

}  // namespace
