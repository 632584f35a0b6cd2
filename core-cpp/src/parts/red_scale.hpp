// What the fluid model uses of RED's parameters besides the curve, and its notes about them.
#pragma once
#include <string>

#include "aqm/elementary.hpp"
#include "laws/red_law.hpp"
#include "red_params.hpp"

namespace aqm {

/// Gaps between drops are uniform up to 1/p_b (the mean is half of it), or on [1, 2]/p_b (`wait`):
/// docs/specification.md 0.2.
inline fluid::RedScale fluid_scale(const RedParams& p, const LinkInfo& link, FluidDrops drops) {
  double spacing = 1;
  if (drops == FluidDrops::effective && p.count_mode != CountMode::none) {
    spacing = p.count_mode == CountMode::uniform ? 2 : 2.0 / 3;
  }
  return {-math::log1p(-p.w_q), p.byte_mode ? link.packet_size / p.mean_pkt_size : 1.0, spacing};
}

/// The dispersion of the number of drops is the squared variation of their gaps: 1/3 and 1/27 for gaps that are uniform
/// from 0 and on [1, 2].
inline double spacing_dispersion(const RedParams& p) {
  if (p.count_mode == CountMode::none) return 1;
  return p.count_mode == CountMode::uniform ? 1.0 / 3 : 1.0 / 27;
}

inline constexpr const char* kRampsNote =
    "Where the drop curve jumps it is a straight line instead, from a packet below to a packet above: what is "
    "dropped is "
    "missing in the queue at once, and the model would switch without end.";

inline std::string spacing_note(const RedParams& p, FluidDrops drops) {
  if (p.count_mode == CountMode::none) return {};
  const std::string often =
      p.count_mode == CountMode::uniform ? "about twice as often as" : "about two thirds as often as";
  return drops == FluidDrops::effective
             ? "With count_mode in it: drops are made " + often + " the drop curve says."
             : "The drop curve itself: with count_mode packets are dropped " + often + " it says.";
}

}  // namespace aqm
