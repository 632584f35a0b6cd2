// The queue of future events: a calendar (Brown, CACM 31(10), 1988) for one window of time with narrow slots, and lists
// for the windows after it, which are coarser the later they are, as in timing wheels (Varghese and Lauck, SOSP 1987).
// When the calendar is empty, the list of the next event's window is entered in it. A list that covers a longer time,
// or has too many events for one calendar, first becomes several finer ones (like the rungs of the ladder queue of
// Tang, Goh and Thng, ACM TOMACS 15(3), 2005). So insertion and removal cost the same with ten flows as with ten
// thousand, and with one event per slot as with a thousand. Events at equal times leave in the order in which they
// entered, so that a run has one history, whatever the widths.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "event.hpp"
#include "event_lists.hpp"

namespace aqm {

class EventQueue {
 public:
  /// `typical_gap` is the expected time between events; it sets the width of a slot and does not affect any result.
  explicit EventQueue(Time typical_gap) {
    int shift = 0;
    while (shift < 40 && (Time{1} << (shift + 1)) * kSlotsPerGap <= typical_gap) ++shift;
    whole_ = (shift + kSlotBits) / kListBits;
    first_bit_ = (shift + kSlotBits) % kListBits;
    set_window(whole_, 0);
    firsts_.fill(kNone);
  }

  std::size_t size() const { return pushes_ - pops_; }
  /// Number of events that have been removed.
  std::uint64_t pops() const { return pops_; }
  /// Work done so far: events written and moved. The remaining cost is the same for every event.
  std::uint64_t work() const { return pushes_ + moves_; }

  /// `time` must not be before the last event that `pop` returned. The function is inlined, so that a packet made for
  /// it is written field by field to its final place. As a copy it would be read in wide words right after narrow
  /// stores, which stalls processors.
  [[gnu::always_inline]] void push(Time time, EventKind kind, const Packet& packet, std::size_t link = 0) {
    if (time < window_end_) {
      const std::uint32_t i = free_slot();
      Event& e = of(i);
      e.packet = packet;
      enter(e, time, kind, link);
      insert(e, i, time);
      advance_to(i, time);
    } else {
      Event& e = append(level_of(time), time);
      e.packet = packet;
      enter(e, time, kind, link);
      next_time_ = std::min(next_time_, time);
    }
  }

  /// The event that `pop` returned last happens once more, with the same packet. Nothing has been pushed in between.
  void again(Time time, EventKind kind) {
    const std::uint32_t i = free_;
    Event& again = of(i);
    if (time < window_end_) {
      free_ = again.next;
      enter(again, time, kind);
      insert(again, i, time);
      advance_to(i, time);
    } else {
      Event& e = append(level_of(time), time);
      e.packet = again.packet;
      enter(e, time, kind);
      next_time_ = std::min(next_time_, time);
    }
  }

  /// Time of the next event, kNever if there is none.
  Time next_time() const { return next_time_; }

  /// Whether the next event is in the calendar, where `pop` finds it.
  bool at_hand() const { return next_time_ < window_end_; }

  /// Moves the next event, which must exist, towards the calendar until it is at hand, or until `work` reaches `limit`;
  /// nothing is pushed before that. With many events, `expect` is called for the events of a window when they enter the
  /// calendar: what it reads for each of them is in the cache when their time comes. Reads that are independent of each
  /// other overlap. Its return value only makes sure that the reads happen.
  template <class Expect>
  [[gnu::noinline]] void approach(std::uint64_t limit, Expect&& expect) {
    while (!at_hand() && work() < limit) {
      if (opened_.empty()) open_list(refined_ ? opened_level_ - 1 : level_of(next_time_));
      lists_.take_piece(opened_, [&](std::span<const Event> events) {
        moves_ += events.size();
        if (refined_) {
          for (const Event& event : events) append(opened_level_ - 1, event.time) = event;
        } else {
          fill_calendar(events, expect);
        }
      });
      if (opened_.empty() && !refined_) set_window(level_, next_time_);
    }
    if (at_hand()) next_ = firsts_[slot(next_time_)];
  }

  /// Removes and returns the next event; it must be at hand. The reference is valid until the next push.
  const Event& pop() {
    const std::size_t at = slot(next_time_);
    const std::uint32_t i = next_;
    Event& e = of(i);
    const std::uint32_t next = e.next;
    firsts_[at] = next;
    ++pops_;
    e.next = free_;
    free_ = i;
    if (next == kNone) {
      const std::uint64_t others = occupied_[at >> 6] & ~(std::uint64_t{1} << (at & 63));
      occupied_[at >> 6] = others;
      seek(at >> 6, others);
    } else {
      next_ = next;
      next_time_ = of(next).time;
    }
    return e;
  }

 private:
  // Slots are narrow: nearly every slot holds no event or one, so neither insertion nor search has to walk. A bit per
  // slot finds the next slot that is not empty, 64 at a time. A window is as long as possible while its slots stay in
  // the cache: with few flows hardly any event has to wait for a later window.
  static constexpr Time kSlotsPerGap = 4;
  static constexpr int kSlotBits = 13;
  static constexpr std::size_t kSlots = std::size_t{1} << kSlotBits;
  static constexpr int kListBits = 9;
  static constexpr std::size_t kLists = std::size_t{1} << kListBits;  ///< of one level
  static constexpr int kLevels = 7;                                   ///< 7 x 9 bits cover the whole range
  /// with so few events, what they need is in the cache anyway
  static constexpr std::size_t kFew = 1000;
  /// a list with more events is not entered in one calendar
  static constexpr std::size_t kCrowd = 2 * kSlots;
  static constexpr int kWalk = 32;  ///< a slot in which an event has to pass this many others is too wide
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // A list of level k covers 2^bits_of(k) ns, and the calendar's window is as long as a list of `level_`. Levels below
  // `whole_` are in use only while there are many events.
  int bits_of(int level) const { return first_bit_ + kListBits * level; }
  std::size_t list_of(int level, Time t) const { return static_cast<std::size_t>(t >> bits_of(level)) & (kLists - 1); }
  std::size_t slot(Time t) const { return static_cast<std::size_t>(t >> slot_bits_) & (kSlots - 1); }

  /// Sets the calendar's window to the one of `level` that contains `time`.
  void set_window(int level, Time time) {
    level_ = level;
    base_ = time;
    const int bits = bits_of(level);
    slot_bits_ = std::max(bits - kSlotBits, 0);
    window_end_ = bits < 63 && (time >> bits) < (kNever >> bits) ? ((time >> bits) + 1) << bits : kNever;
  }

  /// The level of the list for a time after the calendar's window: the highest differing bit determines it.
  int level_of(Time time) const {
    return (63 - std::countl_zero(static_cast<std::uint64_t>(time ^ base_)) - first_bit_) / kListBits;
  }

  /// Event `i` of the pool. Its number is its distance in bytes from the first event, because the place of the next
  /// event is needed before anything else, and a multiplication would delay it (docs/engines.md, note 14).
  Event& of(std::uint32_t i) { return *reinterpret_cast<Event*>(reinterpret_cast<char*>(pool_.data()) + i); }
  const Event& of(std::uint32_t i) const { return const_cast<EventQueue*>(this)->of(i); }

  std::uint32_t free_slot() {
    if (free_ == kNone) [[unlikely]]
      grow();
    const std::uint32_t i = free_;
    free_ = of(i).next;
    return i;
  }

  [[gnu::noinline]] void grow() {
    free_ = static_cast<std::uint32_t>(pool_.size() * sizeof(Event));
    pool_.emplace_back().next = kNone;
  }

  [[gnu::always_inline]] Event& append(int level, Time time) {
    Level& later = later_[static_cast<std::size_t>(level)];
    const std::size_t at = list_of(level, time);
    later.filled[at / 64] |= std::uint64_t{1} << (at % 64);
    return lists_.append(later.lists[at], time);
  }

  void enter(Event& e, Time time, EventKind kind, std::size_t link = 0) {
    assert(time >= base_ || ((time ^ base_) >> bits_of(level_)) == 0);  // the past is gone
    e.time = time;
    e.kind = kind;
    e.link = static_cast<std::uint16_t>(link);
    ++pushes_;
  }

  /// Event `i`, which is now in the calendar, may be the next one.
  void advance_to(std::uint32_t i, Time time) {
    if (time >= next_time_) return;
    next_time_ = time;
    next_ = i;
  }

  /// `e` is event `i` of the pool, at `t`. Most events are alone in their slot.
  [[gnu::always_inline]] void insert(Event& e, std::uint32_t i, Time t) {
    const std::size_t at = slot(t);
    if (firsts_[at] == kNone) {
      occupied_[at >> 6] |= std::uint64_t{1} << (at & 63);
      e.next = kNone;
      firsts_[at] = i;
    } else {
      insert_beside(i, at);
    }
  }

  /// Most events that are not alone in their slot come after all others in it.
  [[gnu::noinline]] void insert_beside(std::uint32_t i, std::size_t at) {
    const Time t = of(i).time;
    const std::uint32_t first = firsts_[at], last = last_of(at);
    if (of(last).time <= t) {
      of(i).next = kNone;
      of(last).next = i;
      lasts_[at] = i;
    } else if (t < of(first).time) {
      of(i).next = first;
      firsts_[at] = i;
      lasts_[at] = last;
    } else {
      insert_between(i, first);
    }
  }

  /// The last of several events in a slot is stored; a single event is itself the last.
  std::uint32_t last_of(std::size_t at) const {
    const std::uint32_t first = firsts_[at];
    return of(first).next == kNone ? first : lasts_[at];
  }

  void insert_between(std::uint32_t i, std::uint32_t before) {
    const Time t = of(i).time;
    int walked = 0;
    for (; of(of(before).next).time <= t; before = of(before).next) ++walked;
    of(i).next = of(before).next;
    of(before).next = i;
    moves_ += static_cast<std::uint64_t>(walked) / kWalk;
    if (walked >= kWalk && level_ > 0) refine();
  }

  /// Finds the next event from this word of the window on; `bits` are the word's bits.
  void seek(std::size_t word, std::uint64_t bits) {
    while (bits == 0) {
      if (++word == occupied_.size()) {
        next_time_ = earliest_later();
        return;
      }
      bits = occupied_[word];
    }
    next_ = firsts_[64 * word + static_cast<std::size_t>(std::countr_zero(bits))];
    next_time_ = of(next_).time;
  }

  /// A list that shares more bits with the calendar's window is earlier.
  [[gnu::noinline]] Time earliest_later() const {
    for (int level = level_; level < kLevels; ++level) {
      const Level& later = later_[static_cast<std::size_t>(level)];
      const std::size_t now = list_of(level, base_);
      std::uint64_t bits = later.filled[now / 64] & (~std::uint64_t{1} << (now % 64));
      for (std::size_t word = now / 64;;) {
        if (bits != 0) return later.lists[64 * word + static_cast<std::size_t>(std::countr_zero(bits))].earliest;
        if (++word == later.filled.size()) break;
        bits = later.filled[word];
      }
    }
    return kNever;
  }

  /// The calendar is empty, and the list of the next event is at this level: empties it, into the calendar if it fits.
  void open_list(int level) {
    Level& later = later_[static_cast<std::size_t>(level)];
    const std::size_t at = list_of(level, next_time_);
    later.filled[at / 64] &= ~(std::uint64_t{1} << (at % 64));
    opened_ = later.lists[at];
    later.lists[at] = {};
    opened_level_ = level;
    refined_ = level > whole_ || (level > 0 && opened_.size() > kCrowd);
    if (!refined_) set_window(level, base_);
  }

  template <class Expect>
  void fill_calendar(std::span<const Event> events, Expect&& expect) {
    if (size() > kFew) {
      std::uint64_t sum = 0;
      for (const Event& event : events) sum += expect(event);
      expected_ = sum;
    }
    for (const Event& event : events) {
      if (refined_) {  // an earlier event of this loop may have set it
        append(opened_level_ - 1, event.time) = event;
      } else {
        const std::uint32_t i = free_slot();
        Event& e = of(i);
        e = event;
        insert(e, i, event.time);
      }
    }
  }

  /// The calendar's slots are too wide for their events: all events move to finer lists, except those that a finer
  /// calendar at the same place holds. This goes slot by slot, so that events at equal times keep their order.
  [[gnu::noinline]] void refine() {
    std::uint32_t first = kNone;
    std::uint32_t* end = &first;
    for (std::size_t word = 0; word < occupied_.size(); ++word) {
      for (; occupied_[word] != 0; occupied_[word] &= occupied_[word] - 1) {
        const std::size_t at = 64 * word + static_cast<std::size_t>(std::countr_zero(occupied_[word]));
        *end = firsts_[at];
        end = &of(last_of(at)).next;
        firsts_[at] = kNone;
      }
    }
    *end = kNone;
    const bool filling = !opened_.empty();
    refined_ = filling;
    if (!filling) set_window(level_ - 1, base_);
    for (std::uint32_t i = first; i != kNone;) {
      Event& e = of(i);
      const std::uint32_t next = e.next;
      if (e.time < window_end_) {
        insert(e, i, e.time);
      } else {
        append(filling ? opened_level_ - 1 : level_of(e.time), e.time) = e;
        e.next = free_;
        free_ = i;
      }
      ++moves_;
      i = next;
    }
  }

  struct Level {
    std::array<EventLists::List, kLists> lists;
    std::array<std::uint64_t, kLists / 64> filled{};  ///< one bit for each list that is not empty
  };

  std::array<std::uint32_t, kSlots> firsts_{};
  std::array<std::uint64_t, kSlots / 64> occupied_{};
  std::array<std::uint32_t, kSlots> lasts_{};  ///< for slots with several events
  Time next_time_ = kNever;
  std::uint32_t next_ = kNone;  ///< the next event, if it is at hand
  Time base_ = 0;               ///< in the calendar's window, and before all future events
  Time window_end_ = 0;
  int level_ = 0, slot_bits_ = 0;
  int first_bit_ = 0, whole_ = 0;
  std::array<Level, kLevels>
      later_;  ///< lists of the windows after the calendar's; a level's lists cover its part of the next level's list
  EventLists lists_;
  std::vector<Event> pool_;
  std::uint32_t free_ = kNone;
  std::uint64_t pushes_ = 0, pops_ = 0, moves_ = 0;
  EventLists::List opened_;  ///< the remaining events of the list that is being emptied
  int opened_level_ = 0;
  bool refined_ = false;        ///< the events go to lists of the level below; else into the calendar
  std::uint64_t expected_ = 0;  ///< written only
};

}  // namespace aqm
