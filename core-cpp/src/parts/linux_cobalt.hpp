// COBALT as in Linux (net/sched/sch_cake.c): times in ns; a root of 32 bits that is exact for small counts and takes
// one step of Newton's method beyond; BLUE on overflow only.
#pragma once
#include <array>

#include "cobalt_law.hpp"
#include "linux_arithmetic.hpp"

namespace aqm::kernel {

/// The rule of one queue's COBALT.
struct CobaltRule {
  Time target, interval;
  Time least;  ///< shorter waits never count as long
  std::uint32_t increment, decrement;
  bool ecn;
};

class Cobalt {
 public:
  struct Verdict {
    bool marks = false, drops = false;
  };

  /// The fate of a packet that leaves after `sojourn`; `blue`, drawn only if BLUE is active, gives 32 random bits.
  template <class Blue>
  Verdict judge(const CobaltRule& rule, const Packet& packet, Time now, Blue blue) {
    const Time sojourn = now - packet.enqueued;
    Time late = now - drop_next_;
    bool due = count_ > 0 && late >= 0;
    const bool above = sojourn > rule.target && sojourn > rule.least;
    if (above) {
      if (!dropping_) drop_next_ = now + gap(rule);
      if (count_ == 0) count_ = 1;
    }
    dropping_ = above;
    Verdict verdict;
    if (due && dropping_) {
      verdict.marks = early_signal(packet, rule.ecn) == Fate::marked;
      verdict.drops = !verdict.marks;
      if (count_ != UINT32_MAX) ++count_;
      advance(rule);
      late = now - drop_next_;
    } else {
      for (; due; due = count_ > 0 && late >= 0) {
        --count_;
        advance(rule);
        late = now - drop_next_;
      }
    }
    if (p_drop_ > 0 && blue() < p_drop_) verdict.drops = true;
    if (count_ == 0) {
      drop_next_ = now + rule.interval;
    } else if (late > 0 && !verdict.drops) {
      drop_next_ = now;
    }
    return verdict;
  }

  void overflow(const CobaltRule& rule, Time now) {
    if (now - blue_moved_ > rule.target) {
      p_drop_ = p_drop_ > UINT32_MAX - rule.increment ? UINT32_MAX : p_drop_ + rule.increment;
      blue_moved_ = now;
    }
    dropping_ = true;
    drop_next_ = now;
    if (count_ == 0) count_ = 1;
  }

  /// A packet was requested while the queue was empty.
  void empty(const CobaltRule& rule, Time now) {
    if (p_drop_ > 0 && now - blue_moved_ > rule.target) {
      p_drop_ -= std::min(p_drop_, rule.decrement);
      blue_moved_ = now;
    }
    dropping_ = false;
    if (count_ > 0 && now >= drop_next_) {
      --count_;
      advance(rule);
    }
  }

  /// Whether its whole state has decayed.
  bool rests(Time now) const { return p_drop_ == 0 && count_ == 0 && now >= drop_next_; }

  double count() const { return count_; }
  double p_drop() const { return p_drop_ / 4294967296.0; }
  bool dropping() const { return dropping_; }
  Time drop_next() const { return std::max<Time>(0, drop_next_); }

 private:
  static constexpr std::size_t kExact = 16;
  static constexpr std::array<std::uint32_t, kExact> exact_roots() {
    std::array<std::uint32_t, kExact> roots{UINT32_MAX};
    for (std::uint32_t count = 1; count < kExact; ++count) {
      roots[count] = roots[count - 1];
      for (int i = 0; i < 4; ++i) roots[count] = newton_step(roots[count], count);
    }
    return roots;
  }

  Time gap(const CobaltRule& rule) const { return scaled(static_cast<std::uint32_t>(rule.interval), root_); }
  void advance(const CobaltRule& rule) {
    static constexpr std::array<std::uint32_t, kExact> kRoots = exact_roots();
    root_ = count_ < kExact ? kRoots[count_] : newton_step(root_, count_);
    drop_next_ += gap(rule);
  }

  std::uint32_t count_ = 0;
  std::uint32_t root_ = 0;  ///< 0 at first: the first signal of a fresh queue comes without a wait, an error in Linux
  std::uint32_t p_drop_ = 0;
  Time drop_next_ = kStarted, blue_moved_ = kStarted;
  bool dropping_ = false;
};

}  // namespace aqm::kernel
