// The past: a ring of segments, and the position of each delayed argument (lag) in it.
//
// Between two breaking points the past is smooth, and a step must see it as smooth. So each lag has a window of
// segments between the breaking points around its argument. A stage that reaches a little over a breaking point reads
// the continuation of the segment on its own side, and the solver then cuts the step where the argument meets the
// point. In this way kinks and jumps cost no order (Bellen and Zennaro 2003, section 3.2).
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "options.hpp"
#include "segment.hpp"

namespace aqm::fluid {

/// A point at which the past is not smooth.
struct Break {
  double time;
  Jump jump;
  std::int64_t segment;  ///< the one that ends there
};

template <class System>
class History {
 public:
  using Seg = Segment<System>;
  using Vector = typename Seg::Vector;
  using Index = std::int64_t;

  /// The part of the past that a lag sees at one moment.
  class View {
   public:
    View(const Seg& segment, double s) : segment_(segment), s_(s) {}
    double value(int i) const { return segment_.value(i, s_); }
    [[gnu::always_inline]] void values(int width, Vector& out) const { segment_.values(s_, width, out); }
    const typename Seg::Mode& mode() const { return segment_.mode; }

   private:
    const Seg& segment_;
    double s_;
  };

  /// Forgets everything; the past before `t0` is `before` (a segment that ends there).
  void start(const Seg& before, int lags) {
    if (ring_.empty()) ring_.resize(kFirstCapacity);
    first_ = count_ = 0;
    breaks_.clear();
    first_break_ = 0;
    lags_.assign(static_cast<std::size_t>(lags), Lag{});
    push(before);
  }

  /// The place of the next segment: after the newest, not yet part of the past.
  Seg& draft() { return ring_[slot(count_)]; }
  const Seg& draft() const { return ring_[slot(count_)]; }
  /// The draft becomes the newest segment. The addresses of segments may change.
  void append() {
    ++count_;
    if (count_ - first_ == static_cast<Index>(ring_.size())) grow();
  }
  void push(const Seg& segment) {
    draft() = segment;
    append();
  }
  /// Forgets segments that end before `horizon`.
  void forget(double horizon) {
    while (first_ + 1 < count_ && at(first_).end < horizon) ++first_;
    while (first_break_ < breaks_.size() && breaks_[first_break_].time < horizon && first_break_ < least_break()) {
      ++first_break_;
    }
    if (first_break_ > 1024 && 2 * first_break_ > breaks_.size()) drop_breaks();
  }

  const Seg& newest() const { return at(count_ - 1); }
  const Seg& before_newest() const { return at(count_ - 2); }
  const Seg& at(Index i) const { return ring_[slot(i)]; }
  /// Of what is kept.
  std::int64_t steps() const { return count_ - first_; }
  std::size_t bytes() const { return static_cast<std::size_t>(steps()) * sizeof(Seg); }
  double oldest() const { return at(first_).begin; }

  /// Breaking points come in order of time.
  void add_break(double time, Jump jump) {
    if (!breaks_.empty() && breaks_.back().time == time) {
      breaks_.back().jump = breaks_.back().jump.with(jump);
    } else {
      breaks_.push_back({time, jump, count_ - 1});
    }
  }

  /// The breaking points on the two sides of lag k's argument.
  const Break* above(int k) const {
    const std::size_t i = lag(k).next;
    return i < breaks_.size() ? &breaks_[i] : nullptr;
  }
  const Break* below(int k) const {
    const std::size_t i = lag(k).next;
    return i > first_break_ ? &breaks_[i - 1] : nullptr;
  }

  /// Lag k's argument has reached the breaking point above (or below) it and continues beyond.
  void cross_up(int k) { ++lag(k).next; }
  void cross_down(int k) { --lag(k).next; }

  /// Resets lag k's window for an argument that may have jumped.
  void seat(int k, double theta) {
    Lag& l = lag(k);
    while (l.next < breaks_.size() && breaks_[l.next].time <= theta) ++l.next;
    while (l.next > first_break_ && breaks_[l.next - 1].time > theta) --l.next;
  }

  /// Before a step: the segments that lag k may read.
  void open_window(int k) {
    Lag& l = lag(k);
    l.within = l.next >= breaks_.size();
    l.last = l.within ? count_ - 1 : std::max(first_, breaks_[l.next].segment);
    l.first = l.next > first_break_ ? std::max(first_, breaks_[l.next - 1].segment + 1) : first_;
    point_at(l, std::clamp(l.at, std::min(l.first, l.last), l.last));
  }

  /// What lag k sees at `theta`; `trial` if that lies beyond the newest segment and no breaking point is between.
  [[gnu::always_inline]] View view(int k, double theta, const Seg& trial, bool& inside) {
    Lag& l = lag(k);
    if (theta > l.upper || theta < l.lower) [[unlikely]] {
      move(l, theta);
      if (theta > l.upper) {
        inside = true;
        return View(trial, trial.place(theta));
      }
    }
    return View(*l.segment, l.segment->place(theta));
  }

 private:
  static constexpr std::size_t kFirstCapacity = 256;

  struct Lag {
    std::size_t next = 0;  ///< the first breaking point above the argument
    Index at = 0;          ///< the segment read last
    Index first = 0, last = 0;
    bool within = false;           ///< the argument may fall inside the current step
    const Seg* segment = nullptr;  ///< the segment at `at`, to be read for arguments in [lower, upper]
    double lower = 0, upper = 0;
  };

  [[gnu::always_inline]] void move(Lag& l, double theta) const {
    Index i = l.at;
    while (i < l.last && theta > at(i).end) ++i;
    while (i > l.first && theta < at(i).begin) --i;
    point_at(l, i);
  }

  void point_at(Lag& l, Index i) const {
    constexpr double kInf = std::numeric_limits<double>::infinity();
    l.at = i;
    l.segment = &at(i);
    l.lower = i > l.first ? l.segment->begin : -kInf;
    l.upper = i < l.last || l.within ? l.segment->end : kInf;
  }

  Lag& lag(int k) { return lags_[static_cast<std::size_t>(k)]; }
  const Lag& lag(int k) const { return lags_[static_cast<std::size_t>(k)]; }
  std::size_t slot(Index i) const { return static_cast<std::size_t>(i) & (ring_.size() - 1); }

  void grow() {
    std::vector<Seg> larger(2 * ring_.size());
    for (Index i = first_; i < count_; ++i) larger[static_cast<std::size_t>(i) & (larger.size() - 1)] = at(i);
    ring_.swap(larger);
  }

  std::size_t least_break() const {
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (const Lag& l : lags_) least = std::min(least, l.next);
    return least;
  }

  void drop_breaks() {
    breaks_.erase(breaks_.begin(), breaks_.begin() + static_cast<std::ptrdiff_t>(first_break_));
    for (Lag& l : lags_) l.next -= first_break_;
    first_break_ = 0;
  }

  std::vector<Seg> ring_;
  Index first_ = 0, count_ = 0;  ///< segments first_ .. count_ - 1 are kept
  std::vector<Break> breaks_;
  std::size_t first_break_ = 0;
  std::vector<Lag> lags_;
};

}  // namespace aqm::fluid
