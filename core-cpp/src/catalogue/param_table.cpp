#include "parts/param_table.hpp"

#include <cmath>

#include "number_text.hpp"

namespace aqm {
namespace {

/// The violated side of the range, in the words of the page and the command line.
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

/// Entry i, or an empty one if there is none.
template <class T>
const T& given(const std::vector<T>& all, std::size_t i) {
  static const T none{};
  return i < all.size() ? all[i] : none;
}

}  // namespace

Issues ParamTable::check(const ParamValues& values) const {
  Issues issues;
  if (values.numbers.size() != specs_.size()) {
    issues.push_back({true, -1, static_cast<double>(values.numbers.size()),
                      "one number for each of the " + std::to_string(specs_.size()) + " parameters", kUnset});
    return issues;
  }
  std::size_t list = 0;
  for (std::size_t i = 0; i < specs_.size(); ++i) {
    if (specs_[i].kind == ParamKind::list) {
      check_list(i, given(values.lists, list++), issues);
    } else if (specs_[i].kind != ParamKind::text) {
      check_range(i, values, issues);
    }
  }
  return issues;
}

void ParamTable::check_list(std::size_t i, const std::vector<double>& list, Issues& issues) const {
  const ParamSpec& spec = specs_[i];
  const int index = static_cast<int>(i);
  if (list.size() % static_cast<std::size_t>(spec.list_width) != 0) {
    issues.push_back({true, index, static_cast<double>(list.size()),
                      "rows of " + std::to_string(spec.list_width) + " numbers", kUnset});
  }
  for (const double v : list) {
    if (!std::isfinite(v)) issues.push_back({true, index, v, "finite numbers", kUnset});
  }
}

void ParamTable::check_range(std::size_t i, const ParamValues& values, Issues& issues) const {
  const ParamSpec& spec = specs_[i];
  const Range& range = spec.range;
  const int index = static_cast<int>(i);
  const double v = values.numbers[i];
  if (std::isnan(v)) return;  // left out
  const bool above = range.min_open ? v > range.min : v >= range.min;
  const bool below = range.max_open ? v < range.max : v <= range.max;
  if (!std::isfinite(v) || !above || !below) {
    issues.push_back({true, index, v, range_text(spec, v), nearest_in(range, v)});
  } else if (spec.kind != ParamKind::number && spec.kind != ParamKind::pair && v != std::floor(v)) {
    issues.push_back({true, index, v, whole_text(spec), std::round(v)});
  }
}

void ParamTable::fill(void* params, const ParamValues& values, const LinkInfo& link) const {
  std::size_t list = 0, text = 0;
  for (std::size_t i = 0; i < specs_.size(); ++i) {
    const ParamSpec& spec = specs_[i];
    if (spec.kind == ParamKind::list) {
      const std::vector<double>& rows = given(values.lists, list++);
      const std::span<const double> numbers = rows.empty() ? spec.list_fallback : rows;
      spec.list(params)->assign(numbers.begin(), numbers.end());
      continue;
    }
    if (spec.kind == ParamKind::text) {
      const std::string& words = given(values.texts, text++);
      *spec.text(params) = words.empty() ? spec.text_fallback : words;
      continue;
    }
    double value = values.numbers[i];
    if (std::isnan(value)) value = spec.computed ? spec.computed(params, link) : spec.fallback;
    spec.set(params, value);
  }
}

std::vector<double> ParamTable::read(const void* params) const {
  std::vector<double> numbers;
  numbers.reserve(specs_.size());
  for (const ParamSpec& spec : specs_) numbers.push_back(spec.get ? spec.get(params) : kUnset);
  return numbers;
}

}  // namespace aqm
