// The way back: one first-in, first-out queue with a limit, shared by acknowledgements and reverse data. It decides over
// arrivals only, so the end of a transmission is known when a packet arrives and needs no event.
#pragma once
#include <algorithm>
#include <deque>

#include "aqm/time.hpp"

namespace aqm {

class ReverseLink {
 public:
  explicit ReverseLink(int buffer) : buffer_(static_cast<std::size_t>(buffer)) {}

  /// When a packet that arrives at `now` would begin to be put on the link.
  Time start(Time now) const { return std::max(now, free_at_); }

  /// Packets that wait at `now`, the one under way not counted.
  std::size_t waiting(Time now) const {
    return static_cast<std::size_t>(
        std::count_if(waiting_.begin(), waiting_.end(), [now](Time at) { return at > now; }));
  }

  /// When a packet that arrives at `now` has been put on the link; kNever when the buffer is full.
  Time carry(Time now, Time transmission) {
    if (free_at_ <= now && waiting_.empty()) [[likely]]
      return free_at_ = now + transmission;
    return carry_behind(now, transmission);
  }

 private:
  [[gnu::noinline]] Time carry_behind(Time now, Time transmission) {
    while (!waiting_.empty() && waiting_.front() <= now) waiting_.pop_front();
    if (free_at_ <= now) return free_at_ = now + transmission;
    if (waiting_.size() >= buffer_) return kNever;
    waiting_.push_back(free_at_);  // the moment at which it starts, and stops waiting
    return free_at_ += transmission;
  }

  std::size_t buffer_;
  Time free_at_ = 0;
  std::deque<Time> waiting_;
};

}  // namespace aqm
