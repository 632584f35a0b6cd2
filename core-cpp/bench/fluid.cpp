// Speed of the fluid model, native build.
//   bench_fluid [--json] [repetitions]
// 1. Work and precision: 100 s of Hollot's RED example in its limit cycle (HOLLOT_RED_AGG_100S of
//    tests/data/fluid.json), tolerances 1e-3 to 1e-11: CPU time, error of the queue against the tightest tolerance,
//    and work.
// 2. A stability map of 64 x 64 cells over flows and round-trip time for a RED of the catalogue, with a new law per
//    cell.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "aqm/fluid_map.hpp"
#include "aqm/fluid_solution.hpp"
#include "aqm/scheme.hpp"
#include "laws/static_law.hpp"

namespace {

using namespace aqm;

/// Median CPU seconds of one call; short calls are timed in batches.
double median_seconds(const std::function<void()>& work, int repetitions) {
  std::vector<double> all;
  int batch = 1;
  for (int i = -1; i < repetitions; ++i) {
    const std::clock_t begin = std::clock();
    for (int j = 0; j < batch; ++j) work();
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    if (i >= 0)
      all.push_back(seconds / batch);
    else
      batch = std::clamp(static_cast<int>(0.02 / std::max(seconds, 1e-6)), 1, 1000);
  }
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

FluidConfig hollot_aggressive() {
  FluidConfig config;
  FluidClass flows;
  flows.flows = 60;
  flows.propagation = 0.2;
  flows.window = 15.882013052777497;
  config.classes = {flows};
  config.link().capacity = 3750.0;
  config.link().buffer = 800;
  config.duration = 100;
  config.link().start_queue = 193.48592392737606;
  config.link().start_law = {193.48592392737606};
  const auto red = [](double x) { return x < 150 ? 0.0 : x < 700 ? 0.1023 * (x - 150) / 550 : 1.0; };
  config.link().law =
      std::make_shared<fluid::StaticLaw>(red, std::vector<double>{150, 700}, 7.507510015024047 / 3750, 2100);
  return config;
}

double worst_queue_error(const FluidSolution& a, const FluidSolution& b) {
  double worst = 0;
  for (std::size_t i = 0; i < a.queue.size(); ++i) worst = std::max(worst, std::abs(a.queue[i] - b.queue[i]));
  return worst;
}

struct Row {
  double tolerance, seconds, error;
  FluidWork work;
};

std::vector<Row> work_and_precision(int repetitions) {
  const FluidConfig config = hollot_aggressive();
  FluidOptions options;
  options.points = 201;
  options.tolerance = kTightestTolerance;
  const FluidSolution exact = solve(config, options);
  std::vector<Row> rows;
  for (int half = 6; half <= 22; ++half) {
    options.tolerance = std::pow(10, -0.5 * half);
    FluidSolution solution;
    const double seconds = median_seconds([&] { solution = solve(config, options); }, repetitions);
    rows.push_back({options.tolerance, seconds, worst_queue_error(solution, exact), solution.work});
  }
  return rows;
}

/// RED's map over 10 to 200 flows and round trips from 20 to 400 ms; returns how many cells have a stable equilibrium.
int stability_map(int side) {
  const Scheme& red = *find_scheme("red");
  ParamValues values;
  values.numbers.assign(red.params().size(), kUnset);
  const LinkInfo link{30e6, 800, 1000};
  int stable = 0;
  for (int i = 0; i < side; ++i) {
    for (int j = 0; j < side; ++j) {
      FluidConfig config;
      FluidClass flows;
      flows.flows = 10 + 190.0 * i / (side - 1);
      flows.propagation = 0.02 + 0.38 * j / (side - 1);
      config.classes = {flows};
      config.link().capacity = 3750.0;
      config.link().buffer = 800;
      config.link().law = red.fluid(values, link, {}).law;
      if (map_cell(config, 0).growth < 0) ++stable;
    }
  }
  return stable;
}

}  // namespace

int main(int argc, char** argv) {
  const bool json = argc > 1 && std::strcmp(argv[1], "--json") == 0;
  const int repetitions = argc > 1 + json ? std::max(1, std::atoi(argv[1 + json])) : 11;
  const std::vector<Row> rows = work_and_precision(repetitions);
  constexpr int kSide = 64;
  int stable = 0;
  const double map_seconds = median_seconds([&] { stable = stability_map(kSide); }, std::min(repetitions, 3));

  if (json) {
    std::printf("{\"HOLLOT_RED_AGG_100S\":[");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Row& r = rows[i];
      std::printf(
          "%s{\"tolerance\":%.3e,\"seconds\":%.4e,\"error\":%.3e,\"steps\":%lld,\"rejected\":%lld,\"evaluations\":%"
          "lld}",
          i == 0 ? "" : ",", r.tolerance, r.seconds, r.error, static_cast<long long>(r.work.steps),
          static_cast<long long>(r.work.rejected), static_cast<long long>(r.work.evaluations));
    }
    std::printf("],\"map\":{\"cells\":%d,\"seconds\":%.4e,\"stable\":%d}}\n", kSide * kSide, map_seconds, stable);
    return 0;
  }
  std::printf("HOLLOT_RED_AGG_100S\n tolerance         ms   error in q    steps rejected evaluations\n");
  for (const Row& r : rows) {
    std::printf("  %8.1e %10.3f     %8.1e %8lld %8lld    %8lld\n", r.tolerance, 1e3 * r.seconds, r.error,
                static_cast<long long>(r.work.steps), static_cast<long long>(r.work.rejected),
                static_cast<long long>(r.work.evaluations));
  }
  std::printf("map of %d x %d cells: %.0f ms CPU, %.1f us a cell (%d stable)\n", kSide, kSide, 1e3 * map_seconds,
              1e6 * map_seconds / (kSide * kSide), stable);
  return 0;
}
