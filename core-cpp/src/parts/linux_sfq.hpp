// SFQ as in Linux (net/sched/sch_sfq.c): deficit round robin and a limit for each queue. If everything is full, a
// packet of the longest queue is dropped. Optionally each queue has its own RED.
#pragma once
#include <vector>

#include "linux_red.hpp"
#include "sfq.hpp"

namespace aqm::kernel {

class Sfq final : public QueueDiscipline {
 public:
  Sfq(const SfqParams& p, Rng rng)
      : params_(p),
        depth_(static_cast<std::size_t>(p.depth)),
        flows_(static_cast<std::size_t>(std::min({p.flows, p.buckets, limit(p)}))),
        limit_(limit(p)),
        rng_(rng),
        red_(RedSetUp{static_cast<std::uint32_t>(p.red_min), static_cast<std::uint32_t>(p.red_max), p.red_max_p,
                      p.red_w_q, 1000, 10e6}),
        slot_of_(static_cast<std::size_t>(p.buckets), kNone),
        slots_(flows_, Slot(red_)),
        links_(flows_ + depth_ + 1) {
    for (std::size_t d = 0; d <= depth_; ++d) links_[anchor(d)] = {anchor(d), anchor(d)};
    for (std::size_t x = 0; x < flows_; ++x) link(x);
  }

  Fate enqueue(const Packet& packet, const Arrival& arrival) override {
    const std::size_t bucket = packet.flow % slot_of_.size();
    std::size_t x = slot_of_[bucket];
    Fate fate = Fate::accepted;
    if (x == kNone) {
      x = links_[anchor(0)].next;
      if (x >= flows_) return Fate::dropped_forced;  // no queue is left for another flow
      slot_of_[bucket] = x;
      slots_[x].bucket = bucket;
      slots_[x].red = red_;
    } else {
      if (params_.red_min > 0) fate = ask_red(slots_[x], packet, arrival.now);
      if (is_drop(fate) || slots_[x].ring.size() >= depth_) return congestion(slots_[x], packet, fate, arrival.now);
    }
    Slot& slot = slots_[x];
    store(slot, packet, fate, arrival.now);
    ++packets_;
    deepen(x);
    if (slot.ring.size() == 1) {
      slot.next = tail_ == kNone ? x : slots_[tail_].next;
      if (tail_ != kNone) slots_[tail_].next = x;
      tail_ = x;
      slot.allotment = params_.quantum;
    }
    if (packets_ > limit_) drop_of_longest(arrival.now);
    return fate;
  }

  bool dequeue(Time /*now*/, Packet& out) override {
    if (tail_ == kNone) return false;
    std::size_t x = slots_[tail_].next;
    while (slots_[x].allotment <= 0) {
      tail_ = x;
      slots_[x].allotment += params_.quantum;
      x = slots_[x].next;
    }
    Slot& slot = slots_[x];
    out = slot.ring.pop();
    left(x, out);
    if (slot.ring.empty()) {
      leave_round(x);
    } else {
      slot.allotment -= out.size;
    }
    return true;
  }

  void observe(double* out) const override {
    double active = 0;
    for (const Slot& slot : slots_) active += slot.ring.empty() ? 0 : 1;
    out[0] = active;
  }

 private:
  static constexpr std::size_t kNone = SIZE_MAX;
  struct Slot {
    explicit Slot(const Red& fresh) : red(fresh) {}
    PacketRing ring;
    Red red;
    std::int64_t bytes = 0;
    int allotment = 0;
    std::size_t next = kNone;  ///< in the round
    std::size_t bucket = 0;
    std::size_t depth = 0;  ///< of the list of equally long queues that contains this queue
  };
  struct Link {
    std::size_t next = 0, before = 0;
  };

  static int limit(const SfqParams& p) { return std::min(p.maxqueue, p.depth * std::min(p.flows, p.buckets)); }

  // Queues of one length form a list. The queue that joined last is first in it and is the one that loses a packet.
  std::size_t anchor(std::size_t depth) const { return flows_ + depth; }
  void link(std::size_t x) {
    const std::size_t head = anchor(slots_[x].depth);
    links_[x] = {links_[head].next, head};
    links_[links_[x].next].before = x;
    links_[head].next = x;
  }
  void unlink(std::size_t x) {
    links_[links_[x].before].next = links_[x].next;
    links_[links_[x].next].before = links_[x].before;
  }
  void deepen(std::size_t x) {
    unlink(x);
    deepest_ = std::max(deepest_, ++slots_[x].depth);
    link(x);
  }
  void lighten(std::size_t x) {
    unlink(x);
    if (slots_[x].depth == deepest_ && links_[anchor(deepest_)].next == anchor(deepest_)) --deepest_;
    --slots_[x].depth;
    link(x);
  }

  void store(Slot& slot, const Packet& packet, Fate fate, Time now) {
    Packet& stored = slot.ring.push(packet);
    stored.enqueued = now;
    if (fate == Fate::marked) stored.ecn = Ecn::ce;
    slot.bytes += packet.size;
    bytes_ += packet.size;
  }
  /// A packet of queue x has been removed.
  void left(std::size_t x, const Packet& packet) {
    slots_[x].bytes -= packet.size;
    bytes_ -= packet.size;
    --packets_;
    lighten(x);
  }
  void leave_round(std::size_t x) {
    slot_of_[slots_[x].bucket] = kNone;
    if (slots_[x].next == x) {
      tail_ = kNone;
    } else {
      slots_[tail_].next = slots_[x].next;
    }
  }

  Fate ask_red(Slot& slot, const Packet& packet, Time now) {
    const Red::Action action = slot.red.arrive(static_cast<std::uint32_t>(slot.bytes), now, rng_);
    if (action == Red::Action::none) return Fate::accepted;
    const bool forced = action == Red::Action::force;
    if (!params_.red_ecn || (forced && params_.red_harddrop))
      return forced ? Fate::dropped_forced : Fate::dropped_early;
    // With headdrop, the signal is sent sooner on the queue's oldest packet.
    if (params_.headdrop && slot.ring.front().ecn != Ecn::not_ect) {
      Packet& oldest = slot.ring.oldest();
      if (oldest.ecn != Ecn::ce && listener_) listener_->on_late_mark(oldest, now);
      oldest.ecn = Ecn::ce;
      return Fate::accepted;
    }
    return early_signal(packet, true);
  }

  /// The queue's own drop: of the arrival, or with headdrop of its oldest packet, which the arrival replaces.
  Fate congestion(Slot& slot, const Packet& packet, Fate fate, Time now) {
    if (!params_.headdrop) return is_drop(fate) ? fate : Fate::dropped_forced;
    const Packet oldest = slot.ring.pop();
    slot.bytes -= oldest.size;
    bytes_ -= oldest.size;
    if (listener_) listener_->on_late_drop(oldest, Fate::dropped_early, now);
    store(slot, packet, fate, now);
    return fate == Fate::marked ? fate : Fate::accepted;
  }

  void drop_of_longest(Time now) {
    if (deepest_ == 0) return;
    std::size_t x = links_[anchor(deepest_)].next;
    if (deepest_ == 1) {  // all queues have one packet
      x = slots_[tail_].next;
      leave_round(x);
    }
    PacketRing& ring = slots_[x].ring;
    const Packet packet = params_.headdrop ? ring.pop() : ring.remove(ring.size() - 1);
    left(x, packet);
    if (listener_) listener_->on_late_drop(packet, Fate::dropped_overflow, now);
  }

  SfqParams params_;
  std::size_t depth_, flows_;
  int limit_;
  Rng rng_;
  Red red_;  ///< in its initial state for a new queue
  std::vector<std::size_t> slot_of_;
  std::vector<Slot> slots_;
  std::vector<Link> links_;                 ///< first the slots' links, then the anchors of the lists by length
  std::size_t deepest_ = 0, tail_ = kNone;  ///< tail_: the queue that was served last
};

}  // namespace aqm::kernel
