// RED's estimator of the average queue: an exponentially weighted moving average that also decays while the link is
// idle.
#pragma once
#include <cmath>

#include "aqm/elementary.hpp"
#include "aqm/time.hpp"

namespace aqm {

/// Different readings of the same paper (docs/specification.md 0.2 "profiles").
enum class Profile : int {
  rfj93,      ///< Floyd and Jacobson 1993: real-valued m, count starts at -1
  ns2,        ///< ns-2.35: m floored and q added, count runs on every arrival, first arrival above min_th never dropped
  as_linux,   ///< sch_red.c of Linux (linux_red.hpp); only for red, ared and choke
  linux_gred  ///< one virtual queue of sch_gred.c: the same, but idle from its last departure
};

class RedAverage {
 public:
  /// `w_q` in (0, 1); `packets_per_second` is the link's rate in mean packets, which the idle correction uses.
  RedAverage(double w_q, double packets_per_second, Profile profile)
      : w_q_(w_q), packets_per_second_(packets_per_second), log_keep_(math::log1p(-w_q)), profile_(profile) {}

  /// One arrival that finds `q` packets waiting. Returns the new average.
  double update(double q, Time now, bool link_busy) {
    previous_ = avg_;
    if (q > 0 || link_busy) {
      avg_ = (1 - w_q_) * avg_ + w_q_ * q;
    } else {
      decay(q, now);
    }
    return avg_;
  }

  void set_idle(Time now) { idle_since_ = now; }
  void set_weight(double w_q) {
    w_q_ = w_q;
    log_keep_ = math::log1p(-w_q);
  }
  void set(double avg) { avg_ = previous_ = avg; }
  double value() const { return avg_; }
  /// avg now minus avg at the arrival before: the rate of change of AQMRD and AC-RED, idle time included.
  double change() const { return avg_ - previous_; }

 private:
  /// An arrival after the link was idle.
  void decay(double q, Time now);

  double avg_ = 0, previous_ = 0;
  double w_q_, packets_per_second_, log_keep_;
  Time idle_since_ = 0;  // the queue starts idle
  Profile profile_;
};

}  // namespace aqm
