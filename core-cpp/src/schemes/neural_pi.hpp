// The network of neural_pi.cpp: filters over four arrivals each, a rectifier, and a dense layer. The class with the
// largest output is the result.
#pragma once
#include <algorithm>
#include <array>

#include "neural_pi_weights.hpp"

namespace aqm::neural_pi {

inline constexpr std::size_t kSteps = 20, kWidth = 4, kFilters = 8, kPlaces = kSteps / kWidth,
                             kHidden = kFilters * kPlaces;
inline constexpr std::array kLevels{0.0, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.0};
inline constexpr std::size_t kOffsets = kFilters * 2 * kWidth, kDense = kOffsets + kFilters,
                             kLast = kDense + kLevels.size() * kHidden;
static_assert(std::size(kNeuralPiWeights) == kLast + kLevels.size());

/// Newest first; a drop counts as 1.
using History = std::array<double, kSteps>;

inline double probability(const History& queues, const History& drops) {
  const double* w = kNeuralPiWeights;
  std::array<double, kHidden> hidden;
  for (std::size_t f = 0; f < kFilters; ++f) {
    for (std::size_t s = 0; s < kPlaces; ++s) {
      double sum = w[kOffsets + f];
      for (std::size_t i = 0; i < kWidth; ++i) sum += w[f * 2 * kWidth + i] * queues[s * kWidth + i];
      for (std::size_t i = 0; i < kWidth; ++i) sum += w[(f * 2 + 1) * kWidth + i] * drops[s * kWidth + i];
      hidden[f * kPlaces + s] = std::max(0.0, sum);
    }
  }
  std::size_t best = 0;
  double most = 0;
  for (std::size_t c = 0; c < kLevels.size(); ++c) {
    double sum = w[kLast + c];
    for (std::size_t h = 0; h < kHidden; ++h) sum += w[kDense + c * kHidden + h] * hidden[h];
    if (c > 0 && sum <= most) continue;
    most = sum;
    best = c;
  }
  return kLevels[best];
}

}  // namespace aqm::neural_pi
