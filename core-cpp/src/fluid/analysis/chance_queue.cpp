#include "chance_queue.hpp"

#include <algorithm>
#include <cmath>

#include "barrier.hpp"
#include "fluctuation.hpp"

namespace aqm::fluid {
namespace {

/// A virtual queue counts whole packets.
constexpr double kPacket = 1;

/// Multiplications of a step, approximately: the rest, the roots, and the response at each frequency.
constexpr double kLookWork = 4e6;

class ChanceQueue final : public BandRun {
 public:
  ChanceQueue(const FluidConfig& config, double time) : config_(config), time_(time) {}

  bool run(double& work) override {
    while (!done_ && work > 0) {
      work -= kLookWork;
      step();
    }
    return done_;
  }
  const FluidBand& band() const override { return band_; }

 private:
  /// One step towards the mean and the widths.
  void step() {
    constexpr int kMost = 100;
    // A share of the way, on a logarithmic scale: the whole way may turn back.
    constexpr double kShare = 0.4, kNear = 1e-4, kWiden = 1.3;
    if (++steps_ > kMost || !(widths_.queue < config_.link().buffer) || !look(false)) {
      done_ = true;
      return;
    }
    if (!stable_) {
      widths_.queue *= kWiden;
      widths_.law *= kWiden;
      return;
    }
    const double queue = kRatio * found_.queue(), law = std::hypot(found_.deviation(found_.of_law.front()), kPacket);
    const double off = math::log(queue / widths_.queue), law_off = math::log(law / widths_.law);
    if (std::abs(off) < kNear && std::abs(law_off) < kNear) {
      done_ = true;
      // A virtual queue that is often empty meets a barrier of its own, which is not in the model.
      if (rest_.law.front() > widths_.law) tell();
      return;
    }
    widths_.queue *= math::exp(kShare * off);
    widths_.law *= math::exp(kShare * law_off);
  }

  void tell() {
    look(true);
    const double mean = widths_.queue, buffer = config_.link().buffer;
    FluidBand& band = band_;
    band.mean = mean;
    band.loss = rest_.probability;
    band.queue = mean / kRatio;
    band.window = found_.deviation(found_.of_window);
    band.probability = found_.deviation(found_.of_probability);
    band.low = quantile_of_barrier(0.05, mean);
    band.high = std::min(buffer, quantile_of_barrier(0.95, mean));
    band.empty = below_of_barrier(1, mean);
    band.full = 1 - below_of_barrier(buffer - 1, mean);
    band.rhythm = 0;
  }

  /// The loop with the present widths, and its fluctuation if it is stable. False if the law no longer holds the flow
  /// below the link's rate with the longer round trips.
  bool look(bool whole) {
    FluidConfig longer = config_;
    const double wait = widths_.queue / config_.link().capacity.at(time_).value;
    for (FluidClass& c : longer.classes) c.propagation += wait;
    rest_ = equilibrium(longer, time_);
    if (rest_.kind != RestKind::empty || !can_linearise(longer, rest_, Linearisation::exact)) return false;
    const LinearLoop loop = linearise_by_chance(config_, rest_, time_, widths_);
    const std::vector<Root> roots = rightmost_roots(loop, kBandRoots).roots;
    stable_ = !roots.empty() && roots.front().re < 0;
    if (stable_) found_ = fluctuation(config_, rest_, loop, roots, time_, Noise::packets, whole);
    return true;
  }

  const FluidConfig& config_;
  double time_;
  ChanceWidths widths_{10, 10};
  FluidRest rest_;
  bool stable_ = false, done_ = false;
  int steps_ = 0;
  Fluctuation found_;
  FluidBand band_;
};

}  // namespace

std::unique_ptr<BandRun> begin_band_by_chance(const FluidConfig& config, double time) {
  return std::make_unique<ChanceQueue>(config, time);
}

}  // namespace aqm::fluid
