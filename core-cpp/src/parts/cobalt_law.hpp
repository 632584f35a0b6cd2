// COBALT: a CoDel whose drop count decreases step by step instead of restarting, joined with BLUE against unresponsive
// traffic (the AQM of the CAKE queue discipline: Hoeiland-Joergensen, Taht and Morton, "Piece of CAKE", LANMAN 2018).
#pragma once
#include "aqm/rng.hpp"

#include "blue_level.hpp"
#include "codel_law.hpp"

namespace aqm {

struct CobaltParams {
  double target = 0.005, interval = 0.1;  ///< s
  double increment = 1.0 / 256, decrement = 1.0 / 4096;
  double blue_threshold = 0.4;  ///< s
  bool ecn = false;
  Details profile = Details::own;
};

/// What CAKE adds for each of its flow queues (Linux, sch_cake.c).
struct CobaltGuards {
  Time least = 0;  ///< shorter waits never count as long: in cobalt_should_drop, the sending time of four packets
  bool keep_last = false;  ///< the last packet of a queue may be marked but is not dropped: cake_dequeue
};

class CobaltLaw {
 public:
  /// BLUE moves at most once per target.
  explicit CobaltLaw(const CobaltParams& p) : blue_(p.increment, p.decrement, p.target) {}

  /// Takes the next packet to send, and drops or marks as the law decides; false if none is left. `head` as for
  /// CodelLaw.
  template <class Head>
  bool take(const CobaltParams& p, Head head, Time now, Rng& rng, Packet& out, const CobaltGuards& guards = {}) {
    while (head.pop(out)) {
      const bool due = codel_due(p, now - out.enqueued, now, guards.least);
      // BLUE acts on traffic that does not respond to marks, so it always drops.
      const bool blue = blue_.value() > 0 && rng.uniform() < blue_.value();
      const bool marks = due && !blue && early_signal(out, p.ecn) == Fate::marked;
      const bool drops = blue || (due && !marks);
      rest(p, now, drops);
      if (marks) head.mark(out);
      if (!drops || (guards.keep_last && head.bytes() == 0)) return true;
      head.drop(out);
    }
    empty(p, now);
    return false;
  }

  void overflow(Time now) {
    blue_.increase(now);
    dropping_ = true;
    drop_next_ = now;
    if (count_ == 0) count_ = 1;
  }

  double count() const { return count_; }
  double p_drop() const { return blue_.value(); }
  bool dropping() const { return dropping_; }
  Time drop_next() const { return drop_next_; }

 private:
  Time gap(const CobaltParams& p) const { return codel_gap(p.interval, std::max(1.0, count_)); }

  bool codel_due(const CobaltParams& p, Time sojourn, Time now, Time least) {
    bool due = count_ > 0 && now >= drop_next_;
    if (sojourn > from_seconds(p.blue_threshold)) blue_.increase(now);
    const bool above = sojourn > from_seconds(p.target) && sojourn > least;
    if (above) {
      if (!dropping_) drop_next_ = now + gap(p);
      if (count_ == 0) count_ = 1;
    }
    dropping_ = above;
    if (!dropping_) {
      for (; due; due = count_ > 0 && now >= drop_next_) run_down(p);
      return false;
    }
    if (!due) return false;
    ++count_;
    drop_next_ += gap(p);
    return true;
  }

  void run_down(const CobaltParams& p) {
    --count_;
    drop_next_ += gap(p);
  }

  /// drop_next also records since when nothing has been due.
  void rest(const CobaltParams& p, Time now, bool dropped) {
    if (count_ == 0) {
      drop_next_ = now + from_seconds(p.interval);
    } else if (now > drop_next_ && !dropped) {
      drop_next_ = now;
    }
  }

  void empty(const CobaltParams& p, Time now) {
    if (blue_.value() > 0) blue_.decrease(now);
    dropping_ = false;
    if (count_ > 0 && now >= drop_next_) run_down(p);
  }

  BlueLevel blue_;
  double count_ = 0;
  Time drop_next_ = 0;
  bool dropping_ = false;
};

template <class P>
ParamSpec cobalt_profile(const char* own) {
  return profile_choice<P>(own,
                           "As described, or as Linux's CAKE: blue_threshold does not count, the last packet of a "
                           "queue stays, integers, and what else differs there. Linux has ecn always on.");
}

/// The parameters that BLUE adds to CoDel's.
template <class P>
std::vector<ParamSpec> cobalt_params() {
  std::vector<ParamSpec> all = codel_delay_params<P>();
  all.push_back(bind<P, &P::increment>("increment", "1", ParamKind::number, 1.0 / 256, {0, 1, true, false},
                                       "Added to BLUE's probability on overflow or a very long delay."));
  all.push_back(bind<P, &P::decrement>("decrement", "1", ParamKind::number, 1.0 / 4096, {0, 1, true, false},
                                       "Taken from BLUE's probability when the queue is empty."));
  all.push_back(with_role(bind<P, &P::blue_threshold>("blue_threshold", "s", ParamKind::number, 0.4, {0, 10},
                                                      "A delay above this counts for BLUE as overflow does."),
                          ParamRole::delay_target));
  all.push_back(ecn_toggle<P>());
  return all;
}

}  // namespace aqm
