// The future: a calendar queue (Brown, CACM 31(10), 1988). Events are kept in buckets of time, sorted inside each; with about
// one event a bucket, insertion and removal cost the same at ten flows and at ten thousand. Events at equal times come out in
// the order in which they went in, so that a run has one history.
#pragma once
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
  delayed_ack,
  udp_send,
  udp_toggle      ///< an on-off source changes state
};

struct Event {
  Time time = 0;
  Packet packet;       ///< or just its flow, for timers
  std::uint32_t next = 0;
  EventKind kind = EventKind::flow_start;
};

class EventQueue {
 public:
  /// `typical_gap` is the expected time between events; it sets the width of a bucket, not any result.
  explicit EventQueue(Time typical_gap) {
    while (shift_ < 40 && (Time{1} << shift_) < typical_gap) ++shift_;
    rebuild(kFirstBuckets);
  }

  std::size_t size() const { return size_; }

  void push(Time time, EventKind kind, const Packet& packet) {
    const std::uint32_t i = allocate();
    Event& e = pool_[i];
    e.time = time;
    e.kind = kind;
    e.packet = packet;
    insert(i);
    if (time < next_time_) {
      next_time_ = time;
      cursor_ = slot(time);
    }
    if (++size_ > 2 * heads_.size()) rebuild(2 * heads_.size());
  }

  /// Time of the next event, kNever when there is none.
  Time next_time() const { return next_time_; }

  /// Removes and returns the next event; there must be one. The reference holds until the next push.
  const Event& pop() {
    std::uint32_t& head = heads_[cursor_ & mask_];
    const std::uint32_t i = head;
    head = pool_[i].next;
    --size_;
    pool_[i].next = free_;
    free_ = i;
    seek();
    return pool_[i];
  }

 private:
  static constexpr std::size_t kFirstBuckets = 1024;
  static constexpr std::uint32_t kNone = UINT32_MAX;

  std::uint64_t slot(Time t) const { return static_cast<std::uint64_t>(t) >> shift_; }

  std::uint32_t allocate() {
    if (free_ == kNone) {
      pool_.emplace_back();
      return static_cast<std::uint32_t>(pool_.size() - 1);
    }
    const std::uint32_t i = free_;
    free_ = pool_[i].next;
    return i;
  }

  void insert(std::uint32_t i) {
    const Time t = pool_[i].time;
    std::uint32_t* link = &heads_[slot(t) & mask_];
    while (*link != kNone && pool_[*link].time <= t) link = &pool_[*link].next;
    pool_[i].next = *link;
    *link = i;
  }

  /// Moves the cursor to the bucket of the next event.
  void seek() {
    if (size_ == 0) {
      next_time_ = kNever;
      return;
    }
    for (std::size_t steps = 0; steps <= mask_; ++steps, ++cursor_) {
      const std::uint32_t head = heads_[cursor_ & mask_];
      if (head != kNone && slot(pool_[head].time) == cursor_) {
        next_time_ = pool_[head].time;
        return;
      }
    }
    // A whole year of empty buckets: look at every bucket's first event once.
    next_time_ = kNever;
    for (const std::uint32_t head : heads_) {
      if (head != kNone && pool_[head].time < next_time_) next_time_ = pool_[head].time;
    }
    cursor_ = slot(next_time_);
  }

  void rebuild(std::size_t buckets) {
    std::vector<std::uint32_t> old(buckets, kNone);
    old.swap(heads_);
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
  std::vector<Event> pool_;
  std::uint32_t free_ = kNone;
  std::uint64_t mask_ = 0, cursor_ = 0;
  std::size_t size_ = 0;
  Time next_time_ = kNever;
  int shift_ = 0;
};

}  // namespace aqm
