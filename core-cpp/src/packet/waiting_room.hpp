// The limit of a first-in, first-out queue that decides only about arrivals. The time at which each packet begins to
// leave is known when it arrives, so the waiting packets are those whose time has not come.
#pragma once
#include <algorithm>
#include <array>
#include <deque>

#include "aqm/time.hpp"

namespace aqm {

class WaitingRoom {
 public:
  explicit WaitingRoom(int limit) : limit_(static_cast<std::size_t>(limit)) {}

  /// Whether a packet that arrives at `now` and would begin to leave at `start` has room; if so, it waits.
  bool admits(Time now, Time start) {
    if (start <= now) {
      if (!starts_.empty()) starts_.clear();  // nearly always already empty, which not every library tests first
      return true;
    }
    while (!starts_.empty() && starts_.front() <= now) starts_.pop_front();
    if (starts_.size() >= limit_) return false;
    starts_.push_back(start);
    return true;
  }
  /// Whether nothing waits at any time; false can also mean that all waiting packets have begun to leave.
  bool empty() const { return starts_.empty(); }
  /// Packets that wait at `now`.
  std::size_t waiting(Time now) const {
    return static_cast<std::size_t>(std::count_if(starts_.begin(), starts_.end(), [now](Time at) { return at > now; }));
  }

 private:
  std::size_t limit_;
  std::deque<Time> starts_;
};

/// A flow's four host links.
enum class HostSide : std::size_t { source_up, source_down, sink_up, sink_down };
using HostRooms = std::array<WaitingRoom, 4>;
/// `limit` 0: none.
inline HostRooms rooms_of(int limit) {
  const WaitingRoom room(limit > 0 ? limit : INT32_MAX);
  return {room, room, room, room};
}

}  // namespace aqm
