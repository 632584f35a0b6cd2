// Laws that adapt by a timer rest where a tick changes nothing further. Each tick moves the queue that the next one
// sees. While ticks continue in the same direction, many are taken at once, at the current queue: otherwise steps that
// are small against the whole distance would need a search for every one of them.
#pragma once
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "queue_rest.hpp"

namespace aqm::fluid {

/// A law does not rest if its steps are too small to arrive within this many ticks, or if it turns back and forth for
/// this many searches.
inline constexpr int kMaxTicks = 1'000'000, kMaxSearches = 300;

/// One tick of the timer at a constant queue.
inline FluidMemory after_tick(const FluidLaw& law, double capacity, double q, FluidMemory memory) {
  FluidQueue seen;
  seen.inflow = capacity;
  const FluidQueue queue = queue_at_rest(q, capacity, seen);
  std::array<double, kMaxLawStates> z;
  z.fill(q);  // the average equals the queue
  law.tick(queue, z.data(), memory);
  return memory;
}

/// The direction in which each number of a law's memory moves at the next tick; 0: it is constant except for rounding.
using Ticks = std::array<int, kMaxLawMemory>;
inline Ticks ticks_of(const FluidLaw& law, double capacity, double q, const FluidMemory& memory) {
  const FluidMemory next = after_tick(law, capacity, q, memory);
  Ticks course{};
  for (std::size_t k = 0; k < course.size(); ++k) {
    const double change = (next.value[k] - memory.value[k]) / (1e-9 + std::abs(next.value[k]));
    if (!(std::abs(change) < 1e-12)) course[k] = change < 0 ? -1 : 1;
  }
  return course;
}

/// Ticks until nothing changes, in slices. Queues has courses() of the laws with a timer; take(ticks) at the current
/// queues, after which they must come to rest again; come_to_rest(work), which continues with that; rested(), whether
/// they could; keep() and back(kept).
template <class Queues>
class TickRun {
 public:
  explicit TickRun(Queues& queues) : queues_(queues) {}
  /// True at the end.
  bool run(double& work) {
    for (;;) {
      if (done_) return true;
      if (kept_) {
        if (!queues_.come_to_rest(work)) return false;
        took();
      } else {
        search();
      }
    }
  }
  /// After the end: whether there is such a rest.
  bool rests() const { return rests_; }

 private:
  void search() {
    done_ = searches_++ == kMaxSearches || ticks_ >= kMaxTicks;
    if (done_) return;
    courses_ = queues_.courses();
    rests_ = done_ = std::all_of(courses_.begin(), courses_.end(), [](const Ticks& c) { return c == Ticks{}; });
    if (done_) return;
    kept_.emplace(queues_.keep());
    queues_.take(stride_);
  }
  void took() {
    const auto kept = std::move(*kept_);
    kept_.reset();
    done_ = !queues_.rested();
    if (done_) return;
    const bool goes_on = queues_.courses() == courses_;
    if (stride_ > 1 && !goes_on) {  // too far
      queues_.back(kept);
      stride_ /= 2;
      return;
    }
    ticks_ += stride_;
    if (goes_on) stride_ *= 2;
  }

  Queues& queues_;
  std::vector<Ticks> courses_;
  std::optional<typename Queues::Kept> kept_;  ///< the state before the current ticks
  int ticks_ = 0, stride_ = 1, searches_ = 0;
  bool done_ = false, rests_ = false;
};

}  // namespace aqm::fluid
