#include "fluctuation.hpp"

#include <algorithm>
#include <cmath>

#include "linear_law.hpp"

namespace aqm::fluid {
namespace {

constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

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

}  // namespace

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

Fluctuation fluctuation(const FluidConfig& config, const FluidRest& rest, const LinearLoop& loop,
                        const std::vector<Root>& roots, double time, Noise noise, bool whole) {
  const FluidLaw& law = *config.link().law;
  FluidMemory memory = rest.memory;
  const bool jumps = jumps_at_rest(law, rest);
  const bool polices = jumps || (noise == Noise::packets && law.polices(memory));
  std::vector<ClassNoise> classes;
  std::vector<double> of_window(index(loop.states), 0);
  std::size_t first = 0;
  for (std::size_t i = 0; i < config.classes.size(); ++i) {
    const FluidClass& c = config.classes[i];
    const double flows = c.flows.at(time).value;
    if (!(flows > 0)) continue;
    const double met = law.two_queues() ? rest.met[i] : rest.probability;
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
    ClassNoise of_class{first, states, trip, noise_of(c, flows, w, p, trip, config.link().dispersion)};
    // What does not fit is dropped: the drops take no random part of what enters.
    if (polices) std::for_each(of_class.sources.begin(), of_class.sources.end(), [](NoiseSource& s) { s.queue = 0; });
    if (jumps || noise == Noise::packets) {
      of_class.sources.push_back(packets_of(flows * sent_of(c, w, trip) / trip * (c.ecn ? 1 : 1 - met), trip));
    }
    classes.push_back(std::move(of_class));
    first += index(states);
  }
  const auto unit = [&](int state) {
    std::vector<double> row(index(loop.states), 0);
    row[index(state)] = 1;
    return row;
  };
  std::vector<double> of_law(index(loop.states), 0);
  of_law[index(loop.queue)] = loop.out_queue;
  for (int j = 0; j < loop.plant; ++j) of_law[index(j)] += loop.out_arrivals * loop.arrivals[index(j)];
  for (std::size_t j = 0; j < loop.out.size(); ++j) of_law[index(loop.plant) + j] += loop.out[j];

  NoisyLoop noisy(loop, std::move(classes));
  Fluctuation found;
  found.of_law.resize(loop.out.size());
  for (const double omega : frequencies(loop, roots)) {
    if (!noisy.look(omega)) continue;
    found.omega.push_back(omega);
    found.of_queue.push_back(noisy.density(unit(loop.queue)));
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

void find_rhythm(const Fluctuation& found, FluidBand& band) {
  const std::vector<double>&omega = found.omega, &density = found.of_queue;
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

}  // namespace aqm::fluid
