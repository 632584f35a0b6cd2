// BLUE: the probability rises while the buffer is full (or the queue beyond a limit) and falls while the link is idle.
// It changes as fast as the freeze time allows, but with at most one step per event: a refused packet, or the beginning
// of an idle time. On a link with load rho, the share 1 - rho of the packets find it idle, and each of them ends an
// idle time: there are C rho (1 - rho) idle times per second. (Without this limit the rate would jump where the buffer
// ceases to overflow and where the link ceases to be idle. If packets are dropped, such a jump brings the state back at
// once, and the model switches without end.)
#pragma once
#include <algorithm>

#include "held_probability.hpp"

namespace aqm::fluid {

class BlueLaw final : public HeldProbability<BlueLaw> {
 public:
  /// `up`, `down`: the sizes of the steps; `freeze`: s; above `limit` packets (infinity: never) every arrival counts as
  /// refused.
  BlueLaw(double up, double down, double freeze, double limit)
      : HeldProbability(1), up_(up), down_(down), freeze_(freeze), limit_(limit) {}

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
  double free_rate(const FluidQueue& queue, const double*, const FluidMemory& memory) const {
    const double refused = memory.value[kBeyond] != 0 ? queue.inflow : queue.refused;
    if (refused > 0) return up_ * std::min(1 / freeze_, refused);
    const double falls_idle = queue.capacity * (1 - queue.idle) * queue.idle;
    return -down_ * std::min(1 / freeze_, falls_idle);
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
  bool floats() const override { return true; }

 private:
  static constexpr std::size_t kBeyond = 0;  // of the memory
  double up_, down_, freeze_, limit_;
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
