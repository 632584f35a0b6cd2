// The cost of a packet for each sender: nanoseconds of processor time per packet that the bottleneck carries, native
// build. Fifty flows at 100 Mbit/s behind RED.
//   bench_senders [sender]
// For instructions: valgrind --tool=callgrind bench_senders bbr; the number of packets is printed too.
#include <cstdio>
#include <ctime>
#include <string>

#include "aqm/congestion_control.hpp"
#include "aqm/simulation.hpp"

namespace {

using namespace aqm;

void measure(const CongestionControl& sender, bool pacing) {
  ScenarioConfig c;
  c.duration = 20;
  c.network.link().rate = 100e6;
  c.network.link().buffer = 1000;
  c.network.access_rate = 1e9;
  c.params.numbers.assign(find_scheme("red")->params().size(), kUnset);
  c.params.numbers[0] = 100;  // min_th
  c.params.numbers[1] = 600;  // max_th
  TrafficGroup row;
  row.flows = 50;
  row.start = {0, 1};
  row.tcp = sender.id();
  row.pacing = pacing;
  c.traffic = {row};
  std::vector<ConfigIssue> issues;
  const auto simulation = Simulation::create(c, {}, issues);
  for (const ConfigIssue& issue : issues) std::printf("%s\n", issue.rule.c_str());
  if (!simulation) return;
  const std::clock_t begin = std::clock();
  while (!simulation->run(from_seconds(c.duration), 50'000)) {}
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  const double packets = simulation->metrics().departures;
  std::printf("%-10s%-6s %4.0f ns a packet, %.0f packets, %016llx\n", row.tcp.c_str(), pacing ? "paced" : "",
              seconds / packets * 1e9, packets, static_cast<unsigned long long>(simulation->digest()));
}

}  // namespace

int main(int argc, char** argv) {
  for (const CongestionControl* sender : congestion_controls()) {
    if (argc > 1 && sender->id() != argv[1]) continue;
    measure(*sender, false);
    if (sender->id() == "newreno" && argc == 1) measure(*sender, true);
  }
  return 0;
}
