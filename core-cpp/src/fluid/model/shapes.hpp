// What the compiler knows of a model. The equations are written once (network.hpp) and compiled for each of these
// shapes.
#pragma once
#include "aqm/fluid.hpp"
#include "laws/static_law.hpp"
#include "windows.hpp"

namespace aqm::fluid {

/// One class of Reno flows, marked, through one link with a static curve: the compiler knows everything.
struct OneRenoClass {
  using Law = StaticLaw;
  static constexpr bool kGeneral = false;
  static constexpr int kLinks = 1;
  static constexpr int kRoom = 3;
};
/// One class of any kind and any law through one link: a state is a fifth as large as with room for ten classes, and so
/// is what every evaluation clears, what every step copies, and what the past keeps in the caches.
struct OneClass {
  using Law = FluidLaw;
  static constexpr bool kGeneral = true;
  static constexpr int kLinks = 1;
  static constexpr int kRoom = kMaxWindowStates + 1 + kMaxLawStates + 1;
};
/// Any configuration with one link; with implicit delays, theta is a state of every lag.
struct OneLink {
  using Law = FluidLaw;
  static constexpr bool kGeneral = true;
  static constexpr int kLinks = 1;
  static constexpr int kRoom = kMaxWindowStates * kMaxFluidClasses + 1 + kMaxLawStates + kMaxFluidClasses;
};
/// Any configuration with any number of links, with explicit delays.
struct ManyLinks {
  using Law = FluidLaw;
  static constexpr bool kGeneral = true;
  static constexpr int kLinks = kMaxFluidLinks;
  static constexpr int kRoom = kMaxWindowStates * kMaxFluidClasses + kMaxFluidLinks * (1 + kMaxLawStates);
};

/// Whether the compact form covers a configuration.
bool is_compact(const FluidConfig& config);

}  // namespace aqm::fluid
