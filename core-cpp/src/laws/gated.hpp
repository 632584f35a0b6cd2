// Laws that are smooth except where one of a few conditions changes its sign: each bit of the piece says whether a gate
// is open.
#pragma once
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "aqm/fluid_law.hpp"
#include "smeared.hpp"

namespace aqm::fluid {

struct Gate {
  std::function<double(const FluidQueue&, const double* z)> slack;
  FluidJump jump = FluidJump::value;  ///< of the probability
  /// The level whose upper side opens the gate, if it watches the queue or one state.
  std::function<FluidLevel(double capacity)> level = nullptr;
};

/// Open from `bound` on, for state i.
inline Gate state_gate(int i, double bound, FluidJump jump) {
  return {[i, bound](const FluidQueue&, const double* z) { return z[i] - bound; }, jump,
          [i, bound](double) {
            return FluidLevel{i, bound, 1};
          }};
}

/// Where the share of arrivals that see `level` packets begins and ends to change (smeared.hpp).
inline std::vector<Gate> smear_gates(const std::function<double(double capacity)>& level) {
  std::vector<Gate> gates;
  for (const double side : {-kSmear, kSmear}) {
    gates.push_back({[level, side](const FluidQueue& now, const double*) {
                       const double at = level(now.capacity) + side;
                       return (now.q - at) / (1 + std::abs(at));
                     },
                     FluidJump::slope,
                     [level, side](double capacity) {
                       return FluidLevel{FluidLevel::kQueue, level(capacity) + side, 1};
                     }});
  }
  return gates;
}

class GatedLaw : public FluidLaw {
 public:
  explicit GatedLaw(std::vector<Gate> gates) : gates_(std::move(gates)) {}

  int guards(const FluidMemory&) const override { return static_cast<int>(gates_.size()); }
  bool guards_see_flow() const override { return false; }
  double slack(int guard, const FluidQueue& queue, const double* z, const FluidMemory& memory) const override {
    const double gate = gates_[static_cast<std::size_t>(guard)].slack(queue, states_of(z, memory));
    return (memory.piece >> guard & 1) != 0 ? gate : -gate;
  }
  FluidLevel level(int guard, double capacity, const FluidMemory& memory) const override {
    const Gate& gate = gates_[static_cast<std::size_t>(guard)];
    if (!gate.level) return {};
    FluidLevel level = gate.level(capacity);
    if ((memory.piece >> guard & 1) == 0) level.side = -1;
    // The states that a timer steps are constant between two ticks.
    if (level.of >= states()) return {FluidLevel::kQueue, -std::numeric_limits<double>::infinity(), 1};
    return level;
  }
  FluidJump cross(int guard, const FluidQueue&, double*, FluidMemory& memory) const override {
    memory.piece ^= 1 << guard;
    return gates_[static_cast<std::size_t>(guard)].jump;
  }
  std::string guard_name(int guard, const FluidMemory&) const override {
    return "gate " + std::to_string(guard + 1) + " of the law";
  }
  void settle(const FluidQueue& queue, const double* z, FluidMemory& memory) const override {
    memory.piece = 0;
    for (std::size_t i = 0; i < gates_.size(); ++i) {
      if (gates_[i].slack(queue, states_of(z, memory)) >= 0) memory.piece |= 1 << i;
    }
  }

 protected:
  /// Where the states are: in z, or in the memory of a law that a timer steps.
  virtual const double* states_of(const double* z, const FluidMemory& /*memory*/) const { return z; }

 private:
  std::vector<Gate> gates_;
};

}  // namespace aqm::fluid
