#include "aqm/one_link.hpp"

#include <algorithm>
#include <cmath>

#include "aqm/linux_time.hpp"

namespace aqm {
namespace {

/// The k-th random number of call `place`; another `seed` gives other numbers in all calls.
std::uint64_t placed_draw(std::uint64_t seed, std::uint64_t place, std::uint64_t k) {
  std::uint64_t z = seed + (place * 16 + k) * 0x9E3779B97F4A7C15ULL;
  return Rng::split_mix(z);
}

/// Random numbers that depend on the place of the draw and not on the number of earlier draws. So two programs that
/// differ in one decision still draw the same number for the next packet.
class PlacedDraws final : public GivenDraws {
 public:
  explicit PlacedDraws(std::uint64_t seed) : seed_(seed) {}

  std::uint64_t next() override {
    if (arriving_) return placed_draw(seed_, arrival_, drawn_++);
    return placed_draw(seed_, (std::uint64_t{1} << (made_ ? 40 : 41)) + others_++, 0);
  }
  /// From now on, draws no longer belong to the set-up.
  void made() {
    made_ = true;
    others_ = 0;
  }
  void arrival(std::uint64_t index) {
    arriving_ = true;
    arrival_ = index;
    drawn_ = 0;
  }
  void arrived() { arriving_ = false; }

 private:
  std::uint64_t seed_, arrival_ = 0, drawn_ = 0, others_ = 0;
  bool made_ = false, arriving_ = false;
};

/// kernel/time/timer.c: level n of the wheel has steps of 8^n jiffies and holds timers less than 63 steps ahead.
Time wheel_fires(Time asked, Time now) {
  const Time ahead = kernel::jiffies(asked) - kernel::jiffies(now);
  int shift = 0;
  while (shift < 24 && ahead >= Time{63} << shift) shift += 3;
  const Time fires = ((kernel::jiffies(asked) >> shift) + 1) << shift;
  return kernel::kStarted + fires * kernel::kJiffy;
}

class OneLinkRun final : private DropListener {
 public:
  OneLinkRun(const Scheme& scheme, const ParamValues& params, const OneLink& set_up,
             std::span<const GivenArrival> arrivals)
      : arrivals_(arrivals),
        seed_(set_up.draw_seed),
        rate_bps_(static_cast<std::uint64_t>(set_up.link.rate_bps)),
        timers_(set_up.timers),
        draws_(set_up.draw_seed),
        queue_(scheme.make(params, set_up.link, Rng(draws_))),
        fates_(arrivals.size()),
        marked_(arrivals.size()) {
    draws_.made();
    queue_->set_listener(this);
    watch_timer(0);
  }

  std::vector<PacketFate> run() {
    // Order at equal times: the timer, then the arrival, then the end of a transmission.
    for (;;) {
      const Time arrival = next_ < arrivals_.size() ? arrivals_[next_].at : kNever;
      const Time now = std::min({timer_, arrival, free_});
      if (arrival == kNever && free_ == kNever && (queue_->packets() == 0 || now == kNever || now > kLast)) break;
      if (now == timer_) {
        fire(now);
      } else if (now == arrival) {
        arrive(now);
      } else {
        send_next(now);
      }
      watch_timer(now);
    }
    return std::move(fates_);
  }

 private:
  /// The run does not wait longer for a packet: a packet that a discipline holds for ever must not block the run.
  static constexpr Time kLast = 7200 * kSecond;

  void watch_timer(Time now) {
    const Time asked = queue_->next_timer();
    if (asked == asked_) return;
    asked_ = asked;
    timer_ = timers_ == TimerClock::exact || asked == kNever ? asked : wheel_fires(asked, now);
  }

  void fire(Time now) {
    queue_->on_timer(now);
    asked_ = timer_ = kNever;  // a timer that has fired is set again
    // A shaper's timer means that it has a packet to send.
    if (free_ == kNever && queue_->packets() > 0) send_next(now);
  }

  void arrive(Time now) {
    const std::size_t i = next_++;
    Packet packet;
    packet.created = packet.enqueued = now;
    packet.flow = arrivals_[i].flow;
    packet.seq = static_cast<std::uint32_t>(i);
    packet.size = arrivals_[i].size;
    packet.ecn = arrivals_[i].ecn;
    draws_.arrival(i);
    arriving_ = i;
    const double u = static_cast<double>(placed_draw(seed_, i, 0) >> 11) * 0x1.0p-53;
    const Fate fate = queue_->enqueue(packet, {now, u, free_ != kNever});
    draws_.arrived();
    arriving_ = kNobody;
    if (is_drop(fate)) fates_[i] = {PacketEnd::dropped_arriving, 0};
    if (fate == Fate::marked) marked_[i] = 1;
    if (free_ == kNever) send_next(now);
  }

  void send_next(Time now) {
    Packet packet;
    if (!queue_->dequeue(now, packet)) {
      free_ = kNever;
      queue_->on_idle(now);
    } else {
      fates_[packet.seq] = {marked_[packet.seq] != 0 ? PacketEnd::marked : PacketEnd::sent, now - packet.created};
      free_ = now + static_cast<Time>(packet.size * std::uint64_t{8'000'000'000} / rate_bps_);
    }
  }

  void on_late_drop(const Packet& packet, Fate /*fate*/, Time now) override {
    const PacketEnd end = packet.seq == arriving_ ? PacketEnd::dropped_arriving
                          : arriving_ != kNobody  ? PacketEnd::dropped_waiting
                                                  : PacketEnd::dropped_leaving;
    fates_[packet.seq] = {end, now - packet.created};
  }
  void on_late_mark(const Packet& packet, Time /*now*/) override { marked_[packet.seq] = 1; }

  static constexpr std::size_t kNobody = SIZE_MAX;

  std::span<const GivenArrival> arrivals_;
  std::uint64_t seed_, rate_bps_;
  TimerClock timers_;
  PlacedDraws draws_;
  std::unique_ptr<QueueDiscipline> queue_;
  std::vector<PacketFate> fates_;
  std::vector<std::uint8_t> marked_;
  std::size_t next_ = 0, arriving_ = kNobody;
  Time timer_ = kNever, asked_ = kNever;  ///< when the discipline's timer fires, and the time for which it is set
  Time free_ = kNever;                    ///< when the transmission ends
};

}  // namespace

std::vector<PacketFate> run_one_link(const Scheme& scheme, const ParamValues& params, const OneLink& set_up,
                                     std::span<const GivenArrival> arrivals) {
  return OneLinkRun(scheme, params, set_up, arrivals).run();
}

}  // namespace aqm
