// DualPI2 as in Linux (net/sched/sch_dualpi2.c): probabilities of 32 bits, gains in 256ths, a credit in percent of
// bytes.
#pragma once
#include "dualpi2.hpp"
#include "fifo.hpp"
#include "linux_arithmetic.hpp"

namespace aqm::kernel {

class DualPi2 final : public QueueDiscipline {
 public:
  DualPi2(const DualPi2Params& p, const LinkInfo& link, Rng rng)
      : target_(from_seconds(p.target)),
        period_(from_seconds(p.interval)),
        step_(from_seconds(p.step)),
        alpha_(gain(p.alpha)),
        beta_(gain(p.beta)),
        coupling_(static_cast<std::uint32_t>(in_units(p.k, 1))),
        classic_share_(in_units(p.c_weight, 0.01)),
        drops_on_overload_(p.drop_overload),
        buffer_(link.buffer),
        mtu_(link.packet_size),
        rng_(rng),
        timer_(period_) {
    reset_credit();
  }

  Fate enqueue(const Packet& packet, const Arrival& arrival) override {
    if (packets_ >= buffer_) return Fate::dropped_overflow;
    const bool low_latency = packet.ecn == Ecn::ect1 || packet.ecn == Ecn::ce;
    (low_latency ? l_ : c_).push(packet).enqueued = arrival.now;
    ++packets_;
    bytes_ += packet.size;
    return Fate::accepted;
  }

  bool dequeue(Time now, Packet& out) override {
    while (packets_ > 0) {
      const bool from_l = !l_.empty() && (c_.empty() || credit_ <= 0);
      const bool both = !l_.empty() && !c_.empty();
      out = (from_l ? l_ : c_).pop();
      --packets_;
      bytes_ -= out.size;
      if (bytes_ >= 2 * mtu_ && (from_l ? drops_scalable(out, now) : drops_classic(out, now))) {
        if (listener_) listener_->on_late_drop(out, Fate::dropped_early, now);
        continue;
      }
      if (from_l && now - out.enqueued > step_) mark(out, now);
      if (both) credit_ += (from_l ? classic_share_ : classic_share_ - 100) * out.size;
      return true;
    }
    reset_credit();
    return false;
  }

  Time next_timer() const override { return timer_; }
  void on_timer(Time now) override {
    const Time delay = std::max(waited(l_, now), waited(c_, now));
    const std::int64_t change = (delay - target_) * alpha_ + (delay - qdelay_) * beta_;
    qdelay_ = delay;
    const std::uint32_t before = p_;
    // Beyond 32 bits the sum wraps: only a wrapped sum that is the smaller one is recognised as too large.
    if (change > 0) {
      p_ = static_cast<std::uint32_t>(change / 64 + before);
      if (p_ < before) p_ = UINT32_MAX;
    } else {
      p_ = static_cast<std::uint32_t>(before - -change / 64);
      if (p_ > before) p_ = 0;
    }
    if (!drops_on_overload_) p_ = std::min(p_, UINT32_MAX / coupling_);
    timer_ = now + period_;
  }

  void observe(double* out) const override {
    const double p = p_ / 4294967295.0;
    out[0] = p;
    out[1] = p * p;
    out[2] = std::min(1.0, coupling_ * p);
    out[3] = to_seconds(qdelay_);
    out[4] = static_cast<double>(c_.size());
    out[5] = static_cast<double>(l_.size());
  }

 private:
  /// The parameter is in 256ths; the result is in the probability's units per 64 ns.
  static std::int64_t gain(double per_second) {
    return static_cast<std::int64_t>((static_cast<std::uint64_t>(in_units(per_second, 1.0 / 256)) * UINT32_MAX >> 2) /
                                     1'000'000'000);
  }
  static Time waited(const PacketRing& queue, Time now) { return queue.empty() ? 0 : now - queue.front().enqueued; }

  bool roll(std::uint64_t p) { return rng_.bits(32) <= p; }
  bool roll_twice() { return roll(p_) && roll(p_); }
  std::uint64_t scalable_p() const { return std::uint64_t{p_} * coupling_; }
  bool overload() const { return scalable_p() > UINT32_MAX; }

  void mark(Packet& packet, Time now) {
    if (packet.ecn == Ecn::ce) return;
    packet.ecn = Ecn::ce;
    if (listener_) listener_->on_late_mark(packet, now);
  }

  bool drops_classic(Packet& packet, Time now) {
    if (!roll_twice()) return false;
    if (overload() || packet.ecn == Ecn::not_ect) return true;
    mark(packet, now);
    return false;
  }

  bool drops_scalable(Packet& packet, Time now) {
    if (overload()) {
      if (drops_on_overload_ && roll_twice()) return true;
      mark(packet, now);
    } else if (roll(scalable_p())) {
      mark(packet, now);
    }
    return false;
  }

  void reset_credit() { credit_ = (2 * classic_share_ - 100) * mtu_; }

  Time target_, period_, step_;
  std::int64_t alpha_, beta_;
  std::uint32_t coupling_;
  std::int64_t classic_share_;  ///< percent
  bool drops_on_overload_;
  int buffer_;
  std::int64_t mtu_;
  Rng rng_;
  PacketRing c_, l_;
  std::uint32_t p_ = 0;
  Time qdelay_ = 0, timer_;
  std::int64_t credit_ = 0;  ///< bytes times percent: above 0 it is the classic queue's turn
};

}  // namespace aqm::kernel
