// From the base probability p_b to the fate of a packet: how RED counts and spaces its drops, in its two profiles.
#pragma once
#include "fifo.hpp"
#include "red_params.hpp"

namespace aqm {

/// The counters of RED (docs/specification.md 0.2), separate from parameters and statistics.
struct RedState {
  double count = -1;   ///< arrivals (or mean packets) since the last drop
  bool above = false;  ///< ns2 profile: the arrival before was above min_th ("old")
  double p_b = 0, p_a = 0;
};

class RedGate {
 public:
  explicit RedGate(const RedParams& p) { state_.count = p.profile == Profile::ns2 ? 0 : -1; }

  /// One arrival. `below`: the average is where nothing is dropped and counting restarts; `q` packets wait; `p_b` = 1
  /// means the forced zone; `u` is the packet's uniform draw.
  Fate decide(const RedParams& p, const Packet& packet, bool below, double q, double p_b, double u);

  void on_overflow(const RedParams& p) {
    if (p.profile == Profile::ns2) state_.count = 0;
  }

  const RedState& state() const { return state_; }

 private:
  bool draw(const RedParams& p, const Packet& packet, double u);
  Fate forced();
  Fate try_drop(const RedParams& p, const Packet& packet, double u);
  Fate decide_rfj93(const RedParams& p, const Packet& packet, bool below, double u);
  Fate decide_ns2(const RedParams& p, const Packet& packet, bool below, double u);

  RedState state_;
};

inline std::vector<StateSpec> red_states() {
  return {
      {"avg", "packets", "The average queue that the law looks at.", ParamRole::average},
      {"p_b", "1", "Base probability: the drop curve at the average.", ParamRole::base_probability},
      {"p_a", "1", "Probability used for this arrival, after the spacing of drops."},
      {"count", "packets", "Arrivals since the last drop."},
  };
}
inline constexpr int kRedStates = 4;

}  // namespace aqm
