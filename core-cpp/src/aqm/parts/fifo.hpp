// The store of a first-in, first-out queue, and the base of every AQM that decides over arrivals in front of one.
#pragma once
#include <vector>

#include "aqm/queue_discipline.hpp"

namespace aqm {

/// A ring of packets that grows to the largest backlog ever seen.
class PacketRing {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  const Packet& front() const { return slots_[head_]; }

  /// Returns the stored copy.
  Packet& push(const Packet& packet) {
    if (size_ == slots_.size()) grow();
    Packet& slot = slots_[(head_ + size_) & (slots_.size() - 1)];
    slot = packet;
    ++size_;
    return slot;
  }

  /// The oldest packet leaves; the reference holds until the next push.
  const Packet& pop() {
    const Packet& packet = slots_[head_];
    head_ = (head_ + 1) & (slots_.size() - 1);
    --size_;
    return packet;
  }

 private:
  void grow() {
    std::vector<Packet> larger(slots_.empty() ? 16 : 2 * slots_.size());
    for (std::size_t i = 0; i < size_; ++i) larger[i] = slots_[(head_ + i) & (slots_.size() - 1)];
    slots_.swap(larger);
    head_ = 0;
  }
  std::vector<Packet> slots_;
  std::size_t head_ = 0, size_ = 0;
};

/// A FIFO in front of which `Derived` decides: it offers
///   Fate decide(const Packet&, const Arrival&)   what the AQM says, its state updated whether or not the buffer is full
///   void on_overflow(Time now)                    the buffer was full: dropped, whatever the AQM said (aqm-spec 0.1)
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
    return fate;
  }

  bool dequeue(Time /*now*/, Packet& out) override {
    if (store_.empty()) return false;
    out = store_.pop();
    --packets_;
    bytes_ -= out.size;
    return true;
  }

  void on_overflow(Time /*now*/) {}

 protected:
  /// An early drop, or a mark where marking is on and the packet can carry it (RFC 3168).
  static Fate early(const Packet& packet, bool ecn) {
    return ecn && packet.ecn != Ecn::not_ect ? Fate::marked : Fate::dropped_early;
  }

  PacketRing store_;
  int buffer_;
};

}  // namespace aqm
