// The analysis of a fluid model in slices: the same bits, and no slice works much longer than permitted. Work is
// counted, not timed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "aqm/fluid_analysis.hpp"
#include "aqm/fluid_band.hpp"
#include "aqm/fluid_lane.hpp"
#include "aqm/fluid_lane_hopf.hpp"
#include "aqm/fluid_map.hpp"
#include "aqm/rng.hpp"
#include "fluid/analysis/eigenvalues.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

/// The most expensive model: eight links, all managed, crossed by ten kinds of flows, two of them over all links.
ScenarioConfig longest_chain(const std::string& aqm) {
  ScenarioConfig scenario = sared(aqm, 5, 60);
  scenario.network.links.clear();
  for (int l = 0; l < kMaxFluidLinks; ++l) scenario.network.links.push_back({8e6 + 1e5 * l, 0.010, 120, true});
  scenario.network.packet_size = 1000;
  for (int i = 1; i < kMaxFluidClasses; ++i) {
    scenario.traffic.push_back(ftp(5 + i));
    TrafficGroup& row = scenario.traffic.back();
    if (i % 2 == 1) row.tcp = "cubic";
    if (i < 2) continue;
    row.from = (i - 2) % kMaxFluidLinks;
    row.to = row.from + 1;
  }
  return scenario;
}

/// Two links in a row, as in the gallery; with a hundred times as many flows, roots come so close to the line of the
/// argument principle that the walk along it ends at its bound.
ScenarioConfig two_links(const std::string& aqm, int flows) {
  ScenarioConfig scenario = sared(aqm, flows, 60);
  scenario.network.links = {{10e6, 0.010, 100, true}, {10e6, 0.010, 100, true}};
  scenario.network.packet_size = 1500;
  for (const int link : {0, 1}) {
    scenario.traffic.push_back(ftp(flows));
    scenario.traffic.back().from = link;
    scenario.traffic.back().to = link + 1;
  }
  return scenario;
}

struct Count {
  int slices = 0;
  double all = 0, longest = 0;
};
/// In slices of `each`.
template <class Run>
Count in_slices(Run& run, double each) {
  Count count;
  for (bool done = false; !done; ++count.slices) {
    double work = each;
    done = run.run(work);
    count.all += each - work;
    count.longest = std::max(count.longest, each - work);
    EXPECT_TRUE(done || work <= 0) << "it ends where there is no work left";
  }
  return count;
}

constexpr double kSlice = 1e5;

const LaneChoice kMending{{}, FluidLosses::recovery};

TEST(FluidSlices, OfRootsAreBoundedAndGiveTheBitsOfTheWhole) {
  for (const char* aqm : {"acred", "aopc"}) {
    const FluidLane lane = fluid_of(longest_chain(aqm), kMending, FluidDelay::explicit_delay);
    ASSERT_TRUE(lane.issues.empty()) << lane.issues.front().path << " " << lane.issues.front().rule;
    const FluidRest rest = equilibrium(lane.config, last_change(lane.config));
    ASSERT_TRUE(can_linearise(lane.config, rest, Linearisation::exact)) << aqm;
    const LinearLoop loop = linearise(lane.config, rest, Linearisation::exact, last_change(lane.config));
    const auto growth = begin_growth_rate(loop);
    const Count of_growth = in_slices(*growth, kSlice);
    EXPECT_LT(of_growth.longest, kSlice + kMostPiece) << aqm;
    EXPECT_GT(of_growth.all, 4 * kMostPiece) << aqm << " is no hard case";
    const double at_once = growth_rate(loop);
    EXPECT_TRUE(growth->growth() == at_once || (std::isnan(growth->growth()) && std::isnan(at_once))) << aqm;

    const auto roots = begin_rightmost_roots(loop, 8);
    EXPECT_LT(in_slices(*roots, kSlice).longest, kSlice + kMostPiece) << aqm;
    const RootReport whole = rightmost_roots(loop, 8);
    EXPECT_EQ(roots->report().right_half_plane, whole.right_half_plane) << aqm;
    ASSERT_EQ(roots->report().roots.size(), whole.roots.size()) << aqm;
    for (std::size_t i = 0; i < whole.roots.size(); ++i) {
      EXPECT_EQ(roots->report().roots[i].re, whole.roots[i].re) << aqm;
      EXPECT_EQ(roots->report().roots[i].im, whole.roots[i].im) << aqm;
    }
    double work = 0;
    EXPECT_TRUE(roots->run(work)) << "what is found stays found";
  }
}

TEST(FluidSlices, OfTheQueueByChanceAreBoundedAndGiveTheBitsOfTheWhole) {
  for (const char* aqm : {"avq", "exp_red", "scalable_control"}) {
    const FluidLane lane = fluid_of(sared(aqm, 20, 60), kMending, FluidDelay::explicit_delay);
    const double time = last_change(lane.config);
    const FluidRest rest = equilibrium(lane.config, time);
    ASSERT_EQ(rest.kind, RestKind::empty) << aqm;
    const LinearLoop loop = linearise(lane.config, rest, Linearisation::exact, time);
    const auto run = begin_band(lane.config, rest, loop, {}, time);
    const Count count = in_slices(*run, kSlice);
    EXPECT_LT(count.longest, kSlice + kMostPiece) << aqm;
    EXPECT_GT(count.all, 2 * kMostPiece) << aqm << " is no hard case";
    const FluidBand whole = band_around(lane.config, rest, loop, {}, time);
    ASSERT_GT(whole.mean, 0) << aqm;
    EXPECT_EQ(run->band().mean, whole.mean) << aqm;
    EXPECT_EQ(run->band().high, whole.high) << aqm;
  }
}

TEST(FluidSlices, OfRestsAreBoundedAndGiveTheBitsOfTheWhole) {
  // The last two adapt by a timer, whose ticks move all queues.
  for (const char* aqm : {"red", "codel", "dcred", "ared"}) {
    const FluidLane lane = fluid_of(longest_chain(aqm), {}, FluidDelay::explicit_delay);
    const auto run = begin_equilibria(lane.config, last_change(lane.config));
    EXPECT_LT(in_slices(*run, kSlice).longest, kSlice + kMostPiece) << aqm;
    const std::vector<FluidRest> whole = equilibria(lane.config, last_change(lane.config));
    ASSERT_EQ(run->rests().size(), whole.size()) << aqm;
    for (std::size_t i = 0; i < whole.size(); ++i) {
      EXPECT_EQ(run->rests()[i].one_of_a_set, whole[i].one_of_a_set) << aqm;
      for (std::size_t l = 0; l < whole[i].links.size(); ++l) {
        EXPECT_EQ(run->rests()[i].links[l].queue, whole[i].links[l].queue) << aqm << " " << l;
        EXPECT_EQ(run->rests()[i].links[l].law, whole[i].links[l].law) << aqm << " " << l;
      }
    }
  }
}

TEST(FluidSlices, OfCellsAndSearchesAreBounded) {
  const FluidLane lane = fluid_of(longest_chain("red"), kMending, FluidDelay::explicit_delay);
  const double time = last_change(lane.config);
  const auto run = begin_map_cell(lane.config, time);
  const Count of_cell = in_slices(*run, kSlice);
  EXPECT_LT(of_cell.longest, kSlice + kMostPiece);
  EXPECT_GT(of_cell.all, 10 * kMostPiece) << "this is no hard case";
  const FluidRest rest = equilibrium(lane.config, time);
  EXPECT_EQ(run->cell().kind, rest.kind);
  EXPECT_EQ(run->cell().queue, rest.queue);
  const ScenarioConfig scenario = two_links("droptail", 10);
  const auto search = begin_hopf_along(scenario, kMending, FluidDelay::explicit_delay, Knob::flows, 0);
  const Count count = in_slices(*search, kSlice);
  EXPECT_LT(count.longest, kSlice + kMostPiece);
  EXPECT_GT(count.all, 8 * kMostPiece) << "this is no hard case";
  const HopfSearch whole = hopf_along(scenario, kMending, FluidDelay::explicit_delay, Knob::flows, 0);
  EXPECT_EQ(search->search().point.message, whole.point.message);
  EXPECT_EQ(search->search().from, whole.from);
  EXPECT_EQ(search->search().to, whole.to);
}

TEST(FluidSlices, CountWhatEigenvaluesAreKnownToTake) {
  // Of the double-shift QR algorithm without vectors, 10 n^3 additions and multiplications (Golub and Van Loan, section
  // 7.5.6): half are multiplications.
  constexpr int kRows = 120;
  fluid::SquareMatrix m(kRows);
  Rng rng(7);
  for (double& v : m.a) v = rng.uniform() - 0.5;
  fluid::EigenvalueRun run(m);
  const Count count = in_slices(run, kSlice);
  EXPECT_EQ(run.found().size(), static_cast<std::size_t>(kRows));
  EXPECT_LT(count.longest, 3 * kSlice) << "a sweep";
  EXPECT_GT(count.all, 2.5 * kRows * kRows * kRows);
  EXPECT_LT(count.all, 20.0 * kRows * kRows * kRows);
}

}  // namespace
}  // namespace aqm::test
