// The store of a first-in, first-out queue, and the base of every AQM that decides about arrivals in front of such a
// queue.
#pragma once
#include <vector>

#include "aqm/queue_discipline.hpp"

namespace aqm {

/// A ring of packets that grows to the largest backlog that occurred.
class PacketRing {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  const Packet& front() const { return slots_[head_]; }

  Packet& oldest() { return slots_[head_]; }

  /// The i-th oldest packet.
  const Packet& at(std::size_t i) const { return slots_[(head_ + i) & (slots_.size() - 1)]; }

  /// Returns the stored copy.
  Packet& push(const Packet& packet) {
    if (size_ == slots_.size()) grow();
    Packet& slot = slots_[(head_ + size_) & (slots_.size() - 1)];
    slot = packet;
    ++size_;
    return slot;
  }

  /// The oldest packet leaves; the reference is valid until the next push.
  const Packet& pop() {
    const Packet& packet = slots_[head_];
    head_ = (head_ + 1) & (slots_.size() - 1);
    --size_;
    return packet;
  }

  /// The i-th oldest packet leaves from its place.
  Packet remove(std::size_t i) {
    const Packet packet = at(i);
    for (; i + 1 < size_; ++i) slot(i) = slot(i + 1);
    --size_;
    return packet;
  }

 private:
  Packet& slot(std::size_t i) { return slots_[(head_ + i) & (slots_.size() - 1)]; }
  void grow();

  std::vector<Packet> slots_;
  std::size_t head_ = 0, size_ = 0;
};

/// An early drop, or a mark if marking is on and the packet can carry a mark (RFC 3168).
inline Fate early_signal(const Packet& packet, bool ecn) {
  return ecn && packet.ecn != Ecn::not_ect ? Fate::marked : Fate::dropped_early;
}

/// A FIFO queue with arrivals about which `Derived` decides. It offers
///   Fate decide(const Packet&, const Arrival&)   the AQM's decision; its state is updated even if the buffer is full
/// and, if the AQM needs them:
///   void on_overflow(Time now)         the buffer was full: dropped, whatever the AQM said (docs/specification.md 0.1)
///   void on_stored(const Packet&)      the packet has been accepted and waits
///   void on_taken(const Packet&, Time now)   the packet leaves the queue for the link
template <class Derived>
class FifoDiscipline : public QueueDiscipline {
 public:
  explicit FifoDiscipline(int buffer) : buffer_(buffer) {}

  Fate enqueue(const Packet& packet, const Arrival& arrival) final {
    Derived& self = static_cast<Derived&>(*this);
    const Fate fate = self.decide(packet, arrival);
    if (packets_ >= buffer_) {
      self.on_overflow(arrival.now);
      return Fate::dropped_overflow;
    }
    if (is_drop(fate)) return fate;
    Packet& stored = store_.push(packet);
    stored.enqueued = arrival.now;
    if (fate == Fate::marked) stored.ecn = Ecn::ce;
    ++packets_;
    bytes_ += packet.size;
    self.on_stored(packet);
    return fate;
  }

  bool dequeue(Time now, Packet& out) final {
    if (store_.empty()) return false;
    out = store_.pop();
    --packets_;
    bytes_ -= out.size;
    static_cast<Derived&>(*this).on_taken(out, now);
    return true;
  }

  std::size_t upcoming(std::size_t skip, std::span<std::uint32_t> flows) const final {
    std::size_t n = 0;
    for (; n < flows.size() && skip + n < store_.size(); ++n) flows[n] = store_.at(skip + n).flow;
    return n;
  }

  void on_overflow(Time /*now*/) {}
  void on_stored(const Packet& /*packet*/) {}
  void on_taken(const Packet& /*packet*/, Time /*now*/) {}

 protected:
  PacketRing store_;
  int buffer_;
};

}  // namespace aqm
