// Lists of events, each in the order in which its events were added. The lists share pieces of memory. A list that
// needs a piece takes the one that was returned last, because it is still in the cache. Pieces never move: ten million
// events are not copied to make room for one.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "event.hpp"

namespace aqm {

class EventLists {
  static constexpr std::uint32_t kPiece = 16;
  static constexpr std::size_t kTogether = 64;  ///< number of pieces that are allocated together

  struct Piece {
    std::array<Event, kPiece> events;
    Piece* next = nullptr;
  };

 public:
  struct List {
    bool empty() const { return first == nullptr; }
    std::uint64_t size() const { return empty() ? 0 : std::uint64_t{pieces - 1} * kPiece + in_last; }

    Piece *first = nullptr, *last = nullptr;
    std::uint32_t pieces = 0;
    std::uint32_t in_last = kPiece;  ///< number of events in the last piece; the others are full
    Time earliest = kNever;
  };

  /// Room for an event at the end of `list`; the reference is valid until the list is emptied.
  Event& append(List& list, Time time) {
    list.earliest = std::min(list.earliest, time);
    if (list.in_last == kPiece) [[unlikely]]
      extend(list);
    return list.last->events[list.in_last++];
  }

  /// Passes the events of the first piece of `list` to `take`, which may append to other lists, and removes them.
  template <class Take>
  void take_piece(List& list, Take&& take) {
    Piece* const piece = list.first;
    take(std::span<const Event>(piece->events).first(piece == list.last ? list.in_last : kPiece));
    list.first = piece->next;
    --list.pieces;
    if (list.first == nullptr) list = {};
    piece->next = free_;
    free_ = piece;
  }

 private:
  [[gnu::noinline]] void extend(List& list) {
    if (free_ == nullptr) make_pieces();
    Piece* const piece = free_;
    free_ = piece->next;
    piece->next = nullptr;
    (list.empty() ? list.first : list.last->next) = piece;
    list.last = piece;
    list.in_last = 0;
    ++list.pieces;
  }

  void make_pieces() {
    made_.push_back(std::make_unique<Piece[]>(kTogether));
    for (std::size_t i = kTogether; i-- > 0;) {
      made_.back()[i].next = free_;
      free_ = &made_.back()[i];
    }
  }

  std::vector<std::unique_ptr<Piece[]>> made_;
  Piece* free_ = nullptr;
};

}  // namespace aqm
