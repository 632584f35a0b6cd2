// The lists of a round robin (RFC 8290 section 4.2): numbers of queues in the order of their turns.
#pragma once
#include <cstddef>
#include <cstdint>

namespace aqm {

/// `queues` is the array of all queues. Each of them has a member `next` and is in at most one list.
struct TurnList {
  static constexpr std::size_t kNone = SIZE_MAX;
  std::size_t first = kNone, last = kNone;
  int size = 0;

  bool empty() const { return first == kNone; }
  template <class Queues>
  void append(Queues& queues, std::size_t i) {
    queues[i].next = kNone;
    (empty() ? first : queues[last].next) = i;
    last = i;
    ++size;
  }
  template <class Queues>
  std::size_t remove_first(const Queues& queues) {
    const std::size_t i = first;
    first = queues[i].next;
    --size;
    return i;
  }
};

}  // namespace aqm
