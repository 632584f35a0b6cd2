// Lanes with a program.
#pragma once
#include <string>

#include "aqm/program.hpp"
#include "scenarios.hpp"

namespace aqm::test {

/// Every parameter at its default.
inline ParamValues values_of(const Scheme& scheme, const std::string& text) {
  ParamValues values;
  values.numbers.assign(scheme.params().size(), kUnset);
  values.texts = {text};
  return values;
}

inline ScenarioConfig with_program(ScenarioConfig config, const std::string& text) {
  config.aqm = "program";
  config.params = values_of(*program::describe(text).scheme, text);
  return config;
}

}  // namespace aqm::test
