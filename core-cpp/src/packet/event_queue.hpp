// The future: a calendar queue (Brown, CACM 31(10), 1988). Events are kept in buckets of time, sorted inside each; with about
// one event a bucket, insertion and removal cost the same at ten flows and at ten thousand. Events at equal times come out in
// the order in which they went in, so that a run has one history.
#pragma once
#include <bit>
#include <cstdint>
#include <vector>

#include "aqm/packet.hpp"
#include "aqm/time.hpp"

namespace aqm {

enum class EventKind : std::uint8_t {
  flow_start,
  at_bottleneck,  ///< a packet arrives at the forward bottleneck's queue
  at_reverse,     ///< a packet arrives at the reverse link
  at_source,      ///< an acknowledgement arrives at its TCP sender
  rto,
  timer_sweep,  ///< time to look which retransmission timers end soon
  delayed_ack,
  udp_send,
  udp_toggle,  ///< an on-off source changes state
  at_hop,      ///< of a chain: a packet arrives at the queue of a link that is not the observed one
  hop_due      ///< of a chain: such a link ends a transmission, or its discipline's timer does
};

/// One cache line, so that an event that has waited long costs one miss.
struct alignas(64) Event {
  Time time = 0;
  Packet packet;  ///< or just its flow, for timers
  std::uint32_t next = 0;
  EventKind kind = EventKind::flow_start;
};

class EventQueue {
 public:
  /// `typical_gap` is the expected time between events; it sets the width of a bucket, not any result.
  explicit EventQueue(Time typical_gap) {
    while (shift_ < 40 && (Time{1} << (shift_ + 1)) * kBucketsPerGap <= typical_gap) ++shift_;
    rebuild(kFirstBuckets);
  }

  std::size_t size() const { return size_; }

  /// Inlined, so that a packet made for it goes field by field to where it stays: copied as a whole it would be read in wide words
  /// right after narrow stores, which processors make wait.
  [[gnu::always_inline]] void push(Time time, EventKind kind, const Packet& packet) {
    if (free_ == kNone) [[unlikely]]
      grow();
    const std::uint32_t i = free_;
    Event& e = pool_[i];
    free_ = e.next;
    e.packet = packet;
    enter(i, time, kind);
  }

  /// The event that `pop` returned last happens once more, with the same packet. Nothing has been pushed in between.
  void again(Time time, EventKind kind) {
    const std::uint32_t i = free_;
    free_ = pool_[i].next;
    enter(i, time, kind);
  }

  /// Time of the next event, kNever when there is none.
  Time next_time() const { return next_time_; }

  /// Removes and returns the next event; there must be one. The reference holds until the next push. Among many events,
  /// `expect` is shown those of the near future now and then, a handful at once: what it reads for each, and the events
  /// themselves, are in the cache when their time comes. Reads that do not wait for each other overlap; what it returns is
  /// of no use but to make them happen.
  template <class Expect>
  const Event& pop(Expect&& expect) {
    const std::uint64_t bucket = cursor_ & mask_;
    const std::uint32_t i = heads_[bucket];
    const Event& e = pool_[i];
    const std::uint32_t next = e.next;
    heads_[bucket] = next;
    if (next == kNone) occupied_[bucket >> 6] &= ~(std::uint64_t{1} << (bucket & 63));
    --size_;
    pool_[i].next = free_;
    free_ = i;
    seek(expect);
    return e;
  }

 private:
  // Narrow buckets: nearly every one holds no event or one, so that neither insertion nor search has to walk; a bit for each
  // bucket finds the next one that is not empty, 64 at a time.
  static constexpr Time kBucketsPerGap = 4;
  static constexpr std::size_t kBucketsPerEvent = 4;
  static constexpr std::size_t kFirstBuckets = 4096;
  static constexpr std::size_t kFew = 1000;  ///< they are in the cache anyway
  static constexpr std::uint32_t kNone = UINT32_MAX;

  std::uint64_t slot(Time t) const { return static_cast<std::uint64_t>(t) >> shift_; }

  [[gnu::noinline]] void grow() {
    free_ = static_cast<std::uint32_t>(pool_.size());
    pool_.emplace_back().next = kNone;
  }

  void enter(std::uint32_t i, Time time, EventKind kind) {
    pool_[i].time = time;
    pool_[i].kind = kind;
    insert(i);
    if (time < next_time_) {
      next_time_ = time;
      cursor_ = slot(time);
    }
    if (++size_ > heads_.size() / kBucketsPerEvent) rebuild(4 * heads_.size());
  }

  void insert(std::uint32_t i) {
    const Time t = pool_[i].time;
    const std::uint64_t bucket = slot(t) & mask_;
    occupied_[bucket >> 6] |= std::uint64_t{1} << (bucket & 63);
    std::uint32_t* link = &heads_[bucket];
    while (*link != kNone && pool_[*link].time <= t) link = &pool_[*link].next;
    pool_[i].next = *link;
    *link = i;
  }

  /// Moves the cursor to the bucket of the next event.
  template <class Expect>
  void seek(Expect&& expect) {
    const std::uint64_t year_end = cursor_ + mask_ + 1;
    for (std::uint64_t at = cursor_; at < year_end;) {
      const std::uint64_t bucket = at & mask_;
      const std::uint64_t word = occupied_[bucket >> 6] >> (bucket & 63);
      if (word == 0) {
        at = (at | 63) + 1;
        if (size_ > kFew) [[unlikely]]
          look_ahead(at + 64, expect);
        continue;
      }
      at += static_cast<std::uint64_t>(std::countr_zero(word));
      const Time t = pool_[heads_[at & mask_]].time;
      if (slot(t) == at) {
        cursor_ = at;
        next_time_ = t;
        return;
      }
      ++at;  // an event of a later year
    }
    // Nothing for a whole year: look at every bucket's first event once.
    next_time_ = kNever;
    for (const std::uint32_t head : heads_) {
      if (head != kNone && pool_[head].time < next_time_) next_time_ = pool_[head].time;
    }
    if (next_time_ != kNever) cursor_ = slot(next_time_);
  }

  /// The first events of the 64 buckets from that of slot `at`; one of a later year does no harm.
  template <class Expect>
  [[gnu::noinline]] void look_ahead(std::uint64_t at, Expect&& expect) {
    const std::uint64_t first = at & mask_;
    std::uint64_t sum = 0;
    for (std::uint64_t word = occupied_[first >> 6]; word != 0; word &= word - 1) {
      sum += expect(pool_[heads_[first + static_cast<std::uint64_t>(std::countr_zero(word))]]);
    }
    expected_ = sum;
  }

  void rebuild(std::size_t buckets) {
    std::vector<std::uint32_t> old(buckets, kNone);
    old.swap(heads_);
    occupied_.assign(buckets / 64, 0);
    mask_ = buckets - 1;
    for (std::uint32_t i : old) {
      while (i != kNone) {
        const std::uint32_t next = pool_[i].next;
        insert(i);
        i = next;
      }
    }
  }

  std::vector<std::uint32_t> heads_;
  std::vector<std::uint64_t> occupied_;
  std::vector<Event> pool_;
  std::uint32_t free_ = kNone;
  std::uint64_t mask_ = 0, cursor_ = 0;
  std::size_t size_ = 0;
  Time next_time_ = kNever;
  int shift_ = 0;
  std::uint64_t expected_ = 0;  ///< written only
};

}  // namespace aqm
