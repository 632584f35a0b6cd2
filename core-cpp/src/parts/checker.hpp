// Collects what is wrong with a set of parameter values.
#pragma once
#include <span>
#include <string_view>

#include "aqm/parameters.hpp"

namespace aqm {

class Checker {
 public:
  /// `given`: the values as the user wrote them, NaN for a value that was left out.
  Checker(std::span<const ParamSpec> table, std::span<const double> given, Issues& issues)
      : table_(table), given_(given), issues_(issues) {}

  /// `rule` must hold for parameter `name`, whose value is `value`; `nearest` is the nearest valid value.
  void require(bool holds, const char* name, double value, std::string_view rule, double nearest = kUnset);
  /// `lower < upper` must hold between two parameters. The error names the one that the user wrote, or the upper one if
  /// both were written.
  void below(const char* lower, double lower_value, const char* upper, double upper_value);
  /// Allowed, but probably not intended; `text` describes the effect.
  void warn(bool fine, const char* name, double value, std::string_view text, double nearest = kUnset);

 private:
  void note(bool error, const char* name, double value, std::string_view rule, double nearest);
  int index_of(const char* name) const;

  std::span<const ParamSpec> table_;
  std::span<const double> given_;
  Issues& issues_;
};

}  // namespace aqm
