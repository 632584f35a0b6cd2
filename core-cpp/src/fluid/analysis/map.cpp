#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

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

double growth_of(const FluidConfig& config, double time) {
  const FluidRest rest = equilibrium(config, time);
  if (!can_linearise(config, rest, Linearisation::exact)) return kNan;
  const double growth = growth_rate(linearise(config, rest, Linearisation::exact, time));
  return std::isfinite(growth) ? growth : kNan;
}

namespace {

class HopfFinder final : public HopfRun {
 public:
  HopfFinder(std::function<FluidConfig(double)> at, double lo, double hi, Linearisation kind, double time)
      : at_(std::move(at)), lo_(lo), hi_(hi), kind_(kind), time_(time) {}

  bool run() override {
    if (stage_ != Stage::done) advance();
    if (!point_.message.empty()) stage_ = Stage::done;
    return stage_ == Stage::done;
  }
  const HopfPoint& point() const override { return point_; }

 private:
  enum class Stage { low_end, high_end, between, crossing, frequency, done };

  void advance() {
    switch (stage_) {
      case Stage::low_end:
        at_low_ = growth(lo_);
        stage_ = Stage::high_end;
        break;
      case Stage::high_end: begin_between(growth(hi_)); break;
      case Stage::between:
        search_->tell(growth(search_->place()));
        if (search_->done()) stage_ = Stage::crossing;
        break;
      case Stage::crossing: {
        const double left = growth(search_->place());
        if (!point_.message.empty()) return;
        point_.value = search_->place();
        // Where a law has a kink, or a whole number changes, the growth rate may pass 0 without being it.
        const double longest = *std::max_element(part_.loop.lag.begin(), part_.loop.lag.end());
        stage_ = std::abs(left) * longest < 1e-6 ? Stage::frequency : Stage::done;
        break;
      }
      case Stage::frequency: {
        const RootReport report = rightmost_roots(part_.loop, 1);
        if (!report.roots.empty()) point_.omega = report.roots.front().im;
        stage_ = Stage::done;
        break;
      }
      case Stage::done: break;
    }
  }

  void begin_between(double at_high) {
    if (!point_.message.empty()) return;
    if ((at_low_ > 0) == (at_high > 0)) {
      point_.message = at_low_ > 0        ? "it is unstable at both ends"
                       : part_.still == 0 ? "it is stable at both ends"
                                          : "it is unstable at neither end; CUBIC's W_max keeps a root at 0";
      return;
    }
    search_.emplace(lo_, at_low_, hi_, at_high, 1e-14 * std::max(std::abs(lo_), std::abs(hi_)));
    stage_ = search_->done() ? Stage::crossing : Stage::between;
  }

  /// 0, and a message, where there is none.
  double growth(double value) {
    const FluidConfig config = at_(value);
    if (!has_laws(config)) {
      point_.message = refused(value);
      return 0;
    }
    const FluidRest rest = equilibrium(config, time_);
    if (!can_linearise(config, rest, Linearisation::exact)) {
      point_.message = no_rest(value, rest);
      return 0;
    }
    if (!can_linearise(config, rest, kind_)) {
      point_.message = "this linearisation needs one class of Reno flows and one link";
      return 0;
    }
    part_ = moving_part(linearise(config, rest, kind_, time_));
    const double rate = growth_rate(part_.loop);
    if (std::isnan(rate)) point_.message = undetermined(value);
    return rate;
  }

  std::function<FluidConfig(double)> at_;
  double lo_, hi_;
  Linearisation kind_;
  double time_, at_low_ = 0;
  HopfPoint point_;
  MovingLoop part_;
  std::optional<RootSearch> search_;
  Stage stage_ = Stage::low_end;
};

}  // namespace

std::unique_ptr<HopfRun> begin_hopf(std::function<FluidConfig(double)> at, double lo, double hi, Linearisation kind,
                                    double time) {
  return std::make_unique<HopfFinder>(std::move(at), lo, hi, kind, time);
}

HopfPoint hopf(const std::function<FluidConfig(double)>& at, double lo, double hi, Linearisation kind, double time) {
  HopfFinder finder(at, lo, hi, kind, time);
  while (!finder.run()) {}
  return finder.point();
}

}  // namespace aqm
