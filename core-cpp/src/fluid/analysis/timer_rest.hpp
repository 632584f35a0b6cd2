// Laws that adapt by a timer rest where a tick changes nothing more. Each tick moves the queue that the next one sees, but while
// ticks go on in the same direction many are taken at once, at the queue as it stands: a step that is small against the way
// would need a search for every one of them.
#pragma once
#include <algorithm>
#include <vector>

#include "queue_rest.hpp"

namespace aqm::fluid {

/// A law whose steps are too small to arrive within so many ticks, or turn back and forth for so many searches, does not rest.
inline constexpr int kMaxTicks = 1'000'000, kMaxSearches = 300;

/// One tick of the timer at a queue that stands.
inline FluidMemory after_tick(const FluidLaw& law, double capacity, double q, FluidMemory memory) {
  FluidQueue seen;
  seen.inflow = capacity;
  const FluidQueue queue = queue_at_rest(q, capacity, seen);
  std::array<double, kMaxLawStates> z;
  z.fill(q);  // the average equals the queue
  law.tick(queue, z.data(), memory);
  return memory;
}

/// Which way each number of a law's memory goes with the next tick; 0: it stays, but for rounding.
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

/// Queues: courses() of the laws with a timer; take(ticks) at the queues as they are, after which these come to rest again, or
/// false; keep() and back(kept). False when there is no rest.
template <class Queues>
bool tick_to_rest(Queues& queues) {
  int ticks = 0, stride = 1;
  for (int search = 0; search < kMaxSearches && ticks < kMaxTicks; ++search) {
    const std::vector<Ticks> courses = queues.courses();
    if (std::all_of(courses.begin(), courses.end(), [](const Ticks& c) { return c == Ticks{}; })) return true;
    const auto kept = queues.keep();
    if (!queues.take(stride)) return false;
    const bool goes_on = queues.courses() == courses;
    if (stride > 1 && !goes_on) {  // too far
      queues.back(kept);
      stride /= 2;
      continue;
    }
    ticks += stride;
    if (goes_on) stride *= 2;
  }
  return false;
}

}  // namespace aqm::fluid
