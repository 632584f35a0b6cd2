// How a linear loop fluctuates when the random events of its senders (noise.hpp) drive it.
#pragma once
#include <cmath>
#include <vector>

#include "aqm/fluid_band.hpp"
#include "noisy_loop.hpp"

namespace aqm::fluid {

/// How many of the rightmost roots tell where a spectrum has its resonances.
inline constexpr int kBandRoots = 8;

/// The two-sided power densities of a loop that chance drives.
struct Fluctuation {
  std::vector<double> omega, of_queue, of_window, of_probability;
  std::vector<std::vector<double>> of_law;  ///< of each state of the law
  double deviation(const std::vector<double>& density) const { return std::sqrt(variance(omega, density)); }
  double queue() const { return deviation(of_queue); }
};

/// Whether the noise is that of the packets. Prague has no model of it: one with independent reductions is from half to
/// twice as wide as the fluctuation of packets. Drops of packets that could be marked have no part in it.
bool knows_noise(const FluidConfig& config, const FluidRest& rest, double time);

/// What drives the loop: the responses of the senders to losses alone, or also the packets of given windows, which come
/// one by one. The latter matters to a queue that chance alone fills.
enum class Noise : int { responses, packets };

/// Of a loop with a queue; `whole`: also of the window and the probability.
Fluctuation fluctuation(const FluidConfig& config, const FluidRest& rest, const LinearLoop& loop,
                        const std::vector<Root>& roots, double time, Noise noise, bool whole);

/// Puts the highest peak of the queue's autocorrelation near the period of the spectrum's own peak.
void find_rhythm(const Fluctuation& found, FluidBand& band);

}  // namespace aqm::fluid
