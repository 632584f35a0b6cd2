// What the compiler knows of a model. The equations are written once (network.hpp) and compiled for each of these.
#pragma once
#include "aqm/fluid.hpp"
#include "laws/static_law.hpp"
#include "windows.hpp"

namespace aqm::fluid {

/// One class of Reno flows, marked, through one link under a static curve: everything is known to the compiler.
struct OneRenoClass {
  using Law = StaticLaw;
  static constexpr bool kGeneral = false;
  static constexpr int kLinks = 1;
  static constexpr int kRoom = 3;
};
/// One class of any kind and any law through one link: a state is a fifth as large as where there may be ten of them, and so is what every
/// evaluation clears, every step copies and the past fills the caches with.
struct OneClass {
  using Law = FluidLaw;
  static constexpr bool kGeneral = true;
  static constexpr int kLinks = 1;
  static constexpr int kRoom = kMaxWindowStates + 1 + kMaxLawStates + 1;
};
/// Anything through one link; with implicit delays theta is a state of every lag.
struct OneLink {
  using Law = FluidLaw;
  static constexpr bool kGeneral = true;
  static constexpr int kLinks = 1;
  static constexpr int kRoom = kMaxWindowStates * kMaxFluidClasses + 1 + kMaxLawStates + kMaxFluidClasses;
};
/// Anything through any number of links, with explicit delays.
struct ManyLinks {
  using Law = FluidLaw;
  static constexpr bool kGeneral = true;
  static constexpr int kLinks = kMaxFluidLinks;
  static constexpr int kRoom = kMaxWindowStates * kMaxFluidClasses + kMaxFluidLinks * (1 + kMaxLawStates);
};

/// Whether the compact form covers a configuration.
bool is_compact(const FluidConfig& config);

}  // namespace aqm::fluid
