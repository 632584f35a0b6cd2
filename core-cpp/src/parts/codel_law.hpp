// CoDel: Nichols and Jacobson, "Controlling Queue Delay", 2012; RFC 8289. It drops at the head, at shrinking intervals,
// while the waiting time has stayed above the target for an interval.
#pragma once
#include <cmath>

#include "delay_target.hpp"
#include "ecn_toggle.hpp"
#include "fifo.hpp"
#include "profile.hpp"

namespace aqm {

struct CodelParams {
  double target = 0.005, interval = 0.1;  ///< s
  double mtu = 1500;                      ///< bytes
  bool ecn = false;
  Details profile = Details::own;
  double ce_threshold = 0;  ///< s; 0: none
};

/// The control law (RFC 8289 section 5.3): the gap after the n-th drop is interval / sqrt(n).
inline Time codel_gap(double interval, double count) { return from_seconds(interval / std::sqrt(count)); }

/// One CoDel, which takes packets from a `Head`. A Head offers
///   bool pop(Packet&)   the oldest packet leaves, false if there is none
///   std::int64_t bytes() const                 the bytes that still wait behind it
///   void drop(const Packet&), void mark(Packet&)
class CodelLaw {
 public:
  /// Takes the next packet to send, and drops or marks as the law decides; false if none is left.
  template <class Head>
  bool take(const CodelParams& p, Head head, Time now, Packet& out) {
    bool ok_to_drop = pop(p, head, now, out);
    if (!dropping_) {
      if (ok_to_drop) enter(p, head, now, out);
      return present_;
    }
    if (!ok_to_drop) dropping_ = false;
    while (dropping_ && now >= drop_next_) {
      ++count_;
      // Before the drop, so that the record of the drop holds the time of the next one.
      const Time due = drop_next_;
      drop_next_ += codel_gap(p.interval, count_);
      if (signal(p, head, out)) break;  // marked: this packet is sent
      ok_to_drop = pop(p, head, now, out);
      if (!ok_to_drop) {
        dropping_ = false;
        drop_next_ = due;
      }
    }
    return present_;
  }

  void add_count(int n) { count_ += n; }

  bool dropping() const { return dropping_; }
  double count() const { return count_; }
  Time drop_next() const { return drop_next_; }

 private:
  /// Takes a packet and returns whether the waiting time has been above the target for an interval.
  template <class Head>
  bool pop(const CodelParams& p, Head& head, Time now, Packet& out) {
    present_ = head.pop(out);
    // Below one MTU there is no lasting queue: a drop could only make the link idle.
    if (!present_ || now - out.enqueued < from_seconds(p.target) || static_cast<double>(head.bytes()) <= p.mtu) {
      above_since_ = kNever;
      return false;
    }
    if (above_since_ == kNever) above_since_ = now;
    return now - above_since_ >= from_seconds(p.interval);
  }

  template <class Head>
  void enter(const CodelParams& p, Head& head, Time now, Packet& out) {
    dropping_ = true;
    // Soon after the last dropping phase, start near the rate that was found there.
    const double delta = count_ - last_count_;
    const bool soon = static_cast<double>(now - drop_next_) < 16e9 * p.interval;
    count_ = delta > 1 && soon ? delta : 1;
    last_count_ = count_;
    drop_next_ = now + codel_gap(p.interval, count_);
    if (!signal(p, head, out)) pop(p, head, now, out);
  }

  /// Marks or drops; true if the packet is still sent.
  template <class Head>
  static bool signal(const CodelParams& p, Head& head, Packet& packet) {
    if (early_signal(packet, p.ecn) == Fate::marked) {
      head.mark(packet);
      return true;
    }
    head.drop(packet);
    return false;
  }

  double count_ = 0, last_count_ = 0;
  Time above_since_ = kNever, drop_next_ = 0;
  bool dropping_ = false, present_ = false;
};

inline void check_codel(double target, double interval, const LinkInfo& link, Checker& check) {
  check.below("target", target, "interval", interval);
  warn_short_target("target", target, link, check);
}

template <class P>
ParamSpec codel_profile() {
  return profile_choice<P>(
      "rfc",
      "As the RFC has it, or as Linux: a root that takes one of Newton's steps a drop, time in units "
      "of 1024 ns, and what else differs there.");
}
template <class P>
ParamSpec codel_ce_threshold() {
  return bind<P, &P::ce_threshold>("ce_threshold", "s", ParamKind::number, 0, {0, 1},
                                   "A packet that waited longer is marked, if it can be; 0: none. Linux has it.");
}
inline void check_ce_threshold(const CodelParams& p, Checker& check) {
  check.require(p.ce_threshold == 0 || p.profile == Details::as_linux, "ce_threshold", p.ce_threshold,
                "ce_threshold = 0 but in profile linux", 0);
}

template <class P>
std::vector<ParamSpec> codel_delay_params() {
  return delay_params<P>(
      0.005, 1e-5, 0.1, {0.001, 10},
      "How long the delay must stay above the target before the first drop: a worst-case round trip.");
}

}  // namespace aqm
