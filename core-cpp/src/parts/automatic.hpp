// Automatic thresholds and weight, from the link's rate and a target delay (Floyd, Gummadi and Shenker 2001, section
// 5).
#pragma once
#include <algorithm>

#include "aqm/elementary.hpp"
#include "red_params.hpp"

namespace aqm {

/// w_q = 1 - exp(-1/C): a time constant of one second. min_th = max(5, target_delay C / 2), max_th = 3 min_th.
inline void set_automatic(RedParams& p, double target_delay, const LinkInfo& link) {
  const double c = mean_packets_per_second(p.mean_pkt_size, link);
  p.w_q = -math::expm1(-1 / c);
  p.min_th = std::max(5.0, target_delay * c / 2);
  p.max_th = 3 * p.min_th;
}

template <class P>
std::vector<ParamSpec> automatic_params() {
  return {
      toggle<P, &P::automatic>(
          "auto", false, "Compute w_q, min_th and max_th from the link's rate; what is set for them has no effect."),
      with_role(bind<P, &P::target_delay>("target_delay", "s", ParamKind::number, 0.005, {0.0001, 1},
                                          "Average queueing delay that the automatic thresholds aim at."),
                ParamRole::delay_target),
  };
}

inline std::vector<Computed> automatic_computed(const RedParams& p) {
  return {{"w_q", "1", p.w_q}, {"min_th", "packets", p.min_th}, {"max_th", "packets", p.max_th}};
}

}  // namespace aqm
