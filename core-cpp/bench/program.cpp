// The cost of a program relative to the scheme that it repeats: the same run with each in turn, in one process. Medians
// of the ratios.
//   bench_program models/programs red codel pi
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "aqm/program.hpp"
#include "aqm/simulation.hpp"

namespace {

using namespace aqm;

double seconds_of(const ScenarioConfig& config, unsigned long long& digest) {
  std::vector<ConfigIssue> issues;
  const auto simulation = Simulation::create(config, {}, issues);
  if (!simulation) return -1;
  const std::clock_t begin = std::clock();
  while (!simulation->run(from_seconds(config.duration), 50'000)) {}
  digest = simulation->digest();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

ScenarioConfig scenario(const char* id) {
  ScenarioConfig c;
  c.aqm = id;
  c.duration = 200;
  c.network.link().buffer = 400;
  c.params.numbers.assign(find_scheme(id)->params().size(), kUnset);
  TrafficGroup group;
  group.flows = 50;
  group.start = {0, 1};
  c.traffic = {group};
  return c;
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 2; i < argc; ++i) {
    const std::string id = argv[i];
    std::ifstream file(std::string(argv[1]) + "/" + id + ".aqm");
    std::stringstream text;
    text << file.rdbuf();
    const ScenarioConfig kept = scenario(id.c_str());
    ScenarioConfig own = scenario("program");
    own.params.texts = {text.str()};
    own.params.numbers.assign(program::describe(text.str()).scheme->params().size(), kUnset);
    std::vector<double> ratios;
    unsigned long long a = 0, b = 0;
    for (int run = 0; run < 9; ++run) {
      const double of_kept = seconds_of(kept, a);
      ratios.push_back(seconds_of(own, b) / of_kept);
    }
    std::sort(ratios.begin(), ratios.end());
    std::printf("%-8s the program takes %.3f times as long (%.3f to %.3f), digests %s\n", id.c_str(),
                ratios[ratios.size() / 2], ratios.front(), ratios.back(), a == b ? "equal" : "DIFFER");
  }
  return 0;
}
