// What Self-tuning RED takes from the map of TCP and RED, one step a round trip (Ranjan, Abed and La, IEEE/ACM ToN 12(6), 2004): the queue
// that N flows make at the probability p is N K / sqrt(p) - P, P the packets that the path holds, and the average moves by w of the way there.
#pragma once
#include <algorithm>
#include <cmath>

#include "aqm/elementary.hpp"

namespace aqm::self_tuning {

/// The largest w at which the map stays at `target`: there its slope, 1 - w - w (target + P) / (2 (target - min_th)) for RED's line, is -1.
inline double stable_weight(double target, double min_th, double path) {
  return 2 / (1 + (target + path) / (2 * (target - min_th)));
}

/// The weight a packet that moves the average by `weight` of the way in `packets`.
inline double packet_weight(double weight, double packets) {
  return weight < 1 ? -math::expm1(math::log1p(-weight) / packets) : 1 - 1e-9;
}

/// What max_p must be for the average to stand at `target`: N K = sqrt(p) (avg + P) says how many flows there are, whatever they are. At
/// most twice or half of what it was, for a law that has said 0 or 1 tells nothing of how far it was wrong.
inline double next_max_p(double max_p, double avg, double target, double min_th, double path) {
  const double flows = (avg + path) / (target + path);
  const double wanted = max_p * (avg - min_th) / (target - min_th) * flows * flows;
  return std::clamp(wanted, max_p / 2, 2 * max_p);
}

}  // namespace aqm::self_tuning
