// Collects what is wrong with a set of parameter values.
#pragma once
#include <span>
#include <string_view>

#include "aqm/parameters.hpp"

namespace aqm {

class Checker {
 public:
  /// `given`: the values as the user wrote them, NaN where one was left out.
  Checker(std::span<const ParamSpec> table, std::span<const double> given, Issues& issues)
      : table_(table), given_(given), issues_(issues) {}

  /// `rule` must hold for parameter `name`, whose value is `value`; `nearest` is the nearest value that would do.
  void require(bool holds, const char* name, double value, std::string_view rule, double nearest = kUnset);
  /// `lower < upper` must hold between two parameters: told of the one that the user wrote, of the upper one if both were.
  void below(const char* lower, double lower_value, const char* upper, double upper_value);
  /// Allowed, but probably not what was meant; `text` says what would happen.
  void warn(bool fine, const char* name, double value, std::string_view text, double nearest = kUnset);

 private:
  void note(bool error, const char* name, double value, std::string_view rule, double nearest);
  int index_of(const char* name) const;

  std::span<const ParamSpec> table_;
  std::span<const double> given_;
  Issues& issues_;
};

}  // namespace aqm
