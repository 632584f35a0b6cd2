// The native half of the test that all builds give the same bits. It reads scenarios as the flat arrays that the module
// takes (a count and that many numbers, `nan` for a value that is left out, until the input ends). For each run it
// prints what the module reports, with digest and metrics, on one line.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

#include "decode.hpp"
#include "describe.hpp"

int main() {
  using namespace aqm;
  std::string word;
  while (std::cin >> word) {
    std::vector<double> input(std::strtoul(word.c_str(), nullptr, 10));
    for (double& number : input) {
      if (!(std::cin >> word)) return 1;
      number = std::strtod(word.c_str(), nullptr);
    }
    std::vector<ConfigIssue> issues;
    const auto request = bindings::decode_scenario(input, issues);
    const auto simulation = request ? Simulation::create(request->scenario, request->record, issues) : nullptr;
    if (!simulation) {
      std::fprintf(stderr, "%s: %s\n", issues.at(0).path.c_str(), issues.at(0).rule.c_str());
      return 1;
    }
    bool done = false;
    while (!done) done = simulation->run(from_seconds(request->scenario.duration), 50'000);
    std::printf("%s\n", bindings::describe_run(*simulation, simulation->flow_goodputs()).c_str());
  }
  return 0;
}
