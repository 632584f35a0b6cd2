// PIE's controller in the fluid model, shared by the schemes that extend PIE.
#pragma once
#include <algorithm>
#include <bit>

#include "laws/step_law.hpp"

#include "pie_controller.hpp"

namespace aqm::fluid {

/// RFC 8033 section 4.1: an arrival that finds at most two packets is never dropped. q is the mean of whole numbers,
/// so three packets or more stand for q from half-way between two and three.
inline constexpr double kPieSpared = 2.5;
inline double pie_exposed(double q) { return share_above(q, kPieSpared); }

/// Whether drops begin along a line, instead of at once, where p ceases to be small.
inline bool pie_ramped(const FluidChoice& choice) { return choice.ramped() && choice.form == FluidForm::continuous; }

inline constexpr unsigned kPieLevelGates = (1u << kPieLevels.size()) - 1;

inline StepSpec pie_spec(const PieParams& p, const FluidChoice& choice) {
  StepSpec spec;
  spec.states = {{"p", "1", 1e-3}};
  spec.interval = p.interval;
  const bool ramped = pie_ramped(choice);
  const int first_level = ramped ? 4 : 3;
  spec.step = [p, first_level](double* z, const FluidQueue& now, double old, unsigned open) {
    const auto level = static_cast<std::size_t>(std::popcount(open >> first_level & kPieLevelGates));
    const double next = pie_step(p, z[0], now.q / now.capacity, old / now.capacity, level);
    // If less arrives than could leave, only the updates that find the link idle let p decay: none at the point where
    // the link just becomes idle.
    const bool decays = now.q == 0 && old == 0;
    z[0] = decays ? next + (1 - now.idle) * (1 / kPieDecay - 1) * next : next;
  };
  // pie_spares(): above the queue of a short delay every arrival is at risk, whatever p is; from gate 2 on p ceases to
  // be small. If packets can then be dropped, the queue and its delay shrink at once, and p becomes small again: then p
  // passes the region within one update, which changes it by at most 0.02 (gate 3).
  const auto short_queue = [p](double capacity) { return pie_short_delay(p) * capacity; };
  const double half = ramped ? kPieLargestStep / 2 : 0;
  const auto p_gate = [ramped](double level) {
    return state_gate(0, level, ramped ? FluidJump::slope : FluidJump::value);
  };
  spec.gates = smear_gates(short_queue);
  spec.gates.push_back(p_gate(kPieSmall - half));
  if (ramped) spec.gates.push_back(p_gate(kPieSmall + half));
  // Where p takes larger steps, p' jumps.
  for (const double level : kPieLevels) spec.gates.push_back(state_gate(0, level, FluidJump::slope));
  for (Gate& gate : smear_gates([](double) { return kPieSpared; })) spec.gates.push_back(std::move(gate));
  const unsigned last = ramped ? 8u : 4u;
  spec.probability = [short_queue, half, last](const FluidQueue& now, const double* z, unsigned open) {
    double share = 1;
    if ((open & last) == 0) {
      const double large = (open & 4u) != 0 ? (z[0] - kPieSmall + half) / (2 * half) : 0;
      share = large + (1 - large) * share_above(now.q, short_queue(now.capacity));
    }
    return std::clamp(z[0] * share * pie_exposed(now.q), 0.0, 1.0);
  };
  // Above ecn_limit packets with ECN are dropped, too (RFC 8033 section 5.1); drops begin along a line, as above.
  if (p.ecn && choice.hard) {
    const auto first = spec.gates.size();
    spec.gates.push_back(p_gate(p.ecn_limit - half));
    if (ramped) spec.gates.push_back(p_gate(p.ecn_limit + half));
    spec.drops_marked = [early = spec.probability, limit = p.ecn_limit, half, first, ramped](
                            const FluidQueue& now, const double* z, unsigned open) {
      const bool begun = (open >> first & 1) != 0, whole = !ramped || (open >> (first + 1) & 1) != 0;
      if (!begun) return 0.0;
      return early(now, z, open) * (whole ? 1 : (z[0] - limit + half) / (2 * half));
    };
  }
  spec.reference = [p](double capacity) { return p.target * capacity; };
  spec.rest = [](double probability, double* z) { z[0] = probability; };
  spec.exposed = pie_exposed;
  return spec;
}

}  // namespace aqm::fluid
