#include "aqm/fluid_band.hpp"

#include <algorithm>
#include <cmath>

#include "aqm/normal_tail.hpp"
#include "noisy_loop.hpp"

namespace aqm {
namespace {

using namespace fluid;

constexpr int kRoots = 8;

constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

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

/// The two-sided power densities of a loop that chance drives.
struct Fluctuation {
  std::vector<double> omega, of_queue, of_window, of_probability;
  std::vector<std::vector<double>> of_law;  ///< of each state of the law
  double queue() const { return std::sqrt(variance(omega, of_queue)); }
};

/// The share of the packets with ECN that the law of the single link drops.
double forced_at(const FluidConfig& config, const FluidRest& rest, int service, double time) {
  const FluidLinkRest& at = rest.links[index(config.observed)];
  FluidQueue queue;
  queue.q = at.queue;
  queue.inflow = at.inflow;
  queue.capacity = config.link().capacity.at(time).value;
  return config.link().law->drops_marked(service, queue, at.law.data(), at.memory);
}
/// The probability that the single link loses a packet that it could mark.
double lost_at(const FluidConfig& config, const FluidRest& rest, int service, double time) {
  const double others = (1 - rest.links[index(config.observed)].overflow) * (1 - config.random_loss);
  return 1 - (1 - forced_at(config, rest, service, time)) * others;
}

/// Whether chance moves the windows of a class in the model: not those of DCTCP if nearly all of them are marked
/// (docs/fluid-model.md, "The width of the band").
bool has_chance(const FluidClass& c, double window, double p) {
  constexpr double kNearlyAll = 0.95;
  if (c.tcp != FluidTcp::dctcp || !c.once) return true;
  return 1 - math::exp(window * math::log(1 - std::min(p, 0.999999))) <= kNearlyAll;
}

/// Whether the noise is that of the packets. Prague has no model of it: one with independent reductions is from half to
/// twice as wide as the fluctuation of packets. Drops of packets that could be marked have no part in it.
bool knows_noise(const FluidConfig& config, const FluidRest& rest, double time) {
  bool any = false;
  for (std::size_t i = 0; i < config.classes.size(); ++i) {
    const FluidClass& c = config.classes[i];
    if (!(c.flows.at(time).value > 0)) continue;
    if (c.tcp == FluidTcp::prague || (c.once && forced_at(config, rest, c.service, time) > 0)) return false;
    any = any || has_chance(c, rest.window[i], rest.met[i]);
  }
  return any;
}

/// `whole`: also of the window and the probability.
Fluctuation fluctuation(const FluidConfig& config, const FluidRest& rest, const LinearLoop& loop,
                        const std::vector<Root>& roots, double time, bool whole) {
  std::vector<ClassNoise> classes;
  std::vector<double> of_window(index(loop.states), 0);
  std::size_t first = 0;
  for (std::size_t i = 0; i < config.classes.size(); ++i) {
    const FluidClass& c = config.classes[i];
    const double flows = c.flows.at(time).value;
    if (!(flows > 0)) continue;
    const double met = config.link().law->two_queues() ? rest.met[i] : rest.probability;
    const double p = 1 - (1 - met) * (1 - config.random_loss), trip = rest.round_trip[i];
    double w[kMaxWindowStates] = {};
    window_at_rest(c, p, trip, w, splits_loss(c) ? lost_at(config, rest, c.service, time) : 0);
    const int states = window_states(c.tcp);
    if (first == 0) {
      for (int s = 0; s < states; ++s) {
        const double kept = w[s], width = 1e-5 * (1 + std::abs(kept));
        w[s] = kept + width;
        const double above = window_of(c, w);
        w[s] = kept - width;
        of_window[index(s)] = (above - window_of(c, w)) / (2 * width);
        w[s] = kept;
      }
    }
    classes.push_back({first, states, trip, noise_of(c, flows, w, p, trip, config.link().dispersion)});
    first += index(states);
  }
  const auto unit = [&](int state) {
    std::vector<double> row(index(loop.states), 0);
    row[index(state)] = 1;
    return row;
  };
  std::vector<double> of_law = unit(loop.plant - 1);
  of_law[index(loop.plant - 1)] = loop.out_queue;
  for (int j = 0; j < loop.plant; ++j) of_law[index(j)] += loop.out_arrivals * loop.arrivals[index(j)];
  for (std::size_t j = 0; j < loop.out.size(); ++j) of_law[index(loop.plant) + j] += loop.out[j];

  NoisyLoop noisy(loop, std::move(classes));
  Fluctuation found;
  found.of_law.resize(loop.out.size());
  for (const double omega : frequencies(loop, roots)) {
    if (!noisy.look(omega)) continue;
    found.omega.push_back(omega);
    found.of_queue.push_back(noisy.density(unit(loop.plant - 1)));
    if (whole) {
      found.of_window.push_back(noisy.density(of_window));
      found.of_probability.push_back(noisy.density(of_law));
    }
    for (std::size_t j = 0; j < found.of_law.size(); ++j) {
      found.of_law[j].push_back(noisy.density(unit(loop.plant + static_cast<int>(j))));
    }
  }
  return found;
}

/// Whether two loops have the same law, nearly.
bool alike(const LinearLoop& a, const LinearLoop& b) {
  constexpr double kNear = 3e-3;
  const auto near = [](double x, double y) { return std::abs(x - y) <= kNear * std::abs(y); };
  return near(a.out_queue, b.out_queue) && std::equal(a.out.begin(), a.out.end(), b.out.begin(), near);
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
    Fluctuation linear = fluctuation(config_, rest_, loop, roots, time_, true);
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
    return stable() ? fluctuation(config_, rest_, loop_, roots_, time_, true) : linear;
  }

 private:
  /// The loop if the queue's standard deviation is this one.
  void assume(double queue) {
    LawScatter scatter;
    scatter.queue = queue;
    const double scale = queue / last_.queue();
    for (const auto& density : last_.of_law) scatter.law.push_back(scale * std::sqrt(variance(last_.omega, density)));
    loop_ = linearise(config_, rest_, Linearisation::exact, time_, &scatter);
  }
  bool stable() const { return !roots_.empty() && roots_.front().re < 0; }
  /// Whether the fluctuation is then wider, or without bound.
  bool wider(double queue) {
    assume(queue);
    roots_ = rightmost_roots(loop_, kRoots).roots;
    if (!stable()) return true;
    last_ = fluctuation(config_, rest_, loop_, roots_, time_, false);
    return last_.queue() > queue;
  }

  const FluidConfig& config_;
  const FluidRest& rest_;
  double time_;
  LinearLoop loop_;
  std::vector<Root> roots_;
  Fluctuation last_;
};

/// The highest peak of the autocorrelation near the period of the spectrum's own peak.
void find_rhythm(const std::vector<double>& omega, const std::vector<double>& density, FluidBand& band) {
  std::size_t peak = 0;
  for (std::size_t i = 0; i < omega.size(); ++i) {
    if (density[i] * omega[i] > density[peak] * omega[peak]) peak = i;
  }
  const double all = variance(omega, density);
  band.rhythm = 0;
  for (int i = -6; i <= 6; ++i) {
    const double lag = 2 * kPi / omega[peak] * (1 + 0.04 * i);
    const double r = power(omega, density, [lag](double w) { return math::cos(std::fmod(w * lag, 2 * kPi)); }) / all;
    if (r > band.rhythm) band.rhythm = r, band.period = lag;
  }
}

}  // namespace

FluidBand band_around(const FluidConfig& config, const FluidRest& rest, const LinearLoop& loop,
                      const std::vector<Root>& roots, double time) {
  FluidBand band;
  if (!loop.single || config.links.size() > 1 || roots.empty() || !(roots.front().re < 0)) return band;
  if (!knows_noise(config, rest, time)) return band;
  const Fluctuation found = Scattered(config, rest, time).about(loop, roots);
  const FluidLink& link = config.link();
  band.omega = found.omega;
  band.queue = found.queue();
  band.window = std::sqrt(variance(found.omega, found.of_window));
  band.probability = std::sqrt(variance(found.omega, found.of_probability));
  constexpr double kNineOfTen = 1.6448536269514722;
  band.low = std::max(0.0, rest.queue - kNineOfTen * band.queue);
  band.high = std::min(link.buffer, rest.queue + kNineOfTen * band.queue);
  band.empty = math::normal_tail((rest.queue - 1) / band.queue);
  band.full = math::normal_tail((link.buffer - 1 - rest.queue) / band.queue);
  find_rhythm(found.omega, found.of_queue, band);
  band.queue = held(rest.queue, band.queue, 0, link.buffer);
  for (const double v : found.of_queue) band.spectrum.push_back(2 * v);
  return band;
}

}  // namespace aqm
