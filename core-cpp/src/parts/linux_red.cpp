#include "linux_red.hpp"

#include "aqm/elementary.hpp"

namespace aqm::kernel {

int weight_of(double w_q) {
  // -log2(w_q), rounded.
  return std::clamp(static_cast<int>(std::lround(-math::log(w_q) / math::log(2))), 1, 31);
}

RedSetUp red_set_up(const RedParams& p, double unit) {
  return {static_cast<std::uint32_t>(in_units(p.min_th * unit, 1)),
          static_cast<std::uint32_t>(in_units(p.max_th * unit, 1)),
          p.max_p,
          p.w_q,
          p.mean_pkt_size,
          p.bandwidth};
}

Red::Red(const RedSetUp& s) : weight_(weight_of(s.w_q)) {
  min_ = std::uint64_t{s.min} << weight_;
  max_ = std::uint64_t{s.max} << weight_;
  delta_ = std::max<std::uint32_t>(1, s.max - s.min);
  target_min_ = s.min + 2 * (delta_ / 5);
  target_max_ = s.min + 3 * (delta_ / 5);
  max_p_ = static_cast<std::uint32_t>(std::min(s.max_p * 4294967296.0, 4294967295.0));
  per_unit_ = std::max<std::uint32_t>(1, max_p_ / delta_);
  make_idle_table(s);
}

/// tc_red_eval_idle_damping of iproute2's tc/tc_red.c. Its times are ticks of 64 ns, which the kernel reads as
/// microseconds: an average decays 15.6 times more slowly than intended.
void Red::make_idle_table(const RedSetUp& s) {
  constexpr double kTicks = 15.625;  // a microsecond
  const double packet = std::ceil(1e6 * (s.mean_size / (s.bandwidth / 8)) * kTicks);
  const double rate = -math::log(1 - 1.0 / static_cast<double>(std::uint64_t{1} << weight_)) / packet;
  const double longest = 31 / rate;
  while (cell_ < 31 && longest / static_cast<double>(std::uint64_t{1} << cell_) >= 512) ++cell_;
  for (std::size_t i = 1; i < kCells - 1; ++i) {
    halvings_[i] =
        static_cast<std::uint8_t>(std::min(31.0, static_cast<double>(static_cast<std::uint64_t>(i) << cell_) * rate));
  }
  halvings_[kCells - 1] = 31;
}

std::uint64_t Red::idle_average(Time now) const {
  const std::int64_t us = std::min<std::int64_t>((now - idle_since_) / 1000, std::int64_t{255} << cell_);
  const int halvings = halvings_[static_cast<std::size_t>(us >> cell_) & (kCells - 1)];
  if (halvings > 0) return avg_ >> halvings;
  const std::uint64_t lost = (avg_ * static_cast<std::uint64_t>(us)) >> cell_;
  return lost < avg_ >> 1 ? avg_ - lost : avg_ >> 1;
}

Red::Action Red::between(Rng& rng) {
  if (++count_ == 0) {
    draw_gap(rng);
    return Action::none;
  }
  if (((avg_ - min_) >> weight_) * static_cast<std::uint64_t>(count_) < gap_) return Action::none;
  count_ = 0;
  draw_gap(rng);
  return Action::signal;
}

void Red::adapt(Time now) {
  constexpr std::uint32_t kPercent = 42949673;
  const std::uint64_t avg = (idle_since_ == kNever ? avg_ : idle_average(now)) >> weight_;
  if (avg > target_max_ && max_p_ <= 50 * kPercent) {
    max_p_ += std::min(kPercent, max_p_ / 4);
  } else if (avg < target_min_ && max_p_ >= kPercent) {
    max_p_ = max_p_ / 10 * 9;
  }
  per_unit_ = std::max<std::uint32_t>(1, (max_p_ + delta_ / 2) / delta_);
}

double Red::p_b() const {
  if (avg_ < min_) return 0;
  if (avg_ >= max_) return 1;
  return static_cast<double>(avg_ - min_) / static_cast<double>(max_ - min_) * max_p();
}

RedQueue::RedQueue(const RedParams& p, const LinkInfo& link, Rng rng, bool adaptive)
    : FifoDiscipline(link.buffer),
      params_(p),
      adaptive_(adaptive),
      idle_from_departure_(p.profile == Profile::linux_gred),
      limit_(std::int64_t{link.buffer} * link.packet_size),
      red_(red_set_up(p, p.mean_pkt_size)),
      rng_(rng),
      timer_(kFirstTimer, to_seconds(kFirstTimer)) {
  if (!idle_from_departure_) red_.start_idle(0);
}

Fate RedQueue::decide(const Packet& packet, const Arrival& arrival) {
  const Red::Action action = red_.arrive(static_cast<std::uint32_t>(bytes_), arrival.now, rng_);
  Fate fate = Fate::accepted;
  if (action == Red::Action::signal) {
    fate = early_signal(packet, params_.ecn);
  } else if (action == Red::Action::force) {
    fate = early_signal(packet, params_.ecn && !params_.harddrop);
  }
  // `nodrop`: a packet that cannot be marked is accepted.
  if (is_drop(fate)) {
    if (!params_.nodrop || (action == Red::Action::force && params_.harddrop)) {
      return action == Red::Action::force ? Fate::dropped_forced : fate;
    }
    fate = Fate::accepted;
  }
  return bytes_ + packet.size > limit_ ? Fate::dropped_overflow : fate;
}

void RedQueue::observe(double* out) const {
  out[0] = red_.avg() / params_.mean_pkt_size;
  out[1] = out[2] = red_.p_b();
  out[3] = red_.count();
  if (adaptive_) out[4] = red_.max_p();
}

}  // namespace aqm::kernel
