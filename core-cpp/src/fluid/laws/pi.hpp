// The proportional-integral controller of Hollot, Misra, Towsley and Gong, INFOCOM 2001, as a differential equation and as the
// difference equation that a router runs.
#pragma once
#include <algorithm>

#include "held_probability.hpp"

namespace aqm::fluid {

/// dp/dt = k_I (q - q_ref) + k_P dq/dt, p held in [0, 1]. From the sampled form's a, b and f_s: k_I = (a - b) f_s, k_P = b.
class PiLaw final : public HeldProbability<PiLaw> {
 public:
  PiLaw(double integral, double proportional, double reference)
      : HeldProbability(1), integral_(integral), proportional_(proportional), reference_(reference) {}

  int states() const override { return 1; }
  FluidStateInfo state(int) const override { return {"p", "1", 1e-3}; }
  void start(const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    z[0] = 0;
    seat(queue, z, memory);
  }
  void settle(const FluidQueue& queue, const double* z, FluidMemory& memory) const override { seat(queue, z, memory); }
  void rates(const FluidQueue& queue, const double* z, const FluidMemory& memory, double* dz) const override {
    dz[0] = held_rate(queue, z, memory);
  }
  double free_rate(const FluidQueue& queue, const double*, const FluidMemory&) const {
    return integral_ * (queue.q - reference_) + proportional_ * queue.drift;
  }

  double reference(double /*capacity*/) const override { return reference_; }
  void rest(double p, double* z, FluidMemory& memory) const override {
    z[0] = p;
    memory.piece = kFree;
  }

 private:
  double integral_, proportional_, reference_;
};

/// p_k = clamp(p_{k-1} + a (q_k - q_ref) - b (q_{k-1} - q_ref)) at t_k = k / f_s, held in between.
class SampledPiLaw final : public FluidLaw {
 public:
  SampledPiLaw(double a, double b, double rate, double reference) : a_(a), b_(b), rate_(rate), reference_(reference) {}

  int states() const override { return 0; }
  FluidStateInfo state(int) const override { return {"", "", 1}; }
  void start(const FluidQueue& queue, double*, FluidMemory& memory) const override {
    memory.value[kProbability] = start_;
    memory.value[kOldQueue] = queue.q;
  }
  double probability(const FluidQueue&, const double*, const FluidMemory& memory) const override {
    return memory.value[kProbability];
  }
  void rates(const FluidQueue&, const double*, const FluidMemory&, double*) const override {}
  double interval() const override { return 1 / rate_; }
  FluidJump tick(const FluidQueue& queue, const double*, FluidMemory& memory) const override {
    double& p = memory.value[kProbability];
    double& old = memory.value[kOldQueue];
    p = std::clamp(p + a_ * (queue.q - reference_) - b_ * (old - reference_), 0.0, 1.0);
    old = queue.q;
    return FluidJump::value;
  }
  bool ticks_finely() const override { return true; }

  double reference(double /*capacity*/) const override { return reference_; }
  void rest(double p, double*, FluidMemory& memory) const override {
    memory.value[kProbability] = p;
    memory.value[kOldQueue] = reference_;
  }
  /// The probability to start from.
  void start_from(double p) { start_ = p; }

 private:
  static constexpr std::size_t kProbability = 0, kOldQueue = 1;  // of the memory: p, and q at the sample before

  double a_, b_, rate_, reference_, start_ = 0;
};

}  // namespace aqm::fluid
