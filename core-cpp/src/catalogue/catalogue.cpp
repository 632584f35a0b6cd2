#include <algorithm>

#include "parts/register.hpp"

namespace aqm {

const Registration*& Registration::head() {
  static const Registration* first = nullptr;
  return first;
}

// Weak: fluid/counterparts.cpp, where it is linked, takes its place.
[[gnu::weak]] void keep_counterpart(const Scheme& /*scheme*/, Counterpart /*counterpart*/) {}

std::span<const Scheme* const> catalogue() {
  static const std::vector<const Scheme*> schemes = [] {
    std::vector<const Scheme*> all;
    for (const Registration* r = Registration::head(); r != nullptr; r = r->next()) all.push_back(&r->scheme());
    std::sort(all.begin(), all.end(), [](const Scheme* a, const Scheme* b) { return a->id() < b->id(); });
    return all;
  }();
  return schemes;
}

const Scheme* find_scheme(std::string_view id) {
  for (const Scheme* scheme : catalogue()) {
    if (scheme->id() == id) return scheme;
  }
  return nullptr;
}

}  // namespace aqm
