// CAKE as Linux has it (net/sched/sch_cake.c) with one tin, without overheads and acknowledgement filter: its hash, its deficit round
// robin, COBALT a queue, its shaper.
#pragma once
#include <vector>

#include "linux_cobalt.hpp"
#include "linux_fattest.hpp"
#include "packet_pool.hpp"

namespace aqm::kernel {

struct CakeParams {
  std::size_t queues = 1024;  ///< 1: all flows share one ("flowblind")
  int quantum = 1514;         ///< bytes
  double bandwidth = 0;       ///< bit/s; 0: as fast as the link
  double memory_limit = 0;    ///< bytes of packets with what the kernel keeps of each; 0: none
};

class Cake : public QueueDiscipline {
 public:
  Cake(const CobaltParams& cobalt, const CakeParams& p, const LinkInfo& link, Rng rng)
      : rule_{from_seconds(cobalt.target), from_seconds(cobalt.interval), 0,
              fraction(cobalt.increment),  fraction(cobalt.decrement),    cobalt.ecn},
        quantum_(static_cast<std::uint32_t>(p.quantum)),
        buffer_(link.buffer),
        memory_limit_(static_cast<std::int64_t>(p.memory_limit)),
        rng_(rng),
        queues_(p.queues),
        fattest_(p.queues) {
    if (p.bandwidth > 0)
      shape(static_cast<std::uint64_t>(p.bandwidth / 8), static_cast<std::uint64_t>(link.packet_size));
  }

  Fate enqueue(const Packet& packet, const Arrival& arrival) override {
    const std::size_t i = queue_of(packet.flow + 1);
    Queue& queue = queues_[i];
    if (packets_ == 0 && next_send_ < arrival.now) failsafe_ = next_send_ = arrival.now;
    pool_.push(queue.chain, packet).enqueued = arrival.now;
    ++packets_;
    bytes_ += packet.size;
    memory_ += kept(packet);
    fattest_.grown(i, backlogs());
    if (queue.list == nullptr || queue.list == &decaying_) {
      move(i, new_);
      queue.deficit = dithered_quantum();
    }
    while (packets_ > buffer_ || (memory_limit_ > 0 && memory_ > memory_limit_)) drop_fattest(arrival.now);
    return Fate::accepted;
  }

  bool dequeue(Time now, Packet& out) override {
    bool first = true;
    while (packets_ > 0) {
      if (next_send_ > now && failsafe_ > now) {
        watch_ = std::min(next_send_, failsafe_);
        return false;
      }
      // One queue whose COBALT runs down is looked at each time, besides those that may send.
      List& list = first && decaying_.first != kNone ? decaying_
                   : new_.first != kNone             ? new_
                   : old_.first != kNone             ? old_
                                                     : decaying_;
      first = false;
      const std::size_t i = list.first;
      Queue& queue = queues_[i];
      if (queue.deficit <= 0) {
        queue.deficit += dithered_quantum();
        move(i, old_);
        continue;
      }
      if (take(i, now, out)) return true;
      queue.law.empty(rule_, now);
      if (queue.law.rests(now)) {
        unlink(i);
      } else {
        move(i, decaying_);
      }
    }
    return false;
  }

  Time next_timer() const override { return watch_; }
  void on_timer(Time /*now*/) override { watch_ = kNever; }

  const Cobalt& law(std::size_t queue) const { return queues_[queue].law; }
  int active_queues() const { return new_.size + old_.size; }
  int new_queues() const { return new_.size; }
  /// The largest value of `what` over all queues.
  template <class What>
  double largest(What what) const {
    double most = 0;
    for (const Queue& queue : queues_) most = std::max(most, static_cast<double>(what(queue.law, queue.chain)));
    return most;
  }

 private:
  static constexpr std::size_t kNone = SIZE_MAX, kWays = 8;
  static constexpr std::uint32_t kUnit = 65535;  ///< of a quantum, for a host with one flow
  struct List {
    std::size_t first = kNone, last = kNone;
    int size = 0;
  };
  struct Queue {
    PacketChain chain;
    Cobalt law;
    std::int32_t deficit = 0;
    std::uint32_t tag = 0;
    List* list = nullptr;  ///< null: in none
    std::size_t before = kNone, after = kNone;
  };

  static std::uint32_t fraction(double p) {
    return static_cast<std::uint32_t>(std::min(4294967295.0, std::round(p * 4294967296.0)));
  }
  /// Random bits make up for what the division by a host's flows leaves.
  std::int32_t dithered_quantum() { return static_cast<std::int32_t>((quantum_ * kUnit + rng_.bits(16)) >> 16); }

  /// What the kernel counts of a packet.
  static std::int64_t kept(const Packet& packet) { return packet.size <= 192 ? 768 : 2304; }

  struct Backlogs {
    const std::vector<Queue>& of;
    std::int64_t operator()(std::size_t queue) const { return of[queue].chain.bytes; }
  };
  Backlogs backlogs() const { return {queues_}; }

  /// The shaper's pace, and what a slow one does to target, interval and quantum (cake_set_rate).
  void shape(std::uint64_t bytes_per_second, std::uint64_t mtu) {
    const std::uint64_t rate = std::max<std::uint64_t>(64, bytes_per_second);
    quantum_ = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(bytes_per_second >> 12, 300, 1514));
    shift_ = 34;
    ns_per_byte_ = (std::uint64_t{1'000'000'000} << shift_) / rate;
    for (; ns_per_byte_ >> 34 != 0; --shift_) ns_per_byte_ >>= 1;
    const Time packet = duration(mtu);
    const Time target = rule_.target;
    rule_.target = std::max(packet * 3 / 2, target);
    rule_.interval = std::max(rule_.interval + rule_.target - target, 2 * rule_.target);
    rule_.least = 4 * packet;
  }
  Time duration(std::uint64_t bytes) const { return static_cast<Time>((bytes * ns_per_byte_) >> shift_); }

  /// The flow's own place, else the place in its set that it had before, else a free one, else its own beside another flow.
  std::size_t queue_of(std::uint32_t hash) {
    const std::size_t own = hash % queues_.size();
    if (queues_.size() < kWays || (queues_[own].tag == hash && queues_[own].list != nullptr)) return own;
    const std::size_t set = own - own % kWays;
    const auto place = [&](std::size_t i) { return set + (own + i) % kWays; };
    std::size_t found = own;
    bool known = false;
    for (std::size_t i = 0; i < kWays && !known; ++i) {
      if (queues_[place(i)].tag == hash) known = (found = place(i), true);
    }
    for (std::size_t i = 0; i < kWays && !known; ++i) {
      if (queues_[place(i)].list == nullptr) known = (found = place(i), true);
    }
    queues_[found].tag = hash;
    return found;
  }

  /// The queue's COBALT takes its next packet; false when it has none.
  bool take(std::size_t i, Time now, Packet& out) {
    Queue& queue = queues_[i];
    while (pop(i, out)) {
      const Cobalt::Verdict verdict =
          queue.law.judge(rule_, out, now, [this] { return static_cast<std::uint32_t>(rng_.bits(32)); });
      if (verdict.drops && !queue.chain.empty()) {  // the last packet of a queue is never dropped
        if (listener_) listener_->on_late_drop(out, Fate::dropped_early, now);
        continue;
      }
      if (verdict.marks && out.ecn != Ecn::ce) {
        out.ecn = Ecn::ce;
        if (listener_) listener_->on_late_mark(out, now);
      }
      sent(queue, out, now);
      return true;
    }
    return false;
  }

  void sent(Queue& queue, const Packet& packet, Time now) {
    if (ns_per_byte_ != 0) {
      const Time takes = duration(packet.size);
      next_send_ += takes;
      failsafe_ += takes + (takes >> 1);
      if (next_send_ > now && packets_ > 0) watch_ = std::min(next_send_, failsafe_);
    }
    queue.deficit -= packet.size;
    fattest_.tick();
  }

  bool pop(std::size_t i, Packet& out) {
    if (!pool_.pop(queues_[i].chain, out)) return false;
    --packets_;
    bytes_ -= out.size;
    memory_ -= kept(out);
    fattest_.shrunk(i, backlogs());
    return true;
  }

  void drop_fattest(Time now) {
    const std::size_t i = fattest_.top(backlogs());
    Packet packet;
    pool_.pop(queues_[i].chain, packet);
    --packets_;
    bytes_ -= packet.size;
    memory_ -= kept(packet);
    queues_[i].law.overflow(rule_, now);
    if (listener_) listener_->on_late_drop(packet, Fate::dropped_overflow, now);
    fattest_.top_shrunk(backlogs());
  }

  void unlink(std::size_t i) {
    Queue& queue = queues_[i];
    if (queue.list == nullptr) return;
    (queue.before == kNone ? queue.list->first : queues_[queue.before].after) = queue.after;
    (queue.after == kNone ? queue.list->last : queues_[queue.after].before) = queue.before;
    --queue.list->size;
    queue.list = nullptr;
  }
  void move(std::size_t i, List& to) {
    unlink(i);
    Queue& queue = queues_[i];
    queue.list = &to;
    queue.before = to.last;
    queue.after = kNone;
    (to.last == kNone ? to.first : queues_[to.last].after) = i;
    to.last = i;
    ++to.size;
  }

  CobaltRule rule_;
  std::uint32_t quantum_;
  int buffer_;
  std::int64_t memory_limit_, memory_ = 0;
  Rng rng_;
  PacketPool pool_;
  std::vector<Queue> queues_;
  FattestQueue fattest_;
  List new_, old_, decaying_;
  std::uint64_t ns_per_byte_ = 0;  ///< of the shaper, `shift_` bits of it behind the point; 0: none
  int shift_ = 0;
  Time next_send_ = kStarted, failsafe_ = kStarted, watch_ = kNever;
};

}  // namespace aqm::kernel
