// The growth rate of a configuration near its rest, in slices.
#pragma once
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "aqm/fluid_analysis.hpp"

namespace aqm::fluid {

/// Multiplications of the parts that are not divided: a lane, its linearisation, a sweep of frequencies.
inline constexpr double kWholeWork = 3e5;

class GrowthAtRest {
 public:
  /// `guesses`: as for begin_growth_rate.
  GrowthAtRest(FluidConfig config, double time, std::vector<Root> guesses = {})
      : config_(std::move(config)),
        time_(time),
        guesses_(std::move(guesses)),
        rests_(begin_equilibria(config_, time)) {}

  /// Continues as long as work is left; true at the end.
  bool run(double& work) {
    if (rests_) {
      if (!rests_->run(work)) return false;
      rest_ = first_of(rests_->rests(), config_);
      rests_.reset();
      linear_ = can_linearise(config_, rest_, Linearisation::exact);
      if (!linear_) return true;
      work -= kWholeWork;
      loop_ = linearise(config_, rest_, Linearisation::exact, time_);
      rate_ = begin_growth_rate(loop_, guesses_);
    }
    return !rate_ || rate_->run(work);
  }
  const FluidConfig& config() const { return config_; }
  /// After the end.
  const FluidRest& rest() const { return rest_; }
  /// Whether there is a linearisation, `loop()`.
  bool linear() const { return linear_; }
  const LinearLoop& loop() const { return loop_; }
  /// NaN where there is none.
  double growth() const {
    const double none = std::numeric_limits<double>::quiet_NaN(), rate = rate_ ? rate_->growth() : none;
    return std::isfinite(rate) ? rate : none;
  }
  /// Guesses for a similar configuration.
  const std::vector<Root>& roots() const { return rate_ ? rate_->roots() : guesses_; }

 private:
  const FluidConfig config_;
  double time_;
  std::vector<Root> guesses_;
  std::unique_ptr<RestsRun> rests_;  ///< until they are found
  FluidRest rest_;
  bool linear_ = false;
  LinearLoop loop_;
  std::unique_ptr<GrowthRun> rate_;
};

}  // namespace aqm::fluid
