// The calls about the fluid model.
#include <memory>
#include <utility>

#include "border.hpp"
#include "fluid.hpp"

namespace {

using namespace aqm;
using namespace aqm::bindings;

/// The lane in progress, and its answer, which is kept because its text contains its addresses.
struct Answering {
  std::unique_ptr<FluidAnswering> under_way;
  bool solved = false;
  FluidAnswer last;
};

Answering& answering() {
  static Answering instance;
  return instance;
}

int refuse_call(const char* rule, const char* what = "fluid") { return refuse({{what, rule, kUnset}}); }

constexpr double kAllSteps = 1e15;
bool is_step_count(double steps) { return steps >= 1 && steps <= kAllSteps; }
int refuse_steps(double steps) { return refuse({{"max_steps", "must be from 1 to 1e15", steps}}); }

struct Mapping {
  std::unique_ptr<MapRow> under_way;
  bool done = false;
};

Mapping& mapping() {
  static Mapping instance;
  return instance;
}

/// A question that is answered in slices; only one can be in progress.
template <class Run>
class InSlices {
 public:
  explicit InSlices(const char* name) : name_(name) {}
  int begin(std::unique_ptr<Run> run) {
    run_ = std::move(run);
    done_ = false;
    return kMore;
  }
  int run(double max_steps) {
    if (!run_) return refuse_call("must be begun before it goes on", name_);
    if (!is_step_count(max_steps)) return refuse_steps(max_steps);
    double work = kStepWork * max_steps;
    done_ = run_->run(work);
    return done_ ? kDone : kMore;
  }
  double now() const { return run_ ? run_->share() : -1; }
  template <class Tell>
  int result(const Tell& tell) {
    if (!done_) return refuse_call("must have come to its end before it is read", name_);
    std::string text = tell(*run_);
    end();
    return answer(std::move(text));
  }
  int end() {
    run_.reset();
    done_ = false;
    return kDone;
  }

 private:
  const char* name_;
  std::unique_ptr<Run> run_;
  bool done_ = false;
};

InSlices<HopfSearchRun>& searching() {
  static InSlices<HopfSearchRun> instance("hopf");
  return instance;
}
InSlices<HopfCurvesRun>& following() {
  static InSlices<HopfCurvesRun> instance("curves");
  return instance;
}

InSlices<CyclesRun>& cycling() {
  static InSlices<CyclesRun> instance("cycles");
  return instance;
}

}  // namespace

int aqm_fluid_begin() {
  ConfigIssues issues;
  const auto request = decode_fluid(border().input, issues);
  if (request) issues = refused_options(*request);
  if (!issues.empty()) return refuse(issues);
  answering().under_way = std::make_unique<FluidAnswering>(*request);
  answering().solved = false;
  return kMore;
}

int aqm_fluid_run(double max_steps) {
  if (!answering().under_way) return refuse_call("must be begun before it goes on");
  if (!is_step_count(max_steps)) return refuse_steps(max_steps);
  answering().solved = answering().under_way->run(static_cast<std::int64_t>(max_steps));
  return answering().solved ? kDone : kMore;
}

double aqm_fluid_now() { return answering().under_way ? answering().under_way->now() : -1; }

int aqm_fluid_result() {
  if (!answering().solved) return refuse_call("must be solved before it is read");
  answering().last = answering().under_way->answer();
  aqm_fluid_end();
  return answer(std::move(answering().last.text));
}

int aqm_fluid_end() {
  answering().under_way.reset();
  answering().solved = false;
  return kDone;
}

int aqm_fluid() {
  if (aqm_fluid_begin() == kRefused) return kRefused;
  while (aqm_fluid_run(kAllSteps) == kMore) {}
  return aqm_fluid_result();
}

int aqm_map_row_begin() {
  ConfigIssues issues;
  auto request = decode_map_row(border().input, issues);
  if (request) issues = refused_places(*request);
  if (!issues.empty()) return refuse(issues);
  mapping().under_way = std::make_unique<MapRow>(std::move(*request));
  mapping().done = false;
  return kMore;
}

int aqm_map_row_run(double max_steps) {
  if (!mapping().under_way) return refuse_call("must be begun before it goes on", "map");
  if (!is_step_count(max_steps)) return refuse_steps(max_steps);
  double work = kStepWork * max_steps;
  mapping().done = mapping().under_way->run(work);
  return mapping().done ? kDone : kMore;
}

double aqm_map_row_now() { return mapping().under_way ? static_cast<double>(mapping().under_way->cells()) : -1; }

int aqm_map_row_result() {
  if (!mapping().done) return refuse_call("must have come to its end before it is read", "map");
  border().numbers = std::move(*mapping().under_way).numbers();
  return aqm_map_row_end();
}

int aqm_map_row_end() {
  mapping().under_way.reset();
  mapping().done = false;
  return kDone;
}

int aqm_map_row() {
  if (aqm_map_row_begin() == kRefused) return kRefused;
  while (aqm_map_row_run(kAllSteps) == kMore) {}
  return aqm_map_row_result();
}

int aqm_hopf_begin() {
  ConfigIssues issues;
  const auto request = decode_hopf(border().input, issues);
  return request ? searching().begin(begin_search(*request)) : refuse(issues);
}
int aqm_hopf_run(double max_steps) { return searching().run(max_steps); }
double aqm_hopf_now() { return searching().now(); }
int aqm_hopf_result() {
  return searching().result([](const HopfSearchRun& run) { return told(run.search()); });
}
int aqm_hopf_end() { return searching().end(); }
int aqm_hopf() {
  if (aqm_hopf_begin() == kRefused) return kRefused;
  while (aqm_hopf_run(kAllSteps) == kMore) {}
  return aqm_hopf_result();
}

int aqm_curves_begin() {
  ConfigIssues issues;
  const auto request = decode_curves(border().input, issues);
  if (request) {
    for (const auto& [range, place] : {std::pair{request->x, "x"}, {request->y, "y"}}) {
      for (ConfigIssue& issue : refused_range(range, request->of.scenario, place)) issues.push_back(std::move(issue));
    }
  }
  return issues.empty() ? following().begin(begin_search(*request)) : refuse(issues);
}
int aqm_curves_run(double max_steps) { return following().run(max_steps); }
double aqm_curves_now() { return following().now(); }
int aqm_curves_result() {
  return following().result([](const HopfCurvesRun& run) { return told(run.curves()); });
}
int aqm_curves_end() { return following().end(); }
int aqm_curves() {
  if (aqm_curves_begin() == kRefused) return kRefused;
  while (aqm_curves_run(kAllSteps) == kMore) {}
  return aqm_curves_result();
}

int aqm_cycles_begin() {
  ConfigIssues issues;
  const auto request = decode_cycles(border().input, issues);
  if (request) issues = refused_range(request->along, request->of.scenario, "along");
  return issues.empty() ? cycling().begin(begin_search(*request)) : refuse(issues);
}
int aqm_cycles_run(double max_steps) { return cycling().run(max_steps); }
double aqm_cycles_now() { return cycling().now(); }
int aqm_cycles_result() {
  return cycling().result([](const CyclesRun& run) { return told(run.diagram()); });
}
int aqm_cycles_end() { return cycling().end(); }
int aqm_cycles() {
  if (aqm_cycles_begin() == kRefused) return kRefused;
  while (aqm_cycles_run(kAllSteps) == kMore) {}
  return aqm_cycles_result();
}

int aqm_design() {
  ConfigIssues issues;
  const auto request = decode_design(border().input, issues);
  if (!request) return refuse(issues);
  std::string text = answer_design(*request, issues);
  return issues.empty() ? answer(std::move(text)) : refuse(issues);
}

int aqm_fluid_answers() { return answer(describe_fluid_answers()); }
