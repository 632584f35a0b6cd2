// BLUE: the probability rises while the buffer is full (or the queue beyond a limit) and falls while it is idle, at
// most one step in a freeze time, and one for each event: a refused packet, or the beginning of an idle time. On a link
// with load rho, the share 1 - rho of the packets find it idle, and each of them ends an idle time: there are
// C rho (1 - rho) idle times per second. (Without this limit the rate jumps where the buffer ceases to overflow, and
// where the link ceases to be idle. If packets are dropped, such a jump brings the state back at once, and the model
// switches without end.)
//
// The packets' queue meets both ends by chance, even if the mean is between them. While p is constant, each of the
// N windows varies alone: E W^2 = 2 / p and E W = 1.3098 / sqrt(p) (Ott, Kemperman and Mathis 1996), and a queue, if
// not empty, follows their sum. So it varies by sigma, with sigma^2 = (2 - 1.3098^2) N / p, and is full for the share
// Q((B - q) / sigma) of the time and empty for Q(q / sigma), where Q is the normal distribution's tail. Between the
// ends of the buffer no queue varies by more than half their distance (Popoviciu 1935): 1 / sigma^2 has 4 / B^2 more,
// which counts where p is nearly 0. BLUE rests where both steps balance, d1 Q((B - q) / sigma) = d2 Q(q / sigma), but a
// queue several sigma from both ends needs hours to get there.
#pragma once
#include <algorithm>
#include <cmath>

#include "aqm/normal_tail.hpp"
#include "held_probability.hpp"

namespace aqm::fluid {

class BlueLaw final : public HeldProbability<BlueLaw> {
 public:
  /// `up`, `down`: the sizes of the steps; `freeze`: s; above `limit` packets (infinity: never) every arrival counts as
  /// refused. `end`: of the queue, packets.
  BlueLaw(double up, double down, double freeze, double limit, double end)
      : HeldProbability(1), up_(up), down_(down), freeze_(freeze), limit_(limit), end_(end) {}

  int states() const override { return 1; }
  FluidStateInfo state(int) const override { return {"p_m", "1", 1e-3}; }
  void start(const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    z[0] = 0;
    settle(queue, z, memory);
  }
  void settle(const FluidQueue& queue, const double* z, FluidMemory& memory) const override {
    memory.value[kBeyond] = queue.q > limit_ ? 1 : 0;
    seat(queue, z, memory);
  }
  void rates(const FluidQueue& queue, const double* z, const FluidMemory& memory, double* dz) const override {
    dz[0] = held_rate(queue, z, memory);
  }
  double free_rate(const FluidQueue& queue, const double* z, const FluidMemory& memory) const {
    const double refused = memory.value[kBeyond] != 0 ? queue.inflow : queue.refused;
    const double falls_idle = queue.capacity * (1 - queue.idle) * queue.idle;
    const double width = spread(z[0], queue.flows);
    const double full = math::normal_tail((end_ - queue.q) / width), empty = math::normal_tail(queue.q / width);
    return (up_ * (full + (1 - full) * std::min(1.0, freeze_ * refused)) -
            down_ * (empty + (1 - empty) * std::min(1.0, freeze_ * falls_idle))) /
           freeze_;
  }
  bool sees_flows() const override { return true; }
  void rest_at(const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    const auto rises = [&](double p) {
      const double width = spread(p, queue.flows);
      return up_ * math::normal_tail((end_ - queue.q) / width) > down_ * math::normal_tail(queue.q / width);
    };
    double low = 0, high = rises(0) ? 1 : 0;
    for (int i = 0; i < 60 && low < high; ++i) (rises(0.5 * (low + high)) ? low : high) = 0.5 * (low + high);
    z[0] = high;
    settle(queue, z, memory);
  }

  int guards(const FluidMemory& memory) const override { return HeldProbability::guards(memory) + 1; }
  double slack(int guard, const FluidQueue& queue, const double* z, const FluidMemory& memory) const override {
    if (guard < HeldProbability::guards(memory)) return HeldProbability::slack(guard, queue, z, memory);
    const double below = 1 - queue.q / limit_;
    return memory.value[kBeyond] != 0 ? -below : below;
  }
  FluidJump cross(int guard, const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    if (guard < HeldProbability::guards(memory)) return HeldProbability::cross(guard, queue, z, memory);
    memory.value[kBeyond] = 1 - memory.value[kBeyond];
    return FluidJump::slope;
  }
  std::string guard_name(int guard, const FluidMemory& memory) const override {
    if (guard < HeldProbability::guards(memory)) return HeldProbability::guard_name(guard, memory);
    return "the queue crosses BLUE's limit";
  }

 private:
  static constexpr double kScatter = 2 - 1.3098 * 1.3098;

  /// sigma, packets.
  double spread(double p, double flows) const {
    return 1 / std::sqrt(std::max(0.0, p) / (kScatter * std::max(1.0, flows)) + 4 / (end_ * end_));
  }

  static constexpr std::size_t kBeyond = 0;  // of the memory
  double up_, down_, freeze_, limit_, end_;
};

/// No early drops at all: DropTail.
class NoLaw final : public FluidLaw {
 public:
  int states() const override { return 0; }
  FluidStateInfo state(int) const override { return {"", "", 1}; }
  void start(const FluidQueue&, double*, FluidMemory&) const override {}
  double probability(const FluidQueue&, const double*, const FluidMemory&) const override { return 0; }
  void rates(const FluidQueue&, const double*, const FluidMemory&, double*) const override {}
};

}  // namespace aqm::fluid
