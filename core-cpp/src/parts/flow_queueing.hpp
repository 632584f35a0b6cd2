// Flow queueing: many queues served by deficit round robin, new queues first, each with its own AQM (RFC 8290 section
// 4).
#pragma once
#include <algorithm>
#include <vector>

#include "aqm/parameters.hpp"
#include "aqm/queue_discipline.hpp"
#include "packet_pool.hpp"
#include "turn_list.hpp"

namespace aqm {

/// The differences between versions of flow queueing.
struct FlowQueueingRules {
  bool refuses = false;       ///< a full buffer drops the arrival instead of packets of the longest queue
  bool leaves_alone = false;  ///< a new queue that ran empty leaves at once if no old queue waits (Linux)
  bool lowest_first =
      false;  ///< among equally long queues, the queue with the lowest number loses packets, not the first of the lists
};

/// `Derived` offers
///   std::size_t queue_of(std::uint32_t flow)   the queue to which a packet goes
///   bool take(Law& law, Head head, Time now, Packet& out)   the queue's AQM takes its next packet
///   void on_overflow(Law& law, int dropped, Time now)        so many packets of this queue were dropped to make room
/// and, if they differ from the defaults here,
///   Fate admit(Law& law, const PacketChain& chain, const Packet& packet, const Arrival& arrival)   the AQM's decision
///                                                                                                  about an arrival
///   static constexpr bool kNewFirst                          whether queues that were empty go before the others
template <class Derived, class Law>
class FlowQueueing : public QueueDiscipline {
 public:
  /// `law` is the initial state of every queue's AQM.
  FlowQueueing(int buffer, int queues, int quantum, int drop_batch, const Law& law, const FlowQueueingRules& rules = {})
      : buffer_(buffer),
        quantum_(quantum),
        drop_batch_(drop_batch),
        rules_(rules),
        queues_(static_cast<std::size_t>(queues), Queue(law)) {}

  Fate enqueue(const Packet& packet, const Arrival& arrival) final {
    const std::size_t i = self().queue_of(packet.flow);
    Queue& queue = queues_[i];
    if (rules_.refuses && packets_ >= buffer_) {
      self().on_overflow(queue.law, 1, arrival.now);
      return Fate::dropped_overflow;
    }
    const Fate fate = self().admit(queue.law, queue.chain, packet, arrival);
    if (is_drop(fate)) return fate;
    Packet& stored = pool_.push(queue.chain, packet);
    stored.enqueued = arrival.now;
    if (fate == Fate::marked) stored.ecn = Ecn::ce;
    ++packets_;
    bytes_ += packet.size;
    if (!queue.listed) {
      queue.listed = true;
      queue.deficit = quantum_;
      (Derived::kNewFirst ? new_ : old_).append(queues_, i);
    }
    if (packets_ > buffer_) make_room(arrival.now);
    return fate;
  }

  static constexpr bool kNewFirst = true;
  Fate admit(Law& /*law*/, const PacketChain& /*chain*/, const Packet& /*packet*/, const Arrival& /*arrival*/) const {
    return Fate::accepted;
  }

  bool dequeue(Time now, Packet& out) final {
    while (!new_.empty() || !old_.empty()) {
      const bool is_new = !new_.empty();
      TurnList& list = is_new ? new_ : old_;
      Queue& queue = queues_[list.first];
      if (queue.deficit <= 0) {
        queue.deficit += quantum_;
        old_.append(queues_, list.remove_first(queues_));
        continue;
      }
      if (self().take(queue.law, Head{*this, queue.chain, now}, now, out)) {
        queue.deficit -= out.size;
        return true;
      }
      const std::size_t i = list.remove_first(queues_);
      // A new queue that ran empty goes once through the old list. Otherwise it could return as new at once and starve
      // the others.
      if (is_new && !(rules_.leaves_alone && old_.empty())) {
        old_.append(queues_, i);
      } else {
        queue.listed = false;
      }
    }
    return false;
  }

  /// Queues in one of the lists: queues with packets, and queues whose turn to be removed has not come.
  int active_queues() const { return new_.size + old_.size; }
  int new_queues() const { return new_.size; }

 protected:
  /// The part of the discipline that a queue's AQM works on.
  struct Head {
    FlowQueueing& all;
    PacketChain& chain;
    Time now;

    bool pop(Packet& out) {
      if (!all.pool_.pop(chain, out)) return false;
      --all.packets_;
      all.bytes_ -= out.size;
      return true;
    }
    std::int64_t bytes() const { return chain.bytes; }
    std::int64_t backlog() const { return all.bytes_; }
    void drop(const Packet& packet) {
      if (all.listener_) all.listener_->on_late_drop(packet, Fate::dropped_early, now);
    }
    void mark(Packet& packet) {
      packet.ecn = Ecn::ce;
      if (all.listener_) all.listener_->on_late_mark(packet, now);
    }
  };

  /// Calls `f(law, chain)` for every queue.
  template <class F>
  void for_each_law(F f) {
    for (Queue& queue : queues_) f(queue.law, queue.chain);
  }

  bool is_empty(std::size_t i) const { return queues_[i].chain.empty(); }
  /// The largest value of `what` over the queues in the lists; 0 if there are none.
  template <class What>
  double largest(What what) const {
    double most = 0;
    for (const TurnList* list : {&new_, &old_}) {
      for (std::size_t i = list->first; i != kNone; i = queues_[i].next) {
        most = std::max(most, static_cast<double>(what(queues_[i].law, queues_[i].chain)));
      }
    }
    return most;
  }

 private:
  static constexpr std::size_t kNone = TurnList::kNone;
  struct Queue {
    explicit Queue(const Law& start) : law(start) {}
    PacketChain chain;
    Law law;
    std::int64_t deficit = 0;  ///< bytes that the queue may send before its turn ends
    std::size_t next = kNone;
    bool listed = false;
  };
  Derived& self() { return static_cast<Derived&>(*this); }

  /// Drops from the head of the longest queue: up to a batch of packets or half of the queue's bytes, so that the
  /// search for the longest queue is not needed for every packet.
  void make_room(Time now) {
    Queue* longest = nullptr;
    for (const TurnList* list : {&new_, &old_}) {
      for (std::size_t i = list->first; i != kNone; i = queues_[i].next) {
        const std::int64_t more = longest == nullptr ? 1 : queues_[i].chain.bytes - longest->chain.bytes;
        if (more > 0 || (rules_.lowest_first && more == 0 && &queues_[i] < longest)) longest = &queues_[i];
      }
    }
    const std::int64_t enough = longest->chain.bytes / 2;
    std::int64_t dropped = 0;
    int n = 0;
    for (; n < drop_batch_ && (n == 0 || dropped < enough); ++n) {
      Packet packet;
      if (!Head{*this, longest->chain, now}.pop(packet)) break;
      dropped += packet.size;
      if (listener_) listener_->on_late_drop(packet, Fate::dropped_overflow, now);
    }
    self().on_overflow(longest->law, n, now);
  }

  int buffer_;
  std::int64_t quantum_;
  int drop_batch_;
  FlowQueueingRules rules_;
  PacketPool pool_;
  std::vector<Queue> queues_;
  TurnList new_, old_;
};

/// One full packet. With a larger quantum, even by 14 bytes, a queue that begins sends two packets.
template <class P>
double one_packet(const P& /*params*/, const LinkInfo& link) {
  return link.packet_size;
}

template <class P>
ParamSpec quantum_param() {
  return computed<P, one_packet<P>>(bind<P, &P::quantum>("quantum", "bytes", ParamKind::integer, kUnset, {64, 9000},
                                                         "Bytes that a queue may send in a round."),
                                    "packet_size");
}

}  // namespace aqm
