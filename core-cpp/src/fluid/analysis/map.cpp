#include <algorithm>
#include <cmath>
#include <cstdio>

#include "aqm/fluid_map.hpp"
#include "fluid/solver/root.hpp"
#include "moving.hpp"
#include "open_loop.hpp"

namespace aqm {
namespace {

using namespace fluid;

constexpr double kPi = 3.141592653589793;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string no_rest(double value, const FluidRest& rest) {
  // The link that has none.
  RestKind kind = rest.kind;
  for (const FluidLinkRest& link : rest.links) {
    if (link.kind == RestKind::jump || link.kind == RestKind::held || link.kind == RestKind::none) kind = link.kind;
  }
  const char* why = kind == RestKind::full       ? "the buffer overflows for good"
                    : kind == RestKind::empty    ? "the queue stays empty"
                    : kind == RestKind::jump     ? "the drop law jumps across the probability that is needed"
                    : kind == RestKind::held     ? "the queue is held where the drop law jumps"
                    : kind == RestKind::interior ? "the controller is held at its bound"
                                                 : "nothing determines the queue";
  char text[160];
  std::snprintf(text, sizeof text, "at %.6g there is no equilibrium between empty and full: %s", value, why);
  return text;
}

std::string undetermined(double value) {
  char text[96];
  std::snprintf(text, sizeof text, "at %.6g the rightmost root cannot be told within a second's work", value);
  return text;
}

std::string refused(double value) {
  char text[80];
  std::snprintf(text, sizeof text, "%.6g is not allowed", value);
  return text;
}

}  // namespace

double phase_margin(const LinearLoop& loop) {
  if (!loop.single) return kNan;
  OpenLoop open(loop);
  const double longest = *std::max_element(loop.lag.begin(), loop.lag.end());
  const double shortest = *std::min_element(loop.lag.begin(), loop.lag.end());
  const double from = 1e-6 / longest, to = kSweepEnd / longest;
  // Steps as long as neither the phase nor the gain changes much: a resonance turns the phase, so none is stepped over.
  const double fallen = math::log(kSweepFallen);
  constexpr double kTurn = 0.6, kLevel = 1.5, kLongest = 1, kShortest = 1e-3, kNear = 0.7;
  double log_omega = math::log(from), omega = from, phase = 0, margin = kNan, step = kLongest;
  Complex here = open(from);
  phase = phase_at_start(here);
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
    if (log_gain < fallen && omega * shortest > 20) break;
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
  const double growth = growth_rate(loop);
  if (std::isfinite(growth)) cell.growth = growth;
  const double margin = phase_margin(loop);
  if (!(growth > 0 && margin > 0)) cell.phase_margin_deg = margin;
  return cell;
}

HopfPoint hopf(const std::function<FluidConfig(double)>& at, double lo, double hi, Linearisation kind, double time) {
  HopfPoint point;
  MovingLoop part;
  const auto growth = [&](double value) {
    if (!point.message.empty()) return 0.0;
    const FluidConfig config = at(value);
    if (!has_laws(config)) {
      point.message = refused(value);
      return 0.0;
    }
    const FluidRest rest = equilibrium(config, time);
    if (!can_linearise(config, rest, Linearisation::exact)) {
      point.message = no_rest(value, rest);
      return 0.0;
    }
    if (!can_linearise(config, rest, kind)) {
      point.message = "this linearisation needs one class of Reno flows and one link";
      return 0.0;
    }
    part = moving_part(linearise(config, rest, kind, time));
    const double rate = growth_rate(part.loop);
    if (std::isnan(rate)) point.message = undetermined(value);
    return rate;
  };
  const double at_lo = growth(lo), at_hi = growth(hi);
  if (!point.message.empty()) return point;
  if ((at_lo > 0) == (at_hi > 0)) {
    point.message = at_lo > 0         ? "it is unstable at both ends"
                    : part.still == 0 ? "it is stable at both ends"
                                      : "it is unstable at neither end; CUBIC's W_max keeps a root at 0";
    return point;
  }
  const double value = find_root(growth, lo, at_lo, hi, at_hi, 1e-14 * std::max(std::abs(lo), std::abs(hi)));
  const double left = growth(value);
  if (!point.message.empty()) return point;
  point.value = value;
  // Where a law has a kink, or a whole number changes, the growth rate may pass 0 without being it.
  const double longest = *std::max_element(part.loop.lag.begin(), part.loop.lag.end());
  if (std::abs(left) * longest < 1e-6) {
    const RootReport report = rightmost_roots(part.loop, 1);
    if (!report.roots.empty()) point.omega = report.roots.front().im;
  }
  return point;
}

}  // namespace aqm
