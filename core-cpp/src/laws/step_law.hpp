// Controllers that a router runs as a difference equation every T seconds (PI, PIE, REM, DRED), in two forms, which
// both use the scheme's own step function:
//   StepLaw     dz/dt = (step(z) - z) / T with the previous sample taken as q - T dq/dt: the literature's fluid model
//   TickedLaw   z = step(z) at t = T, 2T, ..., held in between: what the router does
#pragma once
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "aqm/fluid_law.hpp"
#include "gated.hpp"

namespace aqm::fluid {

struct StepSpec {
  std::vector<FluidStateInfo> states;
  double interval = 0.01;  ///< T, s
  /// One step of the states z with the queue `now` and with `old_queue` packets an interval ago; `open` as below.
  std::function<void(double* z, const FluidQueue& now, double old_queue, unsigned open)> step;
  /// The probability for given states and open gates (bit i: gate i is >= 0).
  std::function<double(const FluidQueue& now, const double* z, unsigned open)> probability;
  /// `FluidLaw::drops_marked`; none: all packets with ECN are marked.
  std::function<double(const FluidQueue& now, const double* z, unsigned open)> drops_marked = nullptr;
  /// Conditions at whose change of sign the probability jumps or bends, or the step changes its form.
  std::vector<Gate> gates;
  /// The queue to which the controller steers, at a capacity; and its states there at probability p.
  std::function<double(double capacity)> reference;
  /// For a controller that also watches the rate: how far below that queue it rests.
  std::function<double(double capacity, double inflow)> sag;
  /// How far above that queue it rests with the probability p.
  std::function<double(double capacity, double p)> rise;
  std::function<void(double p, double* z)> rest;
  /// The share of arrivals to which `rest`'s probability applies, with q packets waiting; all of them if empty.
  std::function<double(double q)> exposed;
  /// For a controller of two queues: the probability of a class of service, and its wait.
  std::function<double(int service, const FluidQueue& now, const double* z)> probability_of;
  std::function<double(int service, const FluidQueue& now)> wait;
};

/// What both forms share.
class SteppedLaw : public GatedLaw {
 public:
  explicit SteppedLaw(StepSpec spec) : GatedLaw(spec.gates), spec_(std::move(spec)) {}

  double reference(double capacity) const override { return spec_.reference(capacity); }
  double sag(double capacity, double inflow) const override { return spec_.sag ? spec_.sag(capacity, inflow) : 0; }
  double rise(double capacity, double p) const override { return spec_.rise ? spec_.rise(capacity, p) : 0; }
  bool rests_by_inflow() const override { return spec_.sag != nullptr; }

  double most(double q) const override { return spec_.exposed ? spec_.exposed(q) : 1; }

  double probability(const FluidQueue& queue, const double* z, const FluidMemory& memory) const override {
    return spec_.probability(queue, states_of(z, memory), static_cast<unsigned>(memory.piece));
  }
  bool by_service() const override { return spec_.probability_of != nullptr; }
  double probability_of(int service, const FluidQueue& queue, const double* z,
                        const FluidMemory& memory) const override {
    return spec_.probability_of(service, queue, states_of(z, memory));
  }
  bool two_queues() const override { return spec_.wait != nullptr; }
  double wait(int service, const FluidQueue& queue) const override { return spec_.wait(service, queue); }
  bool guards_see_flow() const override { return two_queues(); }

  double drops_marked(int, const FluidQueue& queue, const double* z, const FluidMemory& memory) const override {
    if (!spec_.drops_marked) return 0;
    return spec_.drops_marked(queue, states_of(z, memory), static_cast<unsigned>(memory.piece));
  }

 protected:
  /// The states with which the probability is p with this queue.
  void states_at(const FluidQueue& queue, double p, double* z) const {
    const double share = most(queue.q);
    spec_.rest(p < share ? p / share : 1, z);
  }

  StepSpec spec_;
};

class StepLaw final : public SteppedLaw {
 public:
  using SteppedLaw::SteppedLaw;

  int states() const override { return static_cast<int>(spec_.states.size()); }
  FluidStateInfo state(int i) const override { return spec_.states[static_cast<std::size_t>(i)]; }
  void start(const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    std::fill(z, z + spec_.states.size(), 0.0);
    settle(queue, z, memory);
  }
  void rates(const FluidQueue& queue, const double* z, const FluidMemory& memory, double* dz) const override {
    double next[kMaxLawStates];
    std::copy(z, z + spec_.states.size(), next);
    spec_.step(next, queue, queue.q - spec_.interval * queue.drift, static_cast<unsigned>(memory.piece));
    for (std::size_t i = 0; i < spec_.states.size(); ++i) dz[i] = (next[i] - z[i]) / spec_.interval;
  }
  void rest(const FluidQueue& queue, double p, double* z, FluidMemory& memory) const override {
    states_at(queue, p, z);
    settle(queue, z, memory);
  }
};

class TickedLaw final : public SteppedLaw {
 public:
  using SteppedLaw::SteppedLaw;

  int states() const override { return 0; }
  FluidStateInfo state(int) const override { return {"", "", 1}; }
  void start(const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    memory.value = {};
    if (start_ > 0) spec_.rest(start_, memory.value.data());
    memory.value[kOldQueue] = queue.q;
    settle(queue, z, memory);
  }
  void rates(const FluidQueue&, const double*, const FluidMemory&, double*) const override {}
  double interval() const override { return spec_.interval; }
  FluidJump tick(const FluidQueue& queue, const double* z, FluidMemory& memory) const override {
    spec_.step(memory.value.data(), queue, memory.value[kOldQueue], static_cast<unsigned>(memory.piece));
    memory.value[kOldQueue] = queue.q;
    settle(queue, z, memory);
    return FluidJump::value;
  }
  bool ticks_finely() const override { return true; }
  void rest(const FluidQueue& queue, double p, double* z, FluidMemory& memory) const override {
    states_at(queue, p, memory.value.data());
    memory.value[kOldQueue] = queue.q;
    settle(queue, z, memory);
  }

  /// Starts from the states that belong to probability p instead of from zero.
  void start_from(double p) { start_ = p; }

 protected:
  const double* states_of(const double*, const FluidMemory& memory) const override { return memory.value.data(); }

 private:
  static constexpr std::size_t kOldQueue = kMaxLawMemory - 1;
  double start_ = 0;
};

/// The requested form.
inline std::shared_ptr<const FluidLaw> stepped(StepSpec spec, FluidForm form) {
  if (form == FluidForm::sampled) return std::make_shared<TickedLaw>(std::move(spec));
  return std::make_shared<StepLaw>(std::move(spec));
}

}  // namespace aqm::fluid
