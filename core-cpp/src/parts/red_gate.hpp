// From the base probability p_b to the fate of a packet: how RED counts and spaces its drops, in its two profiles.
#pragma once
#include "fifo.hpp"
#include "red_params.hpp"

namespace aqm {

/// The counters of RED (docs/specification.md 0.2), apart from parameters and statistics.
struct RedState {
  double count = -1;   ///< arrivals (or mean packets) since the last drop
  bool above = false;  ///< ns2 profile: the arrival before was above min_th ("old")
  double p_b = 0, p_a = 0;
};

class RedGate {
 public:
  explicit RedGate(const RedParams& p) { state_.count = p.profile == Profile::ns2 ? 0 : -1; }

  /// One arrival. `below`: the average is where nothing is dropped and counting starts anew; `q` packets wait; `p_b` = 1
  /// means the forced zone; `u` is the packet's uniform draw.
  Fate decide(const RedParams& p, const Packet& packet, bool below, double q, double p_b, double u) {
    state_.p_b = p_b;
    return p.profile == Profile::rfj93 ? decide_rfj93(p, packet, below, u) : decide_ns2(p, packet, below || q <= 1, u);
  }

  void on_overflow(const RedParams& p) {
    if (p.profile == Profile::ns2) state_.count = 0;
  }

  const RedState& state() const { return state_; }

 private:
  static double step(const RedParams& p, const Packet& packet) {
    return p.byte_mode ? packet.size / p.mean_pkt_size : 1.0;
  }

  bool draw(const RedParams& p, const Packet& packet, double u) {
    state_.p_a = count_law(state_.p_b, state_.count, p.count_mode);
    if (p.byte_mode) state_.p_a = std::min(1.0, state_.p_a * packet.size / p.mean_pkt_size);
    return u < state_.p_a;
  }

  Fate forced() {
    state_.count = 0;
    state_.p_a = 1;
    return Fate::dropped_forced;
  }

  Fate try_drop(const RedParams& p, const Packet& packet, double u) {
    if (!draw(p, packet, u)) return Fate::accepted;
    state_.count = 0;
    return early_signal(packet, p.ecn);
  }

  Fate decide_rfj93(const RedParams& p, const Packet& packet, bool below, double u) {
    if (below) {
      state_.count = -1;
      state_.p_a = 0;
      return Fate::accepted;
    }
    if (state_.p_b >= 1) return forced();
    state_.count += step(p, packet);
    return try_drop(p, packet, u);
  }

  Fate decide_ns2(const RedParams& p, const Packet& packet, bool below, double u) {
    state_.count += step(p, packet);
    state_.p_a = 0;
    if (below) {
      state_.above = false;
      return Fate::accepted;
    }
    if (state_.p_b >= 1) return forced();
    if (!state_.above) {  // the first arrival above min_th starts the count and is never dropped
      state_.above = true;
      state_.count = step(p, packet);
      return Fate::accepted;
    }
    return try_drop(p, packet, u);
  }

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
