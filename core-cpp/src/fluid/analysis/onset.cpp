#include "onset.hpp"

#include <algorithm>
#include <cmath>

#include "fluid/model/network.hpp"
#include "moving.hpp"
#include "normal_form.hpp"

namespace aqm::fluid {
namespace {

template <class Shape>
HopfOnset onset_of(const FluidConfig& config, const FluidRest& rest, double omega, double time) {
  using System = Network<Shape>;
  const System system(config);
  typename System::Vector y;
  typename System::Mode mode;
  system.put(rest, time, y, mode);
  const RestFunctional<System> near(system, time, y, mode, system.moving(rest, time));
  int watched = -1;
  for (int i = 0; i < near.size(); ++i) {
    if (near.component(i) == system.queue_component(config.observed)) watched = i;
  }
  HopfOnset onset;
  if (watched < 0) {
    onset.message = "the observed queue is at rest there";
    return onset;
  }
  NormalForm<System> form(near, omega, watched);
  const auto bend = form.bend();
  if (!bend) {
    onset.message = "the oscillation leaves the observed queue at rest, or a second root crosses";
    return onset;
  }
  if (!near.holds({{{0, omega}, form.shape()}})) {
    onset.message = "the law has a kink at this rest, so the oscillation depends on both of its sides";
    return onset;
  }
  onset.bend = bend->re;
  onset.turn = bend->im;
  onset.lyapunov = bend->re / omega;
  return onset;
}

/// Whether a timer changes the law near its rest.
bool timed(const FluidConfig& config, const FluidRest& rest, double time) {
  for (std::size_t l = 0; l < rest.links.size(); ++l) {
    const FluidLaw& law = *config.links[l].law;
    const FluidLinkRest& at = rest.links[l];
    if (!std::isfinite(law.interval()) || at.kind != RestKind::interior) continue;
    FluidQueue queue;
    queue.inflow = at.inflow;
    queue.capacity = config.links[l].capacity.at(time).value;
    for (const double side : {0.99, 1.0, 1.01}) {
      queue.q = side * at.queue;
      std::vector<double> states = at.law;
      for (double& state : states) state *= side;
      FluidMemory memory = at.memory;
      if (law.tick(queue, states.data(), memory) != FluidJump::nothing) return true;
    }
  }
  return false;
}

}  // namespace

HopfOnset onset_at(const FluidConfig& config, const FluidRest& rest, double omega, double time) {
  HopfOnset onset;
  if (timed(config, rest, time)) {
    onset.message = "the law acts by a timer, so its motion is not smooth";
    return onset;
  }
  if (moving_part(linearise(config, rest, Linearisation::exact, time)).still > 0) {
    onset.message = "CUBIC's W_max keeps a root at 0";
    return onset;
  }
  if (config.links.size() > 1) return onset_of<ManyLinks>(config, rest, omega, time);
  return onset_of<OneLink>(config, rest, omega, time);
}

}  // namespace aqm::fluid
