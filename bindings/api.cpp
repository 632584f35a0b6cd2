#include "border.hpp"
#include "curves.hpp"
#include "describe.hpp"

namespace aqm::bindings {

Border& border() {
  static Border instance;
  return instance;
}

int refuse(const ConfigIssues& issues) {
  border().text = describe_issues(issues);
  return kRefused;
}

int answer(std::string text) {
  border().text = std::move(text);
  return kDone;
}

bool passes_check(const SchemeRequest& request, ConfigIssues& issues) {
  const auto params = request.scheme->params();
  for (const Issue& issue : request.scheme->check(request.params, request.link)) {
    if (!issue.error) continue;
    const auto index = static_cast<std::size_t>(issue.param);
    issues.push_back({issue.param < 0 ? std::string("params") : std::string("params.") + params[index].name, issue.rule,
                      issue.value});
  }
  return issues.empty();
}

}  // namespace aqm::bindings

namespace {

using namespace aqm;
using namespace aqm::bindings;

constexpr int kMaxInput = 16'000'000;

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

int aqm_layout() { return answer(describe_layout()); }
int aqm_catalogue() { return answer(describe_catalogue()); }

int aqm_program() {
  ConfigIssues issues;
  const auto text = decode_text(border().input, issues);
  return text ? answer(describe_program(*text)) : refuse(issues);
}
int aqm_words() { return answer(describe_words()); }

int aqm_check() {
  ConfigIssues issues;
  const auto request = decode_scheme_request(border().input, issues);
  if (!request) return refuse(issues);
  return answer(describe_param_issues(request->scheme->check(request->params, request->link)));
}

int aqm_resolve() {
  ConfigIssues issues;
  const auto request = decode_scheme_request(border().input, issues);
  if (!request || !passes_check(*request, issues)) return refuse(issues);
  return answer(describe_resolved(*request));
}

int aqm_curve() {
  ConfigIssues issues;
  const auto request = decode_curve_request(border().input, issues);
  if (!request || !passes_check(request->of, issues)) return refuse(issues);
  border().numbers = sample_curve(*request, issues);
  return issues.empty() ? kDone : refuse(issues);
}
