// Collects what is wrong with a set of parameter values.
#pragma once
#include <string>
#include <vector>

#include "aqm/parameters.hpp"

namespace aqm {

class Checker {
 public:
  Checker(const std::vector<ParamSpec>& table, Issues& issues) : table_(table), issues_(issues) {}

  /// `rule` must hold for parameter `name`, whose value is `value`; `nearest` is the nearest value that would do.
  void require(bool holds, const char* name, double value, std::string rule, double nearest = kUnset) {
    if (!holds) issues_.push_back({true, index(name), value, std::move(rule), nearest});
  }
  /// Allowed, but probably not what was meant; `text` says what would happen.
  void warn(bool fine, const char* name, double value, std::string text, double nearest = kUnset) {
    if (!fine) issues_.push_back({false, index(name), value, std::move(text), nearest});
  }

 private:
  int index(std::string_view name) const {
    for (std::size_t i = 0; i < table_.size(); ++i) {
      if (table_[i].name == name) return static_cast<int>(i);
    }
    return -1;
  }
  const std::vector<ParamSpec>& table_;
  Issues& issues_;
};

}  // namespace aqm
