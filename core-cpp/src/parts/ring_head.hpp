// A first-in, first-out queue whose AQM decides about packets at the head, when they leave.
#pragma once
#include "fifo.hpp"

namespace aqm {

class HeadDropDiscipline : public QueueDiscipline {
 public:
  explicit HeadDropDiscipline(int buffer) : buffer_(buffer) {}

  Fate enqueue(const Packet& packet, const Arrival& arrival) override {
    if (packets_ >= buffer_) return Fate::dropped_overflow;
    store_.push(packet).enqueued = arrival.now;
    ++packets_;
    bytes_ += packet.size;
    return Fate::accepted;
  }

 protected:
  /// The part of the queue that a head-dropping law works on.
  struct Head {
    HeadDropDiscipline& queue;
    Time now;

    bool pop(Packet& out) {
      if (queue.store_.empty()) return false;
      out = queue.store_.pop();
      --queue.packets_;
      queue.bytes_ -= out.size;
      return true;
    }
    std::int64_t bytes() const { return queue.bytes_; }
    std::int64_t backlog() const { return queue.bytes_; }
    void drop(const Packet& packet) {
      if (queue.listener_) queue.listener_->on_late_drop(packet, Fate::dropped_early, now);
    }
    void mark(Packet& packet) {
      packet.ecn = Ecn::ce;
      if (queue.listener_) queue.listener_->on_late_mark(packet, now);
    }
  };
  Head head(Time now) { return {*this, now}; }

  PacketRing store_;
  int buffer_;
};

}  // namespace aqm
