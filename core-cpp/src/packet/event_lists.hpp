// Lists of events, each in the order in which its events were added. They share pieces of memory, and who needs one takes that which
// was given back last: it is still in the cache.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "event.hpp"

namespace aqm {

class EventLists {
  static constexpr std::uint32_t kNone = UINT32_MAX, kPiece = 16;

 public:
  struct List {
    std::uint32_t first = kNone, last = kNone;  ///< pieces
    std::uint32_t in_last = kPiece;             ///< events in the last one; the others are full
    Time earliest = kNever;
  };

  /// Room for an event at the end of `list`; holds until the next one is asked for.
  Event& append(List& list, Time time) {
    list.earliest = std::min(list.earliest, time);
    if (list.in_last == kPiece) [[unlikely]]
      extend(list);
    return pieces_[list.last].events[list.in_last++];
  }

  /// Empties `list` and shows its events in pieces, in the order in which they were added, to `take`, which appends to no list.
  template <class Take>
  void drain(List& list, Take&& take) {
    for (std::uint32_t i = list.first; i != kNone;) {
      Piece& piece = pieces_[i];
      take(std::span<const Event>(piece.events).first(i == list.last ? list.in_last : kPiece));
      const std::uint32_t next = piece.next;
      piece.next = free_;
      free_ = i;
      i = next;
    }
    list = {};
  }

 private:
  struct Piece {
    std::array<Event, kPiece> events;
    std::uint32_t next = kNone;
  };

  [[gnu::noinline]] void extend(List& list) {
    if (free_ == kNone) {
      free_ = static_cast<std::uint32_t>(pieces_.size());
      pieces_.emplace_back();
    }
    const std::uint32_t i = free_;
    free_ = pieces_[i].next;
    pieces_[i].next = kNone;
    (list.last == kNone ? list.first : pieces_[list.last].next) = i;
    list.last = i;
    list.in_last = 0;
  }

  std::vector<Piece> pieces_;
  std::uint32_t free_ = kNone;
};

}  // namespace aqm
