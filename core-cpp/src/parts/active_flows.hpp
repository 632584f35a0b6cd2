// Counts the flows that have sent something within a window of time.
#pragma once
#include <cstdint>
#include <vector>

#include "aqm/time.hpp"

namespace aqm {

/// A list of flows in the order in which they were last seen. Each arrival costs O(1) on average.
class ActiveFlows {
 public:
  explicit ActiveFlows(double window_s) : window_(from_seconds(window_s)) {}

  /// A packet of `flow` arrives. Returns how many flows have been seen since `now` minus the window, this one included.
  int seen(std::uint32_t flow, Time now) {
    const std::uint32_t i = flow + 1;  // entry 0 belongs to the list: its next is the oldest flow, its last the newest
    if (flows_.empty()) flows_.push_back({0, 0, 0});
    while (flows_.size() <= i) flows_.push_back({kAbsent, kAbsent, 0});
    if (flows_[i].next == kAbsent) {
      ++count_;
    } else {
      unlink(i);
    }
    flows_[i] = {0, flows_[0].last, now};
    flows_[flows_[0].last].next = i;
    flows_[0].last = i;
    while (flows_[flows_[0].next].at < now - window_) forget(flows_[0].next);
    return count_;
  }

 private:
  static constexpr std::uint32_t kAbsent = UINT32_MAX;
  struct Entry {
    std::uint32_t next, last;  ///< newer and older neighbour
    Time at;
  };

  void unlink(std::uint32_t i) {
    flows_[flows_[i].last].next = flows_[i].next;
    flows_[flows_[i].next].last = flows_[i].last;
  }
  void forget(std::uint32_t i) {
    unlink(i);
    flows_[i].next = kAbsent;
    --count_;
  }

  Time window_;
  std::vector<Entry> flows_;
  int count_ = 0;
};

}  // namespace aqm
