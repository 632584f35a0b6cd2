// CHOKe as in Linux (net/sched/sch_choke.c): a table of packets with holes where packets were removed, and RED over
// their number.
#pragma once
#include <bit>
#include <vector>

#include "linux_red.hpp"

namespace aqm::kernel {

class Choke final : public QueueDiscipline {
 public:
  Choke(const RedParams& p, const LinkInfo& link, Rng rng)
      : params_(p),
        limit_(link.buffer),
        slots_(std::bit_ceil(static_cast<std::size_t>(link.buffer) + 1)),
        red_(red_set_up(p, 1)),
        rng_(rng) {}

  Fate enqueue(const Packet& packet, const Arrival& arrival) override {
    red_.average(static_cast<std::uint32_t>(packets_), arrival.now);
    Fate fate = Fate::accepted;
    if (red_.at_most_min()) {
      red_.calm();
    } else if (meets_its_own(packet.flow, arrival.now)) {
      return Fate::dropped_early;
    } else if (red_.above_max()) {
      red_.force();
      fate = early_signal(packet, params_.ecn && !params_.harddrop);
      if (is_drop(fate)) return Fate::dropped_forced;
    } else if (red_.between(rng_) == Red::Action::signal) {
      fate = early_signal(packet, params_.ecn);
      if (is_drop(fate)) return fate;
    }
    if (packets_ >= limit_) return Fate::dropped_overflow;
    Slot& slot = slots_[tail_];
    slot = {packet, true};
    slot.packet.enqueued = arrival.now;
    if (fate == Fate::marked) slot.packet.ecn = Ecn::ce;
    tail_ = (tail_ + 1) & mask();
    ++packets_;
    bytes_ += packet.size;
    return fate;
  }

  bool dequeue(Time /*now*/, Packet& out) override {
    if (head_ == tail_) return false;
    out = take(head_);
    skip_holes_at_head();
    return true;
  }
  void on_idle(Time now) override { red_.idle(now); }

  void observe(double* out) const override {
    out[0] = red_.avg();
    out[1] = out[2] = red_.p_b();
    out[3] = red_.count();
    out[4] = matches_;
  }

 private:
  struct Slot {
    Packet packet;
    bool taken = false;
  };
  std::size_t mask() const { return slots_.size() - 1; }

  /// A random place, with up to three attempts to avoid a hole; after that the oldest packet's place.
  std::size_t candidate() {
    const auto length = static_cast<std::uint32_t>((tail_ - head_) & mask());
    for (int i = 0; i < 3; ++i) {
      const std::size_t at = (head_ + rng_.below(length)) & mask();
      if (slots_[at].taken) return at;
    }
    return head_;
  }

  bool meets_its_own(std::uint32_t flow, Time now) {
    if (head_ == tail_) return false;
    const std::size_t at = candidate();
    if (slots_[at].packet.flow != flow) return false;
    const Packet victim = take(at);
    if (at == head_) skip_holes_at_head();
    ++matches_;
    if (listener_) listener_->on_late_drop(victim, Fate::dropped_early, now);
    return true;
  }

  Packet take(std::size_t at) {
    slots_[at].taken = false;
    --packets_;
    bytes_ -= slots_[at].packet.size;
    return slots_[at].packet;
  }
  void skip_holes_at_head() {
    do {
      head_ = (head_ + 1) & mask();
    } while (head_ != tail_ && !slots_[head_].taken);
  }
  RedParams params_;
  int limit_;
  std::vector<Slot> slots_;
  std::size_t head_ = 0, tail_ = 0;
  Red red_;
  Rng rng_;
  double matches_ = 0;
};

}  // namespace aqm::kernel
