#include "residual.hpp"

#include <algorithm>
#include <cmath>

#include "fluid/model/network.hpp"

namespace aqm::fluid {
namespace {

/// A constant past.
template <class System>
struct StillPast {
  struct View {
    const typename System::Vector& y;
    const typename System::Mode& of;
    void values(int, typename System::Vector& out) const { out = y; }
    const typename System::Mode& mode() const { return of; }
  };
  typename System::Vector y;
  typename System::Mode of;
  View view(int, double) const { return {y, of}; }
};

template <class Shape>
double largest_derivative(const FluidConfig& config, const FluidRest& rest, double time) {
  using System = Network<Shape>;
  const System system(config);
  typename System::Vector dy;
  StillPast<System> past;
  system.put(rest, time, past.y, past.of);
  system.derivative(time, past.y, past.of, past, dy);
  double worst = 0;
  for (int i = 0; i < system.components(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double relative = std::abs(dy[at]) / (std::abs(past.y[at]) + system.typical(i));
    if (std::isnan(relative)) return relative;
    worst = std::max(worst, relative);
  }
  return worst;
}

}  // namespace

double residual(const FluidConfig& config, const FluidRest& rest, double time) {
  const bool known = std::all_of(rest.window.begin(), rest.window.end(), [](double w) { return std::isfinite(w); });
  if (!known || rest.kind == RestKind::none) return std::numeric_limits<double>::quiet_NaN();
  if (config.links.size() > 1) return largest_derivative<ManyLinks>(config, rest, time);
  return largest_derivative<OneLink>(config, rest, time);
}

}  // namespace aqm::fluid
