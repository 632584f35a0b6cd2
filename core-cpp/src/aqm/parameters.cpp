#include "aqm/parameters.hpp"

#include <utility>

namespace aqm {

ParamSpec::ParamSpec() = default;
ParamSpec::ParamSpec(const ParamSpec&) = default;
ParamSpec::ParamSpec(ParamSpec&&) noexcept = default;
ParamSpec& ParamSpec::operator=(const ParamSpec&) = default;
ParamSpec& ParamSpec::operator=(ParamSpec&&) noexcept = default;
ParamSpec::~ParamSpec() = default;

ParamSpec make_spec(const char* name, const char* unit, ParamKind kind, double fallback, const Range& range,
                    const char* help, void (*set)(void*, double), double (*get)(const void*)) {
  ParamSpec s;
  s.name = name;
  s.unit = unit;
  s.kind = kind;
  s.fallback = fallback;
  s.range = range;
  s.help = help;
  s.set = set;
  s.get = get;
  return s;
}

ParamSpec with_role(ParamSpec s, ParamRole role) {
  s.role = role;
  return s;
}

}  // namespace aqm
