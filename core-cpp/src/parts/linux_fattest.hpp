// The queue from which CAKE drops a packet when there is no room: the top of a heap that Linux builds when it is first
// needed and then keeps. The heap's order decides among equally long queues, so this is the same heap.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

namespace aqm::kernel {

/// `Backlog`: std::int64_t (std::size_t queue). Queue `kTins` q + t has the number q in tin t; a tin that is not in use
/// has empty queues.
class FattestQueue {
 public:
  static constexpr std::size_t kTins = 8;

  /// `queues` of each tin.
  explicit FattestQueue(std::size_t queues) : heap_(queues * kTins), places_(queues * kTins) {
    for (std::size_t i = 0; i < heap_.size(); ++i) heap_[i] = places_[i] = static_cast<std::uint32_t>(i);
  }

  template <class Backlog>
  std::size_t top(const Backlog& backlog) {
    if (left_ == 0) {
      for (std::size_t i = heap_.size() / 2 + 1; i-- > 0;) sink(i, backlog);
    }
    left_ = 65535;
    return heap_[0];
  }
  template <class Backlog>
  void grown(std::size_t queue, const Backlog& backlog) {
    if (left_ > 0) rise(places_[queue], backlog);
  }
  template <class Backlog>
  void shrunk(std::size_t queue, const Backlog& backlog) {
    if (left_ > 0) sink(places_[queue], backlog);
  }
  template <class Backlog>
  void top_shrunk(const Backlog& backlog) {
    sink(0, backlog);
  }
  /// Its top was empty: it is rebuilt when it is needed next.
  void forget() { left_ = 0; }
  /// A packet has been sent.
  void tick() {
    if (left_ > 0) --left_;
  }

 private:
  template <class Backlog>
  std::int64_t at(std::size_t i, const Backlog& backlog) const {
    return backlog(heap_[i]);
  }
  void swap(std::size_t i, std::size_t j) {
    std::swap(heap_[i], heap_[j]);
    for (const std::size_t k : {i, j}) places_[heap_[k]] = static_cast<std::uint32_t>(k);
  }

  template <class Backlog>
  void sink(std::size_t i, const Backlog& backlog) {
    const std::int64_t mine = at(i, backlog);
    for (;;) {
      std::size_t most = i;
      std::int64_t largest = mine;
      for (const std::size_t child : {2 * i + 1, 2 * i + 2}) {
        if (child < heap_.size() && at(child, backlog) > largest) {
          most = child;
          largest = at(child, backlog);
        }
      }
      if (most == i) return;
      swap(i, most);
      i = most;
    }
  }

  template <class Backlog>
  void rise(std::size_t i, const Backlog& backlog) {
    for (std::size_t above = (i - 1) / 2; i > 0 && at(i, backlog) > at(above, backlog); above = (i - 1) / 2) {
      swap(i, above);
      i = above;
    }
  }

  std::vector<std::uint32_t> heap_, places_;  ///< `places_`: the place of each queue in the heap
  int left_ = 0;                              ///< packets to send until the heap counts as no longer needed
};

}  // namespace aqm::kernel
