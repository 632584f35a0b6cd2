#include "parts/scheme_table.hpp"

#include <cmath>
#include <utility>

#include "number_text.hpp"

namespace aqm {
namespace {

/// The broken side of the range, as the page and the command line say it.
std::string range_text(const ParamSpec& spec, double v) {
  const Range& r = spec.range;
  const std::string unit = spec.unit;
  const std::string of = unit.empty() || unit == "1" ? "" : " " + unit;
  if (!std::isfinite(v)) return "must be a finite number";
  const bool under = r.min_open ? v <= r.min : v < r.min;
  const char* sign = under ? (r.min_open ? "> " : ">= ") : (r.max_open ? "< " : "<= ");
  return std::string("must be ") + sign + number_text(under ? r.min : r.max) + of;
}

std::string whole_text(const ParamSpec& spec) {
  const std::string unit = spec.unit;
  return unit.empty() || unit == "1" ? "must be a whole number" : "must be a whole number in " + unit;
}

double nearest_in(const Range& r, double v) {
  if (std::isnan(v)) return kUnset;
  const double bound = v <= r.min ? r.min : r.max;
  const bool open = v <= r.min ? r.min_open : r.max_open;
  return open ? kUnset : bound;  // an open end has no nearest value
}

}  // namespace

SchemeTable::SchemeTable(std::vector<ParamSpec> table, std::vector<StateSpec> states,
                         std::vector<const char*> constraints, std::vector<CurveSpec> curves)
    : table_(std::move(table)),
      states_(std::move(states)),
      constraints_(std::move(constraints)),
      curves_(std::move(curves)) {}

Issues SchemeTable::check_ranges(const ParamValues& values) const {
  Issues issues;
  if (values.numbers.size() != table_.size()) {
    issues.push_back({true, -1, static_cast<double>(values.numbers.size()),
                      "one number for each of the " + std::to_string(table_.size()) + " parameters", kUnset});
    return issues;
  }
  for (std::size_t i = 0; i < table_.size(); ++i) check_range(i, values, issues);
  return issues;
}

void SchemeTable::check_range(std::size_t i, const ParamValues& values, Issues& issues) const {
  const ParamSpec& spec = table_[i];
  const Range& range = spec.range;
  const int index = static_cast<int>(i);
  if (spec.kind == ParamKind::list) {
    if (values.list.size() % static_cast<std::size_t>(spec.list_width) != 0) {
      issues.push_back({true, index, static_cast<double>(values.list.size()),
                        "rows of " + std::to_string(spec.list_width) + " numbers", kUnset});
    }
    for (const double v : values.list) {
      if (!std::isfinite(v)) issues.push_back({true, index, v, "finite numbers", kUnset});
    }
    return;
  }
  const double v = values.numbers[i];
  if (std::isnan(v)) return;  // left out
  const bool above = range.min_open ? v > range.min : v >= range.min;
  const bool below = range.max_open ? v < range.max : v <= range.max;
  if (!std::isfinite(v) || !above || !below) {
    issues.push_back({true, index, v, range_text(spec, v), nearest_in(range, v)});
  } else if (spec.kind != ParamKind::number && v != std::floor(v)) {
    issues.push_back({true, index, v, whole_text(spec), std::round(v)});
  }
}

void SchemeTable::fill(void* params, const ParamValues& values, const LinkInfo& link) const {
  for (std::size_t i = 0; i < table_.size(); ++i) {
    const ParamSpec& spec = table_[i];
    if (spec.kind == ParamKind::list) {
      *spec.list(params) = values.list.empty() ? spec.list_fallback : values.list;
      continue;
    }
    double value = values.numbers[i];
    if (std::isnan(value)) value = spec.computed ? spec.computed(params, link) : spec.fallback;
    spec.set(params, value);
  }
}

std::vector<double> SchemeTable::read(const void* params) const {
  std::vector<double> numbers;
  numbers.reserve(table_.size());
  for (const ParamSpec& spec : table_) numbers.push_back(spec.get ? spec.get(params) : kUnset);
  return numbers;
}

}  // namespace aqm
