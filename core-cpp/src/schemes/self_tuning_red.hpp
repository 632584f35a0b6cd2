// The rules of Self-tuning RED from the map of TCP and RED, with one step per round trip (Ranjan, Abed and La, IEEE/ACM
// ToN 12(6), 2004): at the probability p, N flows make the queue N K / sqrt(p) - P, where P is the number of packets
// that the path holds, and the average moves by the share w of the distance to it.
#pragma once
#include <algorithm>
#include <cmath>

#include "aqm/elementary.hpp"

namespace aqm::self_tuning {

/// The largest w for which the map stays at `target`: there its slope, 1 - w - w (target + P) / (2 (target - min_th))
/// for RED's line, is -1.
inline double stable_weight(double target, double min_th, double path) {
  return 2 / (1 + (target + path) / (2 * (target - min_th)));
}

/// The weight per packet that moves the average by the share `weight` in `packets` packets.
inline double packet_weight(double weight, double packets) {
  return weight < 1 ? -math::expm1(math::log1p(-weight) / packets) : 1 - 1e-9;
}

/// The max_p with which the average would rest at `target`: N K = sqrt(p) (avg + P) gives the number of flows, whatever
/// it is. At most twice or half of the old value, because a law at 0 or 1 does not show how large its error was.
inline double next_max_p(double max_p, double avg, double target, double min_th, double path) {
  const double flows = (avg + path) / (target + path);
  const double wanted = max_p * (avg - min_th) / (target - min_th) * flows * flows;
  return std::clamp(wanted, max_p / 2, 2 * max_p);
}

}  // namespace aqm::self_tuning
