#include "aqm/fluid_band.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "aqm/normal_tail.hpp"
#include "chance_queue.hpp"
#include "fluctuation.hpp"

namespace aqm {
namespace {

using namespace fluid;

/// The standard deviation of a normal variable that is held between two bounds, as a queue is held by 0 and the
/// buffer's limit: near the boundary of stability, the linear theory gives more than the buffer allows.
double held(double mean, double deviation, double low, double high) {
  constexpr int kSteps = 40;
  double all = 0, sum = 0, squares = 0;
  for (int i = -kSteps; i <= kSteps; ++i) {
    const double z = 4.0 * i / kSteps, weight = math::exp(-0.5 * z * z);
    const double x = std::clamp(mean + deviation * z, low, high) - mean;
    all += weight;
    sum += weight * x;
    squares += weight * x * x;
  }
  return std::sqrt(std::max(0.0, squares / all - (sum / all) * (sum / all)));
}

/// Whether two loops have the same law, nearly.
bool alike(const LinearLoop& a, const LinearLoop& b) {
  constexpr double kNear = 3e-3;
  const auto near = [](double x, double y) { return std::abs(x - y) <= kNear * std::abs(y); };
  return near(a.out_queue, b.out_queue) && near(a.out_service, b.out_service) &&
         std::equal(a.out.begin(), a.out.end(), b.out.begin(), near);
}

/// Where the law bends or jumps within the reach of the fluctuation, its slope is the mean slope there, and the
/// fluctuation that this slope leaves must have the width that was assumed (quasi-linear method). The widths keep the
/// proportions of the last loop. Without such a width, the linear theory's fluctuation remains.
class Scattered {
 public:
  Scattered(const FluidConfig& config, const FluidRest& rest, double time)
      : config_(config), rest_(rest), time_(time) {}

  Fluctuation about(const LinearLoop& loop, const std::vector<Root>& roots) {
    constexpr double kNear = 1.03, kLeast = 1e-3, kFirst = 0.25, kStep = 1.6, kMost = 4;
    Fluctuation linear = fluctuation(config_, rest_, loop, roots, time_, Noise::responses, true);
    last_ = linear;
    const double width = linear.queue();
    assume(width);
    if (alike(loop_, loop)) return linear;
    // The smallest width that the fluctuation does not exceed: larger ones would be reached only from outside.
    double low = kLeast * width, high = kFirst * width;
    while (wider(high)) {
      low = high;
      high *= kStep;
      if (high > kMost * width) return linear;
    }
    while (high > kNear * low) {
      const double middle = std::sqrt(low * high);
      (wider(middle) ? low : high) = middle;
    }
    wider(high);
    return stable() ? fluctuation(config_, rest_, loop_, roots_, time_, Noise::responses, true) : linear;
  }

 private:
  /// The loop if the queue's standard deviation is this one.
  void assume(double queue) {
    LawScatter scatter;
    scatter.queue = queue;
    const double scale = queue / last_.queue();
    for (const auto& density : last_.of_law) scatter.law.push_back(scale * last_.deviation(density));
    loop_ = linearise(config_, rest_, Linearisation::exact, time_, &scatter);
  }
  bool stable() const { return !roots_.empty() && roots_.front().re < 0; }
  /// Whether the fluctuation is then wider, or without bound.
  bool wider(double queue) {
    assume(queue);
    roots_ = rightmost_roots(loop_, kBandRoots).roots;
    if (!stable()) return true;
    last_ = fluctuation(config_, rest_, loop_, roots_, time_, Noise::responses, false);
    return last_.queue() > queue;
  }

  const FluidConfig& config_;
  const FluidRest& rest_;
  double time_;
  LinearLoop loop_;
  std::vector<Root> roots_;
  Fluctuation last_;
};

/// About a stable rest.
FluidBand about(const FluidConfig& config, const FluidRest& rest, const LinearLoop& loop,
                const std::vector<Root>& roots, double time) {
  FluidBand band;
  const Fluctuation found = Scattered(config, rest, time).about(loop, roots);
  const FluidLink& link = config.link();
  band.omega = found.omega;
  band.queue = found.queue();
  band.mean = rest.queue;
  band.loss = rest.probability;
  band.window = found.deviation(found.of_window);
  band.probability = found.deviation(found.of_probability);
  constexpr double kNineOfTen = 1.6448536269514722;
  band.low = std::max(0.0, rest.queue - kNineOfTen * band.queue);
  band.high = std::min(link.buffer, rest.queue + kNineOfTen * band.queue);
  band.empty = math::normal_tail((rest.queue - 1) / band.queue);
  band.full = math::normal_tail((link.buffer - 1 - rest.queue) / band.queue);
  find_rhythm(found, band);
  band.queue = held(rest.queue, band.queue, 0, link.buffer);
  for (const double v : found.of_queue) band.spectrum.push_back(2 * v);
  return band;
}

/// A band that is there.
class Found final : public BandRun {
 public:
  explicit Found(FluidBand band) : band_(std::move(band)) {}
  bool run(double&) override { return true; }
  const FluidBand& band() const override { return band_; }

 private:
  FluidBand band_;
};

}  // namespace

std::unique_ptr<BandRun> begin_band(const FluidConfig& config, const FluidRest& rest, const LinearLoop& loop,
                                    const std::vector<Root>& roots, double time) {
  const bool known = loop.single && config.links.size() == 1 && knows_noise(config, rest, time);
  if (known && loop.queue == LinearLoop::kHeld) return begin_band_by_chance(config, time);
  const bool stable = !roots.empty() && roots.front().re < 0;
  return std::make_unique<Found>(known && stable ? about(config, rest, loop, roots, time) : FluidBand{});
}

FluidBand band_around(const FluidConfig& config, const FluidRest& rest, const LinearLoop& loop,
                      const std::vector<Root>& roots, double time) {
  const auto run = begin_band(config, rest, loop, roots, time);
  double work = std::numeric_limits<double>::infinity();
  run->run(work);
  return run->band();
}

}  // namespace aqm
