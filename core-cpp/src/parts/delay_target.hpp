// Checks and parameters of the target, for disciplines that aim at a queueing delay.
#pragma once
#include <cstdio>

#include "checker.hpp"

namespace aqm {

/// Seconds that the link takes to send one full-sized packet.
inline double transmission_time(const LinkInfo& link) { return 8.0 * link.packet_size / link.rate_bps; }

/// A target below one packet's transmission time cannot be met: every packet that finds another in transmission waits
/// longer.
inline void warn_short_target(const char* name, double target, const LinkInfo& link, Checker& check) {
  const double least = transmission_time(link);
  if (target >= least) return;
  char text[160];
  std::snprintf(text, sizeof text,
                "%s >= %.4g s, the transmission time of one packet on this link; below it the link cannot stay busy",
                name, least);
  check.warn(false, name, target, text, least);
}

/// `target` (s) with its least value, and `interval` (s) with its range.
template <class P>
std::vector<ParamSpec> delay_params(double target, double least, double interval, Range interval_range,
                                    const char* interval_help) {
  return {
      with_role(bind<P, &P::target>("target", "s", ParamKind::number, target, {least, 1},
                                    "Queueing delay that the AQM steers to."),
                ParamRole::delay_target),
      bind<P, &P::interval>("interval", "s", ParamKind::number, interval, interval_range, interval_help),
  };
}

}  // namespace aqm
