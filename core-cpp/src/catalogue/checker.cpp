#include "parts/checker.hpp"

#include <cmath>

#include "number_text.hpp"

namespace aqm {

void Checker::require(bool holds, const char* name, double value, std::string_view rule, double nearest) {
  if (!holds) note(true, name, value, rule, nearest);
}

void Checker::below(const char* lower, double lower_value, const char* upper, double upper_value) {
  const auto is_given = [&](const char* name) {
    const int i = index_of(name);
    return i >= 0 && !std::isnan(given_[static_cast<std::size_t>(i)]);
  };
  const auto rule = [](const char* side, const char* other, double value) {
    return std::string("must be ") + side + " " + other + " (" + number_text(value) + ")";
  };
  const bool holds = lower_value < upper_value;
  if (is_given(lower) && !is_given(upper)) {
    require(holds, lower, lower_value, rule("below", upper, upper_value));
  } else {
    require(holds, upper, upper_value, rule("above", lower, lower_value));
  }
}

void Checker::warn(bool fine, const char* name, double value, std::string_view text, double nearest) {
  if (!fine) note(false, name, value, text, nearest);
}

void Checker::note(bool error, const char* name, double value, std::string_view rule, double nearest) {
  issues_.push_back({error, index_of(name), value, std::string(rule), nearest});
}

int Checker::index_of(const char* name) const {
  for (std::size_t i = 0; i < table_.size(); ++i) {
    if (table_[i].name == std::string_view(name)) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace aqm
