#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "aqm/fluid_map.hpp"
#include "fluid/solver/root.hpp"
#include "growth_at_rest.hpp"
#include "moving.hpp"
#include "onset.hpp"
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
  // Steps that are long while neither the phase nor the gain changes much: a resonance turns the phase, so no resonance
  // is missed.
  const double fallen = math::log(kSweepFallen);
  constexpr double kTurn = 0.6, kLevel = 1.5, kLongest = 1, kShortest = 1e-3, kNear = 0.7;
  double log_omega = math::log(from), omega = from, phase = 0, margin = kNan, step = kLongest;
  Complex here = open(from);
  phase = phase_at_start(here);
  double log_gain = math::log(magnitude(here));
  while (omega < to) {
    // If lags beat against each other, crossovers may be close together.
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
    // The gain is far below 1, and every round trip turns the phase several times: the gain does not rise above 1
    // again.
    if (log_gain < fallen && omega * shortest > 20) break;
    if (log_gain < 0 && open.below_one_from(omega)) break;
  }
  return margin;
}

namespace {

class CellRun final : public MapCellRun {
 public:
  CellRun(FluidConfig config, double time, std::vector<Root> guesses)
      : near_(std::move(config), time, std::move(guesses)) {}

  bool run(double& work) override {
    if (done_) return true;
    if (!near_.run(work)) return false;
    cell_.kind = near_.rest().kind;
    cell_.queue = near_.rest().queue;
    if (near_.linear()) {
      cell_.growth = near_.growth();
      work -= kWholeWork;
      const double margin = phase_margin(near_.loop());
      if (!(cell_.growth > 0 && margin > 0)) cell_.phase_margin_deg = margin;
    }
    return done_ = true;
  }
  const MapCell& cell() const override { return cell_; }
  const std::vector<Root>& roots() const override { return near_.roots(); }

 private:
  GrowthAtRest near_;
  MapCell cell_;
  bool done_ = false;
};

class HopfFinder final : public HopfRun {
 public:
  HopfFinder(std::function<FluidConfig(double)> at, double lo, double hi, Linearisation kind, double time)
      : at_(std::move(at)), lo_(lo), hi_(hi), kind_(kind), time_(time) {}

  bool run(double& work) override {
    while (stage_ != Stage::done) {
      if (!(work > 0) || !advance(work)) return false;
      if (!point_.message.empty()) stage_ = Stage::done;
    }
    return true;
  }
  const HopfPoint& point() const override { return point_; }

 private:
  static constexpr double kBeside = 1e-3;  ///< relative distance of the places for the slope
  enum class Stage { low_end, high_end, between, crossing, frequency, below, above, done };

  /// False if no work is left.
  bool advance(double& work) {
    if (stage_ == Stage::frequency) {
      if (!roots_->run(work)) return false;
      const RootReport& report = roots_->report();
      if (!report.roots.empty()) point_.omega = report.roots.front().im;
      stage_ = Stage::done;
      if (!(point_.omega > 0) || kind_ != Linearisation::exact) return true;
      work -= kWholeWork;
      point_.onset = onset_at(config_, rest_, point_.omega, time_);
      if (point_.onset.message.empty()) stage_ = Stage::below;
      return true;
    }
    if (!rests_ && !rate_) {
      work -= kWholeWork;
      begin_growth();
    } else if (rests_) {
      if (!rests_->run(work)) return false;
      work -= kWholeWork;
      begin_rate();
    } else {
      if (!rate_->run(work)) return false;
      const double growth = rate_->growth();
      rate_.reset();
      if (std::isnan(growth))
        refuse(undetermined(asked_));
      else
        take(growth);
    }
    return true;
  }

  void take(double growth) {
    switch (stage_) {
      case Stage::low_end:
        at_low_ = growth;
        stage_ = Stage::high_end;
        break;
      case Stage::high_end: begin_between(growth); break;
      case Stage::between:
        search_->tell(growth);
        if (search_->done()) stage_ = Stage::crossing;
        break;
      case Stage::crossing: {
        point_.value = search_->place();
        // Where a law has a kink, or a whole number changes, the growth rate may jump across 0.
        const double longest = *std::max_element(part_.loop.lag.begin(), part_.loop.lag.end());
        stage_ = Stage::done;
        if (!(std::abs(growth) * longest < 1e-6)) break;
        roots_ = begin_rightmost_roots(part_.loop, 1);
        stage_ = Stage::frequency;
        break;
      }
      case Stage::below:
        at_low_ = growth;
        stage_ = Stage::above;
        break;
      case Stage::above:
        point_.onset.slope = (growth - at_low_) / (2 * kBeside * std::abs(point_.value));
        stage_ = Stage::done;
        break;
      case Stage::frequency:
      case Stage::done: break;
    }
  }

  /// No point is found; or, beside a point that is found, no slope.
  void refuse(const std::string& why) {
    if (stage_ != Stage::below && stage_ != Stage::above) point_.message = why;
    stage_ = Stage::done;
  }

  void begin_between(double at_high) {
    if ((at_low_ > 0) == (at_high > 0)) {
      point_.message = at_low_ > 0        ? "it is unstable at both ends"
                       : part_.still == 0 ? "it is stable at both ends"
                                          : "it is unstable at neither end; CUBIC's W_max keeps a root at 0";
      return;
    }
    search_.emplace(lo_, at_low_, hi_, at_high, 1e-14 * std::max(std::abs(lo_), std::abs(hi_)));
    stage_ = search_->done() ? Stage::crossing : Stage::between;
  }

  /// Starts the growth rate at the place that the stage needs; or sets a message.
  void begin_growth() {
    asked_ = stage_ == Stage::low_end    ? lo_
             : stage_ == Stage::high_end ? hi_
             : stage_ == Stage::below    ? point_.value - kBeside * std::abs(point_.value)
             : stage_ == Stage::above    ? point_.value + kBeside * std::abs(point_.value)
                                         : search_->place();
    config_ = at_(asked_);
    if (has_laws(config_))
      rests_ = begin_equilibria(config_, time_);
    else
      refuse(refused(asked_));
  }
  void begin_rate() {
    rest_ = first_of(rests_->rests(), config_);
    rests_.reset();
    if (!can_linearise(config_, rest_, Linearisation::exact)) {
      refuse(no_rest(asked_, rest_));
    } else if (!can_linearise(config_, rest_, kind_)) {
      refuse("this linearisation needs one class of Reno flows and one link");
    } else {
      part_ = moving_part(linearise(config_, rest_, kind_, time_));
      rate_ = begin_growth_rate(part_.loop);
    }
  }

  std::function<FluidConfig(double)> at_;
  double lo_, hi_;
  Linearisation kind_;
  double time_, at_low_ = 0, asked_ = 0;  ///< `asked_`: the place whose growth rate is computed
  HopfPoint point_;
  FluidConfig config_;
  FluidRest rest_;
  std::unique_ptr<RestsRun> rests_;
  MovingLoop part_;
  std::unique_ptr<GrowthRun> rate_;
  std::unique_ptr<RootRun> roots_;
  std::optional<RootSearch> search_;
  Stage stage_ = Stage::low_end;
};

constexpr double kAllWork = std::numeric_limits<double>::infinity();

}  // namespace

std::unique_ptr<MapCellRun> begin_map_cell(FluidConfig config, double time, std::vector<Root> guesses) {
  return std::make_unique<CellRun>(std::move(config), time, std::move(guesses));
}

MapCell map_cell(const FluidConfig& config, double time) {
  CellRun run(config, time, {});
  double work = kAllWork;
  run.run(work);
  return run.cell();
}

std::unique_ptr<HopfRun> begin_hopf(std::function<FluidConfig(double)> at, double lo, double hi, Linearisation kind,
                                    double time) {
  return std::make_unique<HopfFinder>(std::move(at), lo, hi, kind, time);
}

HopfPoint hopf(const std::function<FluidConfig(double)>& at, double lo, double hi, Linearisation kind, double time) {
  HopfFinder finder(at, lo, hi, kind, time);
  double work = kAllWork;
  finder.run(work);
  return finder.point();
}

}  // namespace aqm
