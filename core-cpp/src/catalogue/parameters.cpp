#include "aqm/parameters.hpp"

namespace aqm {

// Not inlined, not even at link time: tables are made once, and fifty copies of this would be a quarter of the module.
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

[[gnu::noinline]] ParamSpec with_role(const ParamSpec& spec, ParamRole role) {
  ParamSpec s = spec;
  s.role = role;
  return s;
}

[[gnu::noinline]] ParamSpec with_choices(const ParamSpec& spec, const Words& choices) {
  ParamSpec s = spec;
  s.choices = choices;
  return s;
}

[[gnu::noinline]] ParamSpec labelled(const char* label, const ParamSpec& spec) {
  ParamSpec s = spec;
  s.label = label;
  return s;
}

[[gnu::noinline]] ParamSpec with_computed(const ParamSpec& spec, const char* text,
                                          double (*rule)(const void*, const LinkInfo&)) {
  ParamSpec s = spec;
  s.fallback = kUnset;
  s.computed_text = text;
  s.computed = rule;
  return s;
}

}  // namespace aqm
