// The schemes' counterparts in the fluid model, which `Scheme::fluid` reads.
#include "aqm/scheme.hpp"

namespace aqm {
namespace {

struct Kept {
  const Scheme* scheme;
  Counterpart counterpart;
};

/// Filled by static initialisation, in no certain order; afterwards only read. There is room for more schemes than will
/// ever exist.
constexpr std::size_t kRoom = 256;
constinit Kept kept[kRoom] = {};
constinit std::size_t count = 0;

}  // namespace

// Not inlined: fifty schemes call it once each.
[[gnu::noinline]] void keep_counterpart(const Scheme& scheme, Counterpart counterpart) {
  if (count < kRoom) kept[count++] = {&scheme, counterpart};
}

FluidOffer Scheme::fluid(const ParamValues& values, const LinkInfo& link, const FluidChoice& choice) const {
  for (std::size_t i = 0; i < count; ++i) {
    if (kept[i].scheme->id() == id()) return kept[i].counterpart(*this, values, link, choice);
  }
  return {nullptr, "This scheme has no counterpart in the fluid model."};
}

}  // namespace aqm
