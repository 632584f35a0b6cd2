// A set of segment numbers as sorted, disjoint, non-touching intervals: the receiver's out-of-order segments, and the
// sender's record of selective acknowledgements. Its size is the number of holes, not the window. A caller that needs
// the number of elements sums the values that `add` and `remove_below` return.
#pragma once
#include <algorithm>
#include <cstdint>

#include "interval_list.hpp"

namespace aqm {

class SequenceSet {
 public:
  std::uint32_t max_end() const { return intervals_.empty() ? 0 : intervals_.end()[-1].end; }

  /// Adds [begin, end); returns how many of these numbers are new.
  std::uint32_t add(std::uint32_t begin, std::uint32_t end) {
    if (begin >= end) return 0;
    // Most numbers are in the last interval or extend it.
    if (!intervals_.empty()) {
      Interval& last = intervals_.end()[-1];
      if (last.begin <= begin && begin <= last.end) {
        const std::uint32_t fresh = std::max(end, last.end) - last.end;
        last.end += fresh;
        return fresh;
      }
    }
    auto first = std::lower_bound(intervals_.begin(), intervals_.end(), begin,
                                  [](const Interval& i, std::uint32_t s) { return i.end < s; });
    auto last = first;
    std::uint32_t covered = 0;
    Interval merged{begin, end};
    for (; last != intervals_.end() && last->begin <= end; ++last) {
      covered += last->end - last->begin;
      merged.begin = std::min(merged.begin, last->begin);
      merged.end = std::max(merged.end, last->end);
    }
    const std::uint32_t fresh = merged.end - merged.begin - covered;
    if (first == last) {
      intervals_.insert(first, merged);
    } else {
      *first = merged;
      intervals_.erase(first + 1, last);
    }
    return fresh;
  }

  /// Removes everything below `edge`; returns how many numbers were removed.
  std::uint32_t remove_below(std::uint32_t edge) {
    std::uint32_t removed = 0;
    auto it = intervals_.begin();
    for (; it != intervals_.end() && it->begin < edge; ++it) {
      const std::uint32_t stop = std::min(it->end, edge);
      removed += stop - it->begin;
      if (stop < it->end) {
        it->begin = stop;
        break;
      }
    }
    intervals_.erase(intervals_.begin(), it);
    return removed;
  }

  /// How many lie below `s`.
  std::uint32_t count_below(std::uint32_t s) const {
    std::uint32_t n = 0;
    for (const Interval& i : intervals_) {
      if (i.begin >= s) break;
      n += std::min(i.end, s) - i.begin;
    }
    return n;
  }

  /// The interval that contains `s`, or null.
  const Interval* find(std::uint32_t s) const {
    if (intervals_.empty()) return nullptr;
    if (const Interval& last = intervals_.end()[-1]; last.begin <= s) return s < last.end ? &last : nullptr;
    auto it = std::upper_bound(intervals_.begin(), intervals_.end(), s,
                               [](std::uint32_t v, const Interval& i) { return v < i.end; });
    return it != intervals_.end() && it->begin <= s ? &*it : nullptr;
  }

  /// The smallest number >= s that is not in the set.
  std::uint32_t next_missing(std::uint32_t s) const {
    const Interval* i = find(s);
    return i ? i->end : s;
  }

  /// The n-th largest element, n >= 1; the set must have at least n elements.
  std::uint32_t nth_largest(std::uint32_t n) const {
    for (auto it = intervals_.end(); it != intervals_.begin();) {
      --it;
      const std::uint32_t length = it->end - it->begin;
      if (n <= length) return it->end - n;
      n -= length;
    }
    return 0;
  }

 private:
  IntervalList intervals_;
};

}  // namespace aqm
