// The calls about the fluid model.
#include "border.hpp"
#include "fluid.hpp"

namespace {

using namespace aqm;
using namespace aqm::bindings;

/// Kept, because its text gives away its addresses.
FluidAnswer& last_fluid() {
  static FluidAnswer instance;
  return instance;
}

}  // namespace

int aqm_fluid() {
  ConfigIssues issues;
  const auto request = decode_fluid(border().input, issues);
  if (!request) return refuse(issues);
  last_fluid() = answer_fluid(*request, issues);
  return issues.empty() ? answer(std::move(last_fluid().text)) : refuse(issues);
}

int aqm_map_row() {
  ConfigIssues issues;
  const auto request = decode_map_row(border().input, issues);
  if (!request) return refuse(issues);
  border().numbers = answer_map_row(*request, issues);
  return issues.empty() ? kDone : refuse(issues);
}

int aqm_hopf() {
  ConfigIssues issues;
  const auto request = decode_hopf(border().input, issues);
  return request ? answer(answer_hopf(*request)) : refuse(issues);
}

int aqm_design() {
  ConfigIssues issues;
  const auto request = decode_design(border().input, issues);
  if (!request) return refuse(issues);
  std::string text = answer_design(*request, issues);
  return issues.empty() ? answer(std::move(text)) : refuse(issues);
}

int aqm_fluid_answers() { return answer(describe_fluid_answers()); }
