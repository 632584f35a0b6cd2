// The cost of repaired losses in the fluid model (docs/fluid-model.md), native build.
//   bench_losses [rounds]
// CPU time of solutions and of a stability map with marks, with halved windows and with repaired losses, measured in
// turn. The result is the least time of each, because other work of the machine can only make a round longer. Solutions
// of one scenario may swing with one kind of losses and rest with another; therefore the cost of one evaluation of the
// equations is printed too.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <string_view>

#include "aqm/fluid_lane.hpp"
#include "aqm/fluid_map.hpp"
#include "aqm/fluid_solution.hpp"
#include "aqm/scheme.hpp"

namespace {

using namespace aqm;

struct Way {
  const char* name;
  bool marked;
  FluidLosses losses;
};
constexpr std::array<Way, 3> kWays{{{"marked", true, FluidLosses::recovery},
                                    {"dropped, halving", false, FluidLosses::halving},
                                    {"dropped, recovery", false, FluidLosses::recovery}}};

/// 10 Mbit/s and 1500 bytes; all propagation delay is on the links.
FluidConfig model(const char* aqm, const Way& way, int flows, double delay, double duration) {
  ScenarioConfig scenario;
  scenario.duration = duration;
  scenario.network.link().delay = delay;
  scenario.network.link().buffer = 250;
  scenario.network.access_rate = 1e9;
  scenario.network.access_delay = {1e-3, 1e-3};
  TrafficGroup row;
  row.flows = flows;
  row.ecn = way.marked;
  scenario.traffic = {row};
  scenario.aqm = aqm;
  const auto table = find_scheme(aqm)->params();
  scenario.params.numbers.assign(table.size(), kUnset);
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (std::string_view(table[i].name) == "ecn") scenario.params.numbers[i] = way.marked ? 1 : 0;
  }
  return fluid_of(scenario, {{}, way.losses}, FluidDelay::explicit_delay).config;
}

/// Each returns its count: evaluations, cells.
std::int64_t solutions(const char* aqm, const Way& way) {
  std::int64_t evaluations = 0;
  for (const int flows : {10, 30, 60}) {
    for (const double delay : {0.02, 0.05, 0.1}) {
      evaluations += solve(model(aqm, way, flows, delay, 100), {1e-6, 1001}).work.evaluations;
    }
  }
  return evaluations;
}

std::int64_t map(const char* aqm, const Way& way) {
  constexpr int kSide = 16;
  for (int i = 0; i < kSide; ++i) {
    for (int j = 0; j < kSide; ++j) map_cell(model(aqm, way, 10 + 5 * i, 0.01 * (1 + j), 100), 0);
  }
  return kSide * kSide;
}

template <class Work>
void measure(const char* aqm, const char* what, const char* unit, int rounds, const Work& work) {
  std::array<double, kWays.size()> least;
  std::array<std::int64_t, kWays.size()> count;
  least.fill(std::numeric_limits<double>::infinity());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < kWays.size(); ++i) {
      const std::clock_t begin = std::clock();
      count[i] = work(aqm, kWays[i]);
      least[i] = std::min(least[i], static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    }
  }
  std::printf("%s, %s\n", aqm, what);
  const auto each = [&](std::size_t i) { return least[i] / static_cast<double>(count[i]); };
  for (std::size_t i = 0; i < kWays.size(); ++i) {
    std::printf("  %-18s %8.2f ms, %.2f of halving; %8lld %s of %.3f us, %.2f of halving\n", kWays[i].name,
                1e3 * least[i], least[i] / least[1], static_cast<long long>(count[i]), unit, 1e6 * each(i),
                each(i) / each(1));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 11;
  for (const char* aqm : {"red", "pie"}) {
    measure(aqm, "9 solutions of 100 s (10 to 60 flows, 20 to 100 ms one way)", "evaluations", rounds, solutions);
    measure(aqm, "a map of 256 cells (10 to 85 flows, 10 to 160 ms one way)", "cells", rounds, map);
  }
  return 0;
}
