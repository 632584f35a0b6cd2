// The law of RED-PD: Mahajan, Floyd and Wetherall, "Controlling high-bandwidth flows at the congested router", ICNP
// 2001, with the constants of the authors' code for ns-2. A flow that has lost packets in most of the latest intervals
// sends more than a TCP flow with the target round trip would: it is monitored, and a filter drops some of its packets
// before they reach RED.
#pragma once
#include <algorithm>
#include <cmath>

namespace aqm::red_pd {

inline constexpr int kLists = 5;           ///< intervals whose drops are remembered
inline constexpr int kRegular = 3;         ///< drops in this many of them make a flow regular
inline constexpr double kLeastTime = 0.4;  ///< the least time between two changes of one flow, s
inline constexpr double kLeastLoss = 0.001;

/// Seconds until the next examination of the drops, where `loss` is the share of packets that RED drops: kRegular /
/// kLists of the time between two losses of a TCP flow with the target round trip, sqrt(2 / (3 p)) round trips, limited
/// to 2 to 10 round trips.
inline double interval(double loss, double target_rtt) {
  const double most = 10 * target_rtt;
  if (loss <= 0) return most;
  const double share = static_cast<double>(kRegular) / kLists;
  return std::clamp(share * target_rtt / std::sqrt(1.5 * loss), 2 * target_rtt, most);
}

/// The first loss probability of a flow when its monitoring begins; `own` is the loss rate that corresponds to its
/// share of the drops.
inline double first(double own, double loss) { return std::min({own, 2 * loss, 0.5}); }

/// The loss probability of a monitored flow that has been found regular again: `own` more, but at most twice
/// (unresponsive: three times) as much. Above 1, the share that passes is halved (divided by three) instead.
inline double raised(double p, double own, bool unresponsive) {
  const double factor = unresponsive ? 3 : 2;
  const double next = own > p ? factor * p : p + (factor - 1) * own;
  return next <= 1 ? next : 1 - (1 - p) / factor;
}

/// The loss probability after a time without drops by RED; 0: the monitoring ends.
inline double lowered(double p, bool unresponsive) {
  const double step = 0.05, factor = unresponsive ? 1.5 : 2;
  if (p <= (unresponsive ? 0.0025 : 0.005)) return 0;
  return p > factor * step ? p - step : p / factor;
}

/// One examination of a monitored flow: its rate, and the share of it that was dropped.
struct Look {
  double rate = 0, loss = 0;
};

/// For each pair of examinations with different losses, at most ten pairs: did the rate fall as the root of the loss
/// rose, as for TCP? A flow for which it nearly always did not is unresponsive.
template <class Looks>
bool unresponsive(const Looks& looks) {
  int good = 0, bad = 0;
  for (const Look& less : looks) {
    for (const Look& more : looks) {
      if (less.loss >= more.loss || less.loss <= 0.1 * more.loss) continue;
      (more.rate > std::sqrt(less.loss / more.loss) * less.rate ? bad : good) += 1;
    }
  }
  return good == 0 ? bad >= 3 : bad >= 4 * good;
}

}  // namespace aqm::red_pd
