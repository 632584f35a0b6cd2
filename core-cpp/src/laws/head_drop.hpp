// CoDel and COBALT, which determine the times of their drops themselves: drop n follows the previous one after a gap of
// interval / sqrt(n). So the rate of drops, sqrt(n) / interval, grows by 1 / (2 interval^2) per second, whatever it is
// (cf. Patil and Tahiliani, "Towards a better understanding and analysis of controlled delay (CoDel) algorithm by using
// fluid modelling", IET Networks 8(1), 2019, who also follow CoDel's state with a modified fluid model; the equations
// here are derived from the algorithms). The state z is that rate divided by the link's. For dropped packets, the share
// at the head is p = z / (1 + z); for marked packets it is z. A packet that is dropped at the head takes no time of the
// link: of q waiting packets (1 - p) q are sent, and the delay is q (1 - p) / C. So the target is target C / (1 - p) =
// target C (1 + z) packets. This is approximate: the senders notice a drop at the head earlier than here by the waiting
// time of the queue, and packets, which come in bunches, see the delay above and below the target within one round
// trip.
#pragma once
#include <algorithm>
#include <cmath>

#include "held_probability.hpp"
#include "smeared.hpp"

namespace aqm::fluid {

struct HeadDrop {
  double target, interval;  ///< s
  double least = 0;         ///< packets: if no more than this wait, nothing is dropped
  bool thinned = false;     ///< packets are dropped, not marked

  /// The queue at which the delay is the target, while `drops` packets are dropped for each one that is sent.
  double level(double capacity, double drops) const {
    return std::max(target * capacity * (thinned ? 1 + drops : 1), least);
  }
  double growth(double capacity) const { return 1 / (2 * interval * interval * capacity); }
  double share(double z) const { return thinned ? z / (1 + z) : std::min(1.0, z); }
  double state_of(double p) const { return thinned ? p / (1 - std::min(p, 0.999999)) : p; }
};

/// COBALT: the count falls below the target as it rises above it, and drops happen above it. Arrivals are split between
/// the two sides because they see about one packet more or less (smeared.hpp). So the law rests where half of them see
/// each side: at the target, whatever probability is needed.
class CobaltRate final : public HeldProbability<CobaltRate> {
 public:
  explicit CobaltRate(const HeadDrop& law) : HeldProbability(law.thinned ? 20 : 2), law_(law) {}

  int states() const override { return 1; }
  FluidStateInfo state(int) const override { return {"drops for each packet sent", "1", 1e-3}; }
  void start(const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    z[0] = 0;
    settle(queue, z, memory);
  }
  void settle(const FluidQueue& queue, const double* z, FluidMemory& memory) const override {
    const double level = level_of(queue, z);
    memory.value[kCuts] = (queue.q >= level - kSmear ? 1 : 0) + (queue.q >= level + kSmear ? 1 : 0);
    seat(queue, z, memory);
  }
  double reference(double capacity) const override { return law_.level(capacity, 0); }
  double rise(double capacity, double p) const override {
    return law_.level(capacity, law_.state_of(p)) - reference(capacity);
  }
  void rest(const FluidQueue& /*queue*/, double p, double* z, FluidMemory& memory) const override {
    z[0] = std::min(bound_, 2 * law_.state_of(p));
    memory.piece = p > 0 ? kFree : kZero;
    memory.value[kCuts] = 1;
  }
  double probability(const FluidQueue& queue, const double* z, const FluidMemory&) const override {
    return law_.share(std::max(0.0, z[0]) * above(queue, z));
  }
  void rates(const FluidQueue& queue, const double* z, const FluidMemory& memory, double* dz) const override {
    dz[0] = held_rate(queue, z, memory);
  }
  double free_rate(const FluidQueue& queue, const double* z, const FluidMemory&) const {
    return (2 * above(queue, z) - 1) * law_.growth(queue.capacity);
  }

  /// Guards: those of the state; then the cut below and above the queue.
  int guards(const FluidMemory& memory) const override { return HeldProbability::guards(memory) + 2; }
  double slack(int guard, const FluidQueue& queue, const double* z, const FluidMemory& memory) const override {
    const int own = HeldProbability::guards(memory);
    if (guard < own) return HeldProbability::slack(guard, queue, z, memory);
    const double level = level_of(queue, z), scale = 1 + level;
    const int cuts = static_cast<int>(memory.value[kCuts]);
    if (guard == own) return cuts > 0 ? (queue.q - level + (cuts == 1 ? kSmear : -kSmear)) / scale : 1;
    return cuts < 2 ? (level + (cuts == 0 ? -kSmear : kSmear) - queue.q) / scale : 1;
  }
  FluidJump cross(int guard, const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    const int own = HeldProbability::guards(memory);
    if (guard < own) return HeldProbability::cross(guard, queue, z, memory);
    memory.value[kCuts] += guard == own ? -1 : 1;
    return FluidJump::slope;
  }

 private:
  static constexpr std::size_t kCuts = 0;  // in the memory: how many ends of the smeared target are below the queue
  /// z drops come for each packet sent in the half of the time in which packets wait longer than the target.
  double level_of(const FluidQueue& queue, const double* z) const {
    return law_.level(queue.capacity, 0.5 * std::max(0.0, z[0]));
  }
  double above(const FluidQueue& queue, const double* z) const { return share_above(queue.q, level_of(queue, z)); }

  HeadDrop law_;
};

/// CoDel: nothing happens until the delay has been above the target for an interval; then it drops until the delay is
/// below. A dropping phase that begins less than 16 intervals after the previous one continues with the count that the
/// previous one added.
///
/// One packet whose delay is below the target ends a dropping phase or a waiting interval, and the queue of packets
/// scatters within a round trip. In thirteen lanes of models/agreement/grid.json a line through the last three round
/// trips before the end of a phase ends 0.44 to 0.71 times sqrt(F) packets above the target (mean 0.57) if F packets
/// are sent in a round trip, and the lowest queue there is one to three packets below it. So phases end, and intervals
/// begin, that far above the target.
class CodelRate final : public FluidLaw {
 public:
  explicit CodelRate(const HeadDrop& law) : law_(law) {}

  int states() const override { return 2; }
  FluidStateInfo state(int i) const override {
    return i == 0 ? FluidStateInfo{"drops for each packet sent", "1", 1e-3} : FluidStateInfo{"clock", "s", 1};
  }
  void start(const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    z[0] = z[1] = 0;
    memory.value = {};
    memory.value[kLeft] = 16 * law_.interval;
    settle(queue, z, memory);
  }
  /// If the delay stays above the target the rate grows without end: the law rests below the target, or nowhere.
  void rest_at(const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    start(queue, z, memory);
    z[0] = 1e9;
    z[1] = law_.interval;
  }
  void settle(const FluidQueue& queue, const double* z, FluidMemory& memory) const override {
    memory.piece = queue.q < level_of(queue, 0) ? kBelow : z[1] < law_.interval ? kWaiting : kDropping;
  }
  bool sees_flows() const override { return true; }
  double probability(const FluidQueue&, const double* z, const FluidMemory& memory) const override {
    return memory.piece == kDropping ? law_.share(z[0]) : 0;
  }
  void rates(const FluidQueue& queue, const double*, const FluidMemory& memory, double* dz) const override {
    dz[0] = memory.piece == kDropping ? law_.growth(queue.capacity) : 0;
    dz[1] = memory.piece == kDropping ? 0 : 1;
  }

  /// Guards: the target; while waiting also the interval.
  int guards(const FluidMemory& memory) const override { return memory.piece == kWaiting ? 2 : 1; }
  double slack(int guard, const FluidQueue& queue, const double* z, const FluidMemory& memory) const override {
    if (guard == 1) return 1 - z[1] / law_.interval;
    const double level = level_of(queue, memory.piece == kDropping ? z[0] : 0);
    const double above = (queue.q - level) / (1 + level);
    return memory.piece == kBelow ? -above : above;
  }
  /// The clock: below the target, the time since the last dropping phase; while waiting, the time above the target. If
  /// packets were dropped, the packets behind them wait longer than the target again.
  FluidJump cross(int guard, const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    if (guard == 1) {
      begin(queue.capacity, z, memory);
      return FluidJump::value;
    }
    if (memory.piece == kBelow) {
      memory.value[kLeft] = z[1];
      z[1] = 0;
      memory.piece = kWaiting;
      return FluidJump::nothing;
    }
    const bool was_dropping = memory.piece == kDropping;
    z[1] = was_dropping ? 0 : memory.value[kLeft] + z[1];
    memory.value[kLeft] = 0;
    memory.piece = was_dropping && law_.thinned ? kWaiting : kBelow;
    return was_dropping ? FluidJump::value : FluidJump::nothing;
  }
  std::string guard_name(int guard, const FluidMemory&) const override {
    return guard == 0 ? "the delay crosses the target" : "the delay has been above the target for an interval";
  }

 private:
  static constexpr double kDip = 0.57;  ///< as measured (above)
  double level_of(const FluidQueue& queue, double drops) const {
    return law_.level(queue.capacity, drops) + kDip * std::sqrt(std::max(0.0, queue.flight));
  }
  enum Piece : int { kBelow, kWaiting, kDropping };
  // in the memory: time since the last dropping phase, s; count at its beginning
  static constexpr std::size_t kLeft = 0, kLast = 1;

  void begin(double capacity, double* z, FluidMemory& memory) const {
    const double root = z[0] * capacity * law_.interval, grown = root * root - memory.value[kLast];
    const bool soon = memory.value[kLeft] + law_.interval < 16 * law_.interval;
    const double count = grown > 1 && soon ? grown : 1;
    memory.value[kLast] = count;
    z[0] = std::sqrt(count) / (capacity * law_.interval);
    memory.piece = kDropping;
  }

  HeadDrop law_;
};

}  // namespace aqm::fluid
