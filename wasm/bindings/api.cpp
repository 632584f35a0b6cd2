#include "api.hpp"

#include <algorithm>
#include <cmath>

#include "curves.hpp"
#include "describe.hpp"
#include "fluid.hpp"

namespace {

using namespace aqm;
using bindings::ConfigIssues;

constexpr int kMaxInput = 16'000'000;

struct Open {
  int handle = 0;
  std::unique_ptr<Simulation> simulation;
  Time until = 0;
  std::vector<double> flow_goodputs;  ///< kept here, because describe_run gives away its address
};

/// The module's only state: the buffers of the border and what is open.
struct Border {
  std::vector<double> input, numbers;
  std::string text;
  std::vector<Open> open;
  bindings::FluidAnswer fluid;  ///< kept here, because its text gives away its addresses
  int last_handle = 0;
};

Border& border() {
  static Border instance;
  return instance;
}

int refuse(const ConfigIssues& issues) {
  border().text = bindings::describe_issues(issues);
  return kRefused;
}

int answer(std::string text) {
  border().text = std::move(text);
  return kDone;
}

Open* find(int handle) {
  auto& open = border().open;
  const auto it = std::find_if(open.begin(), open.end(), [&](const Open& o) { return o.handle == handle; });
  return it == open.end() ? nullptr : &*it;
}

int refuse_handle(int handle) {
  return refuse({{"handle", "must be that of an open simulation", static_cast<double>(handle)}});
}

/// What `Scheme::resolve` and `curve` require. An error of a parameter becomes an issue of the request.
bool passes_check(const bindings::SchemeRequest& request, ConfigIssues& issues) {
  const auto params = request.scheme->params();
  for (const Issue& issue : request.scheme->check(request.params, request.link)) {
    if (!issue.error) continue;
    const auto index = static_cast<std::size_t>(issue.param);
    issues.push_back({issue.param < 0 ? std::string("params") : std::string("params.") + params[index].name, issue.rule,
                      issue.value});
  }
  return issues.empty();
}

}  // namespace

double* aqm_input(int count) {
  if (count < 0 || count > kMaxInput) return nullptr;
  border().input.assign(static_cast<std::size_t>(count), 0.0);
  border().input.reserve(1);  // never null
  return border().input.data();
}

const char* aqm_text() { return border().text.data(); }
int aqm_text_size() { return static_cast<int>(border().text.size()); }
const double* aqm_numbers() { return border().numbers.data(); }
int aqm_numbers_size() { return static_cast<int>(border().numbers.size()); }

int aqm_layout() { return answer(bindings::describe_layout()); }
int aqm_catalogue() { return answer(bindings::describe_catalogue()); }

int aqm_check() {
  ConfigIssues issues;
  const auto request = bindings::decode_scheme_request(border().input, issues);
  if (!request) return refuse(issues);
  return answer(bindings::describe_param_issues(request->scheme->check(request->params, request->link)));
}

int aqm_resolve() {
  ConfigIssues issues;
  const auto request = bindings::decode_scheme_request(border().input, issues);
  if (!request || !passes_check(*request, issues)) return refuse(issues);
  return answer(bindings::describe_resolved(*request));
}

int aqm_curve() {
  ConfigIssues issues;
  const auto request = bindings::decode_curve_request(border().input, issues);
  if (!request || !passes_check(request->of, issues)) return refuse(issues);
  border().numbers = bindings::sample_curve(*request, issues);
  return issues.empty() ? kDone : refuse(issues);
}

int aqm_fluid() {
  ConfigIssues issues;
  const auto request = bindings::decode_fluid(border().input, issues);
  if (!request) return refuse(issues);
  border().fluid = bindings::answer_fluid(*request, issues);
  return issues.empty() ? answer(std::move(border().fluid.text)) : refuse(issues);
}

int aqm_map_row() {
  ConfigIssues issues;
  const auto request = bindings::decode_map_row(border().input, issues);
  if (!request) return refuse(issues);
  border().numbers = bindings::answer_map_row(*request, issues);
  return issues.empty() ? kDone : refuse(issues);
}

int aqm_design() {
  ConfigIssues issues;
  const auto request = bindings::decode_design(border().input, issues);
  if (!request) return refuse(issues);
  std::string text = bindings::answer_design(*request, issues);
  return issues.empty() ? answer(std::move(text)) : refuse(issues);
}

int aqm_open() {
  ConfigIssues issues;
  const auto request = bindings::decode_scenario(border().input, issues);
  if (!request) return refuse(issues);
  const auto& [scenario, record] = *request;
  const bool windowed = record.window_from < record.window_to;
  if (windowed && !(record.window_from >= 0 && record.window_to <= scenario.duration)) {
    return refuse({{"to", "0 <= from < to <= duration", record.window_to}});
  }
  auto simulation = Simulation::create(scenario, record, issues);
  if (!simulation) return refuse(issues);
  // A window is all that its run is for: nothing after it matters.
  const double until = windowed ? record.window_to : scenario.duration;
  const int handle = ++border().last_handle;
  border().open.push_back(Open{handle, std::move(simulation), from_seconds(until), {}});
  return handle;
}

int aqm_run(int handle, double max_events) {
  Open* open = find(handle);
  if (open == nullptr) return refuse_handle(handle);
  if (!(max_events >= 1 && max_events <= 1e15)) {
    return refuse({{"max_events", "must be from 1 to 1e15", max_events}});
  }
  return open->simulation->run(open->until, static_cast<std::uint64_t>(max_events)) ? kDone : kMore;
}

double aqm_now(int handle) {
  const Open* open = find(handle);
  return open == nullptr ? -1 : to_seconds(open->simulation->now());
}

int aqm_result(int handle) {
  Open* open = find(handle);
  if (open == nullptr) return refuse_handle(handle);
  open->flow_goodputs = open->simulation->flow_goodputs();
  return answer(bindings::describe_run(*open->simulation, open->flow_goodputs));
}

int aqm_close(int handle) {
  if (find(handle) == nullptr) return refuse_handle(handle);
  std::erase_if(border().open, [&](const Open& o) { return o.handle == handle; });
  return kDone;
}
