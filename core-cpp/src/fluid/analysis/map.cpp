#include <algorithm>
#include <cmath>
#include <cstdio>

#include "aqm/fluid_map.hpp"
#include "fluid/solver/root.hpp"
#include "open_loop.hpp"

namespace aqm {
namespace {

using namespace fluid;

constexpr double kPi = 3.141592653589793;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string no_rest(double value, const FluidRest& rest) {
  // Of a chain, the link that has none.
  RestKind kind = rest.kind;
  for (const FluidLinkRest& link : rest.links) {
    if (link.kind == RestKind::jump || link.kind == RestKind::none) kind = link.kind;
  }
  const char* why = kind == RestKind::full       ? "the buffer overflows for good"
                    : kind == RestKind::empty    ? "the queue stays empty"
                    : kind == RestKind::jump     ? "the drop law jumps across the probability that is needed"
                    : kind == RestKind::interior ? "the controller is held at its bound"
                                                 : "nothing determines the queue";
  char text[160];
  std::snprintf(text, sizeof text, "at %.6g there is no equilibrium between empty and full: %s", value, why);
  return text;
}

/// Roots that CUBIC has at 0 whatever the loop does (near rest W_max moves with the third power of a deviation) are put exactly there.
double growth_of(const FluidConfig& config, const LinearLoop& loop) {
  const double growth = growth_rate(loop);
  const bool cubic = std::any_of(config.classes.begin(), config.classes.end(),
                                 [](const FluidClass& c) { return c.tcp == FluidTcp::cubic; });
  const double rounding = 1e-7 / *std::max_element(loop.lag.begin(), loop.lag.end());
  return cubic && std::abs(growth) < rounding ? 0 : growth;
}

}  // namespace

double phase_margin(const LinearLoop& loop) {
  if (!loop.single) return kNan;
  OpenLoop open(loop);
  const double longest = *std::max_element(loop.lag.begin(), loop.lag.end());
  const double shortest = *std::min_element(loop.lag.begin(), loop.lag.end());
  const double from = 1e-6 / longest, to = 300 / longest;
  // Steps as long as neither the phase nor the gain changes much: a resonance turns the phase, so none is stepped over.
  constexpr double kTurn = 0.6, kLevel = 1.5, kLongest = 1, kShortest = 1e-3, kNear = 0.7;
  double log_omega = math::log(from), omega = from, phase = 0, margin = kNan, step = kLongest;
  Complex here = open(from);
  phase = angle(here);
  double log_gain = math::log(magnitude(here));
  while (omega < to) {
    // Of lags that beat against each other crossovers may lie close together.
    const double turn_limit = std::abs(log_gain) < kNear ? 0.2 : 1.0;
    const double length = std::min(step, math::log1p(turn_limit / (omega * longest)));
    const double next_log_omega = log_omega + length, next = math::exp(next_log_omega);
    const Complex there = open(next);
    const double turn = angle(there / here), next_log_gain = math::log(magnitude(there));
    if (!std::isfinite(turn) || !std::isfinite(next_log_gain)) break;
    if (length > kShortest && (std::abs(turn) > kTurn || std::abs(next_log_gain - log_gain) > kLevel)) {
      step = 0.5 * length;
      continue;
    }
    if ((log_gain > 0) != (next_log_gain > 0)) {
      const auto level = [&](double u) { return math::log(magnitude(open(math::exp(u)))); };
      const double at = find_root(level, log_omega, log_gain, next_log_omega, next_log_gain, 1e-13);
      margin = 180 + (phase + angle(open(math::exp(at)) / here)) * 180 / kPi;
    }
    if (std::abs(turn) < 0.4 * kTurn) step = std::min(kLongest, 2 * length);
    log_omega = next_log_omega;
    omega = next;
    here = there;
    phase += turn;
    log_gain = next_log_gain;
    // Far below 1, and past where every round trip turns the phase several times: nothing lifts it again.
    if (log_gain < -3.5 && omega * shortest > 20) break;
  }
  return margin;
}

MapCell map_cell(const FluidConfig& config, double time) {
  MapCell cell;
  const FluidRest rest = equilibrium(config, time);
  cell.kind = rest.kind;
  cell.queue = rest.queue;
  if (!can_linearise(config, rest, Linearisation::exact)) return cell;
  const LinearLoop loop = linearise(config, rest, Linearisation::exact, time);
  const double growth = growth_of(config, loop);
  if (std::isfinite(growth)) cell.growth = growth;
  cell.phase_margin_deg = phase_margin(loop);
  return cell;
}

HopfPoint hopf(const std::function<FluidConfig(double)>& at, double lo, double hi, Linearisation kind, double time) {
  HopfPoint point;
  LinearLoop loop;
  const auto growth = [&](double value) {
    if (!point.message.empty()) return 0.0;
    const FluidConfig config = at(value);
    const FluidRest rest = equilibrium(config, time);
    if (!can_linearise(config, rest, Linearisation::exact)) {
      point.message = no_rest(value, rest);
      return 0.0;
    }
    if (!can_linearise(config, rest, kind)) {
      point.message = "this linearisation needs one class of Reno flows and one bottleneck";
      return 0.0;
    }
    loop = linearise(config, rest, kind, time);
    return growth_of(config, loop);
  };
  const double at_lo = growth(lo), at_hi = growth(hi);
  if (!point.message.empty()) return point;
  if ((at_lo > 0) == (at_hi > 0)) {
    point.message = at_lo > 0 ? "it is unstable at both ends" : "it is stable at both ends";
    return point;
  }
  const double value = find_root(growth, lo, at_lo, hi, at_hi, 1e-14 * std::max(std::abs(lo), std::abs(hi)));
  growth(value);
  if (!point.message.empty()) return point;
  point.value = value;
  point.omega = rightmost_roots(loop, 1).roots.front().im;
  return point;
}

}  // namespace aqm
