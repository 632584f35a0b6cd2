// The way back: one first-in, first-out queue with a limit, shared by acknowledgements and reverse data. It decides
// only about arrivals, so the end of a transmission is known when a packet arrives and needs no event.
#pragma once
#include <algorithm>

#include "waiting_room.hpp"

namespace aqm {

class ReverseLink {
 public:
  explicit ReverseLink(int buffer) : room_(buffer) {}

  /// When the transmission of a packet that arrives at `now` would begin.
  Time start(Time now) const { return std::max(now, free_at_); }

  /// Packets that wait at `now`, without the packet in transmission.
  std::size_t waiting(Time now) const { return room_.waiting(now); }

  /// When the transmission of a packet that arrives at `now` ends; kNever if the buffer is full.
  Time carry(Time now, Time transmission) {
    if (free_at_ <= now && room_.empty()) [[likely]]
      return free_at_ = now + transmission;
    return carry_behind(now, transmission);
  }

 private:
  [[gnu::noinline]] Time carry_behind(Time now, Time transmission) {
    if (!room_.admits(now, free_at_)) return kNever;
    return free_at_ = start(now) + transmission;
  }

  WaitingRoom room_;
  Time free_at_ = 0;
};

}  // namespace aqm
