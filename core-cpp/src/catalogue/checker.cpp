#include "parts/checker.hpp"

namespace aqm {

void Checker::require(bool holds, const char* name, double value, std::string_view rule, double nearest) {
  if (!holds) note(true, name, value, rule, nearest);
}

void Checker::warn(bool fine, const char* name, double value, std::string_view text, double nearest) {
  if (!fine) note(false, name, value, text, nearest);
}

void Checker::note(bool error, const char* name, double value, std::string_view rule, double nearest) {
  int index = -1;
  for (std::size_t i = 0; i < table_.size(); ++i) {
    if (table_[i].name == std::string_view(name)) index = static_cast<int>(i);
  }
  issues_.push_back({error, index, value, std::string(rule), nearest});
}

}  // namespace aqm
