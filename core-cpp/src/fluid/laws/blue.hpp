// BLUE: the probability rises while the buffer is full (or the queue beyond a limit) and falls while the link is idle, as fast as
// the freeze time lets it.
#pragma once
#include "held_probability.hpp"

namespace aqm::fluid {

class BlueLaw final : public HeldProbability<BlueLaw> {
 public:
  /// `up`, `down`: 1/s; above `limit` packets the queue counts as overflowing.
  BlueLaw(double up, double down, double limit) : HeldProbability(1), up_(up), down_(down), limit_(limit) {}

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
    if (queue.full || memory.value[kBeyond] != 0) return up_;
    return queue.empty ? -down_ : 0;
  }

  int guards(const FluidMemory& memory) const override { return HeldProbability::guards(memory) + 1; }
  double slack(int guard, const FluidQueue& queue, const double* z, const FluidMemory& memory) const override {
    if (guard < HeldProbability::guards(memory)) return HeldProbability::slack(guard, queue, z, memory);
    const double below = (limit_ - queue.q) / limit_;
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
  double up_, down_, limit_;
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
