// The switch that makes a discipline mark instead of drop.
#pragma once
#include "aqm/parameters.hpp"

namespace aqm {

template <class P>
ParamSpec ecn_toggle() {
  return toggle<P, &P::ecn>("ecn", false, "Mark ECN-capable packets instead of dropping them early (RFC 3168).");
}

}  // namespace aqm
