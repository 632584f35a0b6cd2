// The part of the past that a linear loop uses.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "aqm/fluid_analysis.hpp"

namespace aqm::fluid {

/// The past acts on the equations through a few numbers v(t) = row . y(t): as many as the delayed matrix of a lag has
/// independent rows.
struct Signal {
  std::size_t lag;
  std::vector<double> row;  ///< over the states
  struct Target {
    int equation;  ///< that v(t - lag) enters
    double weight;
  };
  std::vector<Target> targets;
};
inline std::vector<Signal> signals_of(const LinearLoop& loop) {
  constexpr double kRounding = 1e-12;
  std::vector<Signal> all;
  const auto n = static_cast<std::size_t>(loop.states);
  const auto larger = [](double a, double b) { return std::abs(a) < std::abs(b); };
  for (std::size_t k = 0; k < loop.lag.size(); ++k) {
    const std::size_t first = all.size();
    for (std::size_t i = 0; i < n; ++i) {
      const int equation = static_cast<int>(i);
      std::vector<double> rest(&loop.delayed[k][i * n], &loop.delayed[k][i * n] + n);
      const double size = std::abs(*std::max_element(rest.begin(), rest.end(), larger));
      for (std::size_t b = first; b < all.size(); ++b) {
        const auto pivot = std::max_element(all[b].row.begin(), all[b].row.end(), larger) - all[b].row.begin();
        const auto at = static_cast<std::size_t>(pivot);
        const double weight = rest[at] / all[b].row[at];
        if (weight == 0) continue;
        for (std::size_t j = 0; j < n; ++j) rest[j] -= weight * all[b].row[j];
        rest[at] = 0;
        all[b].targets.push_back({equation, weight});
      }
      const double left = std::abs(*std::max_element(rest.begin(), rest.end(), larger));
      if (left > kRounding * size) all.push_back({k, std::move(rest), {{equation, 1}}});
    }
  }
  return all;
}

}  // namespace aqm::fluid
