#include "aqm/parameters.hpp"

#include <utility>

namespace aqm {

// Not inlined, not even at link time: tables are made once, and fifty copies of this would be a quarter of the module.
[[gnu::noinline]] ParamSpec::ParamSpec() = default;
[[gnu::noinline]] ParamSpec::ParamSpec(const ParamSpec&) = default;
[[gnu::noinline]] ParamSpec::ParamSpec(ParamSpec&&) noexcept = default;
[[gnu::noinline]] ParamSpec& ParamSpec::operator=(const ParamSpec&) = default;
[[gnu::noinline]] ParamSpec& ParamSpec::operator=(ParamSpec&&) noexcept = default;
[[gnu::noinline]] ParamSpec::~ParamSpec() = default;

[[gnu::noinline]] ParamSpec make_spec(const char* name, const char* unit, ParamKind kind, double fallback,
                                      const Range& range, const char* help, void (*set)(void*, double),
                                      double (*get)(const void*)) {
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

[[gnu::noinline]] ParamSpec with_role(ParamSpec s, ParamRole role) {
  s.role = role;
  return s;
}

}  // namespace aqm
