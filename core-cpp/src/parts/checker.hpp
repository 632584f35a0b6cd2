// Collects what is wrong with a set of parameter values.
#pragma once
#include <span>
#include <string_view>

#include "aqm/parameters.hpp"

namespace aqm {

class Checker {
 public:
  Checker(std::span<const ParamSpec> table, Issues& issues) : table_(table), issues_(issues) {}

  /// `rule` must hold for parameter `name`, whose value is `value`; `nearest` is the nearest value that would do.
  void require(bool holds, const char* name, double value, std::string_view rule, double nearest = kUnset);
  /// Allowed, but probably not what was meant; `text` says what would happen.
  void warn(bool fine, const char* name, double value, std::string_view text, double nearest = kUnset);

 private:
  void note(bool error, const char* name, double value, std::string_view rule, double nearest);

  std::span<const ParamSpec> table_;
  Issues& issues_;
};

}  // namespace aqm
