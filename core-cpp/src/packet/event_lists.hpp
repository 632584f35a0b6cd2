// Lists of events, each in the order in which its events were added. They share pieces of memory, and who needs one takes that which
// was given back last: it is still in the cache.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "event.hpp"

namespace aqm {

class EventLists {
 public:
  struct List {
    std::uint32_t first = kNone, last = kNone;  ///< pieces
    Time earliest = kNever;
  };

  /// Room for an event at the end of `list`; holds until the next one is asked for.
  Event& append(List& list, Time time) {
    list.earliest = std::min(list.earliest, time);
    if (list.last == kNone || pieces_[list.last].count == kPiece) [[unlikely]]
      extend(list);
    Piece& piece = pieces_[list.last];
    return piece.events[piece.count++];
  }

  /// Empties `list` and shows its events, in the order in which they were added, to `take`, which appends to no list.
  template <class Take>
  void drain(List& list, Take&& take) {
    std::uint32_t i = list.first;
    list = {};
    while (i != kNone) {
      for (std::uint32_t k = 0; k < pieces_[i].count; ++k) take(pieces_[i].events[k]);
      const std::uint32_t next = pieces_[i].next;
      pieces_[i].next = free_;
      free_ = i;
      i = next;
    }
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX, kPiece = 16;
  struct Piece {
    std::array<Event, kPiece> events;
    std::uint32_t count = 0, next = kNone;
  };

  [[gnu::noinline]] void extend(List& list) {
    if (free_ == kNone) {
      free_ = static_cast<std::uint32_t>(pieces_.size());
      pieces_.emplace_back();
    }
    const std::uint32_t i = free_;
    free_ = pieces_[i].next;
    pieces_[i].count = 0;
    pieces_[i].next = kNone;
    (list.last == kNone ? list.first : pieces_[list.last].next) = i;
    list.last = i;
  }

  std::vector<Piece> pieces_;
  std::uint32_t free_ = kNone;
};

}  // namespace aqm
