// The part that integrating controllers share: a probability that is a state of its own and is held at 0 and at 1 (or
// another upper bound), as the packet algorithms clamp their stored value. Pieces: 0 held at 0, 1 free, 2 held at the
// bound.
#pragma once
#include <cmath>

#include "aqm/fluid_law.hpp"

namespace aqm::fluid {

/// Derived has free_rate(queue, z, memory): dp/dt while p is between its bounds. p is state 0.
template <class Derived>
class HeldProbability : public FluidLaw {
 public:
  explicit HeldProbability(double bound) : bound_(bound) {}

  int guards(const FluidMemory& memory) const override { return memory.piece == kFree ? 2 : 1; }
  double slack(int guard, const FluidQueue& queue, const double* z, const FluidMemory& memory) const override {
    if (memory.piece == kFree) return guard == 0 ? z[0] / bound_ : 1 - z[0] / bound_;
    // Held as long as the rate points outwards. In units of one bound per second.
    const double rate = self().free_rate(queue, z, memory) / bound_;
    return memory.piece == kZero ? -rate : rate;
  }
  FluidLevel level(int guard, double, const FluidMemory& memory) const override {
    if (memory.piece != kFree || guard > 1) return {};
    return guard == 0 ? FluidLevel{0, 0, 1} : FluidLevel{0, bound_, -1};
  }
  FluidJump cross(int guard, const FluidQueue&, double* z, FluidMemory& memory) const override {
    if (memory.piece == kFree) {
      memory.piece = guard == 0 ? kZero : kBound;
      z[0] = guard == 0 ? 0 : bound_;
    } else {
      memory.piece = kFree;
    }
    return FluidJump::slope;
  }
  std::string guard_name(int guard, const FluidMemory& memory) const override {
    if (memory.piece != kFree) return "the probability leaves its bound";
    return guard == 0 ? "the probability is 0" : "the probability is at its upper bound";
  }

  double probability(const FluidQueue&, const double* z, const FluidMemory&) const override { return z[0]; }

 protected:
  enum Piece : int { kZero = 0, kFree = 1, kBound = 2 };

  /// Selects the piece of a probability from the direction in which it would move.
  void seat(const FluidQueue& queue, const double* z, FluidMemory& memory) const {
    memory.piece = kFree;
    const double rate = self().free_rate(queue, z, memory);
    if (z[0] <= 0 && rate <= 0) memory.piece = kZero;
    if (z[0] >= bound_ && rate >= 0) memory.piece = kBound;
  }
  double held_rate(const FluidQueue& queue, const double* z, const FluidMemory& memory) const {
    return memory.piece == kFree ? self().free_rate(queue, z, memory) : 0;
  }

  double bound_;

 private:
  const Derived& self() const { return static_cast<const Derived&>(*this); }
};

}  // namespace aqm::fluid
