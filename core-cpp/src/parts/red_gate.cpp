// Compiled once for the whole RED family instead of once per scheme (docs/engines.md, note 12).
#include "red_gate.hpp"

namespace aqm {
namespace {

double step(const RedParams& p, const Packet& packet) { return p.byte_mode ? packet.size / p.mean_pkt_size : 1.0; }

}  // namespace

Fate RedGate::decide(const RedParams& p, const Packet& packet, bool below, double q, double p_b, double u) {
  state_.p_b = p_b;
  return p.profile == Profile::rfj93 ? decide_rfj93(p, packet, below, u) : decide_ns2(p, packet, below || q <= 1, u);
}

bool RedGate::draw(const RedParams& p, const Packet& packet, double u) {
  state_.p_a = count_law(state_.p_b, state_.count, p.count_mode);
  if (p.byte_mode) state_.p_a = std::min(1.0, state_.p_a * packet.size / p.mean_pkt_size);
  return u < state_.p_a;
}

Fate RedGate::forced() {
  state_.count = 0;
  state_.p_a = 1;
  return Fate::dropped_forced;
}

Fate RedGate::try_drop(const RedParams& p, const Packet& packet, double u) {
  if (!draw(p, packet, u)) return Fate::accepted;
  state_.count = 0;
  return early_signal(packet, p.ecn);
}

Fate RedGate::decide_rfj93(const RedParams& p, const Packet& packet, bool below, double u) {
  if (below) {
    state_.count = -1;
    state_.p_a = 0;
    return Fate::accepted;
  }
  if (state_.p_b >= 1) return forced();
  state_.count += step(p, packet);
  return try_drop(p, packet, u);
}

Fate RedGate::decide_ns2(const RedParams& p, const Packet& packet, bool below, double u) {
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

}  // namespace aqm
