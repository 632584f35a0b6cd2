// CAKE as in Linux (net/sched/sch_cake.c): tins by DSCP; in each tin its hash, deficit round robin over flows and
// hosts, and a COBALT per queue; its shaper with overheads; its filter of acknowledgements.
#pragma once
#include <deque>
#include <vector>

#include "aqm/scenario.hpp"
#include "linux_cake_acks.hpp"
#include "linux_cake_hosts.hpp"
#include "linux_cake_tins.hpp"
#include "linux_cobalt.hpp"
#include "linux_fattest.hpp"
#include "packet_pool.hpp"

namespace aqm::kernel {

struct CakeParams {
  std::size_t queues = 1024;  ///< of each tin
  int quantum = 1514;         ///< bytes, if there is no shaper
  double bandwidth = 0;       ///< bit/s; 0: as fast as the link
  double memory_limit = 0;    ///< bytes of packets with the kernel's memory for each packet; 0: none
  TinMode tins = TinMode::besteffort;
  Isolation isolation = Isolation::flows;
  Framing frame{};
  AckFilter ack_filter = AckFilter::none;
  bool ingress = false;  ///< a dropped packet counts as sent: it has crossed the link before this one
};

class Cake : public QueueDiscipline {
 public:
  Cake(const CobaltParams& cobalt, const CakeParams& p, const LinkInfo& link, Rng rng)
      : params_(p), buffer_(link.buffer), memory_limit_(static_cast<std::int64_t>(p.memory_limit)), rng_(rng) {
    const CobaltRule rule{from_seconds(cobalt.target), from_seconds(cobalt.interval), 0,
                          fraction(cobalt.increment),  fraction(cobalt.decrement),    cobalt.ecn};
    const auto mtu = static_cast<std::uint64_t>(link.packet_size);
    const std::size_t hosts = has_bits(p.isolation, 5) || has_bits(p.isolation, 6) ? p.queues : 0;
    const double rate = p.bandwidth > 0 ? std::max(1.0, p.bandwidth / 8) : 0;
    for (const TinShare& share : tin_shares(p.tins, static_cast<std::uint64_t>(rate))) {
      tins_.emplace_back(p.queues, hosts).set_up(share, rule, p.quantum, mtu);
    }
  }

  Fate enqueue(const Packet& packet, const Arrival& arrival) override {
    const Time now = arrival.now;
    const std::size_t t = tin_of(params_.tins, packet.service);
    Tin& tin = tins_[t];
    const std::size_t i = queue_of(tin, keys_of(packet, params_.isolation, reader_));
    Queue& queue = tin.queues[i];
    if (tin.bytes == 0 && tin.next_send < now) tin.next_send = now;
    if (packets_ == 0 && next_send_ < now) failsafe_ = next_send_ = now;
    pool_.push(queue.chain, packet).enqueued = now;
    count(tin, packet, 1);
    filter_acks(tin, queue, now);
    fattest_.grown(slot(t, i), backlogs());
    if (queue.set == Set::none || queue.set == Set::decaying) {
      enter(tin, i, Set::sparse, tin.fresh);
      queue.deficit = quantum_of(tin, queue);
    } else if (queue.set == Set::sparse_wait) {
      change_set(tin, queue, Set::bulk);
    }
    while (packets_ > buffer_ || (memory_limit_ > 0 && memory_ > memory_limit_)) drop_fattest(now);
    return Fate::accepted;
  }

  bool dequeue(Time now, Packet& out) override {
    bool first = true;
    while (packets_ > 0) {
      if (next_send_ > now && failsafe_ > now) {
        watch_ = std::min(next_send_, failsafe_);
        return false;
      }
      Tin& tin = tins_[current_ = next_tin(now)];
      if (serve(tin, now, first, out)) return true;
    }
    return false;
  }

  Time next_timer() const override { return watch_; }
  void on_timer(Time /*now*/) override { watch_ = kNever; }

  const Cobalt& law(std::size_t queue) const { return tins_[0].queues[queue].law; }
  int active_queues() const {
    int all = 0;
    for (const Tin& tin : tins_) all += tin.fresh.size + tin.old.size;
    return all;
  }
  int new_queues() const {
    int all = 0;
    for (const Tin& tin : tins_) all += tin.fresh.size;
    return all;
  }
  /// Packets that wait in a tin; 0 if there is no such tin.
  int packets_in(std::size_t tin) const { return tin < tins_.size() ? tins_[tin].packets : 0; }
  /// The largest value of `what` over the queues in the lists: the other queues have no state left.
  template <class What>
  double largest(What what) const {
    double most = 0;
    for (const Tin& tin : tins_) {
      for (const List* list : {&tin.fresh, &tin.old, &tin.decaying}) {
        for (std::size_t i = list->first; i != kNone; i = tin.queues[i].after) {
          most = std::max(most, static_cast<double>(what(tin.queues[i].law, tin.queues[i].chain)));
        }
      }
    }
    return most;
  }

 private:
  static constexpr std::size_t kNone = SIZE_MAX, kWays = BulkHosts::kWays;
  static constexpr std::uint32_t kUnit = 65535;  ///< unit of a quantum, for a host with one flow

  /// The set of a queue: in no list; sparse; sparse but empty, still in the list; bulk; empty and decaying.
  enum class Set : std::uint8_t { none, sparse, sparse_wait, bulk, decaying };
  struct List {
    std::size_t first = kNone, last = kNone;
    int size = 0;
  };
  struct Queue {
    PacketChain chain;
    Cobalt law;
    std::int32_t deficit = 0;
    std::uint32_t tag = 0;
    std::array<std::uint16_t, 2> hosts{};  ///< of the queue's source and destination
    Set set = Set::none;
    List* list = nullptr;  ///< null: in none
    std::size_t before = kNone, after = kNone;
  };
  struct Tin {
    Tin(std::size_t count, std::size_t host_count)
        : queues(count), hosts{BulkHosts(host_count), BulkHosts(host_count)} {}

    /// Sets the tin's rate, and the effect of a slow rate on target, interval and quantum (cake_set_rate).
    void set_up(const TinShare& share, const CobaltRule& wanted, int packet_quantum, std::uint64_t mtu) {
      rule = wanted;
      turn = static_cast<std::int32_t>(share.quantum);
      quantum = static_cast<std::uint32_t>(packet_quantum);
      if (share.rate == 0) return;
      pace = FixedPace(share.rate);
      quantum = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(share.rate >> 12, 300, 1514));
      packet = pace.of(mtu);
      rule.target = std::max(packet * 3 / 2, wanted.target);
      rule.interval = std::max(wanted.interval + rule.target - wanted.target, 2 * rule.target);
      rule.least = 4 * packet;
    }
    /// Whether some queue of the tin takes turns.
    bool waits() const { return sparse + bulk > 0; }

    std::vector<Queue> queues;
    std::array<BulkHosts, 2> hosts;  ///< sources, destinations
    CobaltRule rule{};
    FixedPace pace;
    Time packet = 0;  ///< sending time of a full packet at the tin's rate
    Time next_send = kStarted;
    std::uint32_t quantum = 0;
    std::int32_t turn = 0, deficit = 0;
    std::int64_t bytes = 0;
    int packets = 0, sparse = 0, bulk = 0;
    List fresh, old, decaying;
  };

  static std::uint32_t fraction(double p) {
    return static_cast<std::uint32_t>(std::min(4294967295.0, std::round(p * 4294967296.0)));
  }
  static std::size_t slot(std::size_t tin, std::size_t queue) { return queue * FattestQueue::kTins + tin; }

  struct Backlogs {
    const std::deque<Tin>& of;
    std::int64_t operator()(std::size_t slot) const {
      const std::size_t tin = slot % FattestQueue::kTins;
      return tin < of.size() ? of[tin].queues[slot / FattestQueue::kTins].chain.bytes : 0;
    }
  };
  Backlogs backlogs() const { return {tins_}; }

  /// The memory that the kernel counts for a packet.
  static std::int64_t kept(const Packet& packet) { return packet.size <= 192 ? 768 : 2304; }
  void count(Tin& tin, const Packet& packet, int sign) {
    packets_ += sign;
    tin.packets += sign;
    bytes_ += sign * packet.size;
    tin.bytes += sign * packet.size;
    memory_ += sign * kept(packet);
  }
  std::uint64_t on_wire(const Packet& packet) const {
    return static_cast<std::uint64_t>(params_.frame.on_wire(packet.size));
  }

  /// A queue's quantum is divided by the number of bulk queues of the busier of its two hosts, as far as hosts count;
  /// random bits compensate for the rounding of the division.
  std::int32_t quantum_of(const Tin& tin, const Queue& queue) {
    std::uint32_t load = 1;
    for (int side = 0; side < 2; ++side) {
      if (shares_hosts(side)) load = std::max(load, tin.hosts[index(side)].bulk(queue.hosts[index(side)]));
    }
    return static_cast<std::int32_t>((tin.quantum * (kUnit / load) + rng_.bits(16)) >> 16);
  }
  /// Whether the hosts of a side (0: sources, 1: destinations) have equal shares.
  bool shares_hosts(int side) const { return has_bits(params_.isolation, 4 | 1 << side); }
  static std::size_t index(int side) { return static_cast<std::size_t>(side); }

  /// Returns the flow's own place; or the place in its set that it had before; or a free place; or its own place,
  /// shared with another flow.
  std::size_t queue_of(Tin& tin, const CakeKeys& keys) {
    std::vector<Queue>& queues = tin.queues;
    if (params_.isolation == Isolation::flowblind) return 0;
    const std::size_t own = keys.flow % queues.size();
    if (queues[own].tag == keys.flow && queues[own].set != Set::none) return own;
    const std::size_t set = own - own % kWays;
    const auto place = [&](std::size_t i) { return set + (own + i) % kWays; };
    std::size_t found = own;
    bool known = false;
    for (std::size_t i = 0; i < kWays && !known; ++i) {
      if (queues[place(i)].tag == keys.flow) known = (found = place(i), true);
    }
    const bool had = known && queues[found].set != Set::none;
    for (std::size_t i = 0; i < kWays && !known; ++i) {
      if (queues[place(i)].set == Set::none) known = (found = place(i), true);
    }
    queues[found].tag = keys.flow;
    if (!had) find_hosts(tin, queues[found], keys);
    return found;
  }
  void find_hosts(Tin& tin, Queue& queue, const CakeKeys& keys) {
    if (queue.set == Set::bulk) count_hosts(tin, queue, false);
    for (int side = 0; side < 2; ++side) {
      if (shares_hosts(side)) queue.hosts[index(side)] = tin.hosts[index(side)].place_of(keys.hosts[index(side)]);
    }
    if (queue.set == Set::bulk) count_hosts(tin, queue, true);
  }
  void count_hosts(Tin& tin, const Queue& queue, bool more) {
    for (int side = 0; side < 2; ++side) {
      if (!shares_hosts(side)) continue;
      BulkHosts& hosts = tin.hosts[index(side)];
      const std::uint16_t place = queue.hosts[index(side)];
      more ? hosts.add(place) : hosts.remove(place);
    }
  }

  void change_set(Tin& tin, Queue& queue, Set to) {
    const auto counter = [&tin](Set set) -> int* {
      return set == Set::sparse || set == Set::sparse_wait ? &tin.sparse : set == Set::bulk ? &tin.bulk : nullptr;
    };
    if (int* from = counter(queue.set)) --*from;
    if (queue.set == Set::bulk) count_hosts(tin, queue, false);
    queue.set = to;
    if (int* into = counter(to)) ++*into;
    if (to == Set::bulk) count_hosts(tin, queue, true);
  }

  void filter_acks(Tin& tin, Queue& queue, Time now) {
    if (params_.ack_filter == AckFilter::none || reader_ == nullptr) return;
    const std::int32_t before =
        before_needless_ack(pool_, queue.chain, *reader_, params_.ack_filter == AckFilter::aggressive);
    if (before == kNoAck) return;
    const Packet ack = pool_.take_behind(queue.chain, before);
    count(tin, ack, -1);
    if (params_.ingress) charge(tin, ack, now, true);
    if (listener_) listener_->on_late_drop(ack, Fate::dropped_forced, now);
  }

  /// Without a shaper, tins take turns by bytes. With a shaper, the last tin whose own rate allows it sends; if there
  /// is none, the tin whose time comes first.
  std::size_t next_tin(Time now) {
    if (!shaped()) {
      while (tins_[current_].deficit < 0 || !tins_[current_].waits()) {
        if (tins_[current_].deficit <= 0) tins_[current_].deficit += tins_[current_].turn;
        current_ = (current_ + 1) % tins_.size();
      }
      return current_;
    }
    std::size_t best = 0;
    Time soonest = kNever;
    for (std::size_t t = 0; t < tins_.size(); ++t) {
      if (!tins_[t].waits()) continue;
      const Time until = tins_[t].next_send - now;
      if (until <= 0 || until <= soonest) {
        soonest = until;
        best = t;
      }
    }
    return best;
  }
  bool shaped() const { return tins_[0].pace.any(); }

  /// Sends a packet of the tin; false if a queue was found empty, after which the search for a tin starts again.
  bool serve(Tin& tin, Time now, bool& first, Packet& out) {
    for (;;) {
      // Each time, one queue whose COBALT decays is examined, in addition to the queues that may send.
      List& list = first && tin.decaying.first != kNone ? tin.decaying
                   : tin.fresh.first != kNone           ? tin.fresh
                   : tin.old.first != kNone             ? tin.old
                                                        : tin.decaying;
      first = false;
      const std::size_t i = list.first;
      Queue& queue = tin.queues[i];
      if (queue.deficit <= 0) {
        const Set set = queue.set != Set::sparse ? queue.set : queue.chain.empty() ? Set::sparse_wait : Set::bulk;
        if (set != queue.set) change_set(tin, queue, set);
        queue.deficit += quantum_of(tin, queue);
        move(tin, i, tin.old);
        continue;
      }
      switch (take(tin, i, now, out)) {
        case Taken::packet: return true;
        case Taken::none: rest(tin, i, now); return false;
        case Taken::again: break;
      }
    }
  }
  void rest(Tin& tin, std::size_t i, Time now) {
    Queue& queue = tin.queues[i];
    queue.law.empty(tin.rule, now);
    if (!queue.law.rests(now)) return enter(tin, i, Set::decaying, tin.decaying);
    unlink(tin, i);
    change_set(tin, queue, Set::none);
  }

  /// The queue's COBALT takes its next packet. If drops are charged, a drop ends the queue's turn.
  enum class Taken { packet, none, again };
  Taken take(Tin& tin, std::size_t i, Time now, Packet& out) {
    Queue& queue = tin.queues[i];
    while (pop(tin, i, out)) {
      if (params_.ingress) tin.rule.least = tin.packet * std::max(4, 2 * tin.bulk);
      const Cobalt::Verdict verdict =
          queue.law.judge(tin.rule, out, now, [this] { return static_cast<std::uint32_t>(rng_.bits(32)); });
      if (verdict.drops && !queue.chain.empty()) {  // the last packet of a queue is never dropped
        if (params_.ingress) pay(tin, queue, out, now, true);
        if (listener_) listener_->on_late_drop(out, Fate::dropped_early, now);
        if (params_.ingress) return Taken::again;
        continue;
      }
      if (verdict.marks && out.ecn != Ecn::ce) {
        out.ecn = Ecn::ce;
        if (listener_) listener_->on_late_mark(out, now);
      }
      pay(tin, queue, out, now, false);
      if (shaped() && next_send_ > now && packets_ > 0) watch_ = std::min(next_send_, failsafe_);
      fattest_.tick();
      return Taken::packet;
    }
    return Taken::none;
  }

  void pay(Tin& tin, Queue& queue, const Packet& packet, Time now, bool dropped) {
    charge(tin, packet, now, dropped);
    const auto bytes = static_cast<std::int32_t>(on_wire(packet));
    queue.deficit -= bytes;
    tin.deficit -= bytes;
  }
  /// Advances the shaper's times of the tin and of the whole by one packet (cake_advance_shaper).
  void charge(Tin& tin, const Packet& packet, Time now, bool dropped) {
    if (!shaped()) return;
    const std::uint64_t bytes = on_wire(packet);
    const Time takes = tin.pace.of(bytes), all = tins_[0].pace.of(bytes);
    if (tin.next_send < now) {
      tin.next_send += takes;
    } else if (tin.next_send < now + takes) {
      tin.next_send = now + takes;
    }
    next_send_ += all;
    if (!dropped) failsafe_ += all + (all >> 1);
  }

  bool pop(Tin& tin, std::size_t i, Packet& out) {
    if (!pool_.pop(tin.queues[i].chain, out)) return false;
    count(tin, out, -1);
    fattest_.shrunk(slot(current_, i), backlogs());
    return true;
  }

  void drop_fattest(Time now) {
    const std::size_t top = fattest_.top(backlogs());
    Tin& tin = tins_[top % FattestQueue::kTins];
    Queue& queue = tin.queues[top / FattestQueue::kTins];
    Packet packet;
    if (!pool_.pop(queue.chain, packet)) return fattest_.forget();
    count(tin, packet, -1);
    queue.law.overflow(tin.rule, now);
    if (params_.ingress) charge(tin, packet, now, true);
    if (listener_) listener_->on_late_drop(packet, Fate::dropped_overflow, now);
    fattest_.top_shrunk(backlogs());
  }

  void enter(Tin& tin, std::size_t i, Set set, List& to) {
    change_set(tin, tin.queues[i], set);
    move(tin, i, to);
  }
  void unlink(Tin& tin, std::size_t i) {
    Queue& queue = tin.queues[i];
    if (queue.list == nullptr) return;
    (queue.before == kNone ? queue.list->first : tin.queues[queue.before].after) = queue.after;
    (queue.after == kNone ? queue.list->last : tin.queues[queue.after].before) = queue.before;
    --queue.list->size;
    queue.list = nullptr;
  }
  void move(Tin& tin, std::size_t i, List& to) {
    unlink(tin, i);
    Queue& queue = tin.queues[i];
    queue.list = &to;
    queue.before = to.last;
    queue.after = kNone;
    (to.last == kNone ? to.first : tin.queues[to.last].after) = i;
    to.last = i;
    ++to.size;
  }

  CakeParams params_;
  int buffer_;
  std::int64_t memory_limit_, memory_ = 0;
  Rng rng_;
  PacketPool pool_;
  std::deque<Tin> tins_;  ///< a deque, because there are pointers to the tins' lists
  std::size_t current_ = 0;
  FattestQueue fattest_{params_.queues};
  Time next_send_ = kStarted, failsafe_ = kStarted, watch_ = kNever;
};

}  // namespace aqm::kernel
