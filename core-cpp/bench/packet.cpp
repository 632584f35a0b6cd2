// Speed of the packet simulator: bottleneck packets per CPU second and nanoseconds per event, native build.
//   bench_packet [--json] [repetitions]
//   bench_packet --packets 1e9        one run with 10,000 flows at 4 Gbit/s, as long as so many packets take
// The scenario is that of the ns-3 reference ("a10": 10 Mbit/s, 1000-byte packets, RED, 200 s). With 10,000 flows the
// link, the buffer and the thresholds are 200 times as large, so that a flow has the same share as with 50.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include "aqm/simulation.hpp"

namespace {

using namespace aqm;

ScenarioConfig scenario(int flows) {
  const double scale = flows > 1000 ? flows / 50.0 : 1;
  ScenarioConfig c;
  c.duration = scale > 1 ? 20 : 200;
  c.network.packet_size = 1000;
  c.network.link().rate = 10e6 * scale;
  c.network.link().buffer = static_cast<int>(140 * scale);
  c.network.access_rate = scale > 1 ? 100e6 : 10e6;
  c.params.numbers.assign(find_scheme("red")->params().size(), kUnset);
  c.params.numbers[0] = 20 * scale;   // min_th
  c.params.numbers[1] = 120 * scale;  // max_th
  TrafficGroup g;
  g.flows = flows;
  g.start = {0, 1};
  c.traffic = {g};
  return c;
}

/// One run that carries this many packets.
int carry(double packets) {
  ScenarioConfig c = scenario(10'000);
  c.network.link().rate *= 2;  // a run may last an hour at most
  c.duration = packets * 8 * c.network.packet_size / c.network.link().rate;
  std::vector<ConfigIssue> issues;
  const auto simulation = Simulation::create(c, {}, issues);
  if (!simulation) return 1;
  const std::clock_t begin = std::clock();
  while (!simulation->run(from_seconds(c.duration), 50'000)) {}
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  const double carried = simulation->metrics().departures;
  std::printf("%.4g packets in %.1f CPU seconds, %.2f million a second, digest %016llx\n", carried, seconds,
              carried / seconds / 1e6, static_cast<unsigned long long>(simulation->digest()));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2 && std::strcmp(argv[1], "--packets") == 0) return carry(std::atof(argv[2]));
  const bool json = argc > 1 && std::strcmp(argv[1], "--json") == 0;
  const int repetitions = argc > 1 + json ? std::max(1, std::atoi(argv[1 + json])) : 5;
  if (json) std::printf("[");
  bool first = true;
  for (const int flows : {10, 50, 150, 10'000}) {
    std::vector<double> seconds;
    double packets = 0, events = 0;
    unsigned long long digest = 0;
    for (int i = 0; i < repetitions; ++i) {
      const ScenarioConfig c = scenario(flows);
      std::vector<ConfigIssue> issues;
      const auto simulation = Simulation::create(c, {}, issues);
      if (!simulation) return 1;
      const std::clock_t begin = std::clock();
      bool done = false;
      while (!done) done = simulation->run(from_seconds(c.duration), 50'000);
      seconds.push_back(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
      packets = simulation->metrics().departures;
      events = static_cast<double>(simulation->events());
      digest = simulation->digest();
    }
    std::sort(seconds.begin(), seconds.end());
    const double median = seconds[seconds.size() / 2];
    if (json) {
      std::printf("%s{\"flows\":%d,\"packets\":%.0f,\"seconds\":%.6f,\"nsPerEvent\":%.2f,\"digest\":\"%016llx\"}",
                  first ? "" : ",", flows, packets, median, median / events * 1e9, digest);
    } else {
      std::printf("%6d flows: %5.2f million bottleneck packets per CPU second, %5.1f ns an event\n", flows,
                  packets / median / 1e6, median / events * 1e9);
    }
    first = false;
  }
  if (json) std::printf("]\n");
  return 0;
}
