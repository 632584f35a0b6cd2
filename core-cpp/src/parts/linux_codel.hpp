// CoDel as in Linux (include/net/codel_impl.h): time in units of 1024 ns, a root of 16 bits that takes one step of
// Newton's method per drop, and a first drop after the interval has passed, not at its end.
#pragma once
#include "codel_law.hpp"
#include "linux_arithmetic.hpp"

namespace aqm::kernel {

/// Like CodelLaw, whose Head also offers
///   std::int64_t backlog() const               the bytes that wait in all queues
class Codel {
 public:
  template <class Head>
  bool take(const CodelParams& p, Head head, Time at, Packet& out) {
    const Rule rule{from_seconds(p.target) >> kShift, from_seconds(p.interval) >> kShift, p.mtu};
    const Time now = at >> kShift;
    present_ = head.pop(out);
    if (!present_) {
      dropping_ = false;
      return false;
    }
    bool due = above(rule, head, now, out);
    if (dropping_ && !due) {
      dropping_ = false;
    } else if (dropping_) {
      while (dropping_ && now >= drop_next_) {
        ++count_;
        root_ = step();
        if (signal(p, head, out)) {
          drop_next_ += gap(rule);
          break;
        }
        present_ = head.pop(out);
        dropping_ = above(rule, head, now, out);
        if (dropping_) drop_next_ += gap(rule);
      }
    } else if (due) {
      if (!signal(p, head, out)) {
        present_ = head.pop(out);
        above(rule, head, now, out);
      }
      enter(rule, now);
    }
    if (present_ && p.ce_threshold > 0 && wait_ > from_seconds(p.ce_threshold) >> kShift && markable(out))
      head.mark(out);
    return present_;
  }

  void add_count(int n) { count_ += static_cast<std::uint32_t>(n); }

  bool dropping() const { return dropping_; }
  double count() const { return count_; }
  Time drop_next() const { return std::max<Time>(0, drop_next_) << kShift; }

 private:
  static constexpr int kShift = 10;
  struct Rule {
    Time target, interval;
    double mtu;
  };

  /// Whether the packet has waited too long, and all packets for an interval have.
  template <class Head>
  bool above(const Rule& rule, const Head& head, Time now, const Packet& packet) {
    if (present_) wait_ = now - (packet.enqueued >> kShift);
    if (!present_ || wait_ < rule.target || static_cast<double>(head.backlog()) <= rule.mtu) {
      due_ = kNever;
      return false;
    }
    if (due_ == kNever) {
      due_ = now + rule.interval;
      return false;
    }
    return now > due_;
  }

  void enter(const Rule& rule, Time now) {
    dropping_ = true;
    const std::uint32_t delta = count_ - last_count_;
    if (static_cast<std::int32_t>(delta) > 1 && now - drop_next_ < 16 * rule.interval) {
      count_ = delta;
      root_ = step();
    } else {
      count_ = 1;
      root_ = UINT16_MAX;
    }
    last_count_ = count_;
    drop_next_ = now + gap(rule);
  }

  std::uint16_t step() const {
    return static_cast<std::uint16_t>(newton_step(std::uint32_t{root_} << 16, count_) >> 16);
  }
  Time gap(const Rule& rule) const {
    return scaled(static_cast<std::uint32_t>(rule.interval), std::uint32_t{root_} << 16);
  }

  static bool markable(const Packet& packet) { return packet.ecn != Ecn::not_ect && packet.ecn != Ecn::ce; }

  /// Marks or drops; true if the packet is still sent.
  template <class Head>
  static bool signal(const CodelParams& p, Head& head, Packet& packet) {
    if (early_signal(packet, p.ecn) == Fate::marked) {
      head.mark(packet);
      return true;
    }
    head.drop(packet);
    return false;
  }

  std::uint32_t count_ = 0, last_count_ = 0;
  std::uint16_t root_ = 0;
  Time due_ = kNever, drop_next_ = kStarted >> kShift, wait_ = 0;
  bool dropping_ = false, present_ = false;
};

}  // namespace aqm::kernel
