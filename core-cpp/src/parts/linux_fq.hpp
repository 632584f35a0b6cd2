// fq as in Linux (net/sched/sch_fq.c of 6.1), without its functions for sockets of its own host: new flows begin with a
// large quantum, a flow has a limit and may have a pacing rate, and a paced flow waits outside of the round robin.
#pragma once
#include <map>
#include <vector>

#include "aqm/linux_time.hpp"
#include "aqm/queue_discipline.hpp"
#include "packet_pool.hpp"
#include "turn_list.hpp"

namespace aqm::kernel {

struct FqRules {
  std::int32_t quantum, initial_quantum;  ///< bytes
  int flow_limit;                         ///< packets
  double max_rate;                        ///< bit/s of a flow; 0: any
  double low_rate;                        ///< bit/s; a flow at most this fast is paced packet by packet, not by quanta
  Time refill;                            ///< a flow that sent nothing for this long begins with a quantum again
  Time ce_threshold;                      ///< kNever: none
};

class Fq : public QueueDiscipline {
 public:
  Fq(const FqRules& rules, int buffer) : rules_(rules), buffer_(buffer) {}

  Fate enqueue(const Packet& packet, const Arrival& arrival) override {
    if (packets_ >= buffer_) return Fate::dropped_overflow;
    if (packet.flow >= flows_.size()) flows_.resize(packet.flow + std::size_t{1}, Flow(rules_.initial_quantum));
    Flow& flow = flows_[packet.flow];
    if (flow.chain.packets >= rules_.flow_limit) return Fate::dropped_overflow;
    if (flow.place == Place::detached) {
      append(new_, packet.flow);
      if (jiffies(arrival.now) > jiffies(flow.since) + rules_.refill / kJiffy) {
        flow.credit = std::max(flow.credit, rules_.quantum);
      }
    }
    pool_.push(flow.chain, packet).enqueued = arrival.now;
    ++packets_;
    bytes_ += packet.size;
    return Fate::accepted;
  }

  bool dequeue(Time now, Packet& out) override {
    if (packets_ == 0) return false;
    for (; !throttled_.empty() && throttled_.begin()->first <= now; throttled_.erase(throttled_.begin())) {
      append(old_, throttled_.begin()->second);
    }
    while (!new_.empty() || !old_.empty()) {
      const bool is_new = !new_.empty();
      TurnList& list = is_new ? new_ : old_;
      const std::size_t i = list.first;
      Flow& flow = flows_[i];
      if (flow.credit <= 0) {
        flow.credit += rules_.quantum;
        append(old_, list.remove_first(flows_));
        continue;
      }
      if (flow.chain.empty()) {
        list.remove_first(flows_);
        if (is_new && !old_.empty()) {
          append(old_, i);
        } else {
          flow.place = Place::detached;
          flow.since = now;
        }
        continue;
      }
      const Time due = std::max(pool_.at(flow.chain.head).enqueued, flow.next_send);
      if (now < due) {
        list.remove_first(flows_);
        flow.place = Place::throttled;
        flow.next_send = due;
        throttled_.emplace(due, i);
        continue;
      }
      pool_.pop(flow.chain, out);
      --packets_;
      bytes_ -= out.size;
      if (now - due > rules_.ce_threshold && out.ecn != Ecn::not_ect && out.ecn != Ecn::ce) {
        out.ecn = Ecn::ce;
        if (listener_) listener_->on_late_mark(out, now);
      }
      flow.credit -= out.size;
      pace(flow, out.size, now);
      return true;
    }
    if (!throttled_.empty()) watch_ = throttled_.begin()->first;
    return false;
  }

  Time next_timer() const override { return watch_; }
  void on_timer(Time /*now*/) override { watch_ = kNever; }

  int active_queues() const { return new_.size + old_.size; }
  int throttled() const { return static_cast<int>(throttled_.size()); }
  int longest() const {
    int most = 0;
    for (const Flow& flow : flows_) most = std::max(most, flow.chain.packets);
    return most;
  }

 private:
  enum class Place : std::uint8_t { detached, listed, throttled };
  struct Flow {
    explicit Flow(std::int32_t initial) : credit(initial) {}
    PacketChain chain;
    std::int32_t credit;
    Place place = Place::detached;
    Time since = 0;      ///< when it was detached
    Time next_send = 0;  ///< not before
    std::size_t next = TurnList::kNone;
  };
  void append(TurnList& list, std::size_t i) {
    flows_[i].place = Place::listed;
    list.append(flows_, i);
  }

  /// A fast flow is paced by whole quanta, a slow one by packets; lateness is compensated, up to half of a gap.
  void pace(Flow& flow, std::int32_t bytes, Time now) const {
    if (rules_.max_rate == 0) return;
    if (rules_.max_rate <= rules_.low_rate) {
      flow.credit = 0;
    } else {
      bytes = std::max(bytes, rules_.quantum);
      if (flow.credit > 0) return;
    }
    Time gap = std::min(kSecond, static_cast<Time>(static_cast<std::uint64_t>(bytes) * 1'000'000'000 /
                                                   static_cast<std::uint64_t>(rules_.max_rate / 8)));
    if (flow.next_send != 0) gap -= std::min(gap / 2, now - flow.next_send);
    flow.next_send = now + gap;
  }

  FqRules rules_;
  int buffer_;
  PacketPool pool_;
  std::vector<Flow> flows_;
  TurnList new_, old_;
  std::multimap<Time, std::size_t> throttled_;
  Time watch_ = kNever;
};

}  // namespace aqm::kernel
