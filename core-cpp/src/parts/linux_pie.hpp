// PIE as in Linux (net/sched/sch_pie.c): a probability of 56 bits, time in ticks of 64 ns, and always spaced drops.
#pragma once
#include "linux_arithmetic.hpp"
#include "pie_controller.hpp"

namespace aqm::kernel {

class Pie {
 public:
  Pie(const PieParams& params, const LinkInfo& link)
      : params_(params),
        mtu_(static_cast<std::uint32_t>(link.packet_size)),
        target_(ticks(params.target)),
        ecn_limit_(kCertain / 100 * static_cast<std::uint64_t>(in_units(params.ecn_limit, 0.01))),
        alpha_(gain(params.alpha)),
        beta_(gain(params.beta)) {
    begin();
  }

  /// An arrival that finds `backlog` bytes waiting.
  Fate decide(const Packet& packet, std::int64_t backlog, Rng& rng) {
    if (!hits(packet, static_cast<std::uint32_t>(backlog), rng)) return Fate::accepted;
    const Fate fate = early_signal(packet, params_.ecn && p_ <= ecn_limit_);
    if (is_drop(fate)) accumulated_ = 0;
    return fate;
  }
  void overflow() { accumulated_ = 0; }

  /// `packet` leaves, `backlog` bytes still wait.
  void taken(const Packet& packet, std::int64_t backlog, Time at) {
    const std::uint64_t now = ticks_at(at);
    if (params_.dq_rate_estimator) {
      measure(packet, static_cast<std::uint64_t>(backlog), now);
      return;
    }
    qdelay_ = backlog == 0 ? 0 : now - ticks_at(packet.enqueued);
    const std::uint64_t passed = measured_at_ == kNone ? 0 : now - measured_at_;
    measured_at_ = now;
    spend(passed);
  }

  /// At every expiry of the timer; `backlog` bytes wait.
  void update(std::int64_t backlog) {
    std::uint64_t qdelay = qdelay_, before = qdelay_old_;
    if (params_.dq_rate_estimator) {
      before = qdelay_old_ = qdelay_;
      qdelay = rate_ > 0 ? (static_cast<std::uint64_t>(backlog) << kRateShift) / rate_ : 0;
    }
    bool decays = !(qdelay == 0 && backlog != 0);
    const std::uint64_t p_before = p_;
    const std::int64_t change = step(qdelay, before);
    p_ += static_cast<std::uint64_t>(change);
    // Linux tests for an overflow of 64 bits, but a probability has 56: p can exceed 1.
    if (change > 0) {
      if (p_ < p_before) {
        p_ = kCertain;
        decays = false;
      }
    } else if (p_ > p_before) {
      p_ = 0;
    }
    if (qdelay == 0 && before == 0 && decays) p_ -= p_ / 64;
    qdelay_ = qdelay;
    const bool quiet = qdelay_ < target_ / 2 && qdelay_old_ < target_ / 2 && p_ == 0;
    if (quiet && (!params_.dq_rate_estimator || rate_ > 0)) begin();
    if (!params_.dq_rate_estimator) qdelay_old_ = qdelay;
  }

  /// May be beyond 1.
  double p() const { return static_cast<double>(p_) / static_cast<double>(kCertain); }
  double qdelay() const { return static_cast<double>(qdelay_) * 64e-9; }
  double burst_allowance() const { return static_cast<double>(burst_) * 64e-9; }

 private:
  static constexpr std::uint64_t kCertain = UINT64_MAX >> 8, kNone = UINT64_MAX;
  static constexpr std::uint64_t kTicksPerSecond = 1'000'000'000 >> 6;
  static constexpr int kRateShift = 8;
  static constexpr std::uint64_t kEnough = 16384;  ///< bytes that one measurement of the rate needs

  static std::uint64_t ticks(double seconds) { return static_cast<std::uint64_t>(from_seconds(seconds)) >> 6; }
  static std::uint64_t ticks_at(Time at) { return static_cast<std::uint64_t>(at - kStarted) >> 6; }
  /// The parameter is in sixteenths; the result is in the probability's units per tick.
  static std::uint64_t gain(double per_second) {
    return (static_cast<std::uint64_t>(in_units(per_second, 1.0 / 16)) * (kCertain / kTicksPerSecond)) >> 4;
  }

  void begin() {
    burst_ = ticks(params_.max_burst);
    measured_at_ = counted_ = kNone;
    accumulated_ = 0;
    rate_ = 0;
  }

  bool hits(const Packet& packet, std::uint32_t backlog, Rng& rng) {
    if (burst_ > 0 || (qdelay_ < target_ / 2 && p_ < kCertain / 5) || backlog < 2 * mtu_) return false;
    const std::uint64_t p = params_.byte_mode && packet.size <= mtu_ ? packet.size * (p_ / mtu_) : p_;
    accumulated_ = p == 0 ? 0 : accumulated_ + p;
    if (accumulated_ < kCertain / 100 * 85) return false;
    if (accumulated_ >= kCertain / 2 * 17) return true;
    if (rng.bits(56) >= p) return false;
    accumulated_ = 0;
    return true;
  }

  std::int64_t step(std::uint64_t qdelay, std::uint64_t before) const {
    std::uint64_t alpha = alpha_, beta = beta_;
    if (p_ < kCertain / 10) {
      alpha >>= 1;
      beta >>= 1;
      for (std::uint64_t power = 100; power <= 1'000'000 && p_ < kCertain / power; power *= 10) {
        alpha >>= 2;
        beta >>= 2;
      }
    }
    auto change = static_cast<std::int64_t>(alpha * (qdelay - target_) + beta * (qdelay - before));
    constexpr auto kLargest = static_cast<std::int64_t>(kCertain / 50);
    if (params_.cap_adjust && change > kLargest && p_ >= kCertain / 10) {
      change = static_cast<std::int64_t>(kCertain / 100 * 2);
    }
    if (qdelay > (250'000'000 >> 6)) change += kLargest;
    return change;
  }

  /// The estimator of the link's rate (RFC 8033 section 5.2): counts `kEnough` bytes and measures how long they take.
  void measure(const Packet& packet, std::uint64_t backlog, std::uint64_t now) {
    if (backlog >= kEnough && counted_ == kNone) {
      measured_at_ = now;
      counted_ = 0;
    }
    if (counted_ == kNone) return;
    counted_ += packet.size;
    if (counted_ < kEnough) return;
    const std::uint64_t passed = now - measured_at_;
    if (passed == 0) return;
    const auto rate = static_cast<std::uint32_t>((counted_ << kRateShift) / passed);
    rate_ = rate_ == 0 ? rate : rate_ - (rate_ >> 3) + (rate >> 3);
    counted_ = backlog < kEnough ? kNone : 0;
    if (counted_ == 0) measured_at_ = now;
    spend(passed);
  }

  void spend(std::uint64_t passed) { burst_ = burst_ > passed ? burst_ - passed : 0; }

  PieParams params_;
  std::uint32_t mtu_;
  std::uint64_t target_, ecn_limit_, alpha_, beta_;
  std::uint64_t p_ = 0, accumulated_ = 0, qdelay_ = 0, qdelay_old_ = 0, burst_ = 0;
  std::uint64_t measured_at_ = kNone, counted_ = kNone;
  std::uint32_t rate_ = 0;  ///< bytes per tick, with 8 fractional bits
};

}  // namespace aqm::kernel
