// AVQ: Kunniyur and Srikant, SIGCOMM 2001. A virtual queue of b packets is served at the virtual capacity c:
//   b' = entering rate - c, held at 0 and at its buffer;   while it is full   p = 1 - c / inflow
//   c' = alpha (gamma C - entering rate), held at 0 and at C       (the paper's equation 1)
// As in ns-2, a dropped arrival adapts nothing, and the time since the arrival before it is lost with it: gamma C
// counts for 1 - kappa x (share that is dropped). If gaps between arrivals are exponential, and C~ is about the inflow,
// a drop follows short gaps: the virtual queue has room for s < 1 packets, with density exp(-s); each arrival before it
// has room for one packet is dropped. Of the time L = 1 - s until then, the gap that is cut short is not lost:
//   kappa = E(L - 1 + exp(-L)) / E(L) = 3 - e of a mean gap.
#pragma once
#include <algorithm>
#include <cmath>

#include "aqm/fluid_law.hpp"

namespace aqm::fluid {

class AvqLaw final : public FluidLaw {
 public:
  /// `capacity`, `start`: capacities of the link and of the virtual queue at the start, packets/s; `buffer`: of the
  /// virtual queue.
  AvqLaw(double gamma, double alpha, double capacity, double start, double buffer)
      : goal_(gamma * capacity), alpha_(alpha), capacity_(capacity), start_(start), buffer_(buffer) {}

  int states() const override { return 2; }
  FluidStateInfo state(int i) const override {
    return i == 0 ? FluidStateInfo{"vq", "packets", 1} : FluidStateInfo{"ctilde", "packets/s", 1};
  }
  void start(const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    z[0] = 0;
    z[1] = start_;
    settle(queue, z, memory);
  }
  void settle(const FluidQueue& queue, const double* z, FluidMemory& memory) const override {
    const int queue_piece = z[0] <= 0 && queue.inflow <= z[1]         ? kLow
                            : z[0] >= buffer_ && queue.inflow >= z[1] ? kHigh
                                                                      : kFree;
    const double rate = drift(queue);
    const int capacity_piece = z[1] <= 0 && rate <= 0 ? kLow : z[1] >= capacity_ && rate >= 0 ? kHigh : kFree;
    memory.piece = queue_piece + kShift * capacity_piece;
  }

  bool sees_inflow() const override { return true; }
  bool rests_by_inflow() const override { return false; }
  double beyond(double arrives, double enters) const override {
    // Windows that lose nothing send without bound.
    const double dropped = arrives > 0 && std::isfinite(arrives) ? 1 - enters / arrives : 0;
    return enters - goal_ * (1 - kLost * dropped);
  }
  void rest_with(const FluidQueue& queue, double p, double* z, FluidMemory& memory) const override {
    z[0] = p > 0 ? buffer_ : 0;
    z[1] = p > 0 ? queue.inflow * (1 - p) : capacity_;
    memory.piece = 0;
  }

  bool polices(FluidMemory& memory) const override {
    memory.piece += kFree - of_queue(memory);
    return true;
  }

  double probability(const FluidQueue& queue, const double* z, const FluidMemory& memory) const override {
    if (of_queue(memory) != kHigh || !(queue.inflow > 0)) return 0;
    return std::clamp(1 - z[1] / queue.inflow, 0.0, 1.0);
  }
  void rates(const FluidQueue& queue, const double* z, const FluidMemory& memory, double* dz) const override {
    dz[0] = of_queue(memory) == kFree ? queue.inflow - z[1] : 0;
    dz[1] = of_capacity(memory) == kFree ? drift(queue) : 0;
  }

  /// Guards: the low and high end of the virtual queue, or its release; then the same for the virtual capacity.
  int guards(const FluidMemory& memory) const override { return count(of_queue(memory)) + count(of_capacity(memory)); }
  double slack(int guard, const FluidQueue& queue, const double* z, const FluidMemory& memory) const override {
    const int own = count(of_queue(memory));
    if (guard < own) return side(guard, of_queue(memory), z[0] / buffer_, (queue.inflow - z[1]) / capacity_);
    return side(guard - own, of_capacity(memory), z[1] / capacity_, drift(queue) / capacity_);
  }
  FluidJump cross(int guard, const FluidQueue&, double* z, FluidMemory& memory) const override {
    const int own = count(of_queue(memory));
    if (guard < own) {
      const bool fills = of_queue(memory) == kFree && guard == 1;
      memory.piece += turn(guard, of_queue(memory), buffer_, z[0]);
      return fills ? FluidJump::value : FluidJump::slope;
    }
    memory.piece += kShift * turn(guard - own, of_capacity(memory), capacity_, z[1]);
    return FluidJump::slope;
  }
  std::string guard_name(int guard, const FluidMemory& memory) const override {
    return guard < count(of_queue(memory)) ? "the virtual queue fills or empties"
                                           : "the virtual capacity meets a bound";
  }

 private:
  static constexpr double kLost = 3 - 2.718281828459045;  ///< kappa

  /// c' where it is not held.
  double drift(const FluidQueue& queue) const {
    return -alpha_ * beyond(queue.inflow, queue.capacity * (1 - queue.idle) + queue.drift);
  }

  enum Piece : int { kLow = 0, kFree = 1, kHigh = 2, kShift = 3 };

  static int of_queue(const FluidMemory& memory) { return memory.piece % kShift; }
  static int of_capacity(const FluidMemory& memory) { return memory.piece / kShift; }
  static int count(int piece) { return piece == kFree ? 2 : 1; }
  /// `at`: position of a free state between its bounds; `rate`: the rate of a held state if it were free.
  static double side(int guard, int piece, double at, double rate) {
    if (piece == kFree) return guard == 0 ? at : 1 - at;
    return piece == kLow ? -rate : rate;
  }
  /// The change of the piece; a state that meets a bound is set exactly to it.
  static int turn(int guard, int piece, double bound, double& z) {
    if (piece != kFree) return kFree - piece;
    z = guard == 0 ? 0 : bound;
    return guard == 0 ? kLow - kFree : kHigh - kFree;
  }

  double goal_, alpha_, capacity_, start_, buffer_;
};

}  // namespace aqm::fluid
