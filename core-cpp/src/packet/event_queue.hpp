// The future: a calendar (Brown, CACM 31(10), 1988) of one year with narrow slots, and a list for each of the years after it, which
// is entered in the calendar when its year comes. Insertion and removal cost the same at ten flows and at ten thousand: only the
// events of one year are reached in any order, the others are written and read one after the other. Events at equal times come
// out in the order in which they went in, so that a run has one history.
#pragma once
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
  /// `typical_gap` is the expected time between events; it sets the width of a slot, not any result.
  explicit EventQueue(Time typical_gap) {
    while (shift_ < 40 && (Time{1} << (shift_ + 1)) * kSlotsPerGap <= typical_gap) ++shift_;
    heads_.fill(kNone);
  }

  std::size_t size() const { return size_; }

  /// Not before the last event that `pop` returned. Inlined, so that a packet made for it goes field by field to where it stays:
  /// copied as a whole it would be read in wide words right after narrow stores, which processors make wait.
  [[gnu::always_inline]] void push(Time time, EventKind kind, const Packet& packet, std::size_t link = 0) {
    const std::uint64_t year = year_of(time);
    if (year == year_) {
      const std::uint32_t i = free_slot();
      pool_[i].packet = packet;
      enter(pool_[i], time, kind, link);
      insert(i);
    } else {
      Event& e = append(year, time);
      e.packet = packet;
      enter(e, time, kind, link);
    }
  }

  /// The event that `pop` returned last happens once more, with the same packet. Nothing has been pushed in between.
  void again(Time time, EventKind kind) {
    const std::uint64_t year = year_of(time);
    const std::uint32_t i = free_;
    if (year == year_) {
      free_ = pool_[i].next;
      enter(pool_[i], time, kind);
      insert(i);
    } else {
      Event& e = append(year, time);
      e.packet = pool_[i].packet;
      enter(e, time, kind);
    }
  }

  /// Time of the next event, kNever when there is none.
  Time next_time() const { return next_time_; }

  /// Removes and returns the next event; there must be one. The reference holds until the next push. Among many events,
  /// `expect` is shown those of a year when it begins: what it reads for each is in the cache when their time comes. Reads
  /// that do not wait for each other overlap; what it returns is of no use but to make them happen.
  template <class Expect>
  const Event& pop(Expect&& expect) {
    if (year_of(next_time_) != year_) open_year(expect);
    const std::size_t at = slot(next_time_) & kMask;
    const std::uint32_t i = heads_[at];
    const Event& e = pool_[i];
    const std::uint32_t next = e.next;
    heads_[at] = next;
    if (next == kNone) occupied_[at >> 6] &= ~(std::uint64_t{1} << (at & 63));
    --size_;
    pool_[i].next = free_;
    free_ = i;
    seek(at >> 6);
    return e;
  }

 private:
  // Narrow slots: nearly every one holds no event or one, so that neither insertion nor search has to walk; a bit for each
  // slot finds the next one that is not empty, 64 at a time. A year is as long as it can be before its slots leave the cache: with
  // few flows hardly anything has to wait for a later one.
  static constexpr Time kSlotsPerGap = 4;
  static constexpr int kYearBits = 13;
  static constexpr std::size_t kSlots = std::size_t{1} << kYearBits, kMask = kSlots - 1;
  static constexpr std::size_t kYears = 512;  ///< with lists of their own
  static constexpr std::size_t kFew = 1000;   ///< what these need is in the cache anyway
  static constexpr std::uint32_t kNone = UINT32_MAX;

  std::uint64_t slot(Time t) const { return static_cast<std::uint64_t>(t) >> shift_; }
  std::uint64_t year_of(Time t) const { return slot(t) >> kYearBits; }

  std::uint32_t free_slot() {
    if (free_ == kNone) [[unlikely]]
      grow();
    const std::uint32_t i = free_;
    free_ = pool_[i].next;
    return i;
  }

  [[gnu::noinline]] void grow() {
    free_ = static_cast<std::uint32_t>(pool_.size());
    pool_.emplace_back().next = kNone;
  }

  /// Room in the list of a later year.
  Event& append(std::uint64_t year, Time time) {
    if (year >= year_ + kYears) return lists_.append(beyond_, time);
    const std::size_t at = year % kYears;
    later_[at / 64] |= std::uint64_t{1} << (at % 64);
    return lists_.append(years_[at], time);
  }

  void enter(Event& e, Time time, EventKind kind, std::size_t link = 0) {
    assert(year_of(time) >= year_);  // the past is gone
    e.time = time;
    e.kind = kind;
    e.link = static_cast<std::uint16_t>(link);
    ++size_;
    if (time < next_time_) next_time_ = time;
  }

  void insert(std::uint32_t i) {
    const Time t = pool_[i].time;
    const std::size_t at = slot(t) & kMask;
    occupied_[at >> 6] |= std::uint64_t{1} << (at & 63);
    std::uint32_t* link = &heads_[at];
    while (*link != kNone && pool_[*link].time <= t) link = &pool_[*link].next;
    pool_[i].next = *link;
    *link = i;
  }

  /// Finds the next event from that word of the year on.
  void seek(std::size_t word) {
    for (; word < occupied_.size(); ++word) {
      if (const std::uint64_t bits = occupied_[word]) {
        next_time_ = pool_[heads_[64 * word + static_cast<std::size_t>(std::countr_zero(bits))]].time;
        return;
      }
    }
    next_time_ = earliest_later();
  }

  [[gnu::noinline]] Time earliest_later() const {
    for (std::uint64_t year = year_ + 1; year < year_ + kYears; ++year) {
      const std::size_t at = year % kYears;
      const std::uint64_t bits = later_[at / 64] >> (at % 64);
      if (bits != 0) return years_[at + static_cast<std::size_t>(std::countr_zero(bits))].earliest;
      year |= 63;
    }
    return beyond_.earliest;
  }

  /// Goes to the year of the next event: the calendar is empty and takes what is on that year's list.
  template <class Expect>
  [[gnu::noinline]] void open_year(Expect&& expect) {
    year_ = year_of(next_time_);
    if (year_of(beyond_.earliest) < year_ + kYears) [[unlikely]]
      come_nearer();
    const std::size_t at = year_ % kYears;
    later_[at / 64] &= ~(std::uint64_t{1} << (at % 64));
    const bool many = size_ > kFew;
    std::uint64_t sum = 0;
    lists_.drain(years_[at], [&](std::span<const Event> events) {
      if (many) {
        for (const Event& event : events) sum += expect(event);
      }
      for (const Event& event : events) {
        const std::uint32_t i = free_slot();
        pool_[i] = event;
        insert(i);
      }
    });
    expected_ = sum;
  }

  /// Of what was beyond all lists, each goes to that of its year if there is one now.
  [[gnu::noinline]] void come_nearer() {
    std::vector<Event> far;
    lists_.drain(beyond_,
                 [&far](std::span<const Event> events) { far.insert(far.end(), events.begin(), events.end()); });
    for (const Event& event : far) append(year_of(event.time), event.time) = event;
  }

  std::array<std::uint32_t, kSlots> heads_{};
  std::array<std::uint64_t, kSlots / 64> occupied_{};
  std::uint64_t year_ = 0;                          ///< of the calendar: that of the last event that was popped
  std::array<EventLists::List, kYears> years_;      ///< those after `year_`, each at its remainder
  std::array<std::uint64_t, kYears / 64> later_{};  ///< a bit for each that is not empty
  EventLists::List beyond_;
  EventLists lists_;
  std::vector<Event> pool_;
  std::uint32_t free_ = kNone;
  std::size_t size_ = 0;
  Time next_time_ = kNever;
  int shift_ = 0;
  std::uint64_t expected_ = 0;  ///< written only
};

}  // namespace aqm
