// The open packet simulations.
#include <algorithm>
#include <cmath>
#include <memory>

#include "border.hpp"
#include "describe.hpp"

namespace {

using namespace aqm;
using namespace aqm::bindings;

struct Open {
  int handle = 0;
  std::unique_ptr<Simulation> simulation;
  Time until = 0;
  std::vector<double> flow_goodputs;  ///< stored here, because the answer of describe_run contains its address
};

struct Runs {
  std::vector<Open> open;
  int last_handle = 0;
};

Runs& runs() {
  static Runs instance;
  return instance;
}

Open* find(int handle) {
  auto& open = runs().open;
  const auto it = std::find_if(open.begin(), open.end(), [&](const Open& o) { return o.handle == handle; });
  return it == open.end() ? nullptr : &*it;
}

int refuse_handle(int handle) {
  return refuse({{"handle", "must be that of an open simulation", static_cast<double>(handle)}});
}

}  // namespace

int aqm_open() {
  ConfigIssues issues;
  const auto request = decode_scenario(border().input, issues);
  if (!request) return refuse(issues);
  const auto& [scenario, record] = *request;
  const bool windowed = record.window_from < record.window_to;
  if (windowed && !(record.window_from >= 0 && record.window_to <= scenario.duration)) {
    return refuse({{"to", "0 <= from < to <= duration", record.window_to}});
  }
  auto simulation = Simulation::create(scenario, record, issues);
  if (!simulation) return refuse(issues);
  // A run for a window, or for one time, ends there: nothing after it matters.
  const double until = windowed ? record.window_to : std::isnan(record.stops_at) ? scenario.duration : record.stops_at;
  const int handle = ++runs().last_handle;
  runs().open.push_back(Open{handle, std::move(simulation), from_seconds(until), {}});
  return handle;
}

int aqm_run(int handle, double max_work) {
  Open* open = find(handle);
  if (open == nullptr) return refuse_handle(handle);
  if (!(max_work >= 1 && max_work <= 1e15)) {
    return refuse({{"max_work", "must be from 1 to 1e15", max_work}});
  }
  return open->simulation->run(open->until, static_cast<std::uint64_t>(max_work)) ? kDone : kMore;
}

double aqm_now(int handle) {
  const Open* open = find(handle);
  return open == nullptr ? -1 : to_seconds(open->simulation->now());
}

int aqm_result(int handle) {
  Open* open = find(handle);
  if (open == nullptr) return refuse_handle(handle);
  open->flow_goodputs = open->simulation->flow_goodputs();
  return answer(describe_run(*open->simulation, open->flow_goodputs));
}

int aqm_close(int handle) {
  if (find(handle) == nullptr) return refuse_handle(handle);
  std::erase_if(runs().open, [&](const Open& o) { return o.handle == handle; });
  return kDone;
}
