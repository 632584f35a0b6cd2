// A linear loop without the states that only add roots at 0.
#pragma once
#include <vector>

#include "aqm/fluid_analysis.hpp"

namespace aqm::fluid {

/// A state whose rate depends on itself neither directly nor through others is a separate root at 0: the characteristic
/// function is s times that of the loop without it. This is so for W_max of CUBIC, which is constant to first order,
/// and then for an integrator that steers only CUBIC. Such states are removed: otherwise rounding would turn their
/// roots into small numbers of either sign. A state that neither moves nor moves others is held, like the virtual queue
/// of AVQ at its buffer's limit: it is no root, unless nothing moves.
struct MovingLoop {
  LinearLoop loop;  ///< of the other states: closed loop only
  int still = 0;    ///< number of roots at 0
};

inline MovingLoop moving_part(const LinearLoop& whole) {
  const auto n = static_cast<std::size_t>(whole.states);
  // Whether the rate of i depends on j: directly, then through any others (Warshall, "A Theorem on Boolean Matrices",
  // 1962).
  std::vector<bool> depends(n * n);
  for (std::size_t at = 0; at < n * n; ++at) {
    depends[at] = whole.now[at] != 0;
    for (const auto& m : whole.delayed) depends[at] = depends[at] || m[at] != 0;
  }
  int held = 0;
  for (std::size_t i = 0; i < n; ++i) {
    bool alone = true;
    for (std::size_t j = 0; j < n; ++j) alone = alone && !depends[i * n + j] && !depends[j * n + i];
    if (alone) ++held;
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      if (!depends[i * n + k]) continue;
      for (std::size_t j = 0; j < n; ++j) depends[i * n + j] = depends[i * n + j] || depends[k * n + j];
    }
  }
  const auto kept = [&](const std::vector<double>& m) {
    std::vector<double> out;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (depends[i * n + i] && depends[j * n + j]) out.push_back(m[i * n + j]);
      }
    }
    return out;
  };
  MovingLoop part;
  for (std::size_t i = 0; i < n; ++i) {
    if (depends[i * n + i]) ++part.loop.states;
  }
  part.still = whole.states - part.loop.states - (part.loop.states > 0 ? held : 0);
  part.loop.lag = whole.lag;
  part.loop.now = kept(whole.now);
  for (const auto& m : whole.delayed) part.loop.delayed.push_back(kept(m));
  return part;
}

}  // namespace aqm::fluid
