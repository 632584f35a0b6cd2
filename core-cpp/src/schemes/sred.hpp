// The law of Stabilized RED: Ott, Lakshman and Wong, "SRED: Stabilized RED", INFOCOM 1999. Steps over the instantaneous
// queue, scaled by the estimated number of flows 1/P.
#pragma once
#include <algorithm>

namespace aqm {

/// Steps at a sixth and a third of the buffer.
constexpr double sred_steps(double q, double buffer, double p_max) {
  return q >= buffer ? 1 : q >= buffer / 3 ? p_max : q >= buffer / 6 ? p_max / 4 : 0;
}

/// Simple SRED: from 256 flows on the steps count in full.
constexpr double sred_simple(double steps, double frequency) {
  const double ratio = 256 * frequency;
  return ratio > 1 ? steps / (ratio * ratio) : steps;
}

/// Full SRED: a flow that hits is a large one and gets more drops. `frequency` is not 0 after a hit.
constexpr double sred_full(double steps, double frequency, bool hit) {
  const double simple = sred_simple(steps, frequency);
  return hit ? std::min(1.0, simple * (1 + 1 / frequency)) : simple;
}

}  // namespace aqm
